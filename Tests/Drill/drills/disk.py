"""The disk fills up while clients write, and has room again: on a small file system in memory, in a namespace of its own."""

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from connection import HOST
from ledger import Ledger, Load
from room import Failed, NotPermitted, Room, apart, check, compare, eventually, lists, need, titles
from server import Fourfold

MEGABYTES = 24


def drill(room: Room) -> Iterator[str]:
    """Runs `inside` in a process that may mount a file system."""
    words = [need("unshare"), "--mount", *([] if os.geteuid() == 0 else ["--map-root-user"])]
    if subprocess.run([*words, "true"], capture_output=True).returncode != 0:
        raise NotPermitted("this user may not make a mount namespace")
    mounted = room.folder / "mounted"
    mounted.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m", "tmpfs", mounted]
    if subprocess.run([*words, *map(str, mount)], capture_output=True).returncode != 0:
        raise NotPermitted("this user may not mount a file system in memory")
    script = f'{" ".join(map(str, mount))} && exec "$0" "$@"'
    yield from apart([*words, "sh", "-c", script], __file__, mounted, int(room.is_quick))


def inside(mounted: Path, is_quick: bool) -> Iterator[str]:
    room = Room(mounted, is_quick)
    world, ledger = room.world(), Ledger()
    server = Fourfold(world)
    # Its log is not on the disk that is full.
    server.folder = mounted.parent
    with server, Load(server.port, [server.cookie()], lists(world), ledger, pause=0.005):
        for number in range(1 if is_quick else 4):
            filler = mounted / f"filler-{number}"
            eventually(lambda: len(ledger.acknowledged()) > 50 * (number + 1), "writes while there is room")
            fill(filler)
            refused = ledger.refused
            eventually(lambda: ledger.refused > refused + 20, "writes are refused")
            fill(filler)
            expect_health(server, 503)
            filler.unlink()
            acknowledged = len(ledger.acknowledged())
            eventually(lambda: len(ledger.acknowledged()) > acknowledged + 20, "writes once there is room again")
            time.sleep(1.1)
            expect_health(server, 200)
    check(world.database)
    yield f"filled and freed {number + 1} times, {ledger.refused:,} writes refused, {compare(ledger, titles(world.database))}"


def fill(filler: Path) -> None:
    """Takes what is left."""
    with filler.open("ab", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4_096))
        except OSError:
            return


def expect_health(server: Fourfold, status: int) -> None:
    deadline = time.monotonic() + 30
    found = 0
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"http://{HOST}:{server.port}/health", timeout=10) as answer:
                found = answer.status
        except urllib.error.HTTPError as error:
            found = error.code
        if found == status:
            return
        time.sleep(0.2)
    raise Failed(f"/health is {found}, not {status}")


if __name__ == "__main__":
    for line in inside(Path(sys.argv[1]), sys.argv[2] == "1"):
        print(line)
