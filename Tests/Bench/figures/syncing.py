"""A CalDAV client, beside the same requests to Radicale and xandikos with the same tasks in the same run.

One client over one connection: the lists of the account, a sync without a change, a sync of one change, and the first sync, which reads
all texts a hundred at a time. Then the pages of a browser, while five clients sync in a loop."""

import importlib.util
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from urllib.parse import quote

from bench import Bench, Unmeasured, expect
from calendars import NAMESPACES, Calendar, Reply, app_password, make, todo
from connection import HOST, Connection
from percentile import percentile
from server import Fourfold, Server
from table import Row, duration

LISTED = ("d:resourcetype", "d:displayname", "c:supported-calendar-component-set", "d:current-user-privilege-set", "d:sync-token")


def rows(bench: Bench) -> Iterator[Row]:
    count = 1_000 if bench.is_quick else 10_000
    with ExitStack() as stack:
        world = bench.copy(bench.small)
        server = stack.enter_context(Fourfold(world))
        calendar = make(server, "Synced")
        measured = Client(calendar, calendar.path.removesuffix("synced/"))
        others = {}
        for kind in (Radicale, Xandikos):
            if importlib.util.find_spec(kind.module) is None:
                yield Row.missing(f"CalDAV beside {kind.module}", "it is not installed")
                continue
            folder = bench.folder / kind.module
            folder.mkdir()
            others[kind.module] = stack.enter_context(kind(folder)).client()
        clients = {"fourfold": measured, **others}
        for name, client in clients.items():
            bench.say(f"  {count:,} tasks to {name}")
            client.fill(count)
        for what, bound in (("lists", 1), ("unchanged", 1), ("changed", 1), ("first", 1)):
            times: dict[str, list[float]] = {name: [] for name in clients}
            for number in range(bench.times if what == "first" else bench.times * 4):
                for name, client in clients.items():
                    times[name].append(getattr(client, what)(number))
            for name in others:
                ratio = median(other / mine for mine, other in zip(times["fourfold"], times[name], strict=True))
                figure = WORDS[what].format(count=f"{count:,}")
                yield Row.ratio(f"CalDAV: {figure}", duration(median(times["fourfold"])), f"{name} {duration(median(times[name]))}", ratio, bound)
        yield from pages(bench, server, measured)


WORDS = {
    "lists": "the lists, by PROPFIND",
    "unchanged": "sync of {count} tasks without a change",
    "changed": "sync of {count} tasks after one change",
    "first": "first sync of {count} tasks",
}


class Client:
    """A collection of a server, and what is measured of it, in seconds."""

    def __init__(self, calendar: Calendar, home: str):
        self.calendar, self.home, self.token = calendar, home, ""

    def fill(self, count: int) -> None:
        for number in range(count):
            made = self.calendar.put(f"task-{number}.ics", self.text(number, f"Task {number} of many"))
            expect(made.status, 201, "a new task")
        self.begin()

    def begin(self) -> None:
        self.token = told(self.calendar.sync()).token()

    @staticmethod
    def text(number: int, title: str) -> str:
        return todo(f"task-{number}", f"SUMMARY:{title}", "DESCRIPTION:A line or two of notes\\nthat say more", f"PRIORITY:{number % 10}", "DUE;VALUE=DATE:20270304", f"X-APPLE-SORT-ORDER:{number + 1}")

    def lists(self, _: int) -> float:
        return told(self.calendar.find(self.home, 1, *LISTED)).seconds

    def unchanged(self, _: int) -> float:
        reply = told(self.calendar.sync(self.token))
        expect(len(reply.tags()), 0, "the number of changes")
        return reply.seconds

    def changed(self, number: int) -> float:
        changed = self.calendar.put("task-7.ics", self.text(7, f"Changed {number}"))
        if changed.status not in (201, 204):
            raise Unmeasured(f"a change was answered with {changed.status}")
        reply = told(self.calendar.sync(self.token))
        self.token = reply.token()
        got = told(self.calendar.multiget(list(reply.tags())))
        expect(len(got.texts()), 1, "the number of changes")
        return reply.seconds + got.seconds

    def first(self, _: int) -> float:
        began = time.perf_counter()
        hrefs = list(told(self.calendar.query()).tags())
        for start in range(0, len(hrefs), 100):
            told(self.calendar.multiget(hrefs[start : start + 100]))
        return time.perf_counter() - began


def told(reply: Reply) -> Reply:
    expect(reply.status, 207, "a request")
    return reply


