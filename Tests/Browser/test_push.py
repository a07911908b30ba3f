"""A phone that has subscribed is told by a push service when a page changes a list."""

import base64
import json
import queue
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

import web
from server import NAME
from source import OPTIONS

pytestmark = pytest.mark.serve(*OPTIONS)

# The key and the secret of the example of RFC 8291.
KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SECRET = "BTBZMqHH6r4Tts7J_aSIgg"
REGISTER = """<push-register xmlns="https://bitfire.at/webdav-push" xmlns:D="DAV:"><subscription><web-push-subscription>
<push-resource>{url}</push-resource><content-encoding>aes128gcm</content-encoding>
<subscription-public-key type="p256dh">{key}</subscription-public-key><auth-secret>{secret}</auth-secret>
</web-push-subscription></subscription><trigger><content-update><D:depth>1</D:depth></content-update></trigger></push-register>"""
ASK = '<propfind xmlns="DAV:" xmlns:P="https://bitfire.at/webdav-push"><prop><P:transports/></prop></propfind>'


@pytest.fixture
def service():
    """A push service on this machine: its address, what it got, and the status of its answers."""
    got: queue.Queue = queue.Queue()

    class Handler(BaseHTTPRequestHandler):
        status = 201

        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            got.put((self.path, self.headers, body))
            self.send_response(Handler.status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", got, Handler
    server.shutdown()


def text(part: str) -> bytes:
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


def test_a_phone_is_told_of_a_change_on_a_page(server, page, steps, service):
    url, got, handler = service
    steps.make_list("House", "Paint the door")
    made = web.post(f"{server.url}/settings/app-passwords", {"name": "Phone"})
    shown = web.get(server.url + made.location.partition("#")[0]).text
    password = re.search(r"\d+(?:-[a-z0-9]{4}){7}", shown)[0]
    login = {"Authorization": "Basic " + base64.b64encode(f"{NAME}:{password}".encode()).decode()}
    home = re.search(r"/dav/calendars/\d+/", ask(server.url + "/dav/", login, "1"))[0]
    calendar = f"{server.url}{home}{re.search(r'/lists/([0-9]+)', page.url)[1]}/"
    key = re.search(r'type="p256ecdsa">([\w-]{87})<', ask(calendar, login))[1]

    body = REGISTER.format(url=f"{url}/token", key=KEY, secret=SECRET).encode()
    answer = web.send(calendar, "POST", {"Content-Type": "application/xml", **login}, body)
    assert answer.status == 204 and answer.headers["Expires"]
    registration = answer.headers["Location"]

    steps.add("Mend the lamp")
    steps.add("Buy oil")
    path, headers, record = got.get(timeout=60)
    assert path == "/token" and headers["Content-Encoding"] == "aes128gcm" and int(headers["TTL"]) > 0
    assert record[16:21] == b"\0\0\x10\0\x41" and b"push-message" not in record
    token = re.fullmatch(rf"vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k={key}", headers["Authorization"])
    assert json.loads(text(token[2]))["aud"] == url
    with pytest.raises(queue.Empty):
        got.get(timeout=6)
    page.goto("/settings/apps")
    assert "Told of changes at once · last told" in page.locator(".app-passwords").inner_text()

    # The push service has given it up.
    handler.status = 410
    page.goto(calendar.replace(home, "/lists/").rstrip("/"))
    steps.add("Call Ann")
    got.get(timeout=60)
    page.goto("/settings/apps")
    for _ in range(50):
        if "Told of changes" not in page.locator(".app-passwords").inner_text():
            break
        page.wait_for_timeout(200)
        page.reload()
    assert "Told of changes" not in page.locator(".app-passwords").inner_text()
    assert web.send(registration, "DELETE", login).status == 404


def ask(address: str, login: dict, depth: str = "0") -> str:
    answer = web.send(address, "PROPFIND", {"Depth": depth, **login}, ASK.encode())
    assert answer.status == 207
    return answer.text
