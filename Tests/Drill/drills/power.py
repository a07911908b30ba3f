"""The power fails at any moment while clients write: the writes of the server are recorded, and replayed without those that no sync has
made durable, or with some of them, whole or torn."""

import os
import random
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import data
from crash import Disk, Event, events
from ledger import Ledger, Load
from room import Failed, NotPermitted, Room, check, compare, lists, titles
from server import Fourfold

HERE = Path(__file__).resolve().parents[1]


class Recorded(Fourfold):
    """A server whose writes to the folder of its database are recorded."""

    def __init__(self, world: data.World, recorder: Path, log: Path):
        super().__init__(world)
        self.recorder, self.log = recorder, log

    def command(self) -> list[str]:
        settings = {"LD_PRELOAD": self.recorder, "DRILL_RECORD_TO": self.log, "DRILL_RECORD_FOLDER": self.world.database.parent}
        return ["env", *(f"{name}={value}" for name, value in settings.items()), *super().command()]


def drill(room: Room) -> Iterator[str]:
    recorder = compiled(room.folder / "recorder.so")
    world, ledger = room.world(), Ledger()
    start, log = room.folder / "start", room.folder / "recorded"
    with Fourfold(world) as server:
        Fourfold.cookies[(world.database, "Ann")] = server.cookie()
    shutil.copytree(world.database.parent, start)
    with Recorded(world, recorder, log) as server:
        with Load(server.port, [server.cookie()], lists(world), ledger):
            time.sleep(1 if room.is_quick else 4)
        server.stop()
    happened = [event for event in events(log) if not event.path.endswith("server.log")]
    if not any(event.kind == "S" for event in happened):
        raise Failed("nothing was recorded: is the program linked statically?")
    disk = moved(Disk(start), start, world.database.parent)
    points = sorted(random.Random(5).sample(range(len(happened)), min(len(happened), 20 if room.is_quick else 250)))
    losses = Losses(room, ledger, world)
    for number, event in enumerate(happened):
        disk.happen(event)
        if number in points:
            # The next event has not happened yet; what was acknowledged until then has to be there.
            until = happened[number + 1].time if number + 1 < len(happened) else float("inf")
            for seed in (None, number, -number):
                losses.happen(disk, seed, until)
    yield (
        f"{losses.count} power losses at {len(points)} moments among {len(happened):,} writes and syncs, {len(ledger.acknowledged()):,} writes "
        f"acknowledged, {losses.compared:,} compared, 0 lost; a disk that ignores syncs would have lost {lied(room, start, happened, world, ledger):,}"
    )


class Losses:
    def __init__(self, room: Room, ledger: Ledger, world: data.World):
        self.room, self.ledger, self.name = room, ledger, world.database.name
        self.count = self.compared = 0

    def happen(self, disk: Disk, seed: int | None, until: float) -> None:
        folder = self.room.folder / "lost"
        disk.lose_power(folder, None if seed is None else random.Random(seed))
        database, expected = folder / self.name, self.ledger.acknowledged(until)
        try:
            with closing(sqlite3.connect(database)) as connection:
                verdict = connection.execute("PRAGMA integrity_check").fetchall()
            if verdict != [("ok",)]:
                raise Failed(f"the database is damaged: {verdict[0][0]}")
            compare(self.ledger, titles(database), expected)
            # Slower, so not each time.
            if self.count % 25 == 0:
                check(database)
        finally:
            shutil.rmtree(folder)
        self.count += 1
        self.compared += len(expected)


def moved(disk: Disk, start: Path, folder: Path) -> Disk:
    """The disk with the names that the files have where they were recorded."""
    disk.names = {name.replace(str(start), str(folder)): file for name, file in disk.names.items()}
    disk.durable = dict(disk.names)
    return disk


def lied(room: Room, start: Path, happened: list[Event], world: data.World, ledger: Ledger) -> int:
    """How many writes are lost if the disk does not do what it is told: if none, this drill could not tell."""
    disk = moved(Disk(start), start, world.database.parent)
    for event in happened[: len(happened) * 3 // 4]:
        disk.happen(event, lies=True)
    disk.lose_power(room.folder / "lied", None)
    until = happened[len(happened) * 3 // 4].time
    lost = ledger.acknowledged(until) - titles(room.folder / "lied" / world.database.name)
    if not lost:
        raise Failed("a disk that ignores syncs loses nothing: the recording is wrong")
    return len(lost)


def compiled(target: Path) -> Path:
    if not hasattr(os, "uname") or os.uname().sysname != "Linux":
        raise NotPermitted("it needs LD_PRELOAD")
    compiler = shutil.which("cc") or shutil.which("clang") or shutil.which("gcc")
    if compiler is None:
        raise NotPermitted("it needs a C compiler")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", HERE / "recorder.c", "-o", target, "-ldl", "-lpthread"], check=True)
    return target
