"""Sends requests again and again, slowly, or without reading what is answered."""

import socket
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from connection import HOST


@dataclass
class Sent:
    """What was answered to some connections."""

    answers: Counter = field(default_factory=Counter)
    sent: int = 0
    received: int = 0

    def add(self, answer: object, sent: int, received: int) -> None:
        self.answers[answer] += 1
        self.sent, self.received = self.sent + sent, self.received + received


def repeat(port: int, data: Callable[[int], bytes], until: float) -> Sent:
    """Two connections at a time that send a request again and again, and read what is answered."""
    found, numbers, lock = Sent(), iter(range(1, 1_000_000)), threading.Lock()

    def loop() -> None:
        while time.monotonic() < until:
            with lock:
                request = data(next(numbers))
            answer = exchange(port, request, until)
            with lock:
                found.add(answer[0], len(request), answer[1])

    run([threading.Thread(target=loop) for _ in range(2)])
    return found


def run(threads: list[threading.Thread]) -> None:
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def exchange(port: int, data: bytes, until: float) -> tuple[object, int]:
    """The status, and the size of the answer. It may come before all was sent, and is cut off when it takes too long."""
    head, size = b"", 0
    with socket.create_connection((HOST, port), timeout=20) as one:
        threading.Thread(target=lambda: send_all(one, data), daemon=True).start()
        try:
            while part := one.recv(1 << 20):
                head, size = head or part[:16], size + len(part)
                if time.monotonic() > until + 1:
                    break
        except OSError as problem:
            return (int(head[9:12]) if head else type(problem).__name__), size
        finally:
            # Lets the sender end, too.
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
    return (int(head[9:12]) if head else "closed"), size


def send_all(one: socket.socket, data: bytes) -> None:
    try:
        one.sendall(data)
    except OSError:
        pass


def opened(port: int, data: bytes, rest: bytes, count: int, until: float) -> Sent:
    """Connections that send a request and read nothing; what is left of it, they send byte by byte."""
    ones, found = [], Sent()
    for _ in range(count):
        one = socket.create_connection((HOST, port), timeout=5)
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        send_all(one, data)
        ones.append(one)
    for byte in rest:
        if time.monotonic() < until:
            for one in ones:
                send_all(one, bytes([byte]))
            time.sleep(0.5)
    time.sleep(max(0, until - time.monotonic()))
    for one in ones:
        one.setblocking(False)
        try:
            part = one.recv(1 << 16)
            found.add(int(part[9:12]) if part else "closed", len(data), len(part))
        except BlockingIOError:
            found.add("no answer yet", len(data), 0)
        except OSError as problem:
            found.add(type(problem).__name__, len(data), 0)
        one.close()
    return found
