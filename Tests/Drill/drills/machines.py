"""A standby on another machine, to which a file copier carries the folder: the link is cut, the first machine dies, and comes back. The
machines are namespaces of this one."""

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import data
from drills.standby import Follower, loss, take
from ledger import Ledger, Load
from namespaces import Machine, connect, run
from room import Failed, NotPermitted, Room, apart, check, eventually, lists, need, titles
from server import Fourfold

PORT = 8730
DAEMON = """
[standby]
path = {folder}
read only = no
use chroot = no
"""
# On the second machine, as Documentation/Running.md has it: the folder comes from the first one, what the standby writes goes there.
COPIER = """
alias carry='rsync -rpt --timeout=10 --contimeout=5'
while true; do
  carry --delete-after --exclude=base-wanted --exclude=taken-over --exclude='*.unfinished' "$0/" "$1/"
  carry --ignore-missing-args --remove-source-files "$1/base-wanted" "$0/"
  carry --ignore-missing-args "$1/taken-over" "$0/"
  sleep 1
done
"""


class Placed(Fourfold):
    """A server on a machine."""

    def __init__(self, machine: Machine, world: data.World, *options: str):
        super().__init__(world, *options)
        self.machine = machine

    def command(self) -> list[str]:
        return self.machine.within(*super().command())

    def has_logged(self, text: str) -> Callable[[], bool]:
        return lambda: text in (self.folder / "server.log").read_text()


def drill(room: Room) -> Iterator[str]:
    """Runs `inside` in a process whose end is that of all that it has started and mounted."""
    for program in ("ip", "rsync", "nsenter"):
        need(program)
    # The process also ends if this one is killed.
    words = [need("setpriv"), "--pdeathsig", "KILL", need("unshare"), *([] if os.geteuid() == 0 else ["--map-root-user"])]
    words += ["--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"]
    permitted = "mount -t tmpfs tmpfs /mnt && ip link add name a type veth peer name b && unshare --user true"
    if subprocess.run([*words, "sh", "-c", permitted], capture_output=True).returncode != 0:
        raise NotPermitted("this user may not make network and mount namespaces with a cable between them")
    yield from apart(words, __file__, room.folder, int(room.is_quick))


class Pair:
    """A first machine with a server, a second one with its standby, and the copier between them."""

    def __init__(self, room: Room):
        self.first, self.second = Machine(room.folder / "first", "192.0.2.1"), Machine(room.folder / "second", "192.0.2.2")
        self.world = Room(self.first.folder, room.is_quick).world()
        self.sent, self.arrived = self.first.folder / "standby", self.second.folder / "standby"
        self.copy = self.second.folder / "copy" / "fourfold.sqlite"
        for folder in (self.sent, self.arrived, self.copy.parent):
            folder.mkdir()
        self.first.boot(self.second)
        self.second.boot(self.first)
        connect(self.first, self.second)
        self.share()
        with (self.second.folder / "copier.log").open("ab") as log:
            copier = self.second.within("sh", "-c", COPIER, f"rsync://{self.first.address}:{PORT}/standby", self.arrived)
            subprocess.Popen(copier, stdout=log, stderr=log)
        self.follower = Follower(self.arrived, self.copy, on=self.second.within())
        self.server = Placed(self.first, self.world, "--standby-folder", str(self.sent), *(["--standby-every", "2"] if room.is_quick else []))

    def share(self) -> None:
        """Opens the folder of the first machine to the copier."""
        settings = self.first.folder / "rsyncd.conf"
        settings.write_text(DAEMON.format(folder=self.sent))
        # As a user without rights: a daemon of root's demands more than a namespace may permit.
        words = ["unshare", "--user", "--map-user=1", "--map-group=1", "rsync", "--daemon", "--no-detach"]
        words += [f"--config={settings}", f"--address={self.first.address}", f"--port={PORT}"]
        subprocess.Popen(self.first.within(*words), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)

    def age(self) -> float:
        """How old the copy is, in seconds; infinite if there is none."""
        try:
            record = json.loads(Path(f"{self.copy}.standby").read_text())
        except FileNotFoundError:
            return float("inf")
        return time.time() - record["at"] / 1_000 if record["at"] else float("inf")

    def expect_copy(self, since: float, seconds: float) -> None:
        """Requires a copy that is newer than a time of the wall clock."""
        eventually(lambda: time.time() - self.age() > since, "the copy catches up", seconds)

    def expect_told(self, text: str) -> None:
        eventually(lambda: text in self.follower.log.read_text(), f"fourfold follow tells “{text}”", 5)


