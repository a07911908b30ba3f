"""Moving in: a file of another app, its preview, the import, and one undo for all of it."""

import io
import json
import re
import zipfile

import pytest
from playwright.sync_api import Page, expect

from checks import WINDOWS, axe_problems, overflow

TODOIST = (
    "TYPE,CONTENT,DESCRIPTION,IS_COLLAPSED,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE\r\n"
    "task,Wash the car @garage,Twice,,1,1,Ana (7),Jo (8),,en,Europe/Berlin\r\n"
    "task,Buy soap,,,4,2,Ana (7),,,,\r\n"
    "section,Garden,,,,,,,,,\r\n"
    "task,Cut the hedge,,,3,1,,,2026-12-01,en,\r\n"
)
TRELLO = json.dumps({
    "name": "Kitchen", "lists": [{"id": "l1", "name": "To do"}, {"id": "l2", "name": "Waiting"}],
    "cards": [
        {"id": "c1", "name": "Order tiles", "idList": "l1", "desc": "12 m²", "due": "2026-12-04T16:00:00.000Z"},
        {"id": "c2", "name": "Call Jonas", "idList": "l2", "idMembers": ["m1"]},
        {"id": "c3", "name": "Measure the niche", "idList": "l1", "closed": True},
    ],
    "checklists": [], "actions": [],
})
GOOGLE = json.dumps({
    "kind": "tasks#taskLists",
    "items": [
        {"kind": "tasks#tasks", "id": "L1", "title": "Groceries", "items": [
            {"kind": "tasks#task", "id": "a", "title": "Milk", "status": "needsAction", "due": "2026-12-20T00:00:00Z"},
            {"kind": "tasks#task", "id": "b", "title": "Whole milk", "parent": "a", "status": "needsAction"},
            {"kind": "tasks#task", "id": "c", "title": "Bread", "status": "completed", "completed": "2026-11-03T09:00:00Z"},
            {"kind": "tasks#task", "id": "d", "title": "Eggs", "status": "needsAction", "deleted": True},
        ]},
        {"kind": "tasks#tasks", "id": "L2", "title": "Errands", "items": [
            {"kind": "tasks#task", "id": "e", "title": "Post office", "status": "needsAction"},
        ]},
    ],
})
VIKUNJA = json.dumps([
    {
        "id": 4, "title": "House", "description": "", "identifier": "H", "hex_color": "", "parent_project_id": 0,
        "created": "2026-01-01T00:00:00Z", "buckets": [{"id": 1, "title": "Doing"}],
        "tasks": [
            {"id": 10, "title": "Paint", "done": False, "bucket_id": 1, "priority": 4, "created": "2026-01-01T00:00:00Z",
             "assignees": [{"username": "jo"}], "related_tasks": {"subtask": [{"id": 12, "title": "Buy paint"}]}},
            {"id": 12, "title": "Buy paint", "related_tasks": {"parenttask": [{"id": 10}]}, "created": "2026-01-01T00:00:00Z"},
        ],
    }
])
def archive(name: str, content: str) -> bytes:
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(name, content)
        file.writestr("VERSION", "v0.24.0")
    return output.getvalue()


FILES = [
    ("todoist.csv", TODOIST.encode(), "a Todoist project", "3 tasks · 1 list", ["todoist"], "Cut the hedge", "Garden"),
    ("Tasks.json", GOOGLE.encode(), "a Google Tasks export", "4 tasks · 2 lists", ["Groceries", "Errands"], "Whole milk", None),
    ("export.zip", archive("data.json", VIKUNJA), "a Vikunja export", "2 tasks · 1 list", ["House"], "Buy paint", "Doing"),
]


def upload(page: Page, steps, name: str, content: bytes) -> int:
    page.goto("/import")
    page.get_by_label("File", exact=True).set_input_files({"name": name, "mimeType": "application/octet-stream", "buffer": content})
    return steps.send(page.get_by_role("button", name="Preview").click)


def region(page: Page, name: str):
    return page.locator(f"[data-region={name}]")


