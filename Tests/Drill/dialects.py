"""Simulated CalDAV apps. They sync only now and then, so that they often write over what they don't know; and they send some requests twice,
as after an answer that was lost."""

import random
import re
from collections import Counter
from datetime import date, timedelta

from calendars import Calendar, Reply, app_password, todo
from ledger import Ledger
from room import Failed
from server import Fourfold
from truth import Fields, Truth, fields, is_open, main, uid

START = re.compile(r"(?m)^DTSTART;VALUE=DATE:(\d{8})\r$")
DUE = re.compile(r"(?m)^DUE;VALUE=DATE:(\d{8})\r$")


class Editor:
    """Who edits: an app or a tab of a browser. Each acts once at a time."""

    actions = ["add", "add", "retitle", "retitle", "annotate", "reschedule", "complete", "complete", "reopen", "remove", "other"]

    def __init__(self, name: str, ledger: Ledger, truth: Truth, chance: random.Random):
        self.name, self.ledger, self.truth, self.chance, self.done = name, ledger, truth, chance, Counter()

    def act(self) -> None:
        getattr(self, self.chance.choice(self.actions))()

    def day(self) -> date:
        return date(2027, 1, 1) + timedelta(days=self.chance.randrange(300))


class Client(Editor):
    """What all dialects have in common. `known` has the tag and the text of each resource as the client last saw it."""

    program = ""
    actions = [*Editor.actions, "move", "locate", "prioritize"]

    def __init__(self, server: Fourfold, paths: list[str], ledger: Ledger, truth: Truth, chance: random.Random):
        super().__init__(type(self).__name__, ledger, truth, chance)
        password = app_password(server, self.name)
        self.calendars = [Calendar(server.port, path, "Ann", password) for path in paths]
        self.known: dict[str, tuple[str, str]] = {}
        self.tokens = {path: "" for path in paths}

    def calendar(self, href: str) -> Calendar:
        return next(one for one in self.calendars if href.startswith(one.path))

    def sync(self) -> None:
        for calendar in self.calendars:
            token = self.tokens[calendar.path]
            reply = calendar.sync(token)
            if token and reply.status == 403:
                # After a restore, the client begins anew.
                token, reply = "", calendar.sync()
            if reply.status != 207:
                raise Failed(f"a sync was answered with {reply.status} {reply.text[:300]}")
            changed = reply.tags()
            known = [href for href in self.known if href.startswith(calendar.path)]
            # The first sync tells what there is, not what is gone.
            for href in reply.resources().keys() - changed.keys() if token else known - changed.keys():
                self.known.pop(href, None)
            hrefs = list(changed)
            for start in range(0, len(hrefs), 50):
                self.known |= calendar.multiget(hrefs[start : start + 50]).texts()
            self.tokens[calendar.path] = reply.token()

    other = sync

    def tasks(self, name: str) -> dict[str, Fields]:
        """What the client knows, by identifiers. One that is there twice is a fault of the last action, of this name."""
        tasks: dict[str, Fields] = {}
        for _, text in self.known.values():
            if uid(text) in tasks:
                self.truth.fault(name, "doubled", f"{uid(text)} is there twice")
            tasks[uid(text)] = fields(text)
        return tasks

    def condition(self, href: str) -> dict[str, str]:
        return {"If_Match": self.known[href][0]}

    def add(self) -> None:
        name = f"{self.program.lower()}-{self.chance.getrandbits(60):015x}"
        lines = [f"SUMMARY:{self.ledger.begin()}", f"X-{self.program}:{name}"]
        if self.chance.random() < 0.5:
            lines.append(f"DUE;VALUE=DATE:{self.day():%Y%m%d}")
            if self.chance.random() < 0.6:
                lines += [lines[-1].replace("DUE", "DTSTART"), "RRULE:FREQ=DAILY"]
        calendar = self.chance.choice(self.calendars)
        parents = sorted(text for href, (_, text) in self.known.items() if href.startswith(calendar.path))
        if parents and self.chance.random() < 0.3:
            lines.append(f"RELATED-TO:{uid(self.chance.choice(parents))}")
        self.put(f"{calendar.path}{name}.ics", todo(name, *lines, program=self.program), "added", If_None_Match="*")

    def retitle(self) -> None:
        self.replace("SUMMARY", self.ledger.begin(), "retitled")

    def annotate(self) -> None:
        self.replace("DESCRIPTION", f"note {self.chance.getrandbits(40):x}", "annotated")

    def locate(self) -> None:
        self.replace("LOCATION", f"place {self.chance.getrandbits(40):x}", "located")

    def prioritize(self) -> None:
        self.replace("PRIORITY", str(self.chance.choice([1, 5, 9])), "prioritized")

    def replace(self, name: str, value: str, what: str) -> None:
        if href := self.one():
            text = self.known[href][1]
            head = re.sub(rf"(?m)^{name}:[^\r]*\r\n(?: [^\r]*\r\n)*", "", main(text), count=1)
            self.put(href, head.replace("END:VTODO", f"{name}:{value}\r\nEND:VTODO", 1).removesuffix("END:VCALENDAR\r\n") + text[text.index("END:VTODO\r\n") + 11 :], what)

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
        if not DUE.search(text):
            return
        due = self.date(text)
        sent, condition = self.written(self.completed_instance(text, due)), self.condition(href)
        if self.put(href, sent, "advanced"):
            # A page may have moved this one date, also beyond the next one.
            calendar = self.calendar(href)
            after = current(calendar.send("GET", href).text)
            calendar.put(href, sent, **condition)
            again = calendar.send("GET", href)
            is_moved = START.search(text) and START.search(text)[1] != DUE.search(text)[1]
            if (after <= due and not is_moved) or current(again.text) != after:
                self.truth.fault(self.name, "series", f"completed the {due} of a series:\n{text}\nwhich is then due {after}, and after a repetition:\n{again.text}")
            self.known |= calendar.multiget([href]).texts()

    def reopen(self) -> None:
        hrefs = sorted(href for href, (_, text) in self.known.items() if not is_open(text) and "RRULE" not in text)
        if hrefs:
            href = self.chance.choice(hrefs)
            text = re.sub(r"(?m)^(STATUS|COMPLETED|PERCENT-COMPLETE):[^\r]*\r\n", "", self.known[href][1])
            self.put(href, text, "reopened")

    def remove(self) -> None:
        if (href := self.one()) and self.chance.random() < 0.3 and self.delete(href, "deleted"):
            self.truth.remove(uid(self.known.pop(href)[1]))

    def move(self) -> None:
        """To the other collection, as a deletion and a new resource in either order. Its steps are not named, and must not be lost."""
        href = self.one()
        if href is None:
            return
        source, text = self.calendar(href), self.known[href][1]
        target = self.chance.choice([one for one in self.calendars if one is not source])
        other = target.path + href.removeprefix(source.path)
        if self.chance.random() < 0.5:
            if self.delete(href, "moved") and not self.put(other, text, "moved", base=text, If_None_Match="*"):
                self.truth.remove(uid(text))
        elif self.put(other, text, "moved", base=text, If_None_Match="*"):
            self.delete(href, "moved")
        self.sync()

    def delete(self, href: str, what: str) -> bool:
        condition = self.condition(href)
        reply = self.calendar(href).send("DELETE", href, **condition)
        self.truth.tell(uid(self.known[href][1]), f"{self.name}: DELETE {href} {condition}: {reply.status}")
        if reply.status in (404, 412):
            self.done["refused"] += 1
            self.sync()
            return False
        self.expect(reply, 204)
        self.done[what] += 1
        return True

    def one(self) -> str | None:
        """An open task that the client knows."""
        hrefs = sorted(href for href, (_, text) in self.known.items() if is_open(text))
        return self.chance.choice(hrefs) if hrefs else None

    def put(self, href: str, text: str, what: str, base: str = "", **condition: str) -> bool:
        """Stores a text. `base` is what is known of the task, if that is not what is known of the resource."""
        is_new = "If_None_Match" in condition
        before = fields(base) if base else {} if is_new or href not in self.known else fields(self.known[href][1])
        condition, text, calendar = condition or self.condition(href), self.written(text), self.calendar(href)
        reply = calendar.put(href, text, **condition)
        self.truth.tell(uid(text), f"{self.name}: PUT {href} {condition}: {reply.status}")
        if reply.status in (403, 404, 412) and (reply.status != 403 or "no-uid-conflict" in reply.text):
            # The client reads what there is. What it has sent was not stored.
            self.done["refused"] += 1
            self.ledger.refuse()
            self.sync()
            return False
        self.expect(reply, 201, 204)
        self.ledger.acknowledge(fields(text)["title"])
        self.truth.change(self.name, uid(text), before, fields(text), is_new=reply.status == 201)
        self.done[what] += 1
        if self.chance.random() < 0.1 and not is_new:
            calendar.put(href, text, **condition)
        if tag := reply.headers["ETag"]:
            self.known[href] = (tag, text)
        else:
            self.known |= calendar.multiget([href]).texts()
        return True

    def expect(self, reply: Reply, *statuses: int) -> None:
        if reply.status not in statuses:
            raise Failed(f"{self.name} was answered with {reply.status} {reply.text[:300]}")

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
    """Like jtx Board: a completed instance is overridden, some with a title of their own."""

    program = "OVERRIDING"

    def completed_instance(self, text: str, due: date) -> str:
        # An instance is named by its start.
        start = date.fromisoformat((START.search(text) or DUE.search(text))[1]) + completed_days(text)
        lines = [f"RECURRENCE-ID;VALUE=DATE:{start:%Y%m%d}", "STATUS:COMPLETED", "COMPLETED:20261126T100000Z", "END:VTODO", "END:VCALENDAR"]
        return text.replace("END:VCALENDAR", "\r\n".join(["BEGIN:VTODO", f"UID:{uid(text)}", *lines]))


