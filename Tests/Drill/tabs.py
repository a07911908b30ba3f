"""A tab of a browser, whose page of a task may be old when its form is sent."""

import random
import re
from collections.abc import Callable
from html import unescape
from html.parser import HTMLParser
from urllib.parse import urlencode

from connection import Connection, joined
from dialects import Editor
from ledger import Ledger
from room import Failed
from server import Fourfold
from truth import Truth

TEXT = re.compile(r"drill-\d{7}")


class Tab(Editor):
    actions = [*Editor.actions, "move"]

    def __init__(self, name: str, server: Fourfold, lists: list[str], ledger: Ledger, truth: Truth, chance: random.Random):
        super().__init__(name, ledger, truth, chance)
        self.server, self.lists, self.shown = server, lists, {}
        # The identifier of a task, by its number.
        self.identify: Callable[[str], str | None] = lambda number: None
        self.reconnect()

    def reconnect(self) -> None:
        self.connection = Connection(self.server.port, room=64 << 20)

    def page(self, path: str) -> str:
        answer = self.connection.get(path, self.server.headers())
        if answer.status == 303:
            # The page tells of the deletions of a client.
            answer = self.connection.get(answer.headers["location"].partition("#")[0], self.server.headers())
        if answer.status != 200:
            raise Failed(f"{path} was answered with {answer.status}")
        return joined(answer).decode()

    def form(self, path: str, what: str, fields: dict[str, str]) -> bool:
        answer = self.connection.post(path, urlencode(fields), {"Cookie": self.server.cookie()})
        if answer.status == 303:
            self.done[what] += 1
            return True
        if answer.status not in (404, 409, 410, 422):
            raise Failed(f"{path} was answered with {answer.status}")
        self.done["refused"] += 1
        return False

    def other(self) -> None:
        """Undoes one of the newest changes."""
        # The oldest one made the list.
        changes = re.findall(r'action="(/changes/\d+/undo)', self.page(f"{self.chance.choice(self.lists)}/history"))[:-1]
        if changes and self.chance.random() < 0.3 and self.form(self.chance.choice(changes[:5]), "undone", {}):
            self.truth.unknown(None)

    def opened(self) -> tuple[str, dict[str, str]] | None:
        """The address of a task and the fields of its form, of a page that may be old."""
        if len(self.shown) > 3 and self.chance.random() < 0.5:
            path = self.chance.choice(sorted(self.shown))
            return path, self.shown.pop(path)
        tasks = re.findall(r'id="task-(\d+)"', self.page(f"{self.chance.choice(self.lists)}?all-open"))
        if not tasks:
            return None
        path = f"/tasks/{self.chance.choice(tasks)}"
        answer = self.connection.get(path, self.server.headers())
        form = FormFields(path, answer.body.decode()).fields
        if answer.status != 200 or "title" not in form:
            return None
        if self.chance.random() < 0.3:
            self.shown[path] = form
            return None
        return path, form

    def edit(self, what: str, then: str = "", **changed: str) -> None:
        if (found := self.opened()) is None:
            return
        path, form = found
        task = self.identify(path.rpartition("/")[2])
        if self.form(path, what, form | changed | ({"then": then} if then else {})):
            for title in changed.keys() & {"title"}:
                self.ledger.acknowledge(changed[title])
            if task is None or what == "moved":
                return self.truth.unknown(None if task is None else task)
            names = {"title": "title", "notes": "notes", "due": "due", "priority": "priority"}
            before = {names[name]: form[name] for name in changed if name in names}
            after = {names[name]: value for name, value in changed.items() if name in names}
            for fields in (before, after):
                if "due" in fields:
                    fields["due"] = fields["due"].replace("-", "")
            if then == "complete":
                before, after = {}, {"done": "yes"}
            self.truth.change(self.name, task, before, after)
            if then == "delete":
                self.truth.remove(task)

    def add(self) -> None:
        title = self.ledger.begin()
        if self.form(f"{self.chance.choice(self.lists)}/tasks", "added", {"version": "", "title": title}):
            self.ledger.acknowledge(title)

    def retitle(self) -> None:
        self.edit("retitled", title=self.ledger.begin())

    def annotate(self) -> None:
        self.edit("annotated", notes=f"note {self.chance.getrandbits(40):x}")

    def reschedule(self) -> None:
        self.edit("rescheduled", due=self.day().isoformat())

    def complete(self) -> None:
        self.edit("completed", then="complete")

    def reopen(self) -> None:
        self.edit("prioritized", priority=self.chance.choice(["low", "medium", "high"]))

    def remove(self) -> None:
        if self.chance.random() < 0.3:
            self.edit("deleted", then="delete")

    def move(self) -> None:
        self.edit("moved", list=self.chance.choice(self.lists).rpartition("/")[2])

    def all_texts(self) -> set[str]:
        """The titles that the pages of the lists, the trash and the history have."""
        found: set[str] = set()
        for start in [page for path in self.lists for page in (f"{path}?all-open", f"{path}/history")] + ["/trash"]:
            path: str | None = start
            while path:
                page = self.page(path)
                found |= set(TEXT.findall(page))
                older = re.search(r'href="([^"]*/history\?[^"]*before=[^"]*)"', page)
                path = unescape(older[1]) if older and "history" in start else None
        return found


class FormFields(HTMLParser):
    """The fields of the form with this address, as a browser sends them."""

    def __init__(self, action: str, page: str):
        super().__init__()
        self.action, self.fields, self.is_inside, self.area, self.choice = action, {}, False, "", ""
        self.feed(page)

    def handle_starttag(self, tag: str, pairs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in pairs}
        if tag == "form":
            self.is_inside = given.get("action") == self.action and given.get("id") == "edit"
        if not self.is_inside or ("name" not in given and tag != "option"):
            return
        if tag == "input" and (given.get("type") not in ("radio", "checkbox") or "checked" in given):
            self.fields[given["name"]] = given.get("value", "on")
        elif tag == "textarea":
            self.area = given["name"]
            self.fields[self.area] = ""
        elif tag == "select":
            self.choice = given["name"]
        elif tag == "option" and self.choice and ("selected" in given or self.choice not in self.fields):
            self.fields[self.choice] = given.get("value", "")

    def handle_data(self, data: str) -> None:
        if self.area:
            self.fields[self.area] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea" and self.area:
            self.fields[self.area] = self.fields[self.area].removeprefix("\n")
            self.area = ""
        elif tag == "select":
            self.choice = ""
        elif tag == "form":
            self.is_inside = False