def inside(room: Room) -> Iterator[str]:
    run("ip", "link", "set", "lo", "up")
    pair, ledger = Pair(room), Ledger()
    with pair.first.entered(), pair.server as server, Load(server.port, server.cookie(), lists(pair.world), ledger, pause=0.04):
        pair.expect_copy(0, 60)
        yield measured(pair, 8 if room.is_quick else 25)
        yield from cutting(pair, room.is_quick)
        time.sleep(3)
        pair.first.die()
        died = time.monotonic()
    pair.follower.stop()
    second = Placed(pair.second, data.World(pair.copy, pair.world.page, pair.world.fresh))
    Fourfold.cookies[(pair.copy, "Ann")] = Fourfold.cookies[(pair.world.database, "Ann")]
    with pair.second.entered(), second:
        found = titles(pair.copy)
        yield f"the first machine died: {loss(ledger, found, died)}"
        take(second, pair.world)
        yield from returning(pair)
        take(second, pair.world)
    check(pair.copy)


def measured(pair: Pair, seconds: float) -> str:
    ages, ends = [], time.monotonic() + seconds
    while time.monotonic() < ends:
        ages.append(pair.age())
        time.sleep(0.1)
    return f"under load the copy was {statistics.median(ages):.1f} s old in the median, {max(ages):.1f} s at most"


def cutting(pair: Pair, is_quick: bool) -> Iterator[str]:
    """The link is cut, and in the full drill a file is lost meanwhile, so that the standby has to ask for a base."""
    pair.first.cable("down")
    time.sleep(6 if is_quick else 62)
    oldest = pair.age()
    if not is_quick:
        pair.expect_told("The server has written nothing for")
        newest = json.loads((pair.sent / "standby.json").read_text())["newest"]
        next(pair.sent.glob(f"*.{newest:08}.changes")).unlink()
    pair.first.cable("up")
    restored = time.time()
    pair.expect_copy(restored, 30 if is_quick else 120)
    line = f"the link was cut until the copy was {oldest:.0f} s old, and the copy caught up {time.time() - restored:.0f} s after that"
    if not is_quick:
        for text in (f".{newest:08}.changes has not arrived", "Asked the server to write the whole database anew"):
            pair.expect_told(text)
        eventually(lambda: not any((folder / "base-wanted").exists() for folder in (pair.sent, pair.arrived)), "the request is gone", 20)
        line += ", although a file was lost: it asked for the whole database"
    yield line


def returning(pair: Pair) -> Iterator[str]:
    """The former first machine starts again, before the copier reaches it."""
    first, former, ledger = pair.first, pair.server, Ledger()
    first.boot(pair.second)
    with first.entered(), former, Load(former.port, former.cookie(), lists(pair.world), ledger, pause=0.04):
        time.sleep(1)
        connect(first, pair.second)
        pair.share()
        eventually(former.has_logged("has taken over"), "the former server learns of the takeover")
        taken, files = len(ledger.acknowledged()), contents(pair.sent)
        if former.process.wait(20) != 1:
            raise Failed(f"the former server ended with {former.process.returncode}")
        after = len(ledger.acknowledged()) - taken
        if contents(pair.sent) != files:
            raise Failed("the former server still writes to its folder")
    again = subprocess.run(former.command(), capture_output=True, text=True, timeout=60)
    if again.returncode != 1 or "has taken over" not in again.stderr:
        raise Failed("the former server starts again")
    yield (
        f"the first machine came back: its server took {taken:,} writes until the mark of the takeover arrived, {after:,} while it stopped "
        "because of that, and it refuses to start again"
    )


def contents(folder: Path) -> dict[str, int]:
    return {file.name: file.stat().st_mtime_ns for file in folder.iterdir()}


if __name__ == "__main__":
    for line in inside(Room(Path(sys.argv[1]), sys.argv[2] == "1")):
        print(line)
