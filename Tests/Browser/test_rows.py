"""Actions on a row: nothing moves under the finger, the row has the focus, and few presses are enough."""

import re
import sqlite3
from datetime import date, timedelta

import pytest
from playwright.sync_api import Locator, expect

from steps import goes_on_within, is_focused, point

PHONE, DESKTOP = SIZES = [(390, 844), (1280, 900)]
COUNT = 60
# The largest shift in pixels that a press may cause.
SHIFT = 4


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


class Row:
    """A row and how far it moved in the window at each press."""

    def __init__(self, page, steps, row: Locator):
        self.page, self.steps, self.row = page, steps, row
        self.shifts: dict[str, float] = {}

    def press(self, name: str, button: Locator) -> None:
        before = top(self.row)
        assert self.steps.send(point(button)) == 200
        self.stayed(name, before)

    def stayed(self, name: str, before: float) -> None:
        self.shifts[f"{len(self.shifts)} {name}"] = abs(top(self.row) - before)
        assert goes_on_within(self.row), name

    def act(self, name: str) -> None:
        self.press(name, self.row.get_by_role("button", name=name).first)

    def choose(self, name: str) -> None:
        self.open_menu()
        self.press(name, self.row.locator(".menu").get_by_role("button", name=name, exact=True))

    def set(self, name: str) -> None:
        """Presses a button of the row's sheet, which is whole in the window."""
        self.choose("More…")
        sheet = self.row.locator(".row-sheet")
        box, size = sheet.bounding_box(), self.page.viewport_size
        assert box["y"] >= 0 and box["y"] + box["height"] <= size["height"] and box["x"] + box["width"] <= size["width"], box
        self.press(name, sheet.get_by_role("button", name=name, exact=True))

    def open_menu(self) -> None:
        self.row.get_by_role("button", name="Menu of").click()


