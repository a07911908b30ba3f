"""Litestream copies the database elsewhere; the machine dies under load, and a server takes over on another one."""

import random
import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import data
from ledger import Ledger, Load
from places import ROOT
from room import Failed, NotPermitted, Room, check, compare, eventually, kill, lists, titles
from server import Fourfold

# How old what is lost may be, in seconds.
LONGEST = 60


def drill(room: Room) -> Iterator[str]:
    yield from dying(room)
    yield from moving(room)


class Litestream:
    """`litestream replicate`, which keeps a copy of a database in a folder."""

    def __init__(self, database: Path, copy: Path):
        self.program, self.database, self.copy = program(), database, copy
        self.start()

    def start(self) -> None:
        with self.copy.with_suffix(".log").open("ab") as log:
            self.process = subprocess.Popen([self.program, "replicate", self.database, f"file://{self.copy}"], stdout=log, stderr=log)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        if self.process.wait(60) != 0:
            raise Failed("litestream failed: " + self.copy.with_suffix(".log").read_text()[-500:])

    def restore(self, target: Path) -> None:
        subprocess.run([self.program, "restore", "-o", target, f"file://{self.copy}"], check=True, capture_output=True, timeout=300)
        with closing(sqlite3.connect(target)) as connection:
            if (found := connection.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
                raise Failed(f"the restored database is damaged: {found}")


def dying(room: Room) -> Iterator[str]:
    """kill -9 for Litestream again and again, and for both at last."""
    world, ledger, random_ = room.world(), Ledger(), random.Random(2)
    target = room.folder / "taken-over" / "fourfold.sqlite"
    target.parent.mkdir()
    with Fourfold(world) as server:
        litestream = Litestream(world.database, room.folder / "copy")
        with Load(server.port, [server.cookie()], lists(world), ledger, pause=0.02):
            ends, kills = time.monotonic() + (8 if room.is_quick else 60), 0
            while time.monotonic() < ends:
                time.sleep(random_.uniform(2, 5))
                litestream.kill()
                litestream.start()
                kills += 1
            # Time to catch up.
            time.sleep(6)
            kill(server)
            litestream.kill()
            died = time.monotonic()
    began = time.monotonic()
    litestream.restore(target)
    restored = time.monotonic() - began
    found = titles(target)
    take(world, target)
    check(target)
    yield f"{loss(ledger, found, died)}; Litestream was killed {kills} times; restored in {restored:.1f} s, and taken over"


def moving(room: Room) -> Iterator[str]:
    """The server is stopped as it should be, then Litestream. Then nothing is lost at all."""
    world, ledger = room.world(), Ledger()
    target = room.folder / "moved" / "fourfold.sqlite"
    target.parent.mkdir()
    with Fourfold(world) as server:
        litestream = Litestream(world.database, room.folder / "moving")
        with Load(server.port, [server.cookie()], lists(world), ledger):
            time.sleep(2 if room.is_quick else 20)
        server.stop()
    litestream.stop()
    litestream.restore(target)
    line = compare(ledger, titles(target))
    take(world, target)
    check(target)
    yield f"moved: {line}"


def loss(ledger: Ledger, found: set[str], died: float) -> str:
    """One line; raises if more than the last minute before the death is not found."""
    lost = ledger.acknowledged() - found
    age = max((died - ledger.acknowledgements[title] for title in lost), default=0)
    if age > LONGEST:
        raise Failed(f"{len(lost)} writes lost, the oldest of which was {age:.1f} s old")
    # What is there is a beginning: nothing older is missing than the newest that is found, but for writes at the same moment.
    newest = max((ledger.acknowledgements.get(title, 0) for title in found), default=0)
    holes = [title for title in lost if ledger.acknowledgements[title] < newest - 1]
    if holes:
        raise Failed(f"{len(holes)} writes are missing among those that are there")
    compare(ledger, found, ledger.acknowledged(died - LONGEST))
    return (
        f"{len(ledger.acknowledged()):,} writes acknowledged until the machine died, {len(found):,} found, {len(lost):,} of the last "
        f"{age:.1f} s not there (a minute is allowed), 0 lost before"
    )


def take(world: data.World, database: Path) -> None:
    """Requires that a server on the restored database takes writes. Sessions continue: they are in the database."""
    Fourfold.cookies[(database, "Ann")] = Fourfold.cookies[(world.database, "Ann")]
    ledger, taken = Ledger(), data.World(database, world.page, world.fresh)
    with Fourfold(taken) as server, Load(server.port, [server.cookie()], lists(taken), ledger, clients=1):
        eventually(lambda: len(ledger.acknowledged()) > 5, "writes after taking over")


def program() -> str:
    """The version of `requirements.txt` if bin/drill has installed it."""
    found = shutil.which("litestream", path=str(ROOT / ".venv-drill" / "bin")) or shutil.which("litestream")
    if found is None:
        raise NotPermitted("it needs litestream")
    return found
