"""What must be there: of each field of each task, what the last change that was acknowledged says. A change is what differs between the text
that its sender knew and the text that it sent, so what others have changed meanwhile stays."""

import re
from collections import Counter, defaultdict

Fields = dict[str, str]

PROPERTIES = {"SUMMARY": "title", "DESCRIPTION": "notes", "LOCATION": "place", "PRIORITY": "priority", "DUE": "due", "RELATED-TO": "parent"}
LINE = re.compile(r"([A-Z-]+)[^:\r]*:([^\r]*)")


class Truth:
    def __init__(self):
        self.tasks: dict[str, Fields] = {}
        # Of each field of each task, who has changed it last.
        self.authors: dict[str, dict[str, str]] = defaultdict(dict)
        self.gone: set[str] = set()
        self.faults: list[tuple[str, str, str]] = []
        self.free: set[str] = set()
        # What was done to each task, as it is told beside a fault.
        self.story: dict[str, list[str]] = defaultdict(list)

    def fault(self, name: str, kind: str, text: str, task: str = "") -> None:
        steps = [f"{step}: {line}" for step in sorted(self.below(task)) for line in self.story[step][-3:]] if task else []
        self.faults.append((name, kind, "\n  ".join([text, *self.story[task][-12:], *steps])))

    def tell(self, task: str, line: str) -> None:
        """Notes what was done to a task."""
        self.story[task].append(line)

    def change(self, name: str, task: str, before: Fields, after: Fields, is_new: bool = False) -> None:
        """Notes an acknowledged change."""
        news = {field: after.get(field, "") for field in before.keys() | after.keys() if before.get(field) != after.get(field)}
        self.tell(task, f"{name} {'adds' if is_new else 'says'} {news}")
        if is_new and (task in self.gone or task not in self.tasks):
            self.gone.discard(task)
            # Steps that were deleted with it come back with it.
            self.free |= self.below(task)
            before = {}
        own = self.tasks.setdefault(task, {})
        for field in before.keys() | after.keys():
            if before.get(field) != after.get(field):
                own[field] = after.get(field, "")
                self.authors[task][field] = name
        # What a series shows as due and done follows from its dates.
        if "repeats" in after or "repeats" in own:
            own.pop("due", None), own.pop("done", None)
        if before.get("done") != after.get("done"):
            self.free |= self.below(task)
            # A series that was completed with the task above it has no rule, until it is reopened.
            own.pop("repeats", None)
        # An open step makes a completed task open.
        if "done" not in after:
            self.free |= self.above(task)

    def remove(self, task: str) -> None:
        """Notes an acknowledged deletion. Whether steps stay is not decided here."""
        self.gone.add(task)
        self.tell(task, "deleted")
        self.free |= self.below(task)

    def unknown(self, task: str | None) -> None:
        """Notes that the server may have changed a task or all: after an undo, or an answer that did not come."""
        self.free |= {task} if task else set(self.tasks)

    def below(self, task: str) -> set[str]:
        found, new = set(), {task}
        while new:
            new = {one for one, own in self.tasks.items() if own.get("parent") in new} - found
            found |= new
        return found

    def above(self, task: str) -> set[str]:
        found: set[str] = set()
        while (task := self.tasks.get(task, {}).get("parent", "")) and task not in found:
            found.add(task)
        return found

    def compare(self, there: dict[str, Fields], name: str) -> None:
        """Notes what is not as it must be, after somebody has acted, and goes on with what is there."""
        for task, own in self.tasks.items():
            if task in self.free:
                continue
            seen = there.get(task)
            if (seen is None) != (task in self.gone):
                self.fault(name, "lost" if seen is None else "back again", f"{task} is {'gone' if seen is None else 'there'}: {own}", task)
            for field, value in own.items() if seen is not None and task not in self.gone else ():
                if seen.get(field, "") != value and not (field == "parent" and value and value not in there):
                    author = self.authors[task].get(field, "?")
                    self.fault(name, f"{field} undone", f"{author} made the {field} of {task} “{value}”; after {name} it is “{seen.get(field, '')}”", task)
        self.free = set()
        for task, seen in there.items():
            self.gone.discard(task)
            own = self.tasks.setdefault(task, {})
            own.update({field: seen.get(field, "") for field in own.keys() | seen.keys()})
            if "repeats" in seen:
                own.pop("due", None), own.pop("done", None)
        self.gone |= self.tasks.keys() - there.keys()

    def report(self) -> list[str]:
        """The ledger by editors, and an example of each kind of fault."""
        counts = Counter((name, kind) for name, kind, _ in self.faults)
        examples = {kind: text for _, kind, text in reversed(self.faults)}
        return [f"{count} × {kind} after {name}" for (name, kind), count in sorted(counts.items())] + [f"{kind}: {text}" for kind, text in sorted(examples.items())]


def fields(text: str) -> Fields:
    """The fields of the task that a text has, as far as they are compared."""
    own: Fields = {}
    for name, value in LINE.findall(re.sub(r"\r\n[ \t]", "", main(text))):
        if (field := PROPERTIES.get(name)) and value:
            own[field] = value
        elif name == "RRULE":
            own["repeats"] = "yes"
        elif name == "STATUS" and value == "COMPLETED":
            own["done"] = "yes"
    # Apps and pages have three priorities.
    if priority := own.get("priority"):
        own["priority"] = {"0": ""}.get(priority, "high" if priority < "5" else "medium" if priority == "5" else "low")
    return {field: value for field, value in own.items() if value}


def main(text: str) -> str:
    """The text without the overrides of instances."""
    return text[: text.index("END:VTODO")] + "END:VTODO\r\nEND:VCALENDAR\r\n"


def is_open(text: str) -> bool:
    return "STATUS:COMPLETED" not in main(text)


def uid(text: str) -> str:
    return re.search(r"(?m)^UID:([^\r]*)", text)[1]
