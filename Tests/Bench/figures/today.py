"""Today: unchanged with a hundred due tasks, and changed before each read among a million tasks of one account."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import date, timedelta

from bench import Bench, expect
from connection import Connection
from data import World
from figures import whole
from percentile import percentile
from server import Fourfold
from table import Row, duration
from writer import Writer

BOUND = 30


def rows(bench: Bench) -> Iterator[Row]:
    world = bench.copy(bench.small)
    spread(world, "list = ? AND done IS NULL", [world.page])
    with Fourfold(world) as server:
        yield from whole.rows(bench, "Today with 100 due tasks, unchanged", server, "Ann", "/today", 0.5, 0.4)
        yield from whole.unmodified(bench, "The same, 304", server, "Ann", "/today", 0.5)
    world = bench.copy(bench.one_person)
    spread(world, "due IS NOT NULL AND done IS NULL", [])
    with Fourfold(world) as server, Connection(server.port) as connection, closing(Writer(world)) as writer:
        headers = server.headers(Accept_Encoding="gzip")
        times = []
        for _ in range(60 if bench.is_quick else 400):
            writer.change()
            answer = connection.get("/today", headers)
            expect(answer.status, 200, "/today")
            times.append(answer.seconds)
    measured = f"median {duration(percentile(times, 50))} of {len(times)}"
    yield Row.under("Today after a change, 10⁶ tasks of one person, p99", measured, percentile(times, 99) * 1e3, "ms", BOUND)


def spread(world: World, tasks: str, values: list) -> None:
    """Sets due dates from 30 days ago to 60 days ahead: the others of the database are far from today."""
    today = date.today()
    with closing(sqlite3.connect(world.database, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.create_function("due_day", 1, lambda task: (today + timedelta(days=task % 91 - 30)).isoformat(), deterministic=True)
        connection.execute(f"UPDATE tasks SET due = due_day(id) WHERE {tasks}", values)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
