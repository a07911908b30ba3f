"""Lists that five accounts share, compared with the same lists of one account, and a write that fifty members see."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from statistics import median

from bench import Bench, expect
from connection import Connection
from data import GAP, NOW, World
from figures.today import spread
from pairs import Pairs
from server import Fourfold
from table import Row, duration
from writer import Writer

BOUND = 1.15
# Milliseconds that a write may take longer.
MORE = 5


def rows(bench: Bench) -> Iterator[Row]:
    alone, shared = bench.copy(bench.medium), bench.copy(bench.medium)
    for world in (alone, shared):
        spread(world, "list = ? AND done IS NULL", [world.page])
    share(shared, 4)
    with Fourfold(alone) as one, Fourfold(shared) as five:
        for what, path in (("List of 100 tasks", alone.path), ("Today with 100 tasks", "/today"), ("All lists", "/lists")):
            figure = f"{what}, shared by five, one task changed before every read"
            yield compared(bench, figure, reading(one, path), reading(five, path), BOUND)
        yield compared(bench, "Adding a task to a list that five share", adding(one), adding(five), BOUND)
    alone, crowd = bench.copy(bench.medium), bench.copy(bench.medium)
    share(crowd, 49)
    with Fourfold(alone) as one, Fourfold(crowd) as fifty:
        times = in_turn(bench, adding(one), adding(fifty))
        more = (median(times[1]) - median(times[0])) * 1e3
        told = f"{duration(median(times[1]))}, alone {duration(median(times[0]))}"
        yield Row.under("A write that fifty members see, longer by", told, more, "ms", MORE)


def share(world: World, members: int) -> None:
    """Makes accounts members of all of Ann's lists. They have added every second task, and a third of the tasks is theirs to do."""
    with closing(sqlite3.connect(world.database)) as database, database:
        run = database.execute
        lists = [row[0] for row in run("SELECT list FROM memberships m JOIN accounts a ON a.id = m.account WHERE a.name = 'Ann'")]
        accounts = [row[0] for row in run("SELECT id FROM accounts WHERE name LIKE 'Person %' ORDER BY id LIMIT ?", [members])]
        for number in lists:
            for place, account in enumerate(accounts):
                run("INSERT INTO memberships (account, list, role, position) VALUES (?, ?, 'editor', ?)", [account, number, -number * GAP])
                own = "list = ? AND id % 3 = 0 AND id / 3 % ? = ?"
                run(f"UPDATE tasks SET assignee = ? WHERE {own}", [account, number, members, place])
        for number in lists:
            added = run(
                "INSERT INTO changes (account, list, kind, name, count, at) VALUES (?, ?, 'tasks-added', 'Tasks', 50, ?)",
                [accounts[0], number, NOW],
            ).lastrowid
            run("UPDATE tasks SET version = ?, revision = ? WHERE list = ? AND id % 2 = 0", [added, added, number])


def reading(server: Fourfold, path: str) -> Callable[[], float]:
    connection, writer = Connection(server.port), Writer(server.world)
    request = connection.request("GET", path, server.headers(Accept_Encoding="gzip"))

    def seconds() -> float:
        writer.change()
        answer = connection.send(request)
        expect(answer.status, 200, path)
        return answer.seconds

    return seconds


def adding(server: Fourfold) -> Callable[[], float]:
    connection, headers, numbers = Connection(server.port), {"Cookie": server.cookie()}, count()

    def seconds() -> float:
        form = f"version=&title=Added+as+{next(numbers)}"
        answer = connection.post(f"/lists/{server.world.fresh[0]}/tasks", form, headers)
        expect(answer.status, 303, "adding a task")
        return answer.seconds

    return seconds


def in_turn(bench: Bench, *measures: Callable[[], float]) -> list[list[float]]:
    """The times of each, measured one after the other, after a few that don't count."""
    for measure in measures * 10:
        measure()
    times = [[measure() for measure in measures] for _ in range(100 if bench.is_quick else 600)]
    return [list(column) for column in zip(*times, strict=True)]


def compared(bench: Bench, figure: str, alone: Callable[[], float], shared: Callable[[], float], bound: float) -> Row:
    pairs = Pairs([], [])
    for _ in range(bench.times):
        one, several = in_turn(bench, alone, shared)
        pairs.base.append(median(one))
        pairs.measured.append(median(several))
    return Row.growth(figure, duration(pairs.rate), f"alone {duration(pairs.base_rate)}", pairs.ratio, bound)
