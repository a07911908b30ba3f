"""kill -9, again and again, while reminders are sent: what the channels have received, beside the ledger of the app."""

import random
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing

import data
from receiver import Receiver, remind
from room import Failed, Room, check, eventually, kill
from server import Fourfold

ACCOUNTS = 5
# Seconds before a kill in which the answer of a channel may have been cut off: as long as it may take, and the ledger after it.
CUT = 1.5


def drill(room: Room) -> Iterator[str]:
    times, chance = (10 if room.is_quick else 200), random.Random(1)
    each = times * 24
    folder = room.folder / "reminding"
    world = data.make(folder, ACCOUNTS * each * 2 + 2_000, ACCOUNTS + 2)
    with closing(sqlite3.connect(world.database)) as database:
        accounts = [row[0] for row in database.execute("SELECT id FROM accounts WHERE name LIKE 'Person %' ORDER BY id")]
    with Receiver(pause=0.3) as receiver:
        # They are late: the first server begins with all of them.
        wanted = remind(world.database, accounts, each, receiver.port, time.time() - 600)
        options = ["--allow-private-sources", "--source-ports", str(receiver.port)]
        kills = []
        for _ in range(times):
            with Fourfold(world, *options) as server:
                time.sleep(chance.uniform(0.2, 1.2))
                kill(server)
                kills.append(time.monotonic())
        sent = len(receiver.came)
        if not 0 < sent < wanted:
            raise Failed(f"{sent} of {wanted} reminders came until the last kill: nothing is proven by that")
        with closing(sqlite3.connect(world.database)) as database, database:
            cut = database.execute("SELECT count(*) FROM deliveries WHERE begun IS NOT NULL").fetchone()[0]
            # What was under way is taken for lost after ten minutes; nobody waits here.
            database.execute("UPDATE deliveries SET next = 0 WHERE begun IS NOT NULL")
        with Fourfold(world, *options):
            eventually(lambda: len(receiver.came) >= wanted, "the rest of the reminders", 900)
            eventually(lambda: unsent(world) == 0, "the end of the ledger")
        doubles = {name: moments for name, moments in receiver.came.items() if len(moments) > 1}
        told = [name for name in doubles if "may come twice" in receiver.texts[name][1] and "may come twice" not in receiver.texts[name][0]]
        late = [name for name, (first, *_) in doubles.items() if not any(abs(moment - first) < CUT for moment in kills)]
        often = [name for name, moments in doubles.items() if len(moments) > 2]
        if late or often or len(told) < len(doubles):
            unsaid = len(doubles) - len(told)
            raise Failed(f"{len(doubles)} came twice: {len(late)} were not cut off, {len(often)} came more often, {unsaid} did not say so")
    check(world.database)
    yield (
        f"{times} kills, {wanted:,} reminders due, {wanted:,} received, 0 lost; {cut} attempts were cut off, "
        f"{len(doubles)} of them had arrived and came twice, as they said"
    )


def unsent(world: data.World) -> int:
    with closing(sqlite3.connect(world.database, timeout=60)) as database:
        return database.execute("SELECT count(*) FROM deliveries WHERE outcome IS NULL").fetchone()[0]
