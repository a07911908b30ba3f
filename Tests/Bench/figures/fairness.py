"""One account slows down the others as much as it can: their pages and writes meanwhile, compared with the same alone in the same run.

Each page is rendered anew, because a task is added before it. None may fail. All limits have their defaults except the quotas; the
other accounts take turns, so that none of them comes near a limit."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from bench import Bench, Unmeasured
from connection import HOST, NAVIGATION, Answer, Connection
from crowded import Crowded, Person, crowd
from data import PASSWORD, make
from percentile import percentile
from places import BENCH
from server import Fourfold
from table import Row, duration
from waiting import SilentSource

# Milliseconds.
BOUND = 100
# Addresses that no other client has.
ATTACKER, VICTIM = "203.0.113.7", "198.51.100.9"


@dataclass
class Times:
    """The times of the other accounts' requests in seconds, and the number of failures."""

    pages: list[float] = field(default_factory=list)
    writes: list[float] = field(default_factory=list)
    failed: int = 0

    @property
    def count(self) -> int:
        return len(self.pages) + len(self.writes) + self.failed


def rows(bench: Bench) -> Iterator[Row]:
    bench.say("  a database with an account that is a burden")
    crowded = crowd(make(bench.folder / "crowded", 2_000, 100), bench.is_quick)
    source, counts = SilentSource(), "20,000" if bench.is_quick else "200,000"
    # Requests from other machines, as reported by a proxy, without a certificate.
    options = ["--requests-per-minute", "1200", "--trusted-proxies", HOST, "--plain-http", "--allow-private-sources", "--source-ports", str(source.port), "--refresh-every", "0"]
    with Fourfold(crowded.world, *options) as server:
        other = Other(server, crowded.others)
        other.act(1)
        for name, kind, plan in cases(server, crowded, source, counts):
            yield from measured(bench, server, other, name, kind, plan)


def cases(server: Fourfold, crowded: Crowded, source: SilentSource, trashed: str) -> Iterator[tuple[str, str, dict]]:
    cookie = server.cookie("Bea")
    lists = followed(server, cookie, source)
    sort = cookie.partition("=")[0]
    yield "Nothing, as a control", "idling", {}
    yield f"Trash of {trashed} tasks, read", "reading", {"cookie": cookie, "paths": ["/trash"]}
    paths = [f"/lists/{crowded.tall}", f"/lists/{crowded.tall}?arrange"]
    yield "Pages of 500 rows with the longest titles", "reading", {"cookie": cookie, "paths": paths}
    yield f"{crowded.done} completed tasks to the trash and back", "clearing", {"cookie": cookie, "list": crowded.completed}
    yield f"{len(crowded.exporters)} unread exports", "exporting", {
        "cookies": [f"{sort}={token}" for _, token in crowded.exporters]
    }  # fmt: skip
    yield "Eight looks at sources that never answer", "looking", {"cookie": cookie, "lists": lists}
    yield "Notes of 60 KB, edited in a loop", "editing", {"cookie": cookie, "tasks": crowded.edited, "bytes": 60_000}
    yield f"Moves in a long list, {trashed} in its trash", "moving", {"cookie": cookie, "tasks": crowded.long}
    # The last, because so many sessions of an account end the one that the other cases use.
    yield "Ten loops of right sign-ins", "signing-in", {"name": "Bea", "password": PASSWORD, "network": ATTACKER}


def followed(server: Fourfold, cookie: str, source: SilentSource) -> list[int]:
    """Followed lists with one source that accepts every connection and never responds."""
    lists = []
    with Connection(server.port) as connection:
        for number in range(8):
            fields = {"url": f"http://{HOST}:{source.port}/{number}", "name": f"Slow {number}", "version": ""}
            answer = connection.post("/remote", urlencode(fields), {"Cookie": cookie})
            place = answer.headers.get("location", "").partition("#")[0].partition("?")[0].split("/")
            if answer.status != 303 or place[1:2] != ["lists"]:
                raise Unmeasured(f"a list could not be followed: {answer.status} {'/'.join(place)}")
            lists.append(int(place[2]))
    return lists


