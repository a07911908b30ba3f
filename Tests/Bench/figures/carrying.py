"""A list of 100 rows of which 20 are steps, 20 have tags and 20 repeat, compared with a list of 100 rows without, each after a change.

The reads take turns on one connection. The change is an edit of a task that both lists have alike. The page has a tenth more bytes."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from urllib.parse import urlencode

from bench import Bench, Unmeasured, expect
from connection import Connection
from data import World
from pairs import Pairs
from server import Fourfold
from table import Row, per_second
from writer import Writer

DATE = "2068-11-27"


def rows(bench: Bench) -> Iterator[Row]:
    world = bench.copy(bench.small)
    with Fourfold(world) as server, Connection(server.port) as connection:
        making = Making(connection, server)
        plain, carrying = making.list([f"Task {place} {DATE}" for place in range(100)]), making.list(lines())
        reads = [Reads(world, server, connection, number) for number in (carrying, plain)]
        for page in reads:
            page.expect_rows(100)
        pairs = Pairs([], [])
        for _ in range(bench.times):
            times = [(reads[0].seconds(), reads[1].seconds()) for _ in range(100 if bench.is_quick else 400)]
            for rates, taken in zip((pairs.measured, pairs.base), zip(*times, strict=True), strict=True):
                rates.append(1 / median(taken))
        figure = "The same, 20 of them with a step, a tag and a rule"
        yield Row.ratio(figure, per_second(pairs.rate), f"without {per_second(pairs.base_rate)}", pairs.ratio, 0.85)


def lines() -> list[str]:
    """80 tasks, of which 20 have a tag, a rule and one step each."""
    written = []
    for place in range(80):
        if place % 4 == 0:
            written += [f"Task {place} #garden every 2 weeks", f"  Step of {place} {DATE}"]
        else:
            written.append(f"Task {place} {DATE}")
    return written


@dataclass
class Making:
    """Makes lists by the app's own forms."""

    connection: Connection
    server: Fourfold

    def list(self, titles: list[str]) -> int:
        made = self.post("/lists", name="Measured", version="")
        number = int(re.match(r"/lists/(\d+)", made)[1])
        self.post(f"/lists/{number}/tasks", titles="\n".join(titles), version="")
        return number

    def post(self, path: str, **fields: str) -> str:
        answer = self.connection.post(path, urlencode(fields), {"Cookie": self.server.cookie()})
        expect(answer.status, 303, path)
        return answer.headers["location"]


class Reads:
    """Reads of the page of one list, with a change to one of its tasks before each."""

    def __init__(self, world: World, server: Fourfold, connection: Connection, number: int):
        self.writer = Writer(World(world.database, number, []))
        self.connection, self.request = connection, connection.request("GET", f"/lists/{number}", server.headers())

    def seconds(self) -> float:
        self.writer.change()
        answer = self.connection.send(self.request)
        expect(answer.status, 200, "a changed page")
        return answer.seconds

    def expect_rows(self, count: int) -> None:
        found = len(set(re.findall(rb'id="task-(\d+)"', self.connection.send(self.request).body)))
        if found != count:
            raise Unmeasured(f"a list has {found} rows instead of {count}")
