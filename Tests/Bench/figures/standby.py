"""Adding a task while the database is written for a standby, compared with the same on a server without one.

The folder is on the same disk, and the server looks for changes every second instead of every ten, so this is the worst case."""

import time
from collections.abc import Iterator
from statistics import median

from bench import Bench
from connection import Connection
from data import World
from figures.adding import Client, of_ann
from percentile import percentile
from server import Fourfold
from table import Row, duration

BOUND = 1.5


def rows(bench: Bench) -> Iterator[Row]:
    yield measured(bench, bench.small, "a thousand tasks")
    if not bench.is_quick:
        yield measured(bench, bench.large, "a million")


def measured(bench: Bench, world: World, size: str) -> Row:
    shipped, alone = bench.copy(world), bench.copy(world)
    folder = shipped.database.parent / "standby"
    folder.mkdir()
    with (
        Fourfold(shipped, "--standby-folder", str(folder), "--standby-every", "1") as one,
        Fourfold(alone) as other,
        Connection(one.port) as to_one,
        Connection(other.port) as to_other,
    ):
        clients = Client(to_one, one.cookie(), of_ann(shipped)), Client(to_other, other.cookie(), of_ann(alone))
        while not (folder / "standby.json").exists():
            time.sleep(0.1)
        with_standby, without = [], []
        for _ in range(bench.times):
            # One of each in turn, because the time of a commit depends on the state of the disk and its queue.
            times = [[client.add() for client in clients] for _ in range(300 if bench.is_quick else 2_000)]
            for all_times, taken in zip((with_standby, without), zip(*times, strict=True), strict=True):
                all_times.append(percentile(list(taken), 99))
    ratio = median(one / other for one, other in zip(with_standby, without, strict=True))
    figure = f"Adding a task with a standby, {size}, p99"
    return Row.growth(figure, duration(median(with_standby)), f"without {duration(median(without))}", ratio, BOUND)
