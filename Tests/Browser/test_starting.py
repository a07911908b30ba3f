"""A start that fails ends with one clear line and a nonzero status; a normal shutdown is clean."""

import shutil
import sqlite3
import subprocess

import pytest

from server import ROOT, Server


def refusal(server: Server, **changed) -> str:
    done = subprocess.run(server.command(**changed), capture_output=True, text=True, timeout=120, cwd=server.folder)
    assert done.returncode not in (0, None)
    lines = [line for line in done.stderr.splitlines() if line.strip() and not line.startswith("{")]
    assert len(lines) == 1, done.stderr
    return lines[0]


@pytest.fixture
def idle(tmp_path):
    return Server(tmp_path)


def test_a_port_in_use(server, tmp_path):
    port = server.url.rsplit(":", 1)[1]
    assert port in refusal(Server(tmp_path), port=port, database=tmp_path / "other.sqlite")


def test_a_file_that_is_not_a_database(idle):
    path = idle.folder / "foreign.sqlite"
    path.write_bytes(b"This is a letter, and no database at all. " * 200)
    assert "foreign.sqlite" in refusal(idle, database=path)


def test_another_programs_database(idle):
    path = idle.folder / "foreign.sqlite"
    with sqlite3.connect(path) as foreign:
        foreign.execute("CREATE TABLE recipes (id INTEGER PRIMARY KEY)")
    assert "foreign.sqlite" in refusal(idle, database=path)


def test_a_missing_public_folder(idle):
    assert "nowhere" in refusal(idle, public=idle.folder / "nowhere")


def test_a_missing_and_a_broken_template(idle):
    templates = idle.folder / "Templates"
    shutil.copytree(ROOT / "Templates", templates)
    (idle.folder / "Words").mkdir()
    shutil.copy(ROOT / "Words" / "en.json", idle.folder / "Words")
    content = templates / "tasks" / "content.mustache"
    whole = content.read_text("utf-8")
    content.unlink()
    assert "tasks/content" in refusal(idle, templates=templates)
    content.write_text(whole + "{{#open}}", "utf-8")
    assert "tasks/content" in refusal(idle, templates=templates)


def test_a_missing_and_a_broken_catalogue(idle):
    templates = idle.folder / "Templates"
    shutil.copytree(ROOT / "Templates", templates)
    assert "Words/en.json" in refusal(idle, templates=templates)
    (idle.folder / "Words").mkdir()
    shutil.copy(ROOT / "Words" / "en.json", idle.folder / "Words")
    catalogue = idle.folder / "Words" / "en.json"
    whole = catalogue.read_text("utf-8")
    catalogue.write_text(whole.replace('"unloaded.short": "', '"unloaded.short": "{{missing}} '), "utf-8")
    told = refusal(idle, templates=templates)
    assert "Words/en.json" in told and "unloaded.short" in told and "{{missing}}" in told


@pytest.mark.alone
def test_a_normal_shutdown_is_clean(server):
    assert server.stop() == 0
