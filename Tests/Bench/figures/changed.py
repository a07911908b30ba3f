"""The list of 100 tasks, one of which is changed before every read.

One connection, and the time of the reads alone. The base is read in the same way, after a change of the same kind, because a server
that was idle for a moment responds later than one under load."""

from collections.abc import Iterator
from statistics import median

from bench import Bench, Unmeasured, expect
from connection import Answer, Connection
from data import World
from pairs import Pairs
from server import Bases, Fourfold
from table import Row, per_second
from writer import Writer


def rows(bench: Bench) -> Iterator[Row]:
    # The changes before reads of the base are made in another database, so that one task changes between two reads of the page, not two.
    world, elsewhere = bench.copy(bench.small), bench.copy(bench.small)
    with Fourfold(world) as server, Connection(server.port) as connection:
        for coding in ("identity", "gzip"):
            headers = server.headers(Accept_Encoding=coding)
            reads = Reads(connection, world, connection.request("GET", world.path, headers))
            page = news(reads)
            if page.headers.get("content-encoding", "identity") != coding:
                break
            with Bases({"page": page.body}) as bases, Connection(bases.port) as constant:
                base = Reads(constant, elsewhere, constant.request("GET", "/s/page", headers))
                pairs = compared(bench, reads, base)
            figure = "List of 100 tasks, one of it changed before every read" + (", gzip" if coding == "gzip" else "")
            yield Row.ratio(figure, per_second(pairs.rate), f"S {per_second(pairs.base_rate)}", pairs.ratio, 0.13 if coding == "gzip" else 0.16)


class Reads:
    """Reads of one page, with a change to the database before each."""

    def __init__(self, connection: Connection, world: World, request: bytes):
        self.connection, self.request, self.writer = connection, request, Writer(world)

    def seconds(self) -> float:
        self.writer.change()
        answer = self.connection.send(self.request)
        expect(answer.status, 200, "a changed page")
        return answer.seconds


def compared(bench: Bench, reads: Reads, base: Reads) -> Pairs:
    """One read of each in turn. The rates are those of the medians, because other load on the machine delays single reads a lot."""
    pairs = Pairs([], [])
    for _ in range(bench.times):
        times = [(reads.seconds(), base.seconds()) for _ in range(100 if bench.is_quick else 400)]
        for rates, taken in zip((pairs.measured, pairs.base), zip(*times, strict=True), strict=True):
            rates.append(1 / median(taken))
    return pairs


def news(reads: Reads) -> Answer:
    """The page after a change, which must differ."""
    before = reads.connection.send(reads.request)
    reads.writer.change()
    after = reads.connection.send(reads.request)
    if before.body == after.body:
        raise Unmeasured("a changed task did not change its page")
    return after