def measured(bench: Bench, server: Fourfold, other: "Other", name: str, kind: str, plan: dict) -> Iterator[Row]:
    alone, meanwhile, did, grown = Times(), Times(), {}, 0.0
    for _ in range(2 if bench.is_quick else 3):
        other.act(bench.seconds + 2, alone)
        before = server.resident
        with Attack(server.port, kind, plan, bench.folder / "plan.json") as attack:
            time.sleep(1)
            other.act(bench.seconds + 2, meanwhile)
            if kind == "signing-in":
                # Others can still sign in. How long hashing takes is another figure.
                meanwhile.failed += sum(other.signed_in().status != 303 for _ in range(3))
            grown = max(grown, server.resident - before)
        for status, count in attack.did.items():
            did[status] = did.get(status, 0) + count
        # The attack's last requests end.
        time.sleep(1)
    if not did:
        raise Unmeasured(f"{name}: nothing was done")
    bench.say(f"    it did {did}, {grown:.0f} MB more were resident")
    yield from compared(name, meanwhile, alone)


def compared(name: str, meanwhile: Times, alone: Times) -> Iterator[Row]:
    """The rows of the other accounts' requests during something, and alone."""
    for what, times, base in (("page", meanwhile.pages, alone.pages), ("write", meanwhile.writes, alone.writes)):
        if not times or not base:
            yield Row.missing(f"{name}: another’s {what}, p99", f"{meanwhile.failed} of {meanwhile.count} failed")
            continue
        among, by_itself = percentile(times, 99), percentile(base, 99)
        told = f"{duration(among)}, {meanwhile.failed} of {meanwhile.count} failed"
        row = Row.under(f"{name}: another’s {what}, p99", told, among * 1e3, "ms", BOUND, f"alone {duration(by_itself)}")
        row.holds = row.holds and meanwhile.failed == 0
        yield row


class Other:
    """Accounts that add a task and request their list, one after the other, from a network of their own."""

    def __init__(self, server: Fourfold, people: list[Person]):
        self.server, self.people, self.made = server, people, 0
        self.headers = NAVIGATION | {"Accept-Encoding": "gzip", "X-Forwarded-For": VICTIM}
        self.cookie = self.signed_in().headers["set-cookie"].partition("=")[0]

    def act(self, seconds: float, times: Times | None = None) -> None:
        times = times or Times()
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            try:
                with Connection(self.server.port) as connection:
                    while time.monotonic() < until:
                        self.step(connection, times)
            except OSError:
                times.failed += 1
                time.sleep(0.01)

    def step(self, connection: Connection, times: Times) -> None:
        self.made += 1
        person = self.people[self.made % len(self.people)]
        headers = self.headers | {"Cookie": f"{self.cookie}={person.token}"}
        added = connection.post(f"/lists/{person.list}/tasks", f"version=&title=Added+as+{self.made}", headers)
        page = connection.get(f"/lists/{person.list}", headers)
        times.failed += (added.status != 303) + (page.status != 200)
        if added.status == 303:
            times.writes.append(added.seconds)
        if page.status == 200:
            times.pages.append(page.seconds)
        # A user would take longer; without a pause, two cores would measure their own queue.
        time.sleep(0.002)

    def signed_in(self) -> Answer:
        body = urlencode({"username": "Ann", "password": PASSWORD, "next": "/lists"})
        with Connection(self.server.port) as connection:
            return connection.post("/sign-in", body, {"X-Forwarded-For": VICTIM})


class Attack:
    """The attacking account, for the duration of the context."""

    def __init__(self, port: int, kind: str, plan: dict, file: Path):
        file.write_text(json.dumps(plan))
        self.command = [sys.executable, str(BENCH / "attack.py"), kind, str(port), str(file)]
        self.did: dict[str, int] = {}

    def __enter__(self) -> "Attack":
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        return self

    def __exit__(self, *_) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            printed, _ = self.process.communicate(timeout=60)
            self.did = json.loads(printed.strip().splitlines()[-1])
        except (subprocess.TimeoutExpired, ValueError, IndexError):
            self.process.kill()
            self.process.communicate()
