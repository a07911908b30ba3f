"""A list that the server has never rendered: the first page after its start, and the second."""

from collections.abc import Iterator
from statistics import median

from bench import Bench, expect
from connection import Connection
from server import Bases, Fourfold
from table import Row, duration


def rows(bench: Bench) -> Iterator[Row]:
    world, first, second, base = bench.small, [], [], []
    with Fourfold(world) as server:
        cookie = server.cookie()
    with Bases() as bases:
        for _ in range(bench.times):
            with Fourfold(world) as server, Connection(server.port) as connection, Connection(bases.port) as constant:
                headers = server.headers(Cookie=cookie, Accept_Encoding="gzip")
                for _ in range(20):
                    connection.get("/health")
                first.append(seconds(connection, f"/lists/{world.fresh[0]}", headers))
                second.append(seconds(connection, f"/lists/{world.fresh[1]}", headers))
                base.append(median(constant.get("/p", headers).seconds for _ in range(200)))
    # The round trip is not time in the server.
    figures = (("First page after the start, a list of 100 tasks", first, 5), ("The next list of 100 tasks never seen", second, 2))
    for figure, times, bound in figures:
        taken = median(one - other for one, other in zip(times, base, strict=True))
        yield Row.under(figure, f"{duration(median(times))} in all", taken * 1e3, "ms", bound, f"P {duration(median(base))}")


def seconds(connection: Connection, path: str, headers: dict) -> float:
    answer = connection.get(path, headers)
    expect(answer.status, 200, path)
    return answer.seconds
