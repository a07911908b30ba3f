#!/bin/bash
# Installs, upgrades, removes and purges the package in a clean Debian: Tests/Package/try.sh FOLDER [OLD.deb]
# FOLDER has the new package and the archive, as bin/package makes them. Without an old one, that is the new one with a lower version.
set -euo pipefail
here=$(dirname -- "$0")
. "$here/debian.sh"
old=${2:+$(readlink -f "$2")}
new=$(readlink -f "$1"/fourfold_*.deb)
archive=$(readlink -f "$1"/fourfold-*.tar.xz)
state=$log/visitor
visit() { beside python3 "$here/visitor.py" "$state" "$@"; }
is_served() { visit health; }
version() { inside dpkg-query --show --showformat '${Version}' fourfold; }
main_process() { inside systemctl show --property MainPID --value fourfold; }
status_of() { inside grep "^$1:" "/proc/$(main_process)/status"; }
is_another() { local now; now=$(main_process); [ "$now" != 0 ] && [ "$now" != "$1" ] && visit health; }
# What the service printed besides its own log, which is JSON.
complaints() { inside journalctl --no-pager --output cat --unit fourfold _SYSTEMD_UNIT=fourfold.service | grep -vE '^({|Fourfold serves|Set-up token)' || true; }
needed() { unbooted apt-get install --simulate --no-install-recommends /root/old.deb | grep -c ^Inst; }
environment_of_service() { inside sh -c "tr '\\0' '\\n' < /proc/$(main_process)/environ"; }
add_account() { echo "a long password" | inside fourfold account add "$1"; }
settings_as_shipped() { [ -n "$had_conffile" ] || unbooted diff /usr/lib/fourfold/fourfold.env /etc/fourfold/fourfold.env; }
foreign_files() { inside find /var/lib/fourfold ! -user fourfold; }
# The files of the package that are still there, without dpkg's and systemd's records.
left_over() { find "$debian"/{etc,usr,var/lib} -xdev -path '*/dpkg/*' -prune -o -path '*/systemd/*' -prune -o -name '*fourfold*' -print; }
drop_in() {
  mkdir -p "$debian/etc/systemd/system/fourfold.service.d"
  printf '[Service]\n%s\n' "$1" > "$debian/etc/systemd/system/fourfold.service.d/try.conf"
  quietly inside systemctl daemon-reload
}

make_older_package() {
  dpkg-deb --raw-extract "$new" "$log/older"
  sed -i 's/^Version: .*/Version: 0.0.1-1/' "$log/older/DEBIAN/control"
  # Each version has other settings.
  echo "# Older." >> "$log/older/usr/lib/fourfold/fourfold.env"
  old=$log/old.deb
  dpkg-deb -Zgzip -z1 --build "$log/older" "$old"
}

make_debian
[ -n "$old" ] || quietly make_older_package
# Older packages had a conffile, which stays as it is.
had_conffile=$(dpkg-deb --info "$old" conffiles 2> /dev/null || true)
cp "$old" "$debian/root/old.deb"
cp "$new" "$debian/root/new.deb"

begin "install and purge where no systemd runs, as in a container's image"
cp "$debian/etc/passwd" "$log/passwd"
expect "packages to install" '^[1-9]' needed
quietly unbooted apt-get install --yes --no-install-recommends /root/old.deb
expect "the command" '^[0-9]+\.[0-9]+' unbooted fourfold --version
quietly unbooted apt-get install --yes --no-install-recommends /root/new.deb
expect "untouched settings are those of the new version" '^$' settings_as_shipped
quietly unbooted apt-get purge --yes fourfold
expect "what is left" '^$' left_over
expect "users" '^$' diff "$log/passwd" "$debian/etc/passwd"

boot_debian

begin "install"
quietly inside apt-get install --yes --no-install-recommends /root/old.deb
expect "version" '.' version
expect "service" '^active$' inside systemctl is-active fourfold
expect "at boot" '^enabled$' inside systemctl is-enabled fourfold
expect "health" '^200 ok' visit health
expect "user of the process" '^fourfold$' inside stat --format %U "/proc/$(main_process)"
expect "system call filter" 'Seccomp:\s2' status_of Seccomp
expect "new privileges" 'NoNewPrivs:\s1' status_of NoNewPrivs
expect "capabilities" 'CapBnd:\s0+$' status_of CapBnd
expect "complaints" '^$' complaints
expect "memory" 'VmRSS' status_of VmRSS
expect "data" '^fourfold fourfold 700$' inside stat --format '%U %G %a' /var/lib/fourfold