@pytest.mark.parametrize(
    ("size", "number", "height"),
    [(PHONE, 0, 0.5), (PHONE, COUNT // 2, 0.15), (PHONE, COUNT // 2, 0.8), (PHONE, COUNT - 1, 0.5), (DESKTOP, COUNT // 2, 0.5), (DESKTOP, COUNT - 1, 0.5)],
)
def test_nothing_moves_after_a_press_on_a_row_wherever_it_is_in_the_window(page, steps, many, size, number, height):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    steps.open_list(many)
    row = page.locator(f"#{steps.row(f'Task {number}').get_attribute('id')}")
    pressed = Row(page, steps, row)

    # Where the list can be scrolled so far; Playwright itself would scroll the row into the middle.
    page.mouse.move(size[0] / 2, size[1] / 2)
    page.mouse.wheel(0, top(row) - size[1] * height)
    settled(row)
    for name in ["Complete", "Undo", "Complete", "Reopen"]:
        pressed.act(name)
    for name in ["Today", "Tomorrow"]:
        pressed.choose(name)
    pressed.set("Delete")
    pressed.act("Undo")
    pressed.set("Garden")
    expect(row).to_contain_text("Moved to Garden")
    pressed.act("Undo")
    assert max(pressed.shifts.values()) <= SHIFT, pressed.shifts


@pytest.mark.parametrize(("size", "number"), [(PHONE, COUNT // 2), (DESKTOP, COUNT - 1)], ids=["phone", "desktop"])
def test_nothing_moves_after_a_press_on_a_row_of_results(page, steps, many, size, number):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(results := "/search?q=task")
    row = page.locator(f"#{steps.row(f'Task {number}').get_attribute('id')}")
    pressed = Row(page, steps, row)
    page.mouse.move(size[0] / 2, size[1] / 2)
    page.mouse.wheel(0, top(row) - size[1] * 0.5)
    settled(row)
    for name in ["Complete", "Undo", "Complete", "Reopen"]:
        pressed.act(name)
        assert page.url.split("did=")[0].rstrip("?&").endswith(results)
    pressed.choose("Tomorrow")
    pressed.set("Delete")
    pressed.act("Undo")
    pressed.set("Garden")
    expect(row).to_contain_text("Garden")
    pressed.act("Undo")
    assert max(pressed.shifts.values()) <= SHIFT, pressed.shifts


@pytest.mark.parametrize("size", SIZES, ids=["phone", "desktop"])
def test_nothing_moves_wherever_in_its_box_a_row_is_pressed(page, steps, many, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    shifts = {}
    for scrolled in (0, 0.1, 0.4, 0.8, 1):
        for x, y in ((x, y) for x in (0.1, 0.5, 0.9) for y in (0.1, 0.5, 0.9)):
            steps.open_list(many)
            page.evaluate(f"() => scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * {scrolled})")
            # Another row each time: what was pressed is among the completed ones.
            tops = page.locator("[data-region=tasks] li").evaluate_all("rows => rows.map(row => row.getBoundingClientRect().y)")
            number = next(number for number, y in enumerate(tops) if y > 0.4 * size[1])
            row = page.locator(f"#{page.locator('[data-region=tasks] li').nth(number).get_attribute('id')}")
            box, before = row.locator(".check").bounding_box(), top(row)
            # A machine presses the middle of what it is told to press: the box of the button is where it is seen.
            assert row.locator("> .check > input").bounding_box() == box
            with page.expect_navigation():
                page.mouse.click(box["x"] + box["width"] * x, box["y"] + box["height"] * y)
            shifts[scrolled, x, y] = abs(top(row) - before)
    assert len(shifts) == 45 and max(shifts.values()) <= SHIFT, shifts


def settled(row: Locator) -> None:
    """Waits until the window does not scroll any more."""
    before = None
    while before != (before := top(row)):
        row.page.wait_for_timeout(50)


@pytest.mark.parametrize("size", SIZES, ids=["phone", "desktop"])
def test_a_key_press_focuses_the_row(page, steps, many, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    steps.open_list(many)
    row = page.locator(f"#{steps.row('Task 30').get_attribute('id')}")
    for name in ["Complete", "Reopen"]:
        button = row.get_by_role("button", name=name)
        button.focus()
        before = top(row)
        assert steps.send(lambda: page.keyboard.press("Enter")) == 200
        assert is_focused(row)
    # The second press, where the first one has brought it.
    assert abs(top(row) - before) <= SHIFT


@pytest.mark.parametrize("size", SIZES, ids=["phone", "desktop"])
def test_nothing_moves_when_steps_are_folded_or_a_title_is_kept_as_typed(page, steps, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    house = steps.make_list("House")
    steps.open_list(house, "?several")
    titles = [f"Task {number}" for number in range(30)] + ["Kitchen tomorrow", "  Measure", "  Paint"]
    page.get_by_label("Add several tasks").fill("\n".join(titles + [f"More {number}" for number in range(30)]))
    assert steps.send(page.get_by_role("button", name="Add all").click) == 200
    steps.open_list(house)
    row = page.locator(f"#{steps.row('Kitchen').get_attribute('id')}")
    page.mouse.move(size[0] / 2, size[1] / 2)
    page.mouse.wheel(0, top(row) - size[1] * 0.2)
    settled(row)
    pressed = Row(page, steps, row)
    pressed.act("Steps of")
    pressed.act("Steps of")
    steps.open_list(house)
    steps.add("Order tiles of the kind that was in the old kitchen tomorrow")
    typed = Row(page, steps, page.locator(f"#{steps.row('Order tiles of the kind that was in the old kitchen').get_attribute('id')}"))
    typed.act("Not a date")
    assert max(*pressed.shifts.values(), *typed.shifts.values()) <= SHIFT, (pressed.shifts, typed.shifts)


@pytest.mark.parametrize("size", SIZES, ids=["phone", "desktop"])
def test_late_and_due_tasks_are_there_at_once_and_postponed_with_two_presses(page, steps, many, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    today = date.today()
    for title, day in [("Task 3", today - timedelta(days=2)), ("Task 4", today), ("Task 5", today + timedelta(days=2))]:
        steps.open_list(many)
        steps.open_task(title)
        steps.chip("due")
        page.get_by_label("Due", exact=True).fill(day.isoformat())
        assert steps.save() == 200

    page.goto("/")
    assert page.url.endswith("/today")
    assert steps.titles("late") == ["Task 3"] and steps.titles("today") == ["Task 4"] and steps.titles("soon") == ["Task 5"]
    expect(page.get_by_role("banner").get_by_role("link", name=re.compile("Today"))).to_contain_text("2 late or due today")

    row = page.locator(f"#{page.locator('[data-region=late] li').get_attribute('id')}")
    row.scroll_into_view_if_needed()
    before = top(row)
    row.get_by_role("button", name="Menu of").click()
    assert steps.send(point(row.get_by_role("button", name="Tomorrow", exact=True))) == 200
    assert "/today?did=" in page.url and goes_on_within(row)
    assert abs(top(row) - before) <= SHIFT
    expect(row).to_contain_text("tomorrow")
    assert steps.send(point(row.get_by_role("button", name="Undo"))) == 200
    assert "/today?did=" in page.url and steps.titles("late") == ["Task 3"]
    assert steps.send(point(row.get_by_role("button", name="Complete"))) == 200
    assert abs(top(row) - before) <= SHIFT
    page.goto("/today")
    assert page.locator("[data-region=late]").count() == 0


@pytest.mark.parametrize("size", SIZES, ids=["phone", "desktop"])
def test_a_row_whose_button_is_refused_stays_in_its_list_until_it_is_sent_again(page, steps, server, many, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"/lists/{many}")
    row = steps.row("Task 30")
    row.scroll_into_view_if_needed()
    busy = sqlite3.connect(server.database, isolation_level=None)
    busy.execute("BEGIN IMMEDIATE")
    # The second press is on the page of the first failure.
    for _ in range(2):
        before = top(row)
        assert steps.send(point(row.get_by_role("button", name="Complete").first)) == 503
        expect(page.get_by_role("heading", level=1, name="House")).to_be_visible()
        assert abs(top(row) - before) <= SHIFT
        expect(page.locator(".notice.failed")).to_contain_text("Not saved")
    busy.execute("ROLLBACK")
    busy.close()
    assert steps.send(page.get_by_role("button", name="Try again").click) == 200
    expect(row.get_by_role("button", name="Undo")).to_be_visible()
