"""Moving in and out: an import of a hundred thousand tasks by the form, and their export, while others work."""

import re
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median
from urllib.parse import urlencode

from bench import Bench, Unmeasured, expect
from connection import HOST, Connection
from crowded import people
from data import make
from figures.fairness import Other, Times, compared
from server import Fourfold
from table import Row, duration, thousands

# The memory that an export may need beyond that of the server, in MB.
GROWTH = 10
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
    with Fourfold(world, "--trusted-proxies", HOST, "--plain-http", "--writes-per-minute", "600") as server:
        other = Other(server, people(world))
        name = other.cookie
        other.act(1)
        alone, imports, exports = Times(), Moves(), Moves()
        for token in movers:
            cookie = f"{name}={token}"
            other.act(bench.seconds + 2, alone)
            with Meanwhile(server, other, imports):
                import_file(server, cookie, markdown(lists, each))
            # The search index catches up.
            time.sleep(2 if bench.is_quick else 10)
            other.act(bench.seconds + 2, alone)
            with Meanwhile(server, other, exports):
                for _ in range(3):
                    export(server, cookie, lists * each)
        exports.seconds = [seconds / 3 for seconds in exports.seconds]
    count = thousands(lists * each)
    yield Row.told(f"Import of {count} tasks", duration(median(imports.seconds)), "", max(imports.grown), "MB more")
    yield from compared(f"Import of {count} tasks", imports.others, alone)
    growth = median(exports.grown)
    yield Row.under(f"Export of {count} tasks, memory", duration(median(exports.seconds)), growth, "MB", GROWTH)
    yield from compared(f"Export of {count} tasks", exports.others, alone)


class Meanwhile:
    """Others work, and the memory of the server is watched, for the duration of the context, which is timed."""

    def __init__(self, server: Fourfold, other: Other, moves: Moves):
        self.server, self.other, self.moves, self.is_over, self.most = server, other, moves, threading.Event(), 0.0

    def __enter__(self) -> "Meanwhile":
        self.before = self.server.resident
        self.threads = [threading.Thread(target=target, daemon=True) for target in (self.work, self.watch)]
        for thread in self.threads:
            thread.start()
        self.began = time.perf_counter()
        return self

    def __exit__(self, *_) -> None:
        self.moves.seconds.append(time.perf_counter() - self.began)
        self.is_over.set()
        for thread in self.threads:
            thread.join()
        self.moves.grown.append(max(0, self.most - self.before))

    def work(self) -> None:
        while not self.is_over.is_set():
            self.other.act(0.2, self.moves.others)

    def watch(self) -> None:
        while not self.is_over.wait(0.05):
            self.most = max(self.most, self.server.resident)


def markdown(lists: int, each: int) -> str:
    return "".join(
        f"# List {number}\n" + "".join(f"- [ ] Call {number} {task} about the invoice and the delivery\n" for task in range(each))
        for number in range(lists)
    )


def import_file(server: Fourfold, cookie: str, text: str) -> None:
    """Uploads a file, looks at its preview, and imports it, as a browser does without scripts."""
    part = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="lists.md"\r\nContent-Type: text/markdown\r\n\r\n'
    upload = {"Cookie": cookie, "Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
    with Connection(server.port, ROOM) as connection:
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


def export(server: Fourfold, cookie: str, tasks: int) -> None:
    with Connection(server.port, ROOM) as connection:
        answer = connection.post("/settings/export", "password=&format=json", {"Cookie": cookie})
    expect(answer.status, 200, "the export")
    found = answer.body.count(b'"title"')
    if found < tasks:
        raise Unmeasured(f"the export has {found} of {tasks} tasks")
