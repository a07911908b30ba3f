"""From the start of the process to its first responses, with a million tasks in the database."""

import time
from collections.abc import Iterator
from statistics import median

from bench import Bench, expect
from connection import Connection
from server import Fourfold
from table import Row


def rows(bench: Bench) -> Iterator[Row]:
    world = bench.large
    healthy, shown = [], []
    with Fourfold(world) as server:
        cookie = server.cookie()
    for _ in range(bench.times):
        with Fourfold(world) as server, Connection(server.port) as connection:
            expect(connection.get("/health").status, 200, "/health")
            healthy.append(time.perf_counter() - server.began)
            expect(connection.get(world.path, server.headers(Cookie=cookie)).status, 200, world.path)
            shown.append(time.perf_counter() - server.began)
    for figure, times in (("Start to the first answer, 10⁶ tasks", healthy), ("Start to a page of a signed-in person", shown)):
        yield Row.under(figure, f"slowest of {len(times)}: {max(times):.2f} s", median(times), "s", 0.25)
