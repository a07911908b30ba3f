"""Databases to measure on. The app makes the schema and the accounts that sign in; the bulk is written with SQL."""

import base64
import hashlib
import secrets
import re
import sqlite3
import subprocess
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from places import BINARY
from words import Words

PASSWORD = "correct horse battery"
GAP = 1 << 32
NOW = int(time.time() * 1000)


@dataclass
class World:
    """A database file: Ann has ten lists, of which `page` has a hundred open tasks; Bea has fifty lists; the others have the rest."""

    database: Path
    page: int
    fresh: list[int]

    @property
    def path(self) -> str:
        return f"/lists/{self.page}"

    def copy(self, folder: Path) -> "World":
        folder.mkdir()
        copied = World(folder / "fourfold.sqlite", self.page, self.fresh)
        with closing(sqlite3.connect(self.database)) as source, closing(sqlite3.connect(copied.database)) as target:
            source.backup(target)
        return copied

    def sessions(self, count: int) -> list[tuple[int, str]]:
        """Sessions of other accounts, by their token: signing in to all of them would take longer than the measurement."""
        with closing(sqlite3.connect(self.database)) as database, database:
            people = database.execute("SELECT id FROM accounts WHERE name LIKE 'Person %' LIMIT ?", [count])
            accounts = [row[0] for row in people]
            made = []
            for account in accounts:
                token = secrets.token_bytes(32)
                database.execute(
                    "INSERT INTO sessions (account, digest, begun, seen, agent) VALUES (?, ?, ?, ?, 'bench')",
                    [account, hashlib.sha256(token).digest(), NOW, NOW],
                )
                made.append((account, base64.urlsafe_b64encode(token).decode().rstrip("=")))
            return made


def make(folder: Path, tasks: int, accounts: int) -> World:
    """A world of about so many tasks and accounts; the lists of Ann and Bea are the same in each."""
    folder.mkdir()
    database = begin(folder)
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        filling = Filling(connection, Words(1))
        ann, bea = filling.account("Ann"), filling.account("Bea")
        page = filling.list(ann, open=100, completed=4)
        fresh = [filling.list(ann, open=100, completed=4) for _ in range(2)]
        for _ in range(7):
            filling.list(ann, open=6, completed=2)
        for _ in range(50):
            filling.list(bea, open=4, completed=2)
        filling.rest(tasks, accounts - 2)
        filling.end()
    return World(database, page, fresh)


def make_one_person(folder: Path, tasks: int) -> World:
    """A world in which all tasks are Ann's, in as many lists as an account may have."""
    folder.mkdir()
    database = begin(folder)
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        filling = Filling(connection, Words(2))
        ann = filling.account("Ann")
        lists = [filling.list(ann, open=tasks // 500 * 2 // 3, completed=tasks // 500 // 3) for _ in range(500)]
        filling.end()
    return World(database, lists[0], [])


def begin(folder: Path) -> Path:
    database = folder / "fourfold.sqlite"
    for name in ("Ann", "Bea"):
        added = subprocess.run(
            [BINARY, "account", "add", name, "--database", database], input=PASSWORD + "\n", capture_output=True, text=True, timeout=60
        )
        if added.returncode != 0:
            raise RuntimeError(f"fourfold account add: {added.stderr.strip()}")
    return database


class Filling:
    """Writes lists as the app does: each by two changes, from which triggers compute its revision and its counts."""

    def __init__(self, connection: sqlite3.Connection, words: Words):
        self.connection, self.words, self.written = connection, words, 0
        # After a power cut, the database is simply made again.
        connection.executescript("PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; PRAGMA wal_autocheckpoint = 0; BEGIN")
        self.triggers = drop_search_triggers(connection)

    def account(self, name: str) -> int:
        row = self.connection.execute("SELECT id FROM accounts WHERE name = ?", [name]).fetchone()
        return row[0] if row else self.connection.execute("INSERT INTO accounts (name, created) VALUES (?, ?)", [name, NOW]).lastrowid

    def list(self, account: int, open: int, completed: int) -> int:
        name = self.words.name()
        number = self.connection.execute("INSERT INTO lists (name, created) VALUES (?, ?)", [name, NOW]).lastrowid
        self.connection.execute("INSERT INTO memberships (account, list, role, position) VALUES (?, ?, 'owner', ?)", [account, number, number * GAP])
        version = self.change(account, number, "list-created", name, 1)
        self.connection.execute("UPDATE lists SET version = ? WHERE id = ?", [version, number])
        version = self.change(account, number, "tasks-added", name, open + completed)
        self.connection.executemany(
            """
            INSERT INTO tasks (list, position, priority, due, done, created, changed, version, title, notes, uid)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [self.task(number, place, place >= open, version) for place in range(open + completed)],
        )
        self.written += open + completed
        return number

    def task(self, number: int, place: int, is_completed: bool, version: int) -> tuple:
        random = self.words.random
        kind = random.random()
        priority = 1 + int(kind * 30) if kind < 0.1 else 0
        # Far from today, so that what is overdue or due soon does not depend on the day of the run.
        day = f"20{random.randint(60, 79)}-{random.randint(1, 12):02}-{random.randint(1, 28):02}"
        due = day if 0.1 < kind < 0.3 else None
        notes = " ".join(self.words.some(20)) if kind > 0.9 else None
        uid = str(UUID(int=random.getrandbits(128), version=4))
        return (number, place * GAP, priority, due, NOW - place if is_completed else None, NOW, NOW, version, self.words.title(), notes, uid)

    def change(self, account: int, number: int, kind: str, name: str, count: int) -> int:
        return self.connection.execute(
            "INSERT INTO changes (account, list, kind, name, count, at) VALUES (?, ?, ?, ?, ?, ?)",
            [account, number, kind, name, count, NOW],
        ).lastrowid

    def rest(self, tasks: int, accounts: int) -> None:
        """Accounts with equally many tasks, in lists of different sizes; a third of the tasks is completed."""
        for left in range(accounts, 0, -1):
            account = self.account(f"Person {left}")
            wanted = (tasks - self.written) // left
            while wanted > 0:
                size = min(wanted, 1 + int(self.words.random.expovariate(1 / 20)))
                self.list(account, open=size - size // 3, completed=size // 3)
                wanted -= size

    def end(self) -> None:
        for sql in self.triggers:
            self.connection.execute("DROP TRIGGER " + sql.split()[2])
            self.connection.execute(sql)
        self.connection.execute("COMMIT")
        self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database = self.connection.execute("PRAGMA database_list").fetchone()[2]
        repaired = subprocess.run([BINARY, "check", "--repair", "--database", database], capture_output=True, text=True)
        if repaired.returncode != 0:
            raise RuntimeError(f"fourfold check: {repaired.stdout}{repaired.stderr}")


def drop_search_triggers(connection: sqlite3.Connection) -> list[str]:
    """Takes the search index, whose tokenizer only the app has, out of the triggers, and returns their SQL from before."""
    triggers = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND sql LIKE '%INTO search %'").fetchall()
    for name, sql in triggers:
        connection.execute(f"DROP TRIGGER {name}")
        connection.execute(re.sub(r"INSERT INTO search [^;]*;", "", sql))
    return [sql for _, sql in triggers]
