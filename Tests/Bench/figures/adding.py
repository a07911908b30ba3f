"""Adding a task, up to the 303, compared with the rate at which SQLite alone commits such a row on the same disk.

One client, then sixteen. The base writes only the row of the task; the app also writes the rows for history and undo, in the
same transaction."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import wrk
from bench import Bench, Unmeasured, expect
from connection import Connection
from data import GAP, NOW, World, drop_search_triggers
from pairs import Pairs
from server import Fourfold
from table import Row, per_second
from writer import Writer


def rows(bench: Bench) -> Iterator[Row]:
    world, alone = bench.copy(bench.small), bench.copy(bench.small)
    pairs, several = Pairs([], []), Pairs([], [])
    with Fourfold(world) as server, Committing(alone) as committing, Connection(server.port) as connection:
        client = Client(connection, server.cookie(), of_ann(world))
        requests = written_requests(bench.folder / "adding.txt", client)
        for grown in (world, alone):
            with closing(Writer(grown)) as writer:
                writer.grow_log()
        for _ in range(bench.times):
            # One of each in turn, because the time of a commit depends on the state of the disk and its queue.
            times = [(client.add(), committing.commit()) for _ in range(60 if bench.is_quick else 400)]
            for rates, taken in zip((pairs.measured, pairs.base), zip(*times, strict=True), strict=True):
                rates.append(len(taken) / sum(taken))
            several.base.append(adding(server, requests, bench.seconds, 1, world))
            several.measured.append(adding(server, requests, bench.seconds, 16, world))
    figure = "Adding a task, to the 303, on the disk"
    yield Row.ratio(figure, per_second(pairs.rate), f"sqlite3 {per_second(pairs.base_rate)}", pairs.ratio, 0.35)
    yield Row.ratio("The same, 16 clients in sum", per_second(several.rate), f"one {per_second(several.base_rate)}", several.ratio, 1)


def of_ann(world: World) -> list[int]:
    with closing(sqlite3.connect(world.database)) as database:
        return [row[0] for row in database.execute("SELECT list FROM memberships m, accounts a WHERE a.id = account AND a.name = 'Ann'")]


class Client:
    """Adds a task, waits for the response, and adds the next to another list."""

    def __init__(self, connection: Connection, cookie: str, lists: list[int]):
        self.connection, self.cookie, self.lists, self.made = connection, cookie, lists, 0

    def add(self) -> float:
        """The time in seconds."""
        self.made += 1
        path = f"/lists/{self.lists[self.made % len(self.lists)]}/tasks"
        answer = self.connection.post(path, f"version=&title=Added+alone+as+{self.made}", {"Cookie": self.cookie})
        expect(answer.status, 303, "adding a task")
        return answer.seconds


def written_requests(path: Path, client: Client) -> Path:
    path.write_text("".join(f"POST\t/lists/{number}/tasks\t{client.cookie}\t\tversion=&title=Added+as+%d\n" for number in client.lists))
    return path


def adding(server: Fourfold, requests: Path, seconds: float, connections: int, world: World) -> float:
    """Tasks a second that are stored at the end, whatever the responses were."""
    before = tasks(world)
    load = wrk.mixed(server.port, requests, seconds, connections)
    # The last one of each connection may have been stored without its response being received.
    added = min(tasks(world) - before, load.requests)
    if load.failed or added < load.requests:
        raise Unmeasured(f"of {load.requests} tasks only {added} were added")
    return load.rate


def tasks(world: World) -> int:
    with closing(sqlite3.connect(world.database)) as database:
        return database.execute("SELECT count(*) FROM tasks").fetchone()[0]


class Committing:
    """SQLite with the same schema and settings, but for the search index, and one row a transaction."""

    def __init__(self, world: World):
        self.world, self.lists, self.made = world, of_ann(world), 0

    def __enter__(self) -> "Committing":
        self.connection = sqlite3.connect(self.world.database, isolation_level=None)
        self.connection.execute("PRAGMA journal_mode = WAL")
        self.connection.execute("PRAGMA synchronous = FULL")
        drop_search_triggers(self.connection)
        return self

    def __exit__(self, *_) -> None:
        self.connection.close()

    def commit(self) -> float:
        """The time of one row in seconds."""
        self.made += 1
        row = [self.lists[self.made % len(self.lists)], -self.made * GAP, NOW, f"Added alone as {self.made}"]
        began = time.perf_counter()
        self.connection.execute("INSERT INTO tasks (list, position, priority, created, version, title) VALUES (?, ?, 0, ?, 1, ?)", row)
        return time.perf_counter() - began
