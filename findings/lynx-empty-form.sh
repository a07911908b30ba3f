#!/bin/bash
# lynx 2.9.0dev.12 (Debian 12, 2.9.0dev.12-1): a form with method="post" and no fields is sent as GET, in silence; the same form is sent as POST as
# soon as its button has a name.
#
# The input: two forms that differ in the name of their buttons only. HTML says that the method of a form is the one it names, whatever the
# number of its entries (section 4.10.22.3, form submission algorithm).
# Expected: two requests by POST.
set -eu
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq lynx=2.9.0dev.12-1 lynx-common=2.9.0dev.12-1 || { echo "This needs the packages of Debian 12." >&2; exit 2; }
for package in *.deb; do dpkg-deb --extract "$package" .; done

cat > server.py << 'PYTHON'
import http.server

PAGE = b"""<!doctype html><title>Forms</title>
<form method="post" action="/without"><input type="submit" value="Sign out"></form>
<form method="post" action="/with"><input type="submit" name="ok" value="Sign out"></form>"""


class Handler(http.server.BaseHTTPRequestHandler):
    def answer(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        print(self.command, self.path, flush=True)
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(PAGE)))
        self.end_headers()
        self.wfile.write(PAGE)

    do_GET = do_POST = answer

    def log_message(self, *arguments):
        pass


with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
    print(server.server_port, flush=True)
    server.serve_forever()
PYTHON
python3 server.py > requests.txt &
server=$!
for _ in {1..50}; do [ -s requests.txt ] && break; sleep 0.1; done
port=$(head -1 requests.txt)

# Presses one of the buttons, which are the links of the page, and leaves.
press() {
  printf 'key %s\n' "$@" '^J' Q y > keys.txt
  TERM=xterm timeout 20 usr/bin/lynx -cfg=etc/lynx/lynx.cfg -accept_all_cookies -cmd_script=keys.txt "http://127.0.0.1:$port/" > screen.txt < /dev/null
}
press
press 'Down Arrow'
sed 1d requests.txt | tee sent.txt
if grep -qE '^GET /without\??$' sent.txt && ! grep -q '^POST /without' sent.txt && grep -q '^POST /with$' sent.txt; then
  echo "As described."
else
  echo "The behaviour has changed."
  exit 1
fi
