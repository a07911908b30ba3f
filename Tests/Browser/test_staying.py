"""What was done on a page stays where it was until the page is left: rows that are ticked one after the other, and new ones."""

from datetime import date, timedelta

import pytest
from playwright.sync_api import Locator, expect

import web
from steps import point

SIZES = pytest.mark.parametrize("size", [(390, 844), (1280, 900)], ids=["phone", "desktop"])
# The largest shift in pixels.
SHIFT = 2
DAYS = [date.today() - timedelta(days=2), date.today(), date.today() + timedelta(days=1)]


def texts(number: int) -> str:
    """A line for a task: with a date or without, with a long title or a short one, with a tag."""
    long = " that is so long that it takes more than one line in a window of a phone, and in a wide one" if number % 4 == 1 else ""
    return f"Task {number}{long}" + (" #home" if number % 3 == 2 else "") + (" tomorrow" if number % 5 == 3 else "")


@pytest.fixture
def house(server, page, steps, size) -> int:
    """A list of a hundred tasks, with steps of one, and dates of some."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    house = steps.make_list("House", adds="bottom")
    lines = [texts(number) + ("\n  Measure\n  Order" if number == 2 else "") for number in range(98)]
    web.post(f"{server.url}/lists/{house}/tasks", {"titles": "\n".join(lines), "version": ""})
    for number, day in enumerate(DAYS * 4):
        web.post(f"{server.url}/tasks/{number + 10}/due", {"due": day.isoformat()})
    return house


class Places:
    """Where the rows of the page are in the window."""

    def __init__(self, page):
        self.page = page
        self.first = self.now()

    def now(self) -> dict[str, float]:
        rows = self.page.locator("main li[id^='task-']")
        boxes = rows.evaluate_all("rows => rows.map(row => [row.id, row.getBoundingClientRect().y, row.getBoundingClientRect().height])")
        return {id: (y, height) for id, y, height in boxes}

    def moved(self) -> dict[str, tuple]:
        """The rows that are somewhere else or have another height than at first, or are not there any more."""
        now = self.now()
        return {
            id: (place, now.get(id)) for id, place in self.first.items()
            if id not in now or max(abs(a - b) for a, b in zip(place, now[id])) > SHIFT
        }


def send(page, steps, button: Locator) -> None:
    assert steps.send(point(button)) == 200


@pytest.fixture(params=["list", "by-date", "today", "search", "tag"])
def rows(request, server, house) -> str:
    """The address of a page with rows."""
    match request.param:
        case "by-date":
            web.post(f"{server.url}/lists/{house}/view", {"order": "date"})
        case "today":
            return "/today"
        case "search":
            return "/search?q=task"
        case "tag":
            return "/search?tag=home"
    return f"/lists/{house}"


def inside(rows: Locator, size: tuple[int, int]) -> list[str]:
    """The ids of the rows that are whole in the window."""
    return rows.evaluate_all(
        "(rows, height) => rows.filter(row => row.getBoundingClientRect().y > 80 && row.getBoundingClientRect().bottom < height - 80).map(row => row.id)", size[1])


@pytest.mark.parametrize(("size", "start"), [((390, 844), 300), ((1280, 900), 0)], ids=["phone-scrolled", "desktop-at-the-top"])
def test_rows_that_are_ticked_one_after_the_other_stay_each_with_its_undo(page, steps, rows, size, start):
    page.goto(rows)
    page.evaluate(f"() => window.scrollTo(0, {start})")
    rows_of_page = page.locator("main li[id^='task-']")
    if len(inside(rows_of_page, size)) < 5:
        # A search has its form above its results.
        rows_of_page.first.evaluate("row => window.scrollBy(0, row.getBoundingClientRect().y - 100)")
    seen = inside(rows_of_page, size)
    ticked = [seen[index] for index in (1, 0, 3, 2, 4)]
    places = Places(page)
    for id in ticked:
        send(page, steps, page.locator(f"#{id} .check"))
        assert not places.moved(), id
    for id in ticked:
        expect(page.locator(f"#{id}").get_by_role("button", name="Undo")).to_be_visible()
    # One of several is undone, and the others stay.
    send(page, steps, page.locator(f"#{ticked[2]}").get_by_role("button", name="Undo"))
    assert not places.moved()
    expect(page.locator(f"#{ticked[2]}").get_by_role("button", name="Complete").first).to_be_visible()
    for id in ticked[:2] + ticked[3:]:
        expect(page.locator(f"#{id}").get_by_role("button", name="Undo")).to_be_visible()
    send(page, steps, page.locator(f"#{ticked[2]} .check"))
    assert not places.moved()
    # Until the page is left.
    page.goto("/lists")
    page.goto(rows)
    for id in ticked:
        expect(page.locator(f"#{id}").get_by_role("button", name="Undo")).to_have_count(0)


@SIZES
def test_new_tasks_stand_where_the_order_puts_them_and_nothing_jumps(page, steps, size):
    top_list = steps.make_list("Top", *[f"Old {number}" for number in range(30)])
    steps.open_list(top_list)
    heading = page.get_by_role("heading", level=1)
    before = heading.bounding_box()["y"], steps.add_field.bounding_box()["y"]
    for number in range(8):
        steps.add(f"New {number}")
        assert abs(heading.bounding_box()["y"] - before[0]) <= SHIFT and abs(steps.add_field.bounding_box()["y"] - before[1]) <= SHIFT
        expect(steps.row(f"New {number}")).to_be_in_viewport(ratio=1)
        assert page.locator(".notice").count() == 0, "the row tells it"
        expect(steps.add_field).to_be_focused()
    assert steps.titles()[:9] == [f"New {number}" for number in range(7, -1, -1)] + ["Old 29"]
    expect(page.locator("main").get_by_role("button", name="Undo")).to_have_count(1)
    places = Places(page)
    for title in ["New 3", "New 0"]:
        send(page, steps, steps.row(title).locator(".check"))
        assert not places.moved(), title
    send(page, steps, steps.row("New 7").get_by_role("button", name="Undo"))
    assert steps.titles()[:2] == ["New 6", "New 5"]


@SIZES
def test_a_new_task_far_below_is_told_by_a_notice(page, steps, house, size):
    steps.open_list(house)
    steps.add("Far below")
    assert steps.titles()[-1] == "Far below" or page.locator(".pages").count(), "at its place"
    expect(page.locator(".notice").get_by_role("button", name="Undo")).to_be_visible()
    expect(steps.add_field).to_be_focused()


@SIZES
def test_a_new_task_on_today_is_told_by_its_row_or_by_a_notice(page, steps, server, size, house):
    page.goto("/today")
    steps.add("Water the ferns")
    assert page.locator(".notice").count() == 1, "its row is far below"
    for id in page.locator("[data-region=late] li, [data-region=today] li, [data-region=soon] li").evaluate_all("rows => rows.map(row => row.id.slice(5))")[1:]:
        web.post(f"{server.url}/tasks/{id}/delete")
    page.goto("/today")
    top = page.get_by_role("heading", level=1).bounding_box()["y"]
    steps.add("Feed the cat")
    assert abs(page.get_by_role("heading", level=1).bounding_box()["y"] - top) <= SHIFT
    expect(steps.row("Feed the cat")).to_be_in_viewport(ratio=1)
    assert page.locator(".notice").count() == 0
