"""CalDAV clients of others sync with the lists of an account, both ways: vdirsyncer with todoman, and the Python library caldav.

Then caldav-server-tester tells what the server can."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import web
from dav import todo
from server import NAME, ROOT

CLIENTS = ROOT / ".venv-clients" / "bin"


@pytest.fixture
def password(server, steps) -> str:
    """An app password of the account, which has a list with a task."""
    steps.make_list("House", "Paint the door")
    made = web.post(f"{server.url}/settings/app-passwords", {"name": "Laptop"})
    shown = web.get(server.url + made.location.partition("#")[0]).text
    return re.search(r"\d+(?:-[a-z0-9]{4}){7}", shown)[0]


def test_a_folder_and_a_list_are_synced_both_ways(server, password, page, steps, tmp_path):
    (tmp_path / "config").write_text(
        f"""[general]
status_path = "{tmp_path}/status"
[pair tasks]
a = "folder"
b = "server"
collections = ["from b"]
[storage folder]
type = "filesystem"
path = "{tmp_path}/folder"
fileext = ".ics"
[storage server]
type = "caldav"
url = "{server.url}/dav/"
username = "{NAME}"
password = "{password}"
item_types = ["VTODO"]
"""
    )
    run(tmp_path, "discover")
    run(tmp_path, "sync")
    # The Inbox has a folder, too.
    (door,) = (tmp_path / "folder").glob("*/*.ics")
    folder = door.parent
    assert "SUMMARY:Paint the door" in door.read_text()

    with door.open("w", newline="") as file:
        file.write(todo(door.stem, "Paint the door red", "X-KEPT:1"))
    with (folder / "lamp.ics").open("w", newline="") as file:
        file.write(todo("lamp", "Mend the lamp", "PRIORITY:1"))
    run(tmp_path, "sync")
    page.reload()
    assert sorted(steps.titles()) == ["Mend the lamp", "Paint the door red"]
    steps.delete("Mend the lamp")
    run(tmp_path, "sync")
    assert [file.name for file in folder.glob("*.ics")] == [door.name]
    assert "X-KEPT:1" in door.read_text()
    steps.undo()
    run(tmp_path, "sync")
    assert len(list(folder.glob("*.ics"))) == 2

    # todoman reads and writes the same folder.
    (tmp_path / "todoman.py").write_text(f'path = "{tmp_path}/folder/*"\ncache_path = "{tmp_path}/cache"\ndate_format = "%Y-%m-%d"\n')
    todoman = [CLIENTS / "todo", "--config", tmp_path / "todoman.py"]
    listed = {one["summary"]: one for one in json.loads(call(*todoman, "--porcelain", "list"))}
    assert listed.keys() == {"Mend the lamp", "Paint the door red"} and listed["Mend the lamp"]["priority"] == 1
    call(*todoman, "done", str(listed["Mend the lamp"]["id"]))
    call(*todoman, "new", "--list", folder.name, "--due", "2031-05-04", "Buy oil")
    run(tmp_path, "sync")
    page.goto("/today")
    page.go_back()
    assert sorted(steps.titles()) == ["Buy oil", "Paint the door red"]
    assert "4 May 2031" in steps.row("Buy oil").inner_text()


def test_a_program_edits_a_list_with_the_python_library_caldav(server, password, page, steps):
    steps.add("Sweep every monday")
    call(CLIENTS / "python", ROOT / "Tests" / "Clients" / "edits.py", f"{server.url}/dav/", NAME, password, "House")
    address = page.url.partition("?")[0]
    page.goto(address)
    assert sorted(steps.titles()) == ["Buy green tea", "Call Eve", "Sweep", "Water the plants"]
    assert "Laptop" in web.get(f"{address}/history").text


def test_the_server_can_what_a_server_of_tasks_can(server, password):
    """What Documentation/Phones.md tells of caldav-server-tester."""
    told = json.loads(call(CLIENTS / "python", ROOT / "Tests" / "Clients" / "tester.py", f"{server.url}/dav/", NAME, password))
    assert not told["failed"]
    found = told["found"]
    assert {name for name, support in found.items() if support != "full"} == LACKING
    assert len(found) > 90


LACKING = {
    *("create-calendar.auto", "freebusy-query", "principal-search", "principal-search.by-name.self", "principal-search.list-all", "save-load.journal"),
    *("save.duplicate-uid.cross-calendar", "scheduling", "search.time-range.alarm", "url.encode-at.identity"),
    *(f"search.recurrences.expanded.{what}" for what in ("event", "exception", "todo")),
    *(f"search.recurrences.includes-implicit.{what}" for what in ("event", "infinite-scope", "todo", "todo.pending")),
    # Not tried: an account has lists of its own, its name has no @, and the address is localhost.
    *("get-current-user-principal.has-calendar", "url.encode-at.literal.principal", "well-known"),
}


def run(folder: Path, command: str) -> None:
    call(Path(sys.executable).with_name("vdirsyncer"), "--config", folder / "config", command, "tasks")


def call(*command: object) -> str:
    done = subprocess.run([str(word) for word in command], input="y\n" * 9, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
