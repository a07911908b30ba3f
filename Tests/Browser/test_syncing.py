"""vdirsyncer, a CalDAV client, syncs a folder with the lists of an account, both ways."""

import re
import subprocess
import sys
from pathlib import Path

import web
from dav import todo
from server import NAME


def test_a_folder_and_a_list_are_synced_both_ways(server, page, steps, tmp_path):
    steps.make_list("House")
    steps.add("Paint the door")
    made = web.post(f"{server.url}/settings/app-passwords", {"name": "Laptop"})
    shown = web.get(server.url + made.location.partition("#")[0]).text
    password = re.search(r"\d+(?:-[a-z0-9]{4}){7}", shown)[0]
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
    folder = next((tmp_path / "folder").iterdir())
    (door,) = folder.glob("*.ics")
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


def run(folder: Path, command: str) -> None:
    program = Path(sys.executable).with_name("vdirsyncer")
    done = subprocess.run([program, "--config", folder / "config", command, "tasks"], input="y\n" * 9, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
