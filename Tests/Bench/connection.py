"""One connection to a server that is kept, by bare sockets: what a request costs the one who asks is not to be measured."""

import re
import socket
import time
from dataclasses import dataclass

HOST = "127.0.0.1"

# What a browser says when somebody follows a link.
NAVIGATION = {
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "Accept-Language": "en",
    "Upgrade-Insecure-Requests": "1",
    "Sec-Fetch-Site": "same-origin",
    "Sec-Fetch-Mode": "navigate",
    "Sec-Fetch-Dest": "document",
}
FORM = "application/x-www-form-urlencoded"
LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes
    seconds: float


class Connection:
    def __init__(self, port: int, room: int = 8 << 20):
        self.port = port
        self.socket = socket.create_connection((HOST, port), timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # One for all answers, and larger than any.
        self.buffer = bytearray(room)
        self.view = memoryview(self.buffer)

    def get(self, path: str, headers: dict[str, str] | None = None) -> Answer:
        return self.send(self.request("GET", path, headers or {}))

    def post(self, path: str, body: str, headers: dict[str, str] | None = None) -> Answer:
        own = {"Origin": f"http://{HOST}:{self.port}", "Content-Type": FORM, "Content-Length": str(len(body))}
        return self.send(self.request("POST", path, own | (headers or {})) + body.encode())

    def request(self, method: str, path: str, headers: dict[str, str]) -> bytes:
        lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}:{self.port}", *(f"{name}: {value}" for name, value in headers.items())]
        return "\r\n".join([*lines, "", ""]).encode()

    def send(self, request: bytes) -> Answer:
        """Sends what is ready, and takes the time until the last byte of the answer is there."""
        began = time.perf_counter()
        self.socket.sendall(request)
        there = self.receive(0)
        while (end := self.buffer.find(b"\r\n\r\n", 0, there)) < 0:
            there = self.receive(there)
        start = end + 4
        status = int(self.buffer[9:12])
        if length := LENGTH.search(self.buffer, 0, start):
            # An answer without a body may tell how long that would be.
            while status != 304 and there < start + int(length[1]):
                there = self.receive(there)
        elif status not in (204, 304):
            while not self.buffer.endswith(b"0\r\n\r\n", start, there):
                there = self.receive(there)
        seconds = time.perf_counter() - began
        return Answer(status, fields(bytes(self.buffer[:end])), bytes(self.buffer[start:there]), seconds)

    def receive(self, there: int) -> int:
        """How much is there once more has come."""
        part = self.socket.recv_into(self.view[there:])
        if part == 0:
            raise ConnectionError("the server closed the connection")
        return there + part

    def close(self) -> None:
        self.socket.close()

    def __enter__(self) -> "Connection":
        return self

    def __exit__(self, *_) -> None:
        self.close()


def fields(head: bytes) -> dict[str, str]:
    lines = head.decode("latin-1").split("\r\n")[1:]
    # Of a field that comes twice the first: that is the cookie of the session.
    return {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in reversed(lines))}
