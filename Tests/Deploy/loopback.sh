#!/bin/bash
# Serves Fourfold through the proxies of Deploy, as far as they are installed here, on a network that nobody else sees:
# unshare --mount --net Tests/Deploy/loopback.sh FOURFOLD [PROXY...]
# FOURFOLD is the executable. Varnish stands behind HAProxy, which serves HTTPS.
set -euo pipefail
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
fourfold=$1; shift
work=$(mktemp -d)
password="correct horse battery" running=() server=

finish() { end_proxies; [ -z "$server" ] || kill "$server"; rm -rf "$work"; }
trap finish EXIT

end_proxies() {
  [ ${#running[@]} = 0 ] || { kill "${running[@]}"; wait "${running[@]}" || true; }
  running=()
}

issue_certificate() {
  mkdir certificates
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj "/CN=A CA for a try" -keyout ca-key.pem -out ca.pem
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=lists.example.org" -keyout certificates/key.pem -out request.pem
  openssl x509 -req -in request.pem -CA ca.pem -CAkey ca-key.pem -CAcreateserial -days 2 \
    -extfile <(echo "subjectAltName=DNS:lists.example.org") -out certificates/certificate.pem
  cat certificates/certificate.pem certificates/key.pem > certificates/both.pem
  chmod -R a+rX .  # Squid has a user of its own
  mkdir -p /etc/ssl/fourfold
  mount --bind certificates /etc/ssl/fourfold
}

eventually() { for _ in $(seq 600); do "$@" 2> /dev/null && return; sleep 0.2; done; echo "In vain: $*" >&2; false; }

listens() { (echo > "/dev/tcp/$1/$2"); }

start() {
  local proxy=$1; shift
  "$@" > "$proxy.log" 2>&1 &
  running+=($!)
}

start_proxy() {
  case $1 in
    nginx)
      printf '%s\n' "daemon off;" "user root;" "pid $work/nginx.pid;" "events {}" \
        "http { access_log off; $(printf "%s_temp_path $work/%s; " client_body{,} proxy{,} fastcgi{,} uwsgi{,} scgi{,})" \
        "include $root/Deploy/nginx.conf; }" > nginx.conf
      start nginx nginx -p "$work" -e stderr -c "$work/nginx.conf" ;;
    caddy)
      # The line that the comment in the file tells of.
      sed '/^{\$FOURFOLD_SITE/a\	tls /etc/ssl/fourfold/certificate.pem /etc/ssl/fourfold/key.pem' "$root/Deploy/Caddyfile" > Caddyfile
      start caddy env HOME="$work" caddy run --config Caddyfile --adapter caddyfile ;;
    apache2)
      local modules module
      modules=$(dirname -- "$(command -v apache2)")/../lib/apache2/modules
      for module in mpm_event authz_core headers http2 proxy proxy_http ssl socache_shmcb alias env; do
        echo "LoadModule ${module}_module $modules/mod_$module.so"
      done > apache.conf
      printf '%s\n' "ServerRoot $work" "PidFile $work/apache.pid" "ErrorLog /dev/stderr" "Listen 80" "Listen 443" "Include $root/Deploy/apache.conf" >> apache.conf
      start apache2 apache2 -D FOREGROUND -f "$work/apache.conf" ;;
    haproxy) start haproxy haproxy -f "$root/Deploy/haproxy.cfg" ;;
    lighttpd) start lighttpd lighttpd -D -f "$root/Deploy/lighttpd.conf" ;;
    h2o) start h2o h2o -c "$root/Deploy/h2o.conf" ;;
    squid)
      # Where it writes, and a port that it wants to have.
      { printf '%s\n' "http_port 127.0.0.1:3128" "pid_filename none" "access_log none" "cache_log $work/squid-cache.log" "coredump_dir $work"
        cat "$root/Deploy/squid.conf"; } > squid.conf
      chmod a+rwX .
      start squid squid -N -f "$work/squid.conf" ;;
    varnishd)
      start varnishd varnishd -F -n "$work/varnish" -a 127.0.0.1:6081 -p http_gzip_support=off -f "$root/Deploy/varnish.vcl" -s malloc,32m
      sed 's/127.0.0.1:8080/127.0.0.1:6081/' "$root/Deploy/haproxy.cfg" > before-varnish.cfg
      start haproxy haproxy -f before-varnish.cfg ;;
  esac
}

cd "$work"
chmod 755 .
ip link set lo up
for address in 192.0.2.1 198.51.100.23; do ip address add "$address/32" dev lo; done
issue_certificate 2> /dev/null
"$fourfold" serve --database data.sqlite --templates "$root/Templates" --public "$root/Public" --allowed-hosts lists.example.org \
  --trusted-proxies 127.0.0.1 --rehearse > server.log 2>&1 &
server=$!
eventually grep -q "^Fourfold serves" server.log
echo "$password" | "$fourfold" account add Ada --database data.sqlite
printf 'House\n' > House.txt
"$fourfold" import --account Ada --database data.sqlite House.txt > /dev/null
[ $# -gt 0 ] || set -- nginx caddy apache2 haproxy lighttpd h2o varnishd squid
for proxy; do
  command -v "$proxy" > /dev/null || { echo "== $proxy is not installed"; continue; }
  echo "== $proxy"
  start_proxy "$proxy"
  eventually listens 192.0.2.1 443
  python3 "$root/Tests/Deploy/proxies.py" ca.pem 1 "$password" || { cat "$proxy.log"; exit 1; }
  end_proxies
done
