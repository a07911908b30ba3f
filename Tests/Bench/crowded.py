"""A database in which one account can slow down the others, and the rows that it needs for that."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass, field

from data import GAP, NOW, Filling, World
from words import Words

# As long as a title may be, and as tall: one letter with many accents.
TALL_TITLE = "a" + "\u0301" * 1_020


@dataclass
class Person:
    """Another account, with a list of a hundred open tasks."""

    token: str
    list: int


@dataclass
class Crowded:
    """The rows of the attacking account. The others have the same as in any world."""

    world: World
    account: int
    # A list with a hundred tasks, and with very many in its trash.
    trashed: int = 0
    # A list of five hundred tasks with the longest titles.
    tall: int = 0
    # A list with this many completed tasks.
    completed: int = 0
    done: int = 0
    # The open tasks of a long list.
    long: list[int] = field(default_factory=list)
    # Two tasks whose notes are edited.
    edited: list[int] = field(default_factory=list)
    # Accounts with much to export.
    exporters: list[tuple[int, str]] = field(default_factory=list)
    # The others.
    others: list[Person] = field(default_factory=list)


def crowd(world: World, is_quick: bool) -> Crowded:
    """Gives Bea, who is in every world, the rows for all attacks."""
    part = 10 if is_quick else 1
    with closing(sqlite3.connect(world.database, isolation_level=None)) as connection:
        filling = Filling(connection, Words(3))
        bea = filling.account("Bea")
        connection.execute("UPDATE accounts SET page_rows = 500 WHERE id = ?", [bea])
        crowded = Crowded(world, bea)
        crowded.trashed = filling.list(bea, open=100, completed=0)
        fill(connection, crowded.trashed, 200_000 // part, "Thrown away", deleted=NOW)
        crowded.tall = filling.list(bea, open=1, completed=0)
        fill(connection, crowded.tall, 500, TALL_TITLE)
        crowded.completed = filling.list(bea, open=10, completed=0)
        # As many as a list may have.
        crowded.done = 9_900 // part
        fill(connection, crowded.completed, crowded.done, "Done", done=NOW)
        long = filling.list(bea, open=1, completed=0)
        fill(connection, long, 9_000 // part, "One of many")
        fill(connection, long, 200_000 // part, "Thrown away", deleted=NOW)
        crowded.long = tasks(connection, long)
        crowded.edited = tasks(connection, filling.list(bea, open=2, completed=0))
        filling.end()
    crowded.exporters = world.sessions(8 if is_quick else 32)
    with closing(sqlite3.connect(world.database, isolation_level=None)) as connection:
        filling = Filling(connection, Words(4))
        for account, _ in crowded.exporters:
            fill(connection, filling.list(account, open=1, completed=0), 160, "Long", notes="n" * 60_000)
        filling.end()
    crowded.others = people(world)
    return crowded


def people(world: World) -> list[Person]:
    """Forty accounts that no other row of a figure uses."""
    sessions = world.sessions(80)[-40:]
    with closing(sqlite3.connect(world.database, isolation_level=None)) as connection:
        filling = Filling(connection, Words(5))
        made = [Person(token, filling.list(account, open=100, completed=4)) for account, token in sessions]
        filling.end()
    return made


def fill(
    connection: sqlite3.Connection, number: int, count: int, title: str, *, done=None, deleted=None, notes=None
) -> None:
    version = connection.execute("SELECT version FROM lists WHERE id = ?", [number]).fetchone()[0]
    connection.executemany(
        """
        INSERT INTO tasks (list, position, priority, done, deleted, created, version, title, notes)
        VALUES (?, ?, 0, ?, ?, ?, ?, ?, ?)
        """,
        ((number, (1_000 + place) * GAP, done, deleted, NOW, version, title, notes) for place in range(count)),
    )


def tasks(connection: sqlite3.Connection, number: int) -> list[int]:
    found = connection.execute("SELECT id FROM tasks WHERE list = ? AND done IS NULL AND deleted IS NULL ORDER BY position", [number])
    return [row[0] for row in found]
