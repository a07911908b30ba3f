"""How many presses and loads what is done every day takes, from the page of a list, on a phone and in a window."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from steps import Steps, point

SIZES = {"phone": (390, 844), "desktop": (1280, 900)}
TITLES = [f"Task {number}" for number in range(12)]


@dataclass
class Counted:
    """A page on which presses and loads are counted. What is typed or chosen in an open field is neither."""

    page: Page
    steps: Steps
    presses: int = 0
    loads: int = 0

    def loaded(self, _: Page) -> None:
        self.loads += 1

    def press(self, control: Locator) -> None:
        self.presses += 1
        point(control)()

    def load(self, control: Locator) -> None:
        self.presses += 1
        self.steps.send(point(control))

    def row(self, title: str) -> Locator:
        return self.page.locator(f"#{self.steps.row(title).get_attribute('id')}")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)


def sheet(counted: Counted) -> tuple[Locator, Locator]:
    """A row and its sheet: two presses, one load."""
    row = counted.row("Task 6")
    counted.press(row.get_by_role("button", name="Menu of"))
    counted.load(row.locator(".menu").get_by_role("button", name="More…"))
    return row, row.locator(".row-sheet")


def any_date(counted: Counted) -> None:
    row, opened = sheet(counted)
    counted.press(opened.get_by_label("Date", exact=True))
    opened.get_by_label("Date", exact=True).fill("2031-12-17")
    counted.load(opened.get_by_role("button", name="Set", exact=True))
    expect(row).to_contain_text("17 Dec 2031")


def any_priority(counted: Counted) -> None:
    row, opened = sheet(counted)
    counted.load(opened.get_by_role("button", name="High", exact=True))
    expect(row).to_contain_text("high")


def a_tag(counted: Counted) -> None:
    row, opened = sheet(counted)
    counted.load(opened.get_by_role("button", name="#tools", exact=True))
    expect(row).to_contain_text("#tools")


def another_list(counted: Counted) -> None:
    row, opened = sheet(counted)
    counted.load(opened.get_by_role("button", name="Inbox", exact=True))
    expect(row).to_contain_text("Moved to Inbox")


def another_title(counted: Counted) -> None:
    counted.load(counted.row("Task 6").get_by_role("link", name="Task 6"))
    counted.press(counted.page.get_by_label("Title", exact=True))
    counted.page.keyboard.press("End")
    counted.page.keyboard.type(" again")
    before = counted.loads
    # Enter and its load are not counted.
    counted.steps.send(lambda: counted.page.keyboard.press("Enter"))
    counted.loads = before
    assert "Task 6 again" in counted.steps.titles()


def five_further_down(counted: Counted) -> None:
    counted.load(counted.button("Move “Task 3”"))
    counted.load(counted.button("Put here, before “Task 9”"))
    assert counted.steps.titles()[2:10] == [f"Task {number}" for number in (2, 4, 5, 6, 7, 8, 3, 9)]


def tasks_of_a_tag(counted: Counted) -> None:
    counted.load(counted.row("Task 0").get_by_role("link", name="#garden"))
    assert counted.steps.titles("results") == ["Task 0"]


def a_step(counted: Counted) -> None:
    counted.load(counted.row("Task 6").get_by_role("link", name="Task 6"))
    counted.press(counted.page.locator("#new-step"))
    counted.page.keyboard.type("Measure")
    before = counted.loads
    # Enter and its load are not counted.
    counted.steps.send(lambda: counted.page.keyboard.press("Enter"))
    counted.loads = before
    expect(counted.page.get_by_role("link", name="Measure", exact=True)).to_be_visible()


def a_shop_of_ten(counted: Counted) -> None:
    counted.steps.post(f"{urlsplit(counted.page.url).path}/view", layout="ticks")
    counted.page.reload()
    counted.loads = 0
    for number in range(10):
        counted.press(counted.page.locator("label", has_text=re.compile(f"^Task {number}$")))
    counted.load(counted.page.locator(".tick-bar").get_by_role("button", name="Send"))
    assert counted.steps.titles() == ["Task 10", "Task 11"]


def from_today_to_another_list(counted: Counted) -> None:
    chosen = urlsplit(counted.page.url).path.rsplit("/")[-1]
    counted.page.goto("/today")
    counted.loads = 0
    counted.press(counted.page.locator("#new-task"))
    counted.page.keyboard.type("Buy nails")
    counted.presses += 1
    counted.page.locator(".add select[name=list]").select_option(chosen)
    counted.load(counted.button("Add"))
    expect(counted.row("Buy nails")).to_contain_text("House")


# The tag of the first task.
TAGS = {tasks_of_a_tag: " #garden", a_tag: " #tools"}
# What is done, from which address of the list, by how many presses and loads.
TABLE: list[tuple[Callable[[Counted], None], str, int, int]] = [
    (any_date, "", 4, 2),
    (any_priority, "", 3, 2),
    (a_tag, "", 3, 2),
    (another_list, "", 3, 2),
    (another_title, "", 2, 1),
    (five_further_down, "?arrange", 2, 2),
    (tasks_of_a_tag, "", 1, 1),
    (a_step, "", 2, 1),
    (a_shop_of_ten, "", 11, 1),
    (from_today_to_another_list, "", 3, 1),
]


@pytest.mark.parametrize("size", SIZES)
def test_what_is_done_every_day_takes_few_presses_and_loads(page, steps, size):
    page.set_viewport_size(dict(zip(("width", "height"), SIZES[size])))
    counts = {}
    for number, (act, query, _, _) in enumerate(TABLE):
        list_id = steps.make_list(f"House {number}")
        steps.open_list(list_id, "?several")
        page.get_by_label("Add several tasks").fill("\n".join([TITLES[0] + TAGS.get(act, "")] + TITLES[1:]))
        assert steps.send(page.get_by_role("button", name="Add all").click) == 200
        steps.open_list(list_id, query)
        counted = Counted(page, steps)
        page.on("load", counted.loaded)
        act(counted)
        page.remove_listener("load", counted.loaded)
        counts[act.__name__] = counted.presses, counted.loads
    assert counts == {act.__name__: (presses, loads) for act, _, presses, loads in TABLE}
