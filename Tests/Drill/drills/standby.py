"""The first machine dies under load, and its standby takes over."""

import random
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import data
from ledger import Ledger, Load
from places import BINARY
from room import Failed, Room, check, compare, eventually, kill, lists, titles
from server import Fourfold

# What the standby promises.
LONGEST = 60


class Follower:
    """`fourfold follow`, in its own process.

    - on: the words before the command, which name the machine."""

    def __init__(self, shared: Path, copy: Path, on: list[str] | None = None):
        self.words = [*(on or []), BINARY, "follow", shared, "--database", copy]
        self.log = copy.with_suffix(".log")
        self.start()

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.words, stdout=log, stderr=log)

    def restart(self) -> None:
        """kill -9, and from the beginning."""
        self.process.kill()
        self.process.wait()
        self.start()

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        if self.process.wait(60) != 0:
            raise Failed("fourfold follow failed: " + self.log.read_text()[-500:])

    def finish(self) -> None:
        """Copies what is in the folder, and ends."""
        self.stop()
        subprocess.run([*self.words, "--once"], check=True, capture_output=True, timeout=120)


def drill(room: Room) -> Iterator[str]:
    yield from dying(room)
    yield from moving(room)


def dying(room: Room) -> Iterator[str]:
    world, ledger = room.world(), Ledger()
    shared, copy, follower = begin(room, "dying")
    seconds, random_ = 8 if room.is_quick else 60, random.Random(2)
    with Fourfold(world, "--standby-folder", str(shared), "--standby-every", "2") as server:
        with Load(server.port, server.cookie(), lists(world), ledger):
            ends, kills = time.monotonic() + seconds, 0
            while time.monotonic() < ends:
                time.sleep(random_.uniform(0.2, 2))
                follower.restart()
                kills += 1
            # Time to catch up: what is not copied now is not taken over.
            time.sleep(6)
            kill(server)
            died = time.monotonic()
    time.sleep(4)
    follower.stop()
    with served(copy, world) as second:
        found = titles(copy)
        take(second, world)
    check(copy)
    yield f"{loss(ledger, found, died)}; the standby was killed {kills} times"


def loss(ledger: Ledger, found: set[str], died: float) -> str:
    """One line; raises if more than the last minute before the death is not found."""
    old = ledger.acknowledged(died - LONGEST)
    lost = ledger.acknowledged() - found
    age = max((died - ledger.acknowledgements[title] for title in lost), default=0)
    if age > LONGEST:
        raise Failed(f"{len(lost)} writes lost, the oldest of which was {age:.1f} s old")
    # What is there is a beginning: nothing older is missing than the newest that is found, but for writes at the same moment.
    newest = max((ledger.acknowledgements.get(title, 0) for title in found), default=0)
    holes = [title for title in lost if ledger.acknowledgements[title] < newest - 1]
    if holes:
        raise Failed(f"{len(holes)} writes are missing among those that are there")
    compare(ledger, found, old)
    return (
        f"{len(ledger.acknowledged()):,} writes acknowledged until the machine died, {len(found):,} found, {len(lost):,} of the last "
        f"{age:.1f} s not there (a minute is promised), 0 lost before"
    )


def moving(room: Room) -> Iterator[str]:
    """The first server is stopped as it should be. Then nothing is lost at all."""
    world, ledger = room.world(), Ledger()
    shared, copy, follower = begin(room, "moving")
    with Fourfold(world, "--standby-folder", str(shared)) as server:
        with Load(server.port, server.cookie(), lists(world), ledger):
            time.sleep(2 if room.is_quick else 20)
        server.stop()
    follower.finish()
    with served(copy, world, "--standby-folder", str(shared)) as second:
        found = titles(copy)
        take(second, world)
    check(copy)
    line = compare(ledger, found)
    former = subprocess.run(
        [BINARY, "serve", "--port", "0", "--database", world.database, "--standby-folder", shared],
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    if former.returncode != 1 or "has taken over" not in former.stderr:
        raise Failed("the former server starts again")
    yield f"moved: {line}; the former server refuses to start"


def begin(room: Room, name: str) -> tuple[Path, Path, Follower]:
    shared, copy = room.folder / f"{name}-shared", room.folder / f"{name}-copy" / "fourfold.sqlite"
    shared.mkdir()
    copy.parent.mkdir()
    return shared, copy, Follower(shared, copy)


def served(copy: Path, world: data.World, *options: str) -> Fourfold:
    """A server on the copy. Sessions continue: they are in the database."""
    taken = data.World(copy, world.page, world.fresh)
    server = Fourfold(taken, *options)
    Fourfold.cookies[(copy, "Ann")] = Fourfold.cookies[(world.database, "Ann")]
    return server


def take(server: Fourfold, world: data.World) -> None:
    """Requires that the server takes writes."""
    ledger = Ledger()
    with Load(server.port, server.cookie(), lists(world), ledger, clients=1):
        eventually(lambda: len(ledger.acknowledged()) > 5, "writes after taking over")
