"""What every drill uses: a folder, a database, and the checks at its end."""

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import data
from ledger import Ledger
from places import BENCH, BINARY
from server import Fourfold


class Failed(Exception):
    """The drill has found what must not be."""


class NotPermitted(Exception):
    """The drill needs what this machine does not allow."""


class Room:
    def __init__(self, folder: Path, is_quick: bool, operations: int | None = None):
        self.folder, self.is_quick, self.operations, self.count = folder, is_quick, operations, 0

    def world(self) -> data.World:
        """A new database with two accounts, and four lists of the first one."""
        self.count += 1
        folder = self.folder / f"world-{self.count}"
        folder.mkdir()
        database = data.begin(folder)
        with closing(sqlite3.connect(database, isolation_level=None)) as connection:
            filling = data.Filling(connection, data.Words(self.count))
            ann = filling.account("Ann")
            lists = [filling.list(ann, open=20, completed=5) for _ in range(4)]
            filling.end()
        return data.World(database, lists[0], lists[1:])


def lists(world: data.World) -> list[int]:
    return [world.page, *world.fresh]


def titles(database: Path) -> set[str]:
    """The titles of all tasks that the ledger may know."""
    with closing(sqlite3.connect(database, timeout=60)) as connection:
        return {row[0] for row in connection.execute("SELECT title FROM tasks WHERE title LIKE 'drill-%'")}


def check(database: Path) -> None:
    """Requires that everything that the database stores twice agrees."""
    checked = subprocess.run([BINARY, "check", "--database", database], capture_output=True, text=True, timeout=600)
    if checked.returncode != 0:
        raise Failed(f"fourfold check ends with {checked.returncode}: {(checked.stdout + checked.stderr).strip()[:500]}")


def compare(ledger: Ledger, found: set[str], acknowledged: set[str] | None = None) -> str:
    """One line; raises if an acknowledged write is not found, or one is found that was never sent."""
    acknowledged = ledger.acknowledged() if acknowledged is None else acknowledged
    lost, strange = acknowledged - found, found - ledger.sent()
    if lost:
        raise Failed(f"{len(acknowledged):,} writes acknowledged, {len(found):,} found, {len(lost):,} LOST, such as {min(lost)}")
    if strange:
        raise Failed(f"{len(strange)} tasks were never sent, such as {min(strange)}")
    return f"{len(acknowledged):,} writes acknowledged, {len(found):,} found, 0 lost"


def command(*words: object, timeout: float = 600) -> str:
    """Runs `fourfold` with the words, and returns its output."""
    done = subprocess.run([BINARY, *map(str, words)], capture_output=True, text=True, timeout=timeout)
    if done.returncode != 0:
        raise Failed(f"fourfold {words[0]} ends with {done.returncode}: {(done.stdout + done.stderr).strip()[:500]}")
    return done.stdout


def kill(server: Fourfold) -> None:
    """kill -9, which nothing can handle."""
    server.process.kill()
    server.process.wait()


def eventually(holds: Callable[[], bool], what: str, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            raise Failed(f"{what}: not within {seconds:.0f} s")
        time.sleep(0.05)


def destroy(database: Path) -> None:
    """Removes the database with its log, after the first pages were overwritten."""
    with database.open("r+b") as file:
        file.write(b"\xff" * 65_536)
    for ending in ("", "-wal", "-shm"):
        Path(f"{database}{ending}").unlink(missing_ok=True)


def need(program: str) -> str:
    path = shutil.which(program)
    if path is None:
        raise NotPermitted(f"it needs {program}")
    return path


def apart(words: list[str], script: str, *arguments: object) -> Iterator[str]:
    """Runs a drill's file in the namespaces that the words make, and yields its lines."""
    done = subprocess.run(
        [*words, sys.executable, script, *map(str, arguments)], capture_output=True, text=True, timeout=600,
        env=os.environ | {"PYTHONPATH": f"{BENCH}:{Path(__file__).resolve().parent}"},
    )  # fmt: skip
    if done.returncode != 0:
        raise Failed((done.stdout + done.stderr).strip().splitlines()[-1])
    yield from done.stdout.strip().splitlines()
