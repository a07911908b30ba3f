"""Four CalDAV apps of four dialects and two tabs of a browser edit two lists, while the server is killed and a backup is restored.

After each action another client reads what there is: of each field, what the last acknowledged change says. At the end each acknowledged title is
on a page or in the history, nothing is there twice, and the pages and CalDAV agree."""

import copy
import http.client
import json
import random
import re
import threading
from collections import Counter
from collections.abc import Iterator

from calendars import make
from dialects import DIALECTS, Client, Overriding
from ledger import Ledger
from room import Room, check, command, compare, destroy, kill
from server import Fourfold
from tabs import Tab
from truth import Fields, Truth, fields, is_open, uid

class Observer(Overriding):
    """A client that only reads."""


# How many actions there are from one kill to the next.
KILLS = 150
# How deep steps can be.
LEVELS = 5


def drill(room: Room) -> Iterator[str]:
    times = room.operations or (300 if room.is_quick else 2_000)
    with Fourfold(room.world()) as server:
        lists = Lists(server, random.Random(39))
        for number in range(times):
            if number == times * 2 // 5:
                lists.back_up(room)
            elif number == times * 3 // 5:
                lists.restore()
            lists.act(is_killed=number % KILLS == KILLS - 1)
        lists.end()
        check(server.world.database)
    truth, done = lists.truth, sum((editor.done for editor in lists.editors), Counter())
    yield f"{times:,} actions, {lists.kills} kills, {compare(lists.ledger, lists.found)}"
    yield ", ".join(f"{count:,} {what}" for what, count in sorted(done.items()))
    for editor in lists.editors:
        yield f"{editor.name}: {sum(editor.done.values()):,} actions, {sum(1 for name, _, _ in truth.faults if name == editor.name)} faults"
    yield from truth.report()
    if truth.faults:
        raise RuntimeError(f"{len(truth.faults)} faults")


