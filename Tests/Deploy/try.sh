#!/bin/bash
# Serves Fourfold through each proxy of Debian, with its standard settings and the files of Deploy: Tests/Deploy/try.sh FOLDER
# FOLDER has the package, as bin/package makes it.
set -euo pipefail
here=$(dirname -- "$0")
deploy=$(cd -- "$here/../../Deploy" && pwd)
. "$here/../Package/debian.sh"
package=$(readlink -f "$1"/fourfold_*.deb)
password="correct horse battery"

issue_certificate() {
  local certificates=$debian/etc/ssl/fourfold
  mkdir -p "$certificates"
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj "/CN=A CA for a try" \
    -keyout "$log/ca-key.pem" -out "$log/ca.pem"
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=lists.example.org" \
    -keyout "$certificates/key.pem" -out "$log/request.pem"
  openssl x509 -req -in "$log/request.pem" -CA "$log/ca.pem" -CAkey "$log/ca-key.pem" -CAcreateserial -days 2 \
    -extfile <(echo "subjectAltName=DNS:lists.example.org,DNS:garden.example.org,DNS:harbour.example.org") -out "$certificates/certificate.pem"
  chmod 644 "$certificates/key.pem"  # Caddy's user reads it
  # Commands inside reach the proxy by its name, and trust it.
  cp "$log/ca.pem" "$debian/usr/local/share/ca-certificates/try.crt"
  unbooted update-ca-certificates
  echo 192.0.2.1 lists.example.org >> "$debian/etc/hosts"
}

set_up_proxies() {
  rm "$debian/etc/nginx/sites-enabled/default"
  cp "$deploy/nginx.conf" "$debian/etc/nginx/sites-enabled/fourfold"
  # The line that the comment in the file tells of.
  sed '/^{\$FOURFOLD_SITE/a\	tls /etc/ssl/fourfold/certificate.pem /etc/ssl/fourfold/key.pem' "$deploy/Caddyfile" > "$debian/etc/caddy/Caddyfile"
  cp "$deploy/apache.conf" "$debian/etc/apache2/sites-enabled/fourfold.conf"
  rm "$debian/etc/apache2/sites-enabled/000-default.conf"
  unbooted a2enmod headers http2 proxy_http ssl
  unbooted systemctl disable nginx caddy apache2
  sed -i -e 's/^#\(FOURFOLD_ALLOWED_HOSTS=\).*/\1lists.example.org/' -e 's/^#\(FOURFOLD_TRUSTED_PROXIES=\).*/\1127.0.0.1/' \
    "$debian/etc/fourfold/fourfold.env"
  echo FOURFOLD_REHEARSE=true >> "$debian/etc/fourfold/fourfold.env"
}

is_served() { inside systemctl is-active fourfold; }

# The doctor goes through the proxy, as a browser on this machine would: doctor [path]
doctor() {
  expect "doctor" "^ok +proxy +the scheme https arrives" inside fourfold doctor --url "https://lists.example.org${1:-}"
  expect "doctor" "^ok +proxy +the client's address arrives as 192\.0\.2\.1$" inside fourfold doctor --url "https://lists.example.org${1:-}"
}

# Households with a process each, as Documentation/Scaling.md tells. Each has an account of the same name with a password of its own.
add_households() {
  sed -e 's|/var/lib/fourfold|&/%i|' -e 's|^StateDirectory=fourfold|&/%i|' -e 's|/etc/fourfold/fourfold.env|/etc/fourfold/%i.env|' \
    "$debian/usr/lib/systemd/system/fourfold.service" > "$debian/etc/systemd/system/fourfold@.service"
  local port=8081 name
  for name in garden harbour; do
    printf '%s\n' "FOURFOLD_PORT=$((port++))" "FOURFOLD_ALLOWED_HOSTS=$name.example.org" FOURFOLD_TRUSTED_PROXIES=127.0.0.1 \
      > "$debian/etc/fourfold/$name.env"
  done
  cp "$deploy/nginx-households.conf" "$debian/etc/nginx/sites-enabled/fourfold"
  inside systemctl daemon-reload
  inside systemctl start fourfold@garden fourfold@harbour
}