begin "first account, and a list"
expect "form" '^303 /' visit create
expect "task" '^200 Buy paint$' visit read

begin "commands of root"
expect "accounts" 'Ada' inside fourfold account list
quietly add_account Ben
expect "accounts" 'Ben' inside fourfold account list
expect "files of others" '^$' foreign_files

begin "a changed setting"
inside sed -i 's/^#FOURFOLD_TIME_ZONE=.*/FOURFOLD_TIME_ZONE=Asia\/Tokyo/' /etc/fourfold/fourfold.env
quietly inside systemctl restart fourfold
eventually "the start" is_served
expect "environment" '^FOURFOLD_TIME_ZONE=Asia/Tokyo$' environment_of_service

begin "upgrade"
before=$(main_process)
quietly inside apt-get install --yes --no-install-recommends /root/new.deb
expect "version" '.' version
eventually "the restart" is_another "$before"
expect "task" '^200 Buy paint$' visit read
expect "setting" '^FOURFOLD_TIME_ZONE=Asia/Tokyo$' inside grep ^FOURFOLD /etc/fourfold/fourfold.env

begin "killed"
before=$(main_process)
inside sh -c "kill -KILL $before"
eventually "the restart" is_another "$before"
expect "task" '^200 Buy paint$' visit read

begin "stuck: the watchdog restarts it"
drop_in 'WatchdogSec=3s'
quietly inside systemctl restart fourfold
before=$(main_process)
sleep 5
[ "$(main_process)" = "$before" ] || stop "The watchdog ended a process that was alive."
inside sh -c "kill -STOP $before"
eventually "the restart" is_another "$before"
expect "result" 'watchdog|Watchdog' inside journalctl --no-pager --unit fourfold --lines 40
expect "task" '^200 Buy paint$' visit read

begin "a wrong setting stops the start, without another try"
drop_in 'Environment=FOURFOLD_PORT=none'
inside systemctl restart fourfold > /dev/null 2>&1 && stop "It started." || true
expect "service" '^failed$' inside systemctl is-active fourfold
expect "log" 'There is no port none' inside journalctl --no-pager --unit fourfold --lines 10
rm -r "$debian/etc/systemd/system/fourfold.service.d"
quietly inside systemctl daemon-reload
quietly inside systemctl start fourfold
expect "task" '^200 Buy paint$' visit read

begin "stop"
quietly inside systemctl stop fourfold
expect "files" '^fourfold.sqlite$' inside ls /var/lib/fourfold
expect "result" '^success$' inside systemctl show --property Result --value fourfold

begin "remove, and install again"
quietly inside systemctl start fourfold
quietly inside apt-get remove --yes fourfold
expect "service" 'inactive|unknown' inside systemctl is-active fourfold
expect "files" 'fourfold.sqlite' inside ls /var/lib/fourfold
quietly inside apt-get install --yes --no-install-recommends /root/new.deb
eventually "the start" is_served
expect "task" '^200 Buy paint$' visit read

begin "shutdown"
inside systemctl poweroff > /dev/null 2>&1 || true
wait "$container" || true
leader=
boot_debian
eventually "the start" is_served
expect "task" '^200 Buy paint$' visit read

begin "the archive, from a folder of another user, in another working directory"
quietly inside mkdir /opt/elsewhere
quietly tar --extract --xz --file "$archive" --directory "$debian/opt/elsewhere" --strip-components 1
quietly inside systemd-run --unit elsewhere --property Type=notify --property DynamicUser=yes --property StateDirectory=elsewhere \
  --working-directory / /opt/elsewhere/fourfold serve --port 9001 --database /var/lib/elsewhere/lists.sqlite
expect "health" '^200 ok' visit health 9001
expect "stylesheet" '^200 text/css' visit style 9001
quietly inside systemctl stop elsewhere

begin "purge"
quietly inside apt-get purge --yes fourfold
expect "purge tells" 'Deleting all lists and accounts' cat "$log/step"
expect "what is left" '^$' left_over
expect "user" '^$' inside getent passwd fourfold
begin "done"
