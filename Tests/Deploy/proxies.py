"""Checks a proxy in front of Fourfold: python3 proxies.py CERTIFICATE-OF-THE-CA LIST PASSWORD [BASE-PATH]

Runs in the network of a Debian that Tests/Deploy/try.sh has booted. Fourfold holds regions there (--rehearse), and has an account Ada
with that list. Prints a line for each check; the first one that fails ends it."""

import base64
import http.client
import re
import socket
import ssl
import subprocess
import sys
import time
from urllib.parse import urlencode

HOST, PROXY, CLIENT = "lists.example.org", "192.0.2.1", "198.51.100.23"
AUTHORITY, LIST, PASSWORD = sys.argv[1:4]
BASE = sys.argv[4] if len(sys.argv) > 4 else ""
NAVIGATION = {"Upgrade-Insecure-Requests": "1", "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate"}
# What a client sends to pass for another one.
FORGED = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "http", "X-Forwarded-Host": "evil.example"}
LIMIT = 256 * 1024


class Connection(http.client.HTTPSConnection):
    """A connection from the client's address to the proxy's, whatever the name resolves to."""

    def __init__(self, authority: str | None):
        self.context = ssl.create_default_context(cafile=authority)
        super().__init__(HOST, timeout=60, context=self.context)

    def connect(self) -> None:
        plain = socket.create_connection((PROXY, 443), self.timeout, (CLIENT, 0))
        self.sock = self.context.wrap_socket(plain, server_hostname=HOST)


