"""The list of 100 tasks in a database of a million tasks of ten thousand accounts, compared with one of a thousand."""

from collections.abc import Iterator

from bench import Bench
from connection import Connection
from figures.changed import Reads, compared
from pairs import Pairs
from server import Fourfold
from table import Row, per_second

BOUND = 0.9


def rows(bench: Bench) -> Iterator[Row]:
    large, small = bench.copy(bench.large), bench.copy(bench.small)
    with Fourfold(large) as big, Fourfold(small) as little:
        headers, base_headers = big.headers(Accept_Encoding="gzip"), little.headers(Accept_Encoding="gzip")
        pairs = bench.rates((big.port, large.path), (little.port, small.path), headers, base_headers)
        yield row("List page, 10⁶ tasks of 10⁴ accounts", pairs)
        with Connection(big.port) as connection, Connection(little.port) as other:
            reads = Reads(connection, large, connection.request("GET", large.path, headers))
            base = Reads(other, small, other.request("GET", small.path, base_headers))
            pairs = compared(bench, reads, base)
        yield row("The same, changed before every read", pairs)


def row(figure: str, pairs: Pairs) -> Row:
    return Row.ratio(figure, per_second(pairs.rate), f"10³ tasks {per_second(pairs.base_rate)}", pairs.ratio, BOUND)
