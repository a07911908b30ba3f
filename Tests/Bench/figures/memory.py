"""Resident memory while many accounts do everything, for a million requests."""

import random
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import wrk
from bench import Bench
from connection import Connection
from data import World
from server import Fourfold
from table import Row, thousands

# At a thousand requests a second it takes seventeen minutes; beyond that it stops.
PATIENCE = 1_020
QUICK_PATIENCE = 30


def rows(bench: Bench) -> Iterator[Row]:
    world = bench.copy(bench.large)
    wanted = 100_000 if bench.is_quick else 1_000_000
    with Fourfold(world) as server:
        requests = written_requests(bench.folder / "mixed.txt", server, world)
        half, end, sent = under_load(server, requests, wanted, QUICK_PATIENCE if bench.is_quick else PATIENCE)
    figure = "Resident memory after " + ("10⁶" if sent >= 1_000_000 else thousands(sent)) + " mixed requests"
    yield Row.under(figure, f"{half:.0f} MB half way", end, "MB", 80)
    yield Row.growth("The same, against half way", f"{end:.1f} MB", f"{half:.1f} MB", end / half, 1.03)


def under_load(server: Fourfold, requests: Path, wanted: int, patience: float) -> tuple[float, float, int]:
    """The memory after half of the requests and after all, and the number sent within the time limit."""
    sent, half, began = 0, 0.0, time.monotonic()
    while sent < wanted and time.monotonic() - began < patience:
        sent += wrk.mixed(server.port, requests, 2, connections=8, coding="gzip").requests
        if not half and (sent >= wanted / 2 or time.monotonic() - began > patience / 2):
            half = server.resident
    return half, server.resident, sent


def written_requests(path: Path, server: Fourfold, world: World) -> Path:
    """Three thousand requests of two hundred accounts."""
    name = server.cookie().partition("=")[0]
    chance, lines = random.Random(7), []
    people = world.sessions(200)
    with closing(sqlite3.connect(world.database)) as database, Connection(server.port) as connection:
        asset = re.search(r'href="(/assets/[^"]+\.css)"', connection.get(world.path, server.headers()).body.decode())[1]
        for account, token in people:
            person = Person(f"{name}={token}", lines)
            lists = [row[0] for row in database.execute("SELECT list FROM memberships WHERE account = ?", [account])]
            tasks = [row[0] for row in database.execute("SELECT id FROM tasks WHERE list = ? LIMIT 5", [lists[0]])]
            seen = f"/lists/{chance.choice(lists)}"
            tag = connection.get(seen, {"Cookie": person.cookie, "Accept-Encoding": "gzip"}).headers.get("etag", "")
            for _ in range(5):
                person.gets(f"/lists/{chance.choice(lists)}")
            for _ in range(2):
                person.gets("/lists")
                person.gets(seen, tag)
            person.gets(f"/tasks/{chance.choice(tasks)}")
            person.gets(asset)
            person.gets("/search?q=" + chance.choice(["milk", "dipalling", "co"]))
            person.gets(chance.choice([f"/lists/{lists[0]}/history", "/trash", "/settings", "/lists/99999999", "/nothing/here"]))
            # A disk commits some hundreds of times a second: few writes, or the disk is the bottleneck.
            match chance.randrange(10):
                case 0:
                    person.posts(f"/lists/{lists[0]}/tasks", "version=&title=Added+as+%d")
                case 1:
                    person.posts(f"/tasks/{tasks[0]}/complete", "")
                    person.posts(f"/tasks/{tasks[0]}/reopen", "")
    path.write_text("".join(lines))
    return path


class Person:
    def __init__(self, cookie: str, lines: list[str]):
        self.cookie, self.lines = cookie, lines

    def gets(self, path: str, tag: str = "") -> None:
        self.lines.append(f"GET\t{path}\t{self.cookie}\t{tag}\t\n")

    def posts(self, path: str, form: str) -> None:
        self.lines.append(f"POST\t{path}\t{self.cookie}\t\t{form}\n")
