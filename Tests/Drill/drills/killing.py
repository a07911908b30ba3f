"""kill -9, again and again, while clients write."""

import random
import time
from collections.abc import Iterator

from ledger import Ledger, Load
from room import Room, check, compare, kill, lists, titles
from server import Fourfold


def drill(room: Room) -> Iterator[str]:
    world, ledger, random_ = room.world(), Ledger(), random.Random(1)
    times = 10 if room.is_quick else 200
    for number in range(times):
        with Fourfold(world) as server, Load(server.port, server.cookie(), lists(world), ledger):
            # Before the first write in some runs, while the log is folded into the file in others.
            time.sleep(random_.uniform(0.0, 0.6))
            kill(server)
        if number % 20 == 19:
            compare(ledger, titles(world.database))
    with Fourfold(world):
        found = titles(world.database)
    check(world.database)
    yield f"{times} kills, {compare(ledger, found)}"
