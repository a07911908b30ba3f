"""Two words, or filters alone, among a million tasks: for an account with few of them, and for one that has all."""

import random
from collections.abc import Iterator
from urllib.parse import urlencode

from bench import Bench, Unmeasured
from connection import Connection
from data import World
from percentile import percentile
from server import Fourfold
from table import Row, duration
from together import together
from words import Words

BOUND = 30


def rows(bench: Bench) -> Iterator[Row]:
    with Fourfold(bench.small) as server, Connection(server.port) as connection:
        require(connection, server.headers())
    yield from searches(bench, bench.large, "Search for two words, 10⁶ tasks of 10⁴ people")
    yield from searches(bench, bench.one_person, "Search for two words, 10⁶ tasks of one person")


def searches(bench: Bench, world: World, figure: str) -> Iterator[Row]:
    with Fourfold(world) as server:
        headers = server.headers(Accept_Encoding="gzip")
        times = timed(server, headers, 60 if bench.is_quick else 400, seed=1)
        yield row(figure, times)
        times = together(4, lambda seed: timed(server, headers, 40 if bench.is_quick else 150, seed + 2))
        yield row(f"{figure}, 4 at a time", times)
        with Connection(server.port) as connection:
            times = [asked(connection, headers, fields) for fields in filters(60 if bench.is_quick else 400)]
        yield row(figure.replace("Search for two words", "Search by filters"), times)


def require(connection: Connection, headers: dict) -> None:
    status = connection.get("/search?q=one+two", headers).status
    if status != 200:
        raise Unmeasured("no /search yet" if status == 404 else f"/search answered {status}")


def timed(server: Fourfold, headers: dict, count: int, seed: int) -> list[float]:
    """One search after the other, each with its own two words."""
    with Connection(server.port) as connection:
        return [found(connection, headers, pair) for pair in Words(seed).pairs(count)]


def filters(count: int) -> Iterator[dict]:
    """Each search has days of its own, so that no page is in the cache."""
    chosen = random.Random(4)
    for number in range(count):
        year, month, day = chosen.randint(60, 79), chosen.randint(1, 12), chosen.randint(1, 28)
        kind = [{}, {"show": "all"}, {"priority": "high"}, {"sort": "list"}][number % 4]
        yield {"from": f"20{year}-{month:02}-{day:02}", **kind}


def found(connection: Connection, headers: dict, pair: tuple[str, str]) -> float:
    return asked(connection, headers, {"q": " ".join(pair)})


def asked(connection: Connection, headers: dict, fields: dict) -> float:
    answer = connection.get("/search?" + urlencode(fields), headers)
    if answer.status != 200:
        raise Unmeasured(f"/search answered {answer.status}")
    return answer.seconds


def row(figure: str, times: list[float]) -> Row:
    median = duration(percentile(times, 50))
    return Row.under(f"{figure}, p99", f"median {median} of {len(times)}", percentile(times, 99) * 1e3, "ms", BOUND)
