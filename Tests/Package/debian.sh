# A clean Debian in a temporary folder, booted with systemd, with processes and a network of its own. Sourced by other scripts.
debian= container= leader= log=$(mktemp -d)
step="the start"

stop() { echo "$1" >&2; exit 1; }

# Announces a step. Its output goes to a file, which is shown if the step fails.
begin() { step=$1; printf '%4d s  %s\n' "$SECONDS" "$1"; }

quietly() { "$@" > "$log/step" 2>&1 || { tail -n 40 "$log/step" >&2; stop "Failed: $step: $*"; }; }

# Checks a command's output: expect 'what it is' 'pattern of grep -E' command …
expect() {
  local what=$1 pattern=$2 output
  shift 2
  output=$("$@" 2>&1) || true
  grep -qE -- "$pattern" <<< "$output" || stop "Failed: $step: $what is not $pattern but: $output"
  printf '        %s: %s\n' "$what" "$(grep -E -m 1 -- "$pattern" <<< "$output")"
}

# Waits up to a minute for a condition.
eventually() {
  local what=$1 end=$((SECONDS + 60))
  shift
  until "$@" > /dev/null 2>&1; do
    [ $SECONDS -lt $end ] || stop "Failed: $step: $what did not happen."
    sleep 0.1
  done
}

make_debian() {
  [ "$(id -u)" = 0 ] || stop "Only root can make and boot a Debian."
  debian=$(mktemp -d /var/tmp/fourfold-debian.XXXXXX)
  chmod 755 "$debian"  # the root folder of its users
  trap remove_debian EXIT
  begin "a clean Debian 12 (debootstrap)"
  quietly debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus bookworm "$debian" \
    "${FOURFOLD_DEBIAN_MIRROR:-http://deb.debian.org/debian}"
  cp /etc/resolv.conf "$debian/etc/resolv.conf"
  echo "127.0.0.1 localhost" > "$debian/etc/hosts"
  quietly unbooted apt-get update
}

# Runs a command in the folder before it is booted, with this machine's network. Swift reads the arguments of a program from /proc.
unbooted() {
  unshare --mount -- sh -c 'mount -t proc proc "$0/proc" && exec chroot "$0" /usr/bin/env -i "$@"' "$debian" "${environment[@]}" "$@"
}

environment=(PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive HOME=/root)
for variable in http_proxy https_proxy no_proxy; do
  [ -z "${!variable:-}" ] || environment+=("$variable=${!variable}")
done

boot_debian() {
  begin "boot"
  unshare --mount -- bash -c '
    # The container wants the hierarchy of today, which a machine may have elsewhere.
    if [ "$(stat --file-system --format %T /sys/fs/cgroup)" != cgroup2fs ]; then
      umount --recursive /sys/fs/cgroup
      mount -t cgroup2 cgroup2 /sys/fs/cgroup
    fi
    options=(--quiet --boot --register=no --private-network --machine=fourfold --directory "$0")
    if [ ! -d /run/systemd/system ]; then
      mkdir -p /sys/fs/cgroup/fourfold-try
      echo $$ > /sys/fs/cgroup/fourfold-try/cgroup.procs
      options+=(--keep-unit)
    fi
    exec systemd-nspawn "${options[@]}"' "$debian" > "$log/boot" 2>&1 < /dev/null &
  container=$!
  eventually "the boot" is_booted
}

# The first child of the container starts the first process of Debian, and ends.
is_booted() {
  leader=$(pgrep --parent $container) && inside systemctl is-system-running | grep -E 'running|degraded'
}

# Runs a command in the booted Debian.
inside() {
  nsenter --target "$leader" --mount --uts --ipc --net --pid --cgroup --root --wd -- /usr/bin/env -i "${environment[@]}" "$@"
}

# Runs a command of this machine in Debian's network.
beside() { nsenter --target "$leader" --net -- "$@"; }

remove_debian() {
  local status=$?
  if [ $status != 0 ] && [ -n "$leader" ]; then inside journalctl --no-pager --lines 40 >&2 || true; fi
  # With it, the kernel ends all other processes of Debian.
  [ -z "$leader" ] || kill -KILL "$leader" 2> /dev/null || true
  [ -z "$container" ] || { sleep 1; kill -KILL "$container" 2> /dev/null || true; wait "$container" || true; }
  rmdir /sys/fs/cgroup/fourfold-try /sys/fs/cgroup/*/fourfold-try 2> /dev/null || true
  [ -z "$debian" ] || rm -rf --one-file-system "$debian"
  rm -rf "$log"
}
