"""Three CalDAV clients of three dialects and a browser edit one list. Each text that was acknowledged must be on a page or in the history.

The clients sync only now and then, so that they often write over what they don't know. Some requests are sent twice, as after an answer
that was lost."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from html import unescape
from urllib.parse import urlencode

from calendars import Calendar, app_password, make, todo
from connection import Connection
from ledger import Ledger
from room import Failed, Room, check, compare
from server import Fourfold

TEXT = re.compile(r"drill-\d{7}")
START = re.compile(r"(?m)^DTSTART;VALUE=DATE:(\d{8})\r$")
DUE = re.compile(r"(?m)^DUE;VALUE=DATE:(\d{8})\r$")


def drill(room: Room) -> Iterator[str]:
    world, ledger = room.world(), Ledger()
    times = 300 if room.is_quick else 2_000
    with Fourfold(world) as server:
        first = make(server, "Drill")
        chance = random.Random(39)
        clients = [dialect(server, first.path, ledger, chance) for dialect in (MovingDue, Overriding, CompletingSeries)]
        browser = Browser(server, ledger, chance)
        editors = [*clients, browser]
        for _ in range(times):
            chance.choice(editors).act()
        for client in clients:
            client.sync()
            client.expect_same(browser.open_titles())
        found = browser.all_texts()
        done = sum((editor.done for editor in editors), Counter())
    check(world.database)
    yield f"{times:,} operations, {compare(ledger, found)}"
    yield ", ".join(f"{count} {what}" for what, count in sorted(done.items()))


class Editor:
    def __init__(self, ledger: Ledger, chance: random.Random):
        self.ledger, self.chance, self.done = ledger, chance, Counter()

    def act(self) -> None:
        names = ["add", "add", "retitle", "retitle", "retitle", "reschedule", "complete", "complete", "remove", "other"]
        getattr(self, self.chance.choice(names))()

    def day(self) -> date:
        return date(2027, 1, 1) + timedelta(days=self.chance.randrange(300))


class Client(Editor):
    """What all dialects have in common. `known` has the tag and the text of each resource as the client last saw it."""

    program = ""

    def __init__(self, server: Fourfold, path: str, ledger: Ledger, chance: random.Random):
        super().__init__(ledger, chance)
        self.calendar = Calendar(server.port, path, "Ann", app_password(server, type(self).__name__))
        self.known: dict[str, tuple[str, str]] = {}
        self.token = ""

    def sync(self) -> None:
        reply = self.calendar.sync(self.token)
        if reply.status != 207:
            raise Failed(f"a sync was answered with {reply.status} {reply.text[:300]}")
        changed = reply.tags()
        # The first sync tells what there is, not what is gone.
        for href in reply.resources().keys() - changed.keys() if self.token else self.known.keys() - changed.keys():
            self.known.pop(href, None)
        hrefs = list(changed)
        for start in range(0, len(hrefs), 50):
            self.known |= self.calendar.multiget(hrefs[start : start + 50]).texts()
        self.token = reply.token()

    other = sync

    def expect_same(self, titles: Counter) -> None:
        mine = Counter(TEXT.search(text)[0] for _, text in self.known.values() if is_open(text))
        if mine != titles:
            raise Failed(f"{type(self).__name__} has {sorted((mine - titles).elements())[:5]}, the page {sorted((titles - mine).elements())[:5]}")
        if twice := [title for title, count in titles.items() if count > 1]:
            raise Failed(f"there twice: {twice[:5]}")
        names = {uid(text): text for _, text in self.known.values()}
        if lost := [name for name, text in names.items() if (program := name.partition("-")[0].upper()) in PROGRAMS and f"X-{program}:{name}" not in text]:
            raise Failed(f"what a client added is lost:\n{names[lost[0]]}")
        if len(names) < len(self.known):
            raise Failed("two resources have one identifier")

    def condition(self, href: str) -> dict[str, str]:
        return {"If_Match": self.known[href][0]}

    def add(self) -> None:
        name = f"{self.program.lower()}-{self.chance.getrandbits(60):015x}"
        lines = [f"SUMMARY:{self.ledger.begin()}", f"X-{self.program}:{name}"]
        if self.chance.random() < 0.5:
            lines.append(f"DUE;VALUE=DATE:{self.day():%Y%m%d}")
            if self.chance.random() < 0.6:
                lines += [lines[-1].replace("DUE", "DTSTART"), "RRULE:FREQ=DAILY"]
        if self.known and self.chance.random() < 0.2:
            lines.append(f"RELATED-TO:{uid(self.chance.choice(sorted(self.known.values()))[1])}")
        self.put(f"{self.calendar.path}{name}.ics", todo(name, *lines, program=self.program), "added", If_None_Match="*")

    def retitle(self) -> None:
        if href := self.one():
            self.put(href, re.sub(r"SUMMARY:[^\r]*", f"SUMMARY:{self.ledger.begin()}", self.known[href][1]), "retitled")

    def reschedule(self) -> None:
        if (href := self.one()) and DUE.search(self.known[href][1]):
            self.put(href, moved(self.known[href][1], self.day()), "rescheduled")

    def complete(self) -> None:
        href = self.one()
        if href is None:
            return
        text = self.known[href][1]
        if "RRULE" not in text:
            return self.put(href, completed(text), "completed")
        # What is known is current, so that it is known which date comes next.
        self.sync()
        if href not in self.known or "RRULE" not in (text := self.known[href][1]) or not is_open(text):
            return
        if START.search(text) and not DUE.search(text):
            return
        due = self.date(text)
        sent, condition = self.written(self.completed_instance(text, due)), self.condition(href)
        if self.put(href, sent, "advanced"):
            # A page may have moved this one date, also beyond the next one.
            after = current(self.calendar.send("GET", href).text)
            self.calendar.put(href, sent, **condition)
            again = self.calendar.send("GET", href)
            is_moved = START.search(text) and START.search(text)[1] != DUE.search(text)[1]
            if (after <= due and not is_moved) or current(again.text) != after:
                raise Failed(f"{type(self).__name__} completed the {due} of a series:\n{text}\nwhich is then due {after}, and after a repetition:\n{again.text}")
            self.known |= self.calendar.multiget([href]).texts()

    def remove(self) -> None:
        if (href := self.one()) and self.chance.random() < 0.3:
            self.done["deleted"] += self.calendar.send("DELETE", href, **self.condition(href)).status == 204
            self.known.pop(href)

    def one(self) -> str | None:
        """An open task that the client knows."""
        hrefs = sorted(href for href, (_, text) in self.known.items() if is_open(text))
        return self.chance.choice(hrefs) if hrefs else None

    def put(self, href: str, text: str, what: str, **condition: str) -> bool:
        condition, text = condition or self.condition(href), self.written(text)
        reply = self.calendar.put(href, text, **condition)
        if reply.status in (404, 412):
            # The client reads what there is. What it has sent was not stored.
            self.done["refused"] += 1
            self.ledger.refuse()
            self.sync()
            return False
        if reply.status not in (201, 204):
            raise Failed(f"{type(self).__name__} was answered with {reply.status} {reply.text[:300]} at {href}:\n{text}")
        self.ledger.acknowledge(TEXT.search(text)[0])
        self.done[what] += 1
        if self.chance.random() < 0.1 and "If_None_Match" not in condition:
            self.calendar.put(href, text, **condition)
        if tag := reply.headers["ETag"]:
            self.known[href] = (tag, text)
        else:
            self.known |= self.calendar.multiget([href]).texts()
        return True

    def written(self, text: str) -> str:
        """A text as the client writes it."""
        return text

    def date(self, text: str) -> date:
        """The date that is completed next."""
        return current(text)

    def completed_instance(self, text: str, due: date) -> str:
        raise NotImplementedError


class MovingDue(Client):
    """Like Tasks.org: no conditions, and a completed series is due later."""

    program = "MOVING"

    def condition(self, href: str) -> dict[str, str]:
        return {}

    def completed_instance(self, text: str, due: date) -> str:
        return moved(text, due + timedelta(days=1))


class Overriding(Client):
    """Like jtx Board: a completed instance is overridden."""

    program = "OVERRIDING"

    def completed_instance(self, text: str, due: date) -> str:
        # An instance is named by its start.
        start = date.fromisoformat(START.search(text)[1]) + completed_days(text)
        lines = [f"RECURRENCE-ID;VALUE=DATE:{start:%Y%m%d}", "STATUS:COMPLETED", "COMPLETED:20261126T100000Z", "END:VTODO", "END:VCALENDAR"]
        return text.replace("END:VCALENDAR", "\r\n".join(["BEGIN:VTODO", f"UID:{uid(text)}", *lines]))


class CompletingSeries(Client):
    """Like older programs: the series as a whole is completed. It drops what others have added."""

    program = "COMPLETING"

    def date(self, text: str) -> date:
        return current(task(text))

    def completed_instance(self, text: str, due: date) -> str:
        return completed(text)

    def written(self, text: str) -> str:
        text = re.sub(r"(?m)^X-(?!COMPLETING)[^\r]*\r\n", "", text)
        return re.sub(r"PRODID:[^\r]*", f"PRODID:{self.program}", text)


PROGRAMS = {one.program for one in Client.__subclasses__()}


class Browser(Editor):
    def __init__(self, server: Fourfold, ledger: Ledger, chance: random.Random):
        super().__init__(ledger, chance)
        self.server, self.connection = server, Connection(server.port, room=32 << 20)
        lists = self.page("/lists")
        self.list = re.search(r'href="(/lists/\d+)"[^>]*>(?:(?!href=).)*?drill', lists, re.S | re.I)[1]
        self.shown = ""

    def page(self, path: str) -> str:
        answer = self.connection.get(path, self.server.headers())
        if answer.status == 303:
            # The page tells of the deletions of a client.
            answer = self.connection.get(answer.headers["location"].partition("#")[0], self.server.headers())
        if answer.status != 200:
            raise Failed(f"{path} was answered with {answer.status}")
        return answer.body.decode()

    def form(self, path: str, what: str, **fields: str) -> None:
        answer = self.connection.post(path, urlencode(fields), {"Cookie": self.server.cookie()})
        if answer.status == 303:
            self.done[what] += 1
            if title := fields.get("title"):
                self.ledger.acknowledge(title)
        elif answer.status in (404, 409, 410):
            self.done["refused"] += 1
        else:
            raise Failed(f"{path} was answered with {answer.status}")

    def other(self) -> None:
        """Undoes one of the newest changes."""
        # The oldest one made the list.
        changes = re.findall(r'action="(/changes/\d+/undo)', self.page(f"{self.list}/history"))[:-1]
        if changes and self.chance.random() < 0.5:
            self.form(self.chance.choice(changes[:5]), "undone")

    def task(self) -> str | None:
        """The address of an open task, of a page that may be old."""
        if self.chance.random() < 0.5 or not self.shown:
            self.shown = self.page(f"{self.list}?all-open")
        tasks = re.findall(r'id="task-(\d+)"', self.shown)
        return f"/tasks/{self.chance.choice(tasks)}" if tasks else None

    def add(self) -> None:
        self.form(f"{self.list}/tasks", "added", version="", title=self.ledger.begin())

    def retitle(self) -> None:
        self.edit(title=self.ledger.begin())

    def edit(self, **fields: str) -> None:
        task = self.task()
        if task and (page := self.connection.get(task, self.server.headers()).body.decode()) and (version := re.search(r'name="version" value="(\d+)"', page)):
            self.form(task, "retitled", version=version[1], notes="", due="", **fields)

    def reschedule(self) -> None:
        if task := self.task():
            self.form(f"{task}/due", "rescheduled", due=self.day().isoformat())

    def complete(self) -> None:
        if task := self.task():
            self.form(f"{task}/complete", "completed")

    def remove(self) -> None:
        if (task := self.task()) and self.chance.random() < 0.3:
            self.form(f"{task}/delete", "deleted")

    def open_titles(self) -> Counter:
        rows = self.page(f"{self.list}?all-open").split('<li class="task-row')[1:]
        titles = [re.search(rf'class="title"[^>]*>({TEXT.pattern})', row) for row in rows if " done" not in row.partition('"')[0]]
        return Counter(title[1] for title in titles if title)

    def all_texts(self) -> set[str]:
        """All that the list's pages and its history have."""
        found = set(TEXT.findall(self.page(f"{self.list}?all-open")))
        path: str | None = f"{self.list}/history"
        while path:
            page = self.page(path)
            found |= set(TEXT.findall(page))
            older = re.search(r'href="([^"]*/history\?[^"]*before=[^"]*)"', page)
            path = unescape(older[1]) if older else None
        return found


