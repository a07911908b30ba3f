"""A local server of remote lists that behaves as a test defines it."""

import contextlib
import gzip
import hashlib
import socket
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# Options of `serve` that allow local sources, and turn off background refreshing.
OPTIONS = ("--allow-private-sources", "--source-ports", "any", "--refresh-every", "0")
HOST = "127.0.0.1"


@dataclass
class Place:
    """The response at one address. A test may change it at any time; the next request gets the new one."""

    url: str
    text: str | bytes = ""
    status: int = 200
    content_type: str = "text/plain; charset=utf-8"
    headers: dict[str, str] = field(default_factory=dict)
    # Whether it has an ETag; conditional requests are answered with 304.
    tagged: bool = False
    is_compressed: bool = False
    # Whether it requires a name and a password.
    wants_login: bool = False
    # Whether it sends the full length and half of the body, and closes.
    breaks_off: bool = False
    # Delays the whole response, or its second half, until the event is set.
    before: threading.Event = field(default_factory=lambda: opened(threading.Event()))
    halfway: threading.Event = field(default_factory=lambda: opened(threading.Event()))
    # The headers of the requests so far.
    asked: list[dict[str, str]] = field(default_factory=list)

    @property
    def times(self) -> int:
        return len(self.asked)

    @property
    def body(self) -> bytes:
        body = self.text.encode() if isinstance(self.text, str) else self.text
        return gzip.compress(body) if self.is_compressed else body

    @property
    def validators(self) -> dict[str, str]:
        return {"ETag": f'"{hashlib.sha256(self.body).hexdigest()[:12]}"'} if self.tagged else {}

    def is_had_already(self, asked: dict[str, str]) -> bool:
        return self.tagged and asked.get("if-none-match") == self.validators["ETag"]


class Source:
    """Keeps its port over `stop` and `start`; while it is stopped, connections are refused."""

    def __init__(self):
        self.places: dict[str, Place] = {}
        self.port, self.server = 0, None

    def put(self, path: str, text: str | bytes = "", **manner) -> Place:
        self.places[path] = Place(f"http://{HOST}:{self.port}{path}", text, **manner)
        return self.places[path]

    def start(self) -> "Source":
        self.server = Listener((HOST, self.port), self.places)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def stop(self) -> None:
        """Closes all connections and stops listening."""
        if self.server:
            self.server.close()
            self.server = None


class Listener(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, address: tuple[str, int], places: dict[str, Place]):
        self.places, self.connections = places, set()
        super().__init__(address, Answer)

    def close(self) -> None:
        self.shutdown()
        self.server_close()
        for connection in list(self.connections):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def process_request(self, request, client_address) -> None:
        self.connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request) -> None:
        self.connections.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request, client_address) -> None:
        """A broken connection is part of a test."""


class Answer(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 180

    def do_GET(self) -> None:
        self.close_connection = True
        place = self.server.places.get(self.path)
        if not place:
            return self.head(404, {"Content-Length": "0"})
        asked = {name.lower(): value for name, value in self.headers.items()}
        place.asked.append(asked)
        if not place.before.wait(self.timeout):
            return None
        if place.wants_login and "authorization" not in asked:
            return self.head(401, {"WWW-Authenticate": 'Basic realm="barn"', "Content-Length": "0"})
        if place.status == 200 and place.is_had_already(asked):
            return self.head(304, place.validators)
        body = place.body
        encoding = {"Content-Encoding": "gzip"} if place.is_compressed else {}
        length = {"Content-Type": place.content_type, "Content-Length": str(len(body))}
        self.head(place.status, length | encoding | place.validators | place.headers)
        self.wfile.write(body[: len(body) // 2])
        if not place.breaks_off and place.halfway.wait(self.timeout):
            self.wfile.write(body[len(body) // 2 :])
        return None

    def head(self, status: int, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in (headers | {"Connection": "close"}).items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *_) -> None:
        """Requests are recorded, not printed."""


class Deaf:
    """A port that accepts no connection: the system queues some until its backlog is full."""

    def __init__(self):
        self.listener = socket.create_server((HOST, 0), backlog=0)
        self.port = self.listener.getsockname()[1]
        self.callers = []
        for _ in range(8):
            caller = socket.socket()
            caller.setblocking(False)
            caller.connect_ex((HOST, self.port))
            self.callers.append(caller)

    def close(self) -> None:
        for held in [*self.callers, self.listener]:
            held.close()


def opened(door: threading.Event) -> threading.Event:
    door.set()
    return door
