"""kill -9, again and again, while clients write: those of one account to its lists, and those of five accounts to one list."""

import random
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing

import data
from ledger import Ledger, Load
from room import Room, check, compare, kill, lists, titles
from server import Fourfold


def drill(room: Room) -> Iterator[str]:
    times = 10 if room.is_quick else 200
    world = room.world()
    yield f"{times} kills, an account with four lists: {killed(world, [], times)}"
    world = room.world()
    yield f"{times} kills, five accounts with one list: {killed(world, members(world, 4), times)}"


def killed(world: data.World, tokens: list[str], times: int) -> str:
    """- tokens: sessions of other members of the lists: these write to one list at a time."""
    ledger, random_ = Ledger(), random.Random(1)
    for number in range(times):
        with Fourfold(world) as server:
            own = server.cookie()
            cookies = [own, *(f"{own.partition('=')[0]}={token}" for token in tokens)]
            among = [lists(world)[number * 4 // times]] if tokens else lists(world)
            with Load(server.port, cookies, among, ledger, clients=max(4, len(cookies))):
                # Before the first write in some runs, while the log is folded into the file in others.
                time.sleep(random_.uniform(0.0, 0.6))
                kill(server)
        if number % 20 == 19:
            compare(ledger, titles(world.database))
    with Fourfold(world):
        found = titles(world.database)
    check(world.database)
    return compare(ledger, found)


def members(world: data.World, count: int) -> list[str]:
    """Sessions of accounts that edit Ann's lists, too."""
    with closing(sqlite3.connect(world.database)) as database, database:
        for number in range(count):
            account = database.execute("INSERT INTO accounts (name, created) VALUES (?, ?)", [f"Person {number}", data.NOW]).lastrowid
            database.executemany(
                "INSERT INTO memberships (account, list, role, position) VALUES (?, ?, 'editor', 0)",
                [(account, number) for number in lists(world)],
            )
    return [token for _, token in world.sessions(count)]
