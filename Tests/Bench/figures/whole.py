"""A page for a signed-in account, unchanged since last time, compared with the same bytes sent as a constant."""

from collections.abc import Iterator

from bench import Bench, Unmeasured, expect
from connection import Connection
from server import Bases, Fourfold
from table import Row, per_second


def rows(bench: Bench, what: str, server: Fourfold, name: str, path: str, plain_bound: float, gzip_bound: float) -> Iterator[Row]:
    """A row for the plain bytes, and one for gzip."""
    headers = server.headers(name)
    with Connection(server.port) as connection:
        plain = connection.get(path, headers)
        gzip = connection.get(path, headers | {"Accept-Encoding": "gzip"})
    expect(plain.status, 200, path)
    with Bases({"page": plain.body, "page.gz": gzip.body}) as bases:
        pairs = bench.rates((server.port, path), (bases.port, "/s/page"), headers)
        yield Row.ratio(f"{what}, {kilobytes(plain.body)}", per_second(pairs.rate), f"S {per_second(pairs.base_rate)}", pairs.ratio, plain_bound)
        if gzip.headers.get("content-encoding") != "gzip":
            yield Row.missing(f"{what}, gzip", "no gzip yet")
            return
        headers |= {"Accept-Encoding": "gzip"}
        pairs = bench.rates((server.port, path), (bases.port, "/s/page.gz"), headers)
        base = f"S {per_second(pairs.base_rate)}"
        yield Row.ratio(f"{what}, gzip {kilobytes(gzip.body)}", per_second(pairs.rate), base, pairs.ratio, gzip_bound)


def unmodified(bench: Bench, what: str, server: Fourfold, name: str, path: str, bound: float) -> Iterator[Row]:
    """The same for a client that has the page already, compared with two bytes."""
    headers = server.headers(name, Accept_Encoding="gzip")
    with Connection(server.port) as connection:
        tag = connection.get(path, headers).headers.get("etag")
        if not tag:
            raise Unmeasured(f"{path} has no ETag")
        headers |= {"If-None-Match": tag}
        expect(connection.get(path, headers).status, 304, path)
        with Bases() as bases:
            pairs = bench.rates((server.port, path), (bases.port, "/p"), headers)
        # If the page had changed, the figure would be that of a whole page.
        expect(connection.get(path, headers).status, 304, path)
    yield Row.ratio(what, per_second(pairs.rate), f"P {per_second(pairs.base_rate)}", pairs.ratio, bound)


def kilobytes(body: bytes) -> str:
    return f"{len(body) / 1000:.1f} KB"
