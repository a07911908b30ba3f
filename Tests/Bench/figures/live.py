"""Two hundred pages by link that are kept up to date: their memory, and when all have shown a tick."""

import base64
import hashlib
import secrets
import selectors
import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing

from bench import Bench, Unmeasured
from connection import HOST, NAVIGATION, Connection
from data import NOW, Filling, World, make
from server import Fourfold
from table import Row, duration
from words import Words

# As many as a server and an account may have.
PAGES, OF_EACH = 200, 8
TASKS = 60
# Kilobytes, and seconds.
MOST, SOON = 40, 1


def rows(bench: Bench) -> Iterator[Row]:
    world = make(bench.folder / "live", 1_000, 60)
    links = shared(world, PAGES // OF_EACH)
    with Fourfold(world) as server:
        # What the first pages of a server need once is not counted.
        with Pages(server, links[:4], 2) as pages:
            for _ in range(2):
                pages.tick(server, links[:4])
        before = server.resident
        with Pages(server, links, OF_EACH) as pages:
            each = (server.resident - before) * 1e3 / PAGES
            yield Row.under(f"{PAGES} pages of {TASKS} tasks that are kept up to date, each", f"{len(pages.ones)} open", each, "KB", MOST)
            times = [pages.tick(server, links) for _ in range(3 if bench.is_quick else 9)]
            grown = (server.resident - before) * 1e3 / PAGES
        times.sort()
        told = f"median of {len(times)}, the slowest {duration(times[-1])}"
        figure = f"A tick in each of {len(links)} lists at once, until all {PAGES} pages show it"
        yield Row.under(figure, told, times[len(times) // 2], "s", SOON)
        yield Row.under("The memory of each page after that", f"{PAGES} open", grown, "KB", MOST)


def shared(world: World, count: int) -> list[tuple[str, int]]:
    """The secrets of pages that take ticks, each of a list of an account of its own, and the first task of each."""
    links = []
    with closing(sqlite3.connect(world.database, isolation_level=None)) as connection:
        filling = Filling(connection, Words(6))
        for number in range(1, count + 1):
            account = filling.account(f"Person {number}")
            made = filling.list(account, open=TASKS, completed=0)
            secret = base64.urlsafe_b64encode(secrets.token_bytes(32)).decode().rstrip("=")
            connection.execute(
                "INSERT INTO shared_pages (list, name, giver, ticks, digest, made, until) VALUES (?, 'Tablet', ?, 1, ?, ?, ?)",
                [made, account, hashlib.sha256(secret.encode()).digest(), NOW, NOW + 86_400_000],
            )
            first = connection.execute("SELECT min(id) FROM tasks WHERE list = ?", [made]).fetchone()[0]
            links.append((secret, first))
        filling.end()
    return links


class Pages:
    """Open pages, each on a connection that stays."""

    def __init__(self, server: Fourfold, links: list[tuple[str, int]], of_each: int):
        self.selector, self.ones, self.ticked = selectors.DefaultSelector(), [], 0
        for secret, _ in links:
            for _ in range(of_each):
                one = socket.create_connection((HOST, server.port), timeout=30)
                head = "\r\n".join(f"{name}: {value}" for name, value in NAVIGATION.items())
                one.sendall(f"GET /p/{secret}?live HTTP/1.1\r\nHost: {HOST}:{server.port}\r\n{head}\r\n\r\n".encode())
                self.ones.append(one)
        for one in self.ones:
            self.selector.register(one, selectors.EVENT_READ)
        self.wait()

    def wait(self) -> None:
        """Reads until each page has sent its tasks once more, with the note behind them."""
        seen, left, until = {one: b"" for one in self.ones}, set(self.ones), time.monotonic() + 30
        while left:
            if time.monotonic() > until:
                raise Unmeasured(f"{len(left)} of {len(self.ones)} pages showed no change")
            for key, _ in self.selector.select(0.5):
                part = key.fileobj.recv(1 << 18)
                if not part:
                    raise Unmeasured("a page has ended")
                seen[key.fileobj] += part
                if b'class="silence"' in seen[key.fileobj].partition(b'class="live"')[2]:
                    left.discard(key.fileobj)

    def tick(self, server: Fourfold, links: list[tuple[str, int]]) -> float:
        """Ticks the first task of each list, or opens it again; returns the seconds until all pages have been sent it."""
        self.ticked += 1
        begun = time.monotonic()
        for secret, task in links:
            form = f"ticks={task}" + ("" if self.ticked % 2 else "&to=open")
            with Connection(server.port) as connection:
                answer = connection.post(f"/p/{secret}", form)
            if answer.status != 303:
                raise Unmeasured(f"a tick answered {answer.status}")
        self.wait()
        return time.monotonic() - begun

    def __enter__(self) -> "Pages":
        return self

    def __exit__(self, *_) -> None:
        for one in self.ones:
            one.close()
        self.selector.close()