@pytest.mark.parametrize("name, content, format, count, lists, task, sections", FILES)
def test_lists_of_another_app_move_in(page, steps, name, content, format, count, lists, task, sections):
    assert upload(page, steps, name, content) == 200
    preview = region(page, "preview")
    expect(preview).to_have_attribute("data-state", "content")
    expect(preview.get_by_role("heading", level=2)).to_have_text(count)
    expect(preview).to_contain_text(f"From {format}.")
    assert preview.get_by_role("heading", level=3).all_inner_texts() == lists
    if sections:
        expect(preview.get_by_role("group", name="Sections become")).to_contain_text(sections)
    else:
        assert not preview.get_by_role("radio").count()

    assert steps.send(preview.get_by_role("button", name="Import").click) == 200
    result = region(page, "import")
    expect(result).to_have_attribute("data-state", "content")
    expect(result.get_by_role("heading", level=2)).to_have_text(f"Imported: {count}")
    result.get_by_role("link", name=lists[0]).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(lists[0])

    # The same file again adds nothing.
    assert upload(page, steps, name, content) == 200
    expect(region(page, "preview")).to_contain_text("You have all of it already")


def test_pasted_lines_move_in_by_keyboard_alone(page, steps):
    page.goto("/lists")
    steps.tab_to(page.get_by_role("link", name="Import"))
    steps.enter()
    steps.tab_to(page.get_by_label("Or paste your tasks"))
    page.keyboard.type("Milk")
    page.keyboard.press("Enter")
    page.keyboard.type("Bread")
    steps.tab_to(page.get_by_role("button", name="Preview"))
    steps.enter()
    steps.tab_to(page.get_by_role("button", name="Import"))
    steps.enter()
    expect(region(page, "import")).to_contain_text("Imported: 2 tasks · 1 list")


@pytest.mark.parametrize("width", [390, 1280])
def test_pasted_text_is_changed_where_it_was_pasted(page, steps, scripted, width):
    page.set_viewport_size({"width": width, "height": 844})
    page.goto("/import")
    page.get_by_label("Or paste your tasks").fill("Milk\n  Oat milk\nBread")
    assert steps.send(page.get_by_role("button", name="Preview").click) == 200
    expect(region(page, "preview")).to_contain_text("3 tasks · 1 list")
    expect(region(page, "preview")).not_to_contain_text("file")
    page.get_by_role("link", name="Change the text").click()
    field = page.get_by_label("Or paste your tasks")
    expect(field).to_have_value("Milk\n  Oat milk\nBread")
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport(ratio=1)
    assert not overflow(page)
    assert not axe_problems(scripted, page.url, WINDOWS)
    field.fill("Milk")
    assert steps.send(page.get_by_role("button", name="Preview").click) == 200
    expect(region(page, "preview")).to_contain_text("1 task · 1 list")


def test_what_can_not_be_imported_says_why_and_what_next(page, steps):
    page.goto("/import")
    assert steps.send(page.get_by_role("button", name="Preview").click) == 422
    expect(page.get_by_text("Choose a file, or paste your tasks below.")).to_be_visible()
    for content, words in [(b"", "This is empty"), (b"<!doctype html><p>x", "This is a web page"), (b"\x00\x01", "neither text")]:
        assert upload(page, steps, "file", content) == 422
        expect(region(page, "preview")).to_contain_text(words)
        page.get_by_role("link", name="Choose another file").click()
        assert page.url.endswith("/import")


def test_a_file_that_is_too_large_is_refused_in_place(page, steps, tmp_path):
    large = tmp_path / "large.json"
    with large.open("wb") as file:
        file.truncate(60_000_000)
    page.goto("/import")
    page.get_by_label("File", exact=True).set_input_files(large)
    assert steps.send(page.get_by_role("button", name="Preview").click) == 413
    expect(page.get_by_text("This file is larger than 50 MB")).to_be_visible()


def test_a_long_import_goes_on_without_its_reader(page, steps):
    lines = "".join(f"- [ ] task {number}\n" for number in range(9_000))
    upload(page, steps, "long.md", lines.encode())
    page.get_by_role("button", name="Import").click(no_wait_after=True)
    page.wait_for_url(re.compile(r"/import/\d+/result$"), wait_until="commit")
    address = page.url
    page.goto("/lists")
    page.goto(address)
    expect(region(page, "import")).to_contain_text("Imported: 9,000 tasks · 1 list")


def test_its_pages_fit_and_are_accessible(page, scripted, steps):
    upload(page, steps, "board.json", TRELLO.encode())
    address = page.url
    page.set_viewport_size({"width": 320, "height": 640})
    for path in ("/import", address):
        page.goto(path)
        for closed in page.locator("details").all():
            closed.locator("summary").click()
        assert not overflow(page)
        assert not axe_problems(scripted, path, WINDOWS)