class Lists:
    """Two lists, who edits them, and what must be in them."""

    def __init__(self, server: Fourfold, chance: random.Random):
        self.server, self.chance, self.truth, self.ledger, self.kills = server, chance, Truth(), Ledger(), 0
        paths = [make(server, name).path for name in ("Drill", "Other")]
        self.clients = [dialect(server, paths, self.ledger, self.truth, chance) for dialect in DIALECTS]
        self.observer = Observer(server, paths, self.ledger, self.truth, chance)
        numbers = self.numbers()
        self.tabs = [Tab(name, server, numbers, self.ledger, self.truth, chance) for name in ("FirstTab", "SecondTab")]
        for tab in self.tabs:
            tab.identify = self.identify
        self.editors = [*self.clients, *self.tabs]
        self.found: set[str] = set()

    def numbers(self) -> list[str]:
        """The addresses of the lists, which are the last ones."""
        page = Tab("", self.server, [], self.ledger, self.truth, self.chance).page("/lists")
        return sorted(set(re.findall(r'"(/lists/\d+)"', page)), key=lambda path: int(path.rpartition("/")[2]))[-2:]

    def identify(self, number: str) -> str | None:
        """The identifier of a task, whose number is the third part of its tag."""
        return next((uid(text) for tag, text in self.observer.known.values() if tag.split("-")[2] == number), None)

    def act(self, *, is_killed: bool) -> None:
        editor = self.chance.choice(self.editors)
        if not is_killed:
            editor.act()
        else:
            # Before, during or after the action.
            timer = threading.Timer(self.chance.uniform(0, 0.03), self.server.process.kill)
            timer.start()
            try:
                editor.act()
            except (OSError, http.client.HTTPException):
                pass
            timer.join()
            self.truth.unknown(None)
            self.restart()
        self.look(editor.name)

    def look(self, name: str) -> None:
        self.observer.sync()
        there = self.observer.tasks(name)
        self.truth.compare(there, name)

    def restart(self) -> None:
        kill(self.server)
        self.server.start()
        self.kills += 1
        for client in [*self.clients, self.observer]:
            for calendar in client.calendars:
                calendar.close()
        for tab in self.tabs:
            tab.reconnect()

    def back_up(self, room: Room) -> None:
        self.backup = room.folder / "backup.sqlite"
        command("backup", self.backup, "--database", self.server.world.database)
        self.kept = copy.deepcopy((self.truth.tasks, self.truth.authors, self.truth.gone, self.ledger.acknowledgements))

    def restore(self) -> None:
        kill(self.server)
        destroy(self.server.world.database)
        command("restore", self.backup, "--database", self.server.world.database)
        self.truth.tasks, self.truth.authors, self.truth.gone, self.ledger.acknowledgements = self.kept
        self.restart()
        for client in self.clients:
            client.sync()
        self.look("the restore")

    def end(self) -> None:
        for client in self.clients:
            client.sync()
            mine = client.tasks(client.name)
            for task, own in self.observer.tasks("the end").items():
                if mine.get(task) != own:
                    self.truth.fault(client.name, "not synced", f"{task} is {mine.get(task)}, and {own} for others")
            self.expect_own_lines(client)
        tab = self.tabs[0]
        self.found = tab.all_texts() | {title for _, text in self.observer.known.values() for title in re.findall(r"drill-\d{7}", text)}
        # A completed date of a series that is opened again has the title of the series, and an identifier of the server.
        names = tuple(f"{dialect.program.lower()}-" for dialect in DIALECTS)
        sent = [fields(text)["title"] for _, text in self.observer.known.values() if uid(text).startswith(names) and is_open(text)]
        if twice := [title for title, count in Counter(sent).items() if count > 1]:
            self.truth.fault("the end", "doubled", f"there twice: {twice[:5]}")
        overgrown = {f"title={title}" for title in self.overgrown()}
        dav, pages = (
            Counter(row[:-1] if row[0] in overgrown else row for row in rows.elements()) for rows in (self.rows_of_dav(), self.rows_of_pages(tab))
        )
        for row in (dav - pages) + (pages - dav):
            self.truth.fault("the end", "page and DAV differ", f"{'CalDAV' if row in dav else 'a page'} has {row}")

    def expect_own_lines(self, client: Client) -> None:
        programs = {dialect.program for dialect in DIALECTS}
        for _, text in client.known.values():
            name = uid(text)
            if (program := name.partition("-")[0].upper()) in programs and f"X-{program}:{name}" not in text:
                self.truth.fault(client.name, "property lost", f"what {program} added is not in\n{text}")

    def rows_of_dav(self) -> Counter:
        """A text goes on naming a parent that is in the other list by now. On a page, the task is no step then."""
        rows: Counter = Counter()
        for tasks in self.trees():
            rows.update(row(own, tasks) for own in tasks.values())
        return rows

    def trees(self) -> list[dict[str, Fields]]:
        """The tasks of each collection by their identifiers."""
        known = self.observer.known.items()
        return [
            {uid(text): fields(text) for href, (_, text) in known if href.startswith(calendar.path)} for calendar in self.observer.calendars
        ]

    def overgrown(self) -> set[str]:
        """The titles of the tasks of trees that are too deep or go in circles: a text goes on naming a parent that the task can't be a step of."""
        found: set[str] = set()
        for tasks in self.trees():
            for name, own in tasks.items():
                chain = [name]
                while (above := tasks[chain[-1]].get("parent", "")) in tasks and above not in chain:
                    chain.append(above)
                if above in chain or len(chain) > LEVELS:
                    found |= {tasks[one]["title"] for one in chain}
        return found

    def rows_of_pages(self, tab: Tab) -> Counter:
        """What the export has, which is made of the rows that pages show."""
        exports = [json.loads(re.search(r"\{.*\}", tab.page(f"{path}/export?format=json"), re.S)[0]) for path in tab.lists]
        rows = [task for export in exports for one in export["lists"] for task in one["tasks"] if "deleted-at" not in task]
        tasks = {task.get("uid", f"#{number}"): page_fields(task) for number, task in enumerate(rows)}
        return Counter(row(own, tasks) for own in tasks.values())


def page_fields(task: dict[str, str]) -> Fields:
    own = {"title": task["title"], "notes": task.get("notes", ""), "due": task.get("due", "").replace("-", ""), "parent": task.get("parent", "")}
    own["priority"] = {"none": ""}.get(task["priority"], task["priority"])
    if "repeats" in task:
        own["repeats"] = "yes"
    if "completed-at" in task:
        own["done"] = "yes"
    return own


def row(own: Fields, tasks: dict[str, Fields]) -> tuple[str, ...]:
    """What is compared of a task. The dates of a series with overrides are told in other ways by a page and a text."""
    above = tasks.get(own.get("parent", ""), {}).get("title", "")
    names = ("title", "notes", "priority", "repeats") + (() if "repeats" in own else ("due", "done"))
    return (*(f"{name}={own.get(name, '')}" for name in names), f"step of {above}")
