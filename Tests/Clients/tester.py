"""Runs caldav-server-tester with tasks in place of its events: python tester.py URL NAME PASSWORD. Prints what it found, as JSON.

It begins by storing events, and most of its checks are about these. So its source is read with the words for tasks, and its journals
are left out. The names of what it checks stay: "save-load.event" is about tasks, too."""

import importlib.util
import inspect
import json
import logging
import re
import sys

import caldav
from caldav.lib.error import DAVError

WORDS = [
    (r"event=True", "todo=True, include_completed=True"),
    (r"\.(get_)?events\(\)", ".todos(include_completed=True)"),
    (r"\.(save|add)_event\(", r".\1_todo("),
    (r"\.event_by_uid\(", ".todo_by_uid("),
    (r"\bEvent, (Journal, Todo\b)", r"\1"),
    (r"\bEvent\b", "Todo"),
    (r"VEVENT", "VTODO"),
    (r"\bDTEND\b", "DUE"),
    (r"(?<![.-])\bdtend\b", "due"),
    (r"no_dtend", "no_due"),
]


def checks():
    """The module `caldav_server_tester.checks` about tasks."""
    found = importlib.util.find_spec("caldav_server_tester.checks")
    module = importlib.util.module_from_spec(found)
    source = found.loader.get_source(found.name)
    for pattern, words in WORDS:
        source = re.sub(pattern, words, source)
    sys.modules[found.name] = module
    exec(compile(source, found.origin, "exec"), module.__dict__)
    return module


def main() -> None:
    logging.disable(logging.CRITICAL)
    about_tasks = checks()
    from caldav_server_tester.checker import ServerQuirkChecker

    prepare = about_tasks.PrepareCalendar._create_test_events

    def without_journals(self, calendar, identifier, name, add):
        def add_one(kind, *arguments, **values):
            if kind is about_tasks.Journal:
                raise DAVError(reason="no journals")
            return add(kind, *arguments, **values)

        return prepare(self, calendar, identifier, name, add_one)

    about_tasks.PrepareCalendar._create_test_events = without_journals
    url, name, password = sys.argv[1:]
    checker = ServerQuirkChecker(caldav.DAVClient(url=url, username=name, password=password), debug_mode=None)
    failed = {}
    for name, check in inspect.getmembers(about_tasks, inspect.isclass):
        if issubclass(check, about_tasks.Check) and check is not about_tasks.Check and check.__module__ == about_tasks.__name__:
            try:
                check(checker).run_check()
            except AssertionError as problem:
                failed[name] = str(problem)
    found = {name: one.get("support") for name, one in checker.features_checked.dotted_feature_set_list().items()}
    print(json.dumps({"found": found, "failed": failed}, indent=1, sort_keys=True))


main()
