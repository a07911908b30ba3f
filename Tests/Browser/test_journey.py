"""A whole journey: a list with every kind of title, all actions on it, and a restart."""

import re

import pytest
from playwright.sync_api import expect

from steps import choose, goes_on_within, id_of

SCRIPT = "<script>alert(1)</script>"
QUOTED = 'A "quote" & <b>an element</b>'
RIGHT_TO_LEFT = "לקנות חלב ולחם"
FAMILY = "Call 👩‍👩‍👧‍👦 about Sunday"
LONG = ("long enough " * 42)[:499] + "!"
# A row has its beginning.
CUT = LONG[:240] + "…"


@pytest.mark.alone
def test_a_list_survives_every_action_and_a_restart(server, page, steps):
    list_id = steps.type_list("Garden & kitchen")
    steps.send(steps.open_menu().get_by_role("button", name="New tasks at the top").click)
    for title in [SCRIPT, QUOTED, RIGHT_TO_LEFT, FAMILY, LONG]:
        steps.add(title)
        assert page.url.endswith("#new-task"), page.url
        expect(steps.add_field).to_be_focused()
        expect(steps.add_field).to_have_value("")
        assert steps.titles()[0] == (CUT if title == LONG else title)
    assert steps.titles() == [CUT, FAMILY, RIGHT_TO_LEFT, QUOTED, SCRIPT]

    edited = steps.open_task(FAMILY)
    page.get_by_label("Notes", exact=True).fill("First line\n  second line, indented\n")
    steps.chip("due")
    page.get_by_label("Due", exact=True).fill("2031-05-04")
    steps.chip("priority")
    choose(page.get_by_label("High", exact=True))
    assert steps.save() == 200

    steps.open_list(list_id)
    steps.press_in(steps.row(RIGHT_TO_LEFT), "Complete")
    steps.open_list(list_id, "?arrange")
    steps.move(SCRIPT, "To the top")
    steps.open_list(list_id)
    assert steps.titles() == [SCRIPT, CUT, FAMILY, QUOTED]

    steps.delete(QUOTED)
    # The row keeps its place until the page is left.
    expect(page.locator(".task-row.gone")).to_contain_text("Deleted")
    steps.undo()
    assert steps.titles() == [SCRIPT, CUT, FAMILY, QUOTED]

    server.restart()
    steps.open_list(list_id)
    assert steps.titles() == [SCRIPT, CUT, FAMILY, QUOTED]
    page.locator("summary").click()
    assert steps.titles("completed") == [RIGHT_TO_LEFT]
    page.goto(f"/tasks/{edited}")
    expect(page.get_by_label("Title", exact=True)).to_have_value(FAMILY)
    expect(page.get_by_label("Notes", exact=True)).to_have_value("First line\n  second line, indented\n")
    expect(page.get_by_label("Due", exact=True)).to_have_value("2031-05-04")
    expect(page.get_by_label("High", exact=True)).to_be_checked()


def test_a_completed_row_stays_in_place(page, steps):
    list_id = steps.make_list("Errands", "third", "second", "first")
    task_id = id_of(steps.row("second"))
    steps.press_in(steps.row("second"), "Complete")

    assert page.url.endswith(f"#at-{task_id}") and "did=" in page.url, page.url
    assert [row.get_attribute("id") for row in steps.rows.all()][1] == f"task-{task_id}"
    row = page.locator(f"#task-{task_id}")
    assert goes_on_within(row)
    expect(row).to_be_in_viewport()
    expect(page).to_have_title(re.compile("^Completed “"))
    steps.press_in(row, "Undo")
    assert steps.titles() == ["first", "second", "third"]

    steps.press_in(steps.row("second"), "Complete")
    steps.open_list(list_id)
    assert steps.titles() == ["first", "third"]
    page.locator("summary").click()
    steps.press_in(steps.row("second"), "Reopen")
    steps.open_list(list_id)
    assert sorted(steps.titles()) == ["first", "second", "third"]


def test_clearing_the_completed_tasks_is_undone_as_one(page, steps):
    list_id = steps.make_list("Errands", "open", "done too", "done")
    for title in ["done", "done too"]:
        steps.press_in(steps.row(title), "Complete")
    steps.open_list(list_id)
    with page.expect_navigation():
        steps.open_menu().get_by_role("button", name="Clear completed tasks").click()
    assert steps.titles("completed") == []
    steps.undo()
    steps.open_list(list_id)
    assert sorted(steps.titles("completed")) == ["done", "done too"]