def uid(text: str) -> str:
    return re.search(r"(?m)^UID:([^\r]*)", text)[1]


def task(text: str) -> str:
    """The text without the overrides of instances."""
    return text[: text.index("END:VTODO")] + "END:VTODO\r\nEND:VCALENDAR\r\n"


def is_open(text: str) -> bool:
    return "STATUS:COMPLETED" not in task(text)


def current(text: str) -> date:
    """The date of a daily series whose completed instances are overridden."""
    due = DUE.search(text)
    if due is None:
        raise Failed(f"a rule without a date:\n{text}")
    return date.fromisoformat(due[1]) + completed_days(text)


def completed_days(text: str) -> timedelta:
    """How far the first instance that is not completed is from the first one. An instance is named by its start."""
    day = start = date.fromisoformat((START.search(text) or DUE.search(text))[1])
    while f"RECURRENCE-ID;VALUE=DATE:{day:%Y%m%d}" in text:
        day += timedelta(days=1)
    return day - start


def moved(text: str, day: date) -> str:
    return re.sub(r"(?m)^(DUE|DTSTART);VALUE=DATE:\d{8}", rf"\1;VALUE=DATE:{day:%Y%m%d}", task(text))


def completed(text: str) -> str:
    open_text = re.sub(r"STATUS:[^\r]*\r\n", "", task(text))
    return open_text.replace("END:VTODO", "STATUS:COMPLETED\r\nCOMPLETED:20261126T100000Z\r\nEND:VTODO")
