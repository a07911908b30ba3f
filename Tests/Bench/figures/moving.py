"""Moving in and out: an import of a hundred thousand tasks by the form, and their export, while others work."""

import multiprocessing
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from statistics import median
from urllib.parse import urlencode

from bench import Bench, Unmeasured, expect
from connection import HOST, Connection
from crowded import people
from data import World, make
from figures.fairness import Other, Times, compared
from machine import run_when_idle
from server import Fourfold
from table import Row, duration, thousands

# The memory that an export may need beyond that of the server, in MB.
GROWTH = 10
# How often an account exports, one after the other, so that others have enough requests meanwhile.
EXPORTS = 5
BOUNDARY = "a-part-of-a-form"
# Longer than any response.
ROOM = 64 << 20


@dataclass
class Moves:
    """The seconds of each, how much memory each needed in MB, and the requests of others meanwhile."""

    seconds: list[float] = field(default_factory=list)
    grown: list[float] = field(default_factory=list)
    others: Times = field(default_factory=Times)


def rows(bench: Bench) -> Iterator[Row]:
    world = make(bench.folder / "moving", 2_000, 100)
    lists, each = (6, 1_500) if bench.is_quick else (12, 7_900)
    movers = [token for _, token in world.sessions(2 if bench.is_quick else 3)]
    count = thousands(lists * each)
    alone, imports = measured(bench, world, movers, import_file, markdown(lists, each))
    yield Row.told(f"Import of {count} tasks", duration(median(imports.seconds)), "", max(imports.grown), "MB more")
    yield from compared(f"Import of {count} tasks", imports.others, alone)
    # Another server, because one that has imported has memory to spare.
    alone, exports = measured(bench, world, movers, export, lists * each)
    seconds = median(exports.seconds) / EXPORTS
    yield Row.under(f"Export of {count} tasks, memory", duration(seconds), max(exports.grown), "MB", GROWTH)
    yield from compared(f"Export of {count} tasks", exports.others, alone)


def measured(bench: Bench, world: World, movers: list[str], move: Callable, what: object) -> tuple[Times, Moves]:
    """The requests of others while nothing moves, and the moves of several accounts, one after the other."""
    alone, moves = Times(), Moves()
    with Fourfold(world, "--trusted-proxies", HOST, "--plain-http", "--requests-per-minute", "1200") as server:
        other = Other(server, people(world))
        other.act(2)
        for token in movers:
            other.act(bench.seconds + 2, alone)
            meanwhile(server, other, moves, lambda: move(server.port, f"{other.cookie}={token}", what))
            # The search index catches up.
            time.sleep(2 if bench.is_quick else 10)
    return alone, moves


def meanwhile(server: Fourfold, other: Other, moves: Moves, move: Callable[[], None]) -> None:
    """Moves in a process of its own on idle processors, so that it slows down others through the server only."""
    ours, its = multiprocessing.Pipe()

    def run() -> None:
        run_when_idle()
        try:
            move()
            its.send("")
        except (OSError, Unmeasured) as problem:
            its.send(str(problem) or type(problem).__name__)

    process = multiprocessing.get_context("fork").Process(target=run, daemon=True)
    before, most, began = server.resident, 0.0, time.perf_counter()
    process.start()
    while process.is_alive():
        other.act(0.05, moves.others)
        most = max(most, server.resident)
    moves.seconds.append(time.perf_counter() - began)
    moves.grown.append(max(0.0, most - before))
    problem = ours.recv() if ours.poll() else "its process ended"
    if problem:
        raise Unmeasured(problem)


def markdown(lists: int, each: int) -> str:
    return "".join(
        f"# List {number}\n" + "".join(f"- [ ] Call {number} {task} about the invoice and the delivery\n" for task in range(each))
        for number in range(lists)
    )


def import_file(port: int, cookie: str, text: str) -> None:
    """Uploads a file, looks at its preview, and imports it, as a browser does without scripts."""
    part = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="lists.md"\r\nContent-Type: text/markdown\r\n\r\n'
    upload = {"Cookie": cookie, "Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
    with Connection(port, ROOM) as connection:
        answer = connection.post("/import", f"{part}{text}\r\n--{BOUNDARY}--\r\n", upload)
        expect(answer.status, 303, "the upload")
        preview = connection.get(answer.headers["location"], {"Cookie": cookie})
        expect(preview.status, 200, "the preview")
        form = re.search(rb'<form[^>]*action="(/import/\d+)"', preview.body)
        if not form:
            raise Unmeasured("the preview has no button")
        hidden = re.findall(rb'<input type="hidden" name="([^"]+)" value="([^"]*)"', preview.body)
        fields = {name.decode(): value.decode() for name, value in hidden} | {"sections": "lists"}
        begun = connection.post(form[1].decode(), urlencode(fields), {"Cookie": cookie})
        expect(begun.status, 303, "the import")
        # The page waits for the import, but not for ever.
        for _ in range(20):
            page = connection.get(begun.headers["location"], {"Cookie": cookie})
            if page.status == 200 and b'data-state="content"' in page.body:
                return
    raise Unmeasured(f"the import did not end with its lists: {page.status}")


def export(port: int, cookie: str, tasks: int) -> None:
    for _ in range(EXPORTS):
        with Connection(port, ROOM) as connection:
            answer = connection.post("/settings/export", "password=&format=json", {"Cookie": cookie})
        expect(answer.status, 200, "the export")
        found = answer.body.count(b'"title"')
        if found < tasks:
            raise Unmeasured(f"the export has {found} of {tasks} tasks")
