"""The ledger of writes: which were sent, which were acknowledged, and when."""

import itertools
import threading
import time

from connection import Connection


class Ledger:
    def __init__(self):
        self.lock = threading.Lock()
        self.times: dict[str, float] = {}
        self.acknowledgements: dict[str, float] = {}
        self.refused = 0
        self.numbers = itertools.count(1)

    def begin(self) -> str:
        """The title of a new task, which is noted as sent."""
        with self.lock:
            title = f"drill-{next(self.numbers):07}"
            self.times[title] = time.monotonic()
            return title

    def acknowledge(self, title: str) -> None:
        with self.lock:
            self.acknowledgements[title] = time.monotonic()

    def refuse(self) -> None:
        with self.lock:
            self.refused += 1

    def sent(self) -> set[str]:
        with self.lock:
            return set(self.times)

    def acknowledged(self, before: float = float("inf")) -> set[str]:
        """The writes that were acknowledged before this time of the monotonic clock."""
        with self.lock:
            return {title for title, at in self.acknowledgements.items() if at < before}


class Load:
    """Several clients that add tasks until they are stopped, or the server is."""

    def __init__(self, port: int, cookies: list[str], lists: list[int], ledger: Ledger, clients: int = 4, pause: float = 0):
        self.ledger, self.pause, self.is_over = ledger, pause, threading.Event()
        self.threads = [
            threading.Thread(target=self.write, args=(port, cookies[number % len(cookies)], lists[number % len(lists)]), daemon=True)
            for number in range(clients)
        ]

    def write(self, port: int, cookie: str, number: int) -> None:
        try:
            with Connection(port, room=1 << 20) as connection:
                while not self.is_over.is_set():
                    title = self.ledger.begin()
                    answer = connection.post(f"/lists/{number}/tasks", f"version=&title={title}", {"Cookie": cookie})
                    if answer.status == 303:
                        self.ledger.acknowledge(title)
                    else:
                        self.ledger.refuse()
                        time.sleep(0.02)
                    time.sleep(self.pause)
        except OSError:
            # The server was killed. Whether the last write was stored is unknown.
            return

    def __enter__(self) -> "Load":
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_) -> None:
        self.is_over.set()
        for thread in self.threads:
            thread.join(60)
