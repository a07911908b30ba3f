"""The overview of an account with fifty lists."""

from collections.abc import Iterator

from bench import Bench
from figures import whole
from server import Fourfold
from table import Row


def rows(bench: Bench) -> Iterator[Row]:
    with Fourfold(bench.small) as server:
        yield from whole.rows(bench, "Overview with 50 lists, unchanged", server, "Bea", "/lists", 0.4, 0.4)
        yield from whole.unmodified(bench, "The same, 304", server, "Bea", "/lists", 0.5)