add_member() { echo "a password in the $1" | inside env FOURFOLD_DATABASE="/var/lib/fourfold/$1/fourfold.sqlite" fourfold account add Ada; }

# Prints the status of the answer: sign_in HOUSEHOLD-OF-THE-HOST HOUSEHOLD-OF-THE-PASSWORD
sign_in() {
  beside curl --silent --output /dev/null --write-out '%{http_code}' --cacert "$log/ca.pem" --interface 198.51.100.23 \
    --resolve "$1.example.org:443:192.0.2.1" --header "Origin: https://$1.example.org" --data username=Ada \
    --data-urlencode "password=a password in the $2" "https://$1.example.org/sign-in"
}

add_account() { echo "$password" | inside fourfold account add Ada; }

make_debian
begin "the package and the proxies"
cp "$package" "$debian/root/fourfold.deb"
printf '#!/bin/sh\nexit 101\n' > "$debian/usr/sbin/policy-rc.d"
chmod 755 "$debian/usr/sbin/policy-rc.d"
quietly unbooted apt-get install --yes --no-install-recommends /root/fourfold.deb nginx-light caddy apache2
rm "$debian/usr/sbin/policy-rc.d"
quietly issue_certificate
quietly set_up_proxies
boot_debian
# An address for the proxies, and one for clients that is not this machine's for Fourfold.
for address in 192.0.2.1 198.51.100.23; do quietly beside ip address add "$address/32" dev lo; done
eventually "the start" is_served
quietly add_account
list=$(beside python3 "$here/../Package/visitor.py" "$log/visitor" list)
for proxy in nginx caddy apache2; do
  begin "$proxy $(inside dpkg-query --show --showformat '${Version}' $proxy)"
  quietly inside systemctl start $proxy
  beside python3 "$here/proxies.py" "$log/ca.pem" "$list" "$password" || stop "Failed: $proxy"
  doctor
  quietly inside systemctl stop $proxy
done
begin "below a path"
echo FOURFOLD_BASE_PATH=/tasks >> "$debian/etc/fourfold/fourfold.env"
# As the comments in the files tell.
sed 's|location / {|location /tasks/ {|' "$deploy/nginx.conf" > "$debian/etc/nginx/sites-enabled/fourfold"
sed -i 's|^\treverse_proxy |\t@tasks path /tasks /tasks/*\n\treverse_proxy @tasks |' "$debian/etc/caddy/Caddyfile"
sed -i 's|ProxyPass / http://127.0.0.1:8080/ |ProxyPass /tasks http://127.0.0.1:8080/tasks |' "$debian/etc/apache2/sites-enabled/fourfold.conf"
quietly inside systemctl restart fourfold
eventually "the start" is_served
for proxy in nginx caddy apache2; do
  begin "$proxy below a path"
  quietly inside systemctl start $proxy
  beside python3 "$here/proxies.py" "$log/ca.pem" "$list" "$password" /tasks || stop "Failed: $proxy below a path"
  doctor /tasks
  quietly inside systemctl stop $proxy
done
begin "two households behind nginx"
quietly inside systemctl stop fourfold
quietly add_households
for household in garden harbour; do
  eventually "the start" inside systemctl is-active fourfold@$household
  quietly add_member $household
done
quietly inside systemctl start nginx
expect "Ada of the garden, there" '^303$' sign_in garden garden
expect "Ada of the harbour, there" '^303$' sign_in harbour harbour
expect "Ada of the garden, in the harbour" '^422$' sign_in harbour garden
quietly inside systemctl stop fourfold@garden
expect "the garden without its process" '^502$' sign_in garden garden
expect "the harbour meanwhile" '^303$' sign_in harbour harbour
begin "done"
