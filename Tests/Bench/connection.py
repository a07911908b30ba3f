"""A keep-alive connection over a bare socket, so that the client's own time is small."""

import re
import socket
import time
from dataclasses import dataclass

HOST = "127.0.0.1"

# The headers of a browser that follows a link.
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
        # One buffer for all responses, and larger than any.
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
        """Sends the prepared request, and measures the time until the last byte of the response."""
        began = time.perf_counter()
        self.socket.sendall(request)
        there = self.receive(0)
        while (end := self.buffer.find(b"\r\n\r\n", 0, there)) < 0:
            there = self.receive(there)
        start = end + 4
        status = int(self.buffer[9:12])
        if length := LENGTH.search(self.buffer, 0, start):
            # A response without a body may have a Content-Length.
            while status != 304 and there < start + int(length[1]):
                there = self.receive(there)
        elif status not in (204, 304):
            while not self.buffer.endswith(b"0\r\n\r\n", start, there):
                there = self.receive(there)
        seconds = time.perf_counter() - began
        return Answer(status, fields(bytes(self.buffer[:end])), bytes(self.buffer[start:there]), seconds)

    def receive(self, there: int) -> int:
        """The number of bytes received so far, after reading more."""
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


def joined(answer: Answer) -> bytes:
    """The body of a response, whose chunks are joined if it came in such."""
    if "content-length" in answer.headers:
        return answer.body
    body, start, parts = answer.body, 0, []
    while (end := body.find(b"\r\n", start)) >= 0 and (size := int(body[start:end].partition(b";")[0], 16)):
        parts.append(body[end + 2 : end + 2 + size])
        start = end + 2 + size + 2
    return b"".join(parts)


def fields(head: bytes) -> dict[str, str]:
    lines = head.decode("latin-1").split("\r\n")[1:]
    # Of a repeated field the first: that is the session's cookie.
    return {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in reversed(lines))}