class Radicale(Server):
    module = "radicale"

    def command(self) -> list[str]:
        (self.folder / "config").write_text(
            f"[server]\nhosts = {HOST}:{self.port}\n[auth]\ntype = none\n[storage]\nfilesystem_folder = {self.folder}/collections\n"
            "[rights]\ntype = authenticated\n[logging]\nlevel = error\n"
        )
        return [sys.executable, "-m", "radicale", "--config", str(self.folder / "config")]

    def client(self) -> Client:
        return begun(Calendar(self.port, "/ann/synced/", "ann", "x"), "/ann/", self.folder / "collections/collection-root/ann/synced")


class Xandikos(Server):
    module = "xandikos"

    def command(self) -> list[str]:
        served = self.folder / "served"
        served.mkdir(exist_ok=True)
        options = ["--autocreate", "--no-detect-systemd", "--state-dir", str(self.folder / "state")]
        return [sys.executable, "-m", "xandikos", "serve", "-d", str(served), "-l", HOST, "-p", str(self.port), *options]

    def client(self) -> Client:
        return begun(Calendar(self.port, "/user/calendars/synced/"), "/user/calendars/", self.folder / "served/user/calendars/synced")


class FilesClient(Client):
    """A collection that is filled by its files, in a repository if it is one: by PUT, 10,000 tasks take the others up to an hour."""

    def __init__(self, calendar: Calendar, home: str, folder: Path):
        super().__init__(calendar, home)
        self.folder = folder

    def fill(self, count: int) -> None:
        for number in range(count):
            (self.folder / f"task-{number}.ics").write_bytes(self.text(number, f"Task {number} of many").encode())
        if (self.folder / ".git").exists():
            for command in (["add", "."], ["-c", "user.name=Ann", "-c", "user.email=ann@example.org", "commit", "--quiet", "--message", "Fill"]):
                subprocess.run(["git", "-C", self.folder, *command], check=True)
        found = told(self.calendar.query()).tags()
        expect(len(found), count, "the number of tasks")
        self.begin()


def begun(calendar: Calendar, home: str, folder: Path) -> Client:
    body = f'<d:mkcol {NAMESPACES}><d:set><d:prop><d:resourcetype><d:collection/><c:calendar/></d:resourcetype><c:supported-calendar-component-set><c:comp name="VTODO"/></c:supported-calendar-component-set></d:prop></d:set></d:mkcol>'
    made = calendar.send("MKCOL", "", body, Content_Type="application/xml")
    expect(made.status, 201, "a new collection")
    return FilesClient(calendar, home, folder)


def pages(bench: Bench, server: Fourfold, measured: Client) -> Iterator[Row]:
    """The pages of a list that is changed before each of them: alone, and while five clients change their tasks and sync."""
    alone = read(server, bench.seconds * 2)
    over, done = threading.Event(), [0] * 5
    syncing = [threading.Thread(target=sync, args=(server, measured.calendar.path, number, over, done), daemon=True) for number in range(5)]
    for one in syncing:
        one.start()
    meanwhile = read(server, bench.seconds * 2)
    over.set()
    for one in syncing:
        one.join(60)
    bench.say(f"    meanwhile {sum(done)} syncs of one change")
    yield Row.under("A page while five clients sync, p99", duration(percentile(meanwhile, 99)), percentile(meanwhile, 99) * 1e3, "ms", 100, f"alone {duration(percentile(alone, 99))}")


def read(server: Fourfold, seconds: float) -> list[float]:
    times, until = [], time.monotonic() + seconds
    with Connection(server.port) as connection:
        while time.monotonic() < until:
            title = quote(f"Added as {len(times)}")
            expect(connection.post(f"{server.world.path}/tasks", f"version=&title={title}", {"Cookie": server.cookie()}).status, 303, "a task")
            answer = connection.get(server.world.path, server.headers())
            expect(answer.status, 200, "a page")
            times.append(answer.seconds)
            time.sleep(0.01)
    return times


def sync(server: Fourfold, path: str, number: int, over: threading.Event, done: list[int]) -> None:
    client = Client(Calendar(server.port, path, "Ann", app_password(server, f"Phone {number}")), path)
    client.token = told(client.calendar.sync()).token()
    while not over.is_set():
        client.calendar.put(f"task-{number + 10}.ics", client.text(number + 10, f"Changed {done[number]}"))
        client.token = told(client.calendar.sync(client.token)).token()
        done[number] += 1
