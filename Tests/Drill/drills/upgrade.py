"""An upgrade of the schema is killed midway, again and again, until it gets through."""

import random
import re
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import data
from places import ROOT
from room import Failed, Room, check, kill
from server import Fourfold

# Migrations of the first release. Released migrations are literal SQL and never change, so they are read from the sources.
STEPS = {
    "accounts": "accounts", "lists": "lists", "tasks": "tasks", "changes": "changes", "sign-in": "signIn", "sessions": "sessions",
    "kept forms": "savedDrafts", "sources": "sources",
}  # fmt: skip


def drill(room: Room) -> Iterator[str]:
    tasks, random_ = 2_000 if room.is_quick else 40_000, random.Random(3)
    database = room.folder / "old.sqlite"
    make(database, tasks)
    before = content(database)
    server, kills, wait = Fourfold(data.World(database, 1, [])), 0, 0.05
    while not attempt(server, random_.uniform(0, wait)):
        kills += 1
        # Each time a little longer, so that it gets through.
        wait *= 1.1 if room.is_quick else 1.04
        if content(database) != before:
            raise Failed(f"after {kills} kills, tasks differ")
    after = content(database)
    check(database)
    copies = sorted(database.parent.glob("old.sqlite.before-upgrade-*"))
    if after != before or not any(content(copy) == before for copy in copies if not copy.name.endswith(".unfinished")):
        raise Failed("the upgraded database, or its copy from before, differs")
    yield f"{kills} kills until it was through, {len(before):,} tasks before, {len(after):,} found, 0 lost; the copy from before is whole"


def attempt(server: Fourfold, seconds: float) -> bool:
    """Starts the server, and kills it after a time. Returns whether it was listening by then."""
    began = time.monotonic()
    log = server.folder / "server.log"
    log.write_bytes(b"")
    with log.open("ab") as output:
        server.process = subprocess.Popen(server.command(), stdout=output, stderr=output, cwd=server.folder)
    while time.monotonic() - began < seconds:
        if server.process.poll() is not None:
            raise Failed("the server does not start: " + log.read_text()[-300:].strip())
        if "Fourfold serves" in log.read_text():
            server.stop()
            return True
        time.sleep(0.01)
    kill(server)
    return False


def content(database: Path) -> list[tuple]:
    with closing(sqlite3.connect(database, timeout=60)) as connection:
        return connection.execute("SELECT id, list, position, priority, due, done, title, notes FROM tasks ORDER BY id").fetchall()


def make(database: Path, tasks: int) -> None:
    """A database of the first schema."""
    literals = dict(
        found for file in (ROOT / "Sources/TaskStore/Schema").glob("*.swift") for found in re.findall(r'static let (\w+) = """\n(.*?)\n    """', file.read_text(), re.DOTALL)
    )
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA application_id = 1181709682;")
        connection.executescript("CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);")
        for step, name in STEPS.items():
            connection.executescript(literals[name])
            connection.execute("INSERT INTO grdb_migrations VALUES (?)", [step])
            if step == "accounts":
                connection.execute("INSERT INTO accounts (name, created) VALUES ('local', ?)", [data.NOW])
                connection.execute("INSERT INTO meta (key, value) VALUES ('epoch', '0000000000001'), ('local-account', '1')")
        connection.execute("BEGIN")
        fill(connection, tasks)
        connection.execute("COMMIT")


def fill(connection: sqlite3.Connection, tasks: int) -> None:
    words, random_ = data.Words(4), random.Random(4)
    for number in range(1, 101):
        name = words.name()
        connection.execute("INSERT INTO lists (id, name, created) VALUES (?, ?, ?)", [number, name, data.NOW])
        connection.execute("INSERT INTO memberships VALUES (1, ?, 'owner', ?)", [number, number * data.GAP])
        change = connection.execute(
            "INSERT INTO changes (account, list, kind, name, count, at) VALUES (1, ?, 'list-created', ?, 1, ?)", [number, name, data.NOW]
        ).lastrowid
        connection.execute("UPDATE lists SET version = ? WHERE id = ?", [change, number])
        size = tasks // 100
        change = connection.execute(
            "INSERT INTO changes (account, list, kind, name, count, at) VALUES (1, ?, 'tasks-added', ?, ?, ?)", [number, name, size, data.NOW]
        ).lastrowid
        rows = [
            (number, place * data.GAP, random_.randint(0, 3), "2060-01-02" if place % 5 == 0 else None, data.NOW if place % 3 == 0 else None,
             data.NOW, change, words.title(), " ".join(words.some(20)) if place % 4 == 0 else None)
            for place in range(size)
        ]  # fmt: skip
        connection.executemany(
            "INSERT INTO tasks (list, position, priority, due, done, created, version, title, notes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows
        )