class Visitor:
    cookie = ""

    def send(self, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[http.client.HTTPResponse, str]:
        own = {"Accept": "text/html", "Origin": f"https://{HOST}"} | ({"Cookie": self.cookie} if self.cookie else {})
        if body is not None:
            own["Content-Type"] = "application/x-www-form-urlencoded"
        own |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection = Connection(AUTHORITY)
        try:
            connection.request(method, BASE + path, body, own)
            response = connection.getresponse()
            return response, response.read().decode(errors="replace")
        finally:
            connection.close()

    def sign_in(self) -> str:
        fields = {"username": "Ada", "password": PASSWORD}
        response, text = self.send("POST", "/sign-in", urlencode(fields).encode(), **FORGED)
        # h2o removes no header of a request. A browser sends none of them to another site, so this harms the sender alone.
        passes_host = response.status == 421
        if passes_host:
            forged = {name: value for name, value in FORGED.items() if name != "X-Forwarded-Host"}
            response, text = self.send("POST", "/sign-in", urlencode(fields).encode(), **forged)
        assert response.status == 303, (response.status, text)
        cookie = response.headers["Set-Cookie"]
        self.cookie = cookie.partition(";")[0]
        # Over plain HTTP it would have another name, and signing in would be refused.
        assert cookie.startswith("__Secure-" if BASE else "__Host-") and "Secure" in cookie, cookie
        assert f"; Path={BASE or '/'};" in cookie and response.headers["Location"].startswith(f"{BASE}/"), response.headers
        if passes_host:
            return "signed in with a secure cookie, although the client said it came by HTTP; to another host, as it said, it is refused"
        return "signed in with a secure cookie, although the client said it came by HTTP to another host"

    def clients_address(self) -> str:
        _, page = self.send("GET", "/settings/activity")
        assert "198.51.100" in page and "203.0.113" not in page, re.findall(r"\d+\.\d+\.\d+\.\d+", page)
        return f"{CLIENT} is in the account's activity, and the forged address is not"

    def add(self, size: int) -> tuple[http.client.HTTPResponse, str]:
        """Adds tasks by a form of about that size."""
        _, page = self.send("GET", f"/lists/{LIST}")
        version = re.search(r'name="version" value="([^"]+)"', page)[1]
        titles = "\n".join(f"{number:03}{'x' * 480}" for number in range(max(1, size // 486)))
        return self.send("POST", f"/lists/{LIST}/tasks", urlencode({"version": version, "titles": titles}).encode())

    def forms(self) -> str:
        response, text = self.add(90 * 1024)
        assert response.status == 303, (response.status, text[:500])
        response, text = self.add(LIMIT + 4096)
        assert response.status == 413 and "Fourfold" in text, (response.status, text[:500])
        return "a form of 90 KiB is accepted, and one over 256 KiB gets Fourfold's own page"

    def uploads(self) -> str:
        """Tells who refuses a body of 50 MiB, which no form of a list takes, and one that is larger than a file to import."""
        answers = []
        for megabytes in (50, 60):
            try:
                response, text = self.send("POST", f"/lists/{LIST}/tasks", b"x" * (megabytes << 20))
                answers.append(f"{response.status} by {'Fourfold' if 'Fourfold' in text else 'the proxy'}")
            except (ConnectionError, ssl.SSLError):
                # The answer came while the client was still sending.
                answers.append("the connection was closed")
        return f"50 MiB: {answers[0]}; 60 MiB: {answers[1]}"

    def caldav(self) -> str:
        """Finds the lists as a phone does, and writes a task, also with a tag that a proxy has made weak."""
        response, _ = self.send("POST", "/settings/app-passwords", urlencode({"name": f"Phone {time.time()}"}).encode())
        _, page = self.send("GET", response.headers["Location"].removeprefix(BASE).partition("#")[0])
        password = re.search(r"\d+(?:-[a-z0-9]{4}){7}", page)[0]
        phone = {"Authorization": "Basic " + base64.b64encode(f"Ada:{password}".encode()).decode(), "Accept_Encoding": "gzip"}
        response, _ = self.send("PROPFIND", "/.well-known/caldav", Depth="0")
        assert response.status == 301 and response.headers["Location"].endswith(f"{BASE}/dav/"), response.headers
        ask = b'<propfind xmlns="DAV:"><prop><current-user-principal/></prop></propfind>'
        response, text = self.send("PROPFIND", "/dav/", ask, Depth="0", Content_Type="application/xml", **phone)
        account = re.search(rf">{BASE}/dav/principals/(\d+)/<", text)
        assert response.status == 207 and account and "Content-Encoding" not in response.headers, (response.status, text)
        task = f"/dav/calendars/{account[1]}/{LIST}/a%40b%2Fc.ics"
        lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VTODO", "UID:phone", "SUMMARY:Sent by a phone", "END:VTODO", "END:VCALENDAR", ""]
        body = "\r\n".join(lines).encode()
        made, text = self.send("PUT", task, body, Content_Type="text/calendar", If_None_Match="*", **phone)
        tag = made.headers["ETag"] or ""
        assert made.status == 201 and tag, (made.status, text)
        weak = tag if tag.startswith("W/") else f"W/{tag}"
        statuses = [self.send("PUT", task, body, Content_Type="text/calendar", If_Match=match, **phone)[0].status for match in (weak, '"x"')]
        statuses.append(self.send("DELETE", task, If_Match=weak, **phone)[0].status)
        assert statuses == [204, 412, 204], statuses
        made = self.collections(f"/dav/calendars/{account[1]}/a%40b/", f"/dav/calendars/{account[1]}/{LIST}/", phone)
        return f"found from {BASE}/.well-known/caldav; a task with the tag {tag} is written with {weak}; {made}"

    def collections(self, new: str, other: str, phone: dict[str, str]) -> str:
        """Makes a list, names it, and removes it, and asks for what is in another, with bodies as phones send them."""
        name = '<prop><displayname>Made by a phone</displayname></prop>'
        xml = {"Content_Type": "application/xml"} | phone
        bodies = {
            "MKCALENDAR": (new, f'<C:mkcalendar xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><set>{name}</set></C:mkcalendar>'),
            "PROPPATCH": (new, f'<propertyupdate xmlns="DAV:"><set>{name}</set></propertyupdate>'),
            "REPORT": (other, '<sync-collection xmlns="DAV:"><sync-token/><sync-level>1</sync-level><prop><getetag/></prop></sync-collection>'),
            "DELETE": (new, ""),
            "OPTIONS": (other, ""),
        }
        statuses = {method: self.send(method, path, body.encode(), **xml)[0].status for method, (path, body) in bodies.items()}
        assert list(statuses.values()) in ([201, 207, 207, 204, 200], [201, 207, 207, 204, 204]), statuses
        # The next page tells what the phone has deleted; the one after it is as usual.
        assert self.send("GET", f"/lists/{LIST}")[0].headers["Location"].startswith(f"{BASE}/lists/{LIST}?did=")
        return ", ".join(f"{method} {status}" for method, status in statuses.items())

    def unchanged(self) -> str:
        response, _ = self.send("GET", f"/lists/{LIST}", Accept_Encoding="gzip")
        tag, coding = response.headers["ETag"], response.headers.get_all("Content-Encoding")
        assert response.status == 200 and tag and coding == ["gzip"], (response.status, tag, coding)
        response, _ = self.send("GET", f"/lists/{LIST}", Accept_Encoding="gzip", If_None_Match=tag)
        assert response.status == 304, response.status
        return f"304 for {tag}"


def redirect() -> str:
    connection = http.client.HTTPConnection(PROXY, 80, timeout=30, source_address=(CLIENT, 0))
    connection.request("GET", f"{BASE}/lists", headers={"Host": HOST})
    response = connection.getresponse()
    assert response.status in (301, 308) and response.headers["Location"] == f"https://{HOST}{BASE}/lists", response.headers
    return f"{response.status} to {response.headers['Location']}"


def certificate() -> str:
    try:
        Connection(None).connect()
    except ssl.SSLCertVerificationError as problem:
        connection = Connection(AUTHORITY)
        connection.connect()
        return f"{connection.sock.version()} with the CA; without it: {problem.verify_message}"
    raise AssertionError("A certificate of an unknown CA was accepted.")


def moments(visitor: Visitor, *options: str) -> str:
    """Reads a page with two slow regions, and tells when the placeholders and each region arrived."""
    address = f"https://{HOST}{BASE}/lists/{LIST}?rehearse=rail:loading:1500,tasks:loading:3000"
    headers = [word for field in NAVIGATION.items() for word in ("--header", ": ".join(field))]
    command = ["curl", "--silent", "--no-buffer", "--fail-with-body", "--dump-header", "headers", "--cacert", AUTHORITY, "--resolve", f"{HOST}:443:{PROXY}", "--interface", CLIENT]
    began, text, seen = time.monotonic(), b"", {}
    marks = {"placeholders": b'data-placeholder-for="tasks"', "rail": b'data-region="rail"', "tasks": b'data-region="tasks"'}
    with subprocess.Popen([*command, *headers, "--cookie", visitor.cookie, *options, address], stdout=subprocess.PIPE) as curl:
        while piece := curl.stdout.read1():
            text += piece
            for name, mark in marks.items():
                if mark in text:
                    seen.setdefault(name, time.monotonic() - began)
    assert curl.returncode == 0 and text.rstrip().endswith(b"</html>"), (curl.returncode, open("headers").read(), text[-200:])
    assert seen["placeholders"] < 1.4 < seen["rail"] < 2.9 < seen["tasks"], seen
    return ", ".join(f"{name} after {seconds:.2f} s" for name, seconds in seen.items())


def kept_open(visitor: Visitor, *options: str) -> str:
    """Opens a page by link that is kept up to date, and tells when ticks of others arrive in it, also after it was silent for a while."""
    response, _ = visitor.send("POST", "/lists", urlencode({"name": "Shopping", "version": ""}).encode())
    made = re.search(r"/lists/\d+", response.headers["Location"])[0]
    titles = "\n".join(f"For the tablet {number}" for number in range(3))
    visitor.send("POST", f"{made}/tasks", urlencode({"version": "", "titles": titles}).encode())
    form = {"version": "1", "name": "Tablet", "days": 30, "ticks": "on"}
    response, _ = visitor.send("POST", f"{made}/pages", urlencode(form).encode())
    _, page = visitor.send("GET", response.headers["Location"].removeprefix(BASE).partition("#")[0])
    address = re.search(r'id="page-address"[^>]* value="([^"]+)"', page)[1]
    headers = [word for field in NAVIGATION.items() for word in ("--header", ": ".join(field))]
    command = ["curl", "--silent", "--no-buffer", "--cacert", AUTHORITY, "--resolve", f"{HOST}:443:{PROXY}", "--interface", CLIENT]
    took, began = [], time.monotonic()
    with subprocess.Popen([*command, *headers, *options, f"{address}?live"], stdout=subprocess.PIPE) as curl:
        text = stages(curl, 1, b"")
        tasks = re.findall(rb'name="ticks" value="(\d+)"', text)
        # The last pause is longer than the time between two notes, and than what a proxy waits for a silent server at most.
        for count, (task, pause) in enumerate(zip(tasks, (0, 3, 75)), 2):
            time.sleep(pause)
            ticked = time.monotonic()
            response, _ = visitor.send("POST", f"{address.partition(HOST)[2].removeprefix(BASE)}", urlencode({"ticks": task.decode()}).encode())
            assert response.status == 303, response.status
            text = stages(curl, count, text)
            took.append(time.monotonic() - ticked)
        curl.terminate()
    assert max(took) < 1, took
    return f"a tick is seen after {', '.join(f'{seconds:.2f}' for seconds in took)} s, the last in a page that is {time.monotonic() - began:.0f} s old"


def stages(curl: subprocess.Popen, count: int, text: bytes) -> bytes:
    """Reads until the page has shown its tasks so many times."""
    while text.count(b'class="silence"') < count or text.count(b'<div class="live"') < count:
        piece = curl.stdout.read1()
        assert piece, text[-300:]
        text += piece
    return text


def connections() -> int:
    """The established connections to Fourfold, seen from the proxy."""
    lines = [line.split() for line in open("/proc/net/tcp").read().splitlines()[1:]]
    return sum(line[2] == "0100007F:1F90" and line[3] == "01" for line in lines)


def leaving(visitor: Visitor) -> str:
    connection = Connection(AUTHORITY)
    path = f"{BASE}/lists/{LIST}?rehearse=tasks:loading:60000"
    connection.request("GET", path, headers=NAVIGATION | {"Cookie": visitor.cookie})
    connection.getresponse().read(1)
    # The one of the page may be an idle one that is used again.
    during = connections()
    assert during > 0
    connection.sock.shutdown(socket.SHUT_RDWR)
    connection.close()
    left = time.monotonic()
    while connections() >= during and time.monotonic() - left < 5:
        time.sleep(0.01)
    # Apache notices when it next has something to send. Until then, the page's deadline bounds the load.
    if connections() >= during:
        return "the proxy keeps its connection while Fourfold sends nothing"
    return f"the proxy closes its connection {time.monotonic() - left:.2f} s after the client has left"


def main() -> None:
    visitor = Visitor()
    checks = {
        "HTTP": redirect,
        "HTTPS": certificate,
        "scheme": visitor.sign_in,
        "address": visitor.clients_address,
        "stream, HTTP/2": lambda: moments(visitor, "--http2", "--compressed"),
        "stream, HTTP/1.1": lambda: moments(visitor, "--http1.1", "--compressed"),
        "stream, plain": lambda: moments(visitor, "--http2"),
        "open page, HTTP/2": lambda: kept_open(visitor, "--http2", "--compressed"),
        "open page, HTTP/1.1": lambda: kept_open(visitor, "--http1.1"),
        "leaving": lambda: leaving(visitor),
        "unchanged page": visitor.unchanged,
        "forms": visitor.forms,
        "uploads": visitor.uploads,
        "CalDAV": visitor.caldav,
    }
    for name, check in checks.items():
        print(f"        {name}: {check()}", flush=True)


main()
