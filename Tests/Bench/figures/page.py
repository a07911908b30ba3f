"""The most frequent page: a list of 100 tasks."""

from collections.abc import Iterator

from bench import Bench
from figures import whole
from server import Fourfold
from table import Row


def rows(bench: Bench) -> Iterator[Row]:
    with Fourfold(bench.small) as server:
        yield from whole.rows(bench, "List of 100 tasks, unchanged", server, "Ann", bench.small.path, 0.5, 0.45)
        yield from whole.unmodified(bench, "The same, 304", server, "Ann", bench.small.path, 0.5)