class Sometimes(Overriding):
    """Sends a condition with every other request."""

    program = "SOMETIMES"

    def condition(self, href: str) -> dict[str, str]:
        return super().condition(href) if self.chance.random() < 0.5 else {}


class CompletingSeries(Client):
    """Like older programs: the series as a whole is completed. It drops what others have added."""

    program = "COMPLETING"

    def date(self, text: str) -> date:
        return current(main(text))

    def completed_instance(self, text: str, due: date) -> str:
        return completed(text)

    def written(self, text: str) -> str:
        text = re.sub(r"(?m)^X-(?!COMPLETING)[^\r]*\r\n", "", text)
        return re.sub(r"PRODID:[^\r]*", f"PRODID:{self.program}", text)


DIALECTS: list[type[Client]] = [MovingDue, Overriding, Sometimes, CompletingSeries]


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
    return re.sub(r"(?m)^(DUE|DTSTART);VALUE=DATE:\d{8}", rf"\1;VALUE=DATE:{day:%Y%m%d}", main(text))


def completed(text: str) -> str:
    open_text = re.sub(r"(?m)^(STATUS|COMPLETED|PERCENT-COMPLETE):[^\r]*\r\n", "", main(text))
    return open_text.replace("END:VTODO", "STATUS:COMPLETED\r\nCOMPLETED:20261126T100000Z\r\nEND:VTODO", 1)
