"""Ten thousand reminders that are due in the same minute: when all are sent, and the pages of other accounts meanwhile."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing

from bench import Bench, Unmeasured
from crowded import people
from data import make
from figures.fairness import Other, Times, compared
from receiver import Receiver, remind
from server import Fourfold
from table import Row, duration

# Seconds.
SOON = 60


def rows(bench: Bench) -> Iterator[Row]:
    accounts, each = (100, 10) if bench.is_quick else (1_000, 10)
    world = make(bench.folder / "reminding", (accounts + 100) * 30, accounts + 100)
    with closing(sqlite3.connect(world.database)) as database:
        found = database.execute(
            "SELECT account FROM memberships m JOIN tasks t ON t.list = m.list WHERE done IS NULL GROUP BY account HAVING count(*) >= ? LIMIT ?",
            [each, accounts],
        )
        chosen = [row[0] for row in found]
    others = people(world)
    with Receiver() as receiver:
        # The next whole minute, once there was time to measure what pages take alone.
        moment = (time.time() + bench.seconds + 15) // 60 * 60 + 60
        wanted = remind(world.database, chosen, each, receiver.port, moment)
        options = ["--trusted-proxies", "127.0.0.1", "--plain-http", "--allow-private-sources", "--source-ports", str(receiver.port)]
        with Fourfold(world, *options) as server:
            other, alone, meanwhile = Other(server, others), Times(), Times()
            other.act(1)
            other.act(bench.seconds + 2, alone)
            if early := len(receiver.came):
                raise Unmeasured(f"{early} reminders came early")
            while time.time() < moment:
                time.sleep(0.05)
            begun = time.monotonic()
            while len(receiver.came) < wanted and time.monotonic() - begun < 4 * SOON:
                other.act(0.5, meanwhile)
            came = sorted(times[0] for times in receiver.came.values())
            twice = sum(len(times) > 1 for times in receiver.came.values())
    if len(came) < wanted or twice:
        raise Unmeasured(f"of {wanted} reminders {len(came)} came, {twice} of them more than once")
    half = duration(came[len(came) // 2] - begun)
    figure = f"{wanted:,} reminders of {len(chosen):,} accounts, due in one minute, until the last is received"
    yield Row.under(figure, f"half of them after {half}, none twice", came[-1] - begun, "s", SOON)
    yield from compared("Meanwhile", meanwhile, alone)
