"""Actions on a row: nothing moves under the finger, the row has the focus, and few presses are enough."""

import re
from datetime import date, timedelta

import pytest
from playwright.sync_api import Locator, expect

from steps import is_focused

SIZES = [(390, 844), (1280, 900)]
COUNT = 60
SHIFT = 20


@pytest.fixture
def many(page, steps):
    """A list of sixty tasks, and another one to move them to."""
    steps.make_list("Garden")
    list_id = steps.make_list("House")
    steps.open_list(list_id, "?several")
    page.get_by_label("Add several tasks").fill("\n".join(f"Task {number}" for number in range(COUNT)))
    assert steps.send(page.get_by_role("button", name="Add all").click) == 200
    return list_id


def top(row: Locator) -> float:
    return row.bounding_box()["y"]


@pytest.mark.parametrize("size", SIZES, ids=["phone", "desktop"])
@pytest.mark.parametrize("number", [0, COUNT // 2, COUNT - 1], ids=["first", "middle", "last"])
def test_nothing_moves_after_an_action_on_a_row(page, steps, many, size, number):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    steps.open_list(many)
    row = page.locator(f"#{steps.row(f'Task {number}').get_attribute('id')}")

    def shift(press) -> None:
        row.scroll_into_view_if_needed()
        before = top(row)
        assert steps.send(press) == 200
        assert is_focused(row)
        shifts.append(abs(top(row) - before))

    def menu(button: str):
        row.get_by_role("button", name="Menu of").click()
        return lambda: row.locator(".menu").get_by_role("button", name=button, exact=True).click()

    def undo() -> None:
        shift(row.get_by_role("button", name="Undo").click)

    shifts: list[float] = []
    shift(row.get_by_role("button", name="Complete").click)
    shift(row.get_by_role("button", name="Reopen").click)
    for button in ["Today", "Tomorrow", "No date", "Delete"]:
        shift(menu(button))
    undo()
    row.get_by_role("button", name="Menu of").click()
    row.scroll_into_view_if_needed()
    before = top(row)
    assert steps.send(row.get_by_role("link", name="Move to…").click) == 200
    assert steps.send(page.get_by_role("button", name="Garden").click) == 200
    assert is_focused(row)
    expect(row).to_contain_text("Moved to Garden")
    undo()
    assert max(shifts) <= SHIFT, shifts


@pytest.mark.parametrize("size", SIZES, ids=["phone", "desktop"])
def test_late_and_due_tasks_are_there_at_once_and_postponed_with_two_presses(page, steps, many, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    today = date.today()
    for title, day in [("Task 3", today - timedelta(days=2)), ("Task 4", today), ("Task 5", today + timedelta(days=2))]:
        steps.open_list(many)
        steps.open_task(title)
        page.get_by_label("Due", exact=True).fill(day.isoformat())
        assert steps.save() == 200

    page.goto("/")
    assert page.url.endswith("/today")
    assert steps.titles("late") == ["Task 3"] and steps.titles("today") == ["Task 4"] and steps.titles("soon") == ["Task 5"]
    expect(page.get_by_role("banner").get_by_role("link", name=re.compile("Today"))).to_contain_text("1 late")

    row = page.locator(f"#{page.locator('[data-region=late] li').get_attribute('id')}")
    row.scroll_into_view_if_needed()
    before = top(row)
    row.get_by_role("button", name="Menu of").click()
    assert steps.send(row.get_by_role("button", name="Tomorrow", exact=True).click) == 200
    assert "/today?did=" in page.url and is_focused(row)
    assert abs(top(row) - before) <= SHIFT
    expect(row).to_contain_text("tomorrow")
    assert steps.send(row.get_by_role("button", name="Undo").click) == 200
    assert "/today?did=" in page.url and steps.titles("late") == ["Task 3"]
    assert steps.send(row.get_by_role("button", name="Complete").click) == 200
    assert abs(top(row) - before) <= SHIFT
    page.goto("/today")
    assert page.locator("[data-region=late]").count() == 0
