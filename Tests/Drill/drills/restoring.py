"""Serve under load, back up, destroy the database, restore, and compare."""

import time
from collections.abc import Iterator

from ledger import Ledger, Load
from room import Room, check, command, compare, destroy, kill, lists, titles
from server import Fourfold


def drill(room: Room) -> Iterator[str]:
    world, ledger, backup = room.world(), Ledger(), room.folder / "backup.sqlite"
    seconds = 1 if room.is_quick else 10
    with Fourfold(world) as server, Load(server.port, [server.cookie()], lists(world), ledger):
        time.sleep(seconds)
        before = time.monotonic()
        command("backup", backup, "--database", world.database)
        after = time.monotonic()
        time.sleep(seconds)
        kill(server)
    destroy(world.database)
    command("restore", backup, "--database", world.database)
    check(world.database)
    with Fourfold(world) as server:
        found = titles(world.database)
        with Load(server.port, [server.cookie()], lists(world), Ledger()):
            time.sleep(0.5)
    late = found - ledger.acknowledged(after)
    line = compare(ledger, found, ledger.acknowledged(before))
    since = len(ledger.acknowledged()) - len(ledger.acknowledged(before))
    yield f"{line}, of those before the backup; {since:,} came during it or later, {len(late):,} of which no backup can have"
