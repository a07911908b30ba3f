"""A task beside its list: two panes in a wide window, and the task alone in a narrow one."""

import gzip

import pytest
from playwright.sync_api import expect

import web
from checks import axe_problems_of_open, overflow
from steps import id_of, point

WIDE = {"width": 1440, "height": 900}


@pytest.fixture
def house(page, steps):
    """A list of more tasks than a pane has rows."""
    return steps.make_list("House", *(f"Task {number}" for number in range(1, 91)), adds="bottom")


def follow(link):
    """Follows a link, and waits for the styles of the next page."""
    link.click()
    link.page.wait_for_load_state()


def pane(page):
    return page.locator(".pane")


def opened(page):
    """The row of the task that is shown beside its list."""
    return pane(page).locator(".task-row").filter(has=page.locator("[aria-current=true]"))


def box(locator):
    found = locator.bounding_box()
    return found["x"], found["width"]


def is_in_sight(page) -> bool:
    row, around = opened(page).bounding_box(), pane(page).bounding_box()
    return around["y"] <= row["y"] and row["y"] + row["height"] <= around["y"] + around["height"]


@pytest.mark.parametrize("width", [1440, 1920])
def test_a_wide_window_shows_a_task_beside_its_list_and_nothing_moves(page, steps, house, width):
    page.set_viewport_size({"width": width, "height": 900})
    steps.open_list(house)
    rail, sheet, heading = (box(page.locator(place)) for place in ("[data-region=rail]", "[data-region=tasks]", "h1"))
    follow(steps.row("Task 40").locator(".title"))
    expect(pane(page)).to_be_visible()
    expect(opened(page).locator(".title")).to_have_text("Task 40")
    expect(page.get_by_label("Title")).to_have_value("Task 40")
    assert box(page.locator("[data-region=rail]")) == rail
    assert box(page.locator("[data-region=beside-tasks]")) == pytest.approx(sheet, abs=1)
    assert box(page.locator(".list-name"))[0] == pytest.approx(heading[0], abs=1)
    assert is_in_sight(page)
    assert pane(page).locator(".task-row").count() == 60
    assert box(page.locator("[data-region=task]"))[0] >= sum(sheet) + 20
    assert not overflow(page)
    # The next task is opened from the pane, which keeps its rows in sight.
    follow(pane(page).locator(".title", has_text="Task 44"))
    expect(page.get_by_label("Title")).to_have_value("Task 44")
    assert is_in_sight(page)
    follow(page.locator(".list-name a"))
    expect(page.get_by_role("heading", level=1, name="House")).to_be_visible()
    expect(pane(page)).to_have_count(0)


def test_each_pane_scrolls_alone(page, steps, house):
    page.set_viewport_size(WIDE)
    follow(steps.row("Task 2").locator(".title"))
    place = page.locator("[data-region=task]").bounding_box()
    pane(page).hover()
    page.mouse.wheel(0, 600)
    expect(pane(page).locator(".task-row").last).not_to_be_in_viewport()
    expect(pane(page).locator(".task-row").first).not_to_be_in_viewport()
    assert page.locator("[data-region=task]").bounding_box() == place


@pytest.mark.parametrize("width", [390, 1280])
def test_a_narrower_window_shows_the_task_alone(page, steps, house, width):
    page.set_viewport_size({"width": width, "height": 844})
    follow(steps.row("Task 40").locator(".title"))
    expect(page.get_by_label("Title")).to_have_value("Task 40")
    expect(pane(page)).to_be_hidden()
    expect(page.locator(".back").get_by_role("link", name="House")).to_be_visible()
    assert not overflow(page)


def test_the_rows_that_a_phone_does_not_show_weigh_little(page, steps, house):
    cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in page.context.cookies())
    task = id_of(steps.row("Task 40"))

    body = web.get(f"{page.url.split('/lists')[0]}/tasks/{task}?only=beside-tasks", Cookie=cookies).body
    assert len(body) < 48_000 and len(gzip.compress(body)) < 4_000, len(body)


def test_a_press_in_the_list_stays_on_the_page_and_saves_what_was_typed(page, steps, house):
    page.set_viewport_size(WIDE)
    follow(steps.row("Task 3").locator(".title"))
    task = page.url.split("/")[-1].split("#")[0]
    page.get_by_label("Notes").fill("Typed meanwhile")
    row = pane(page).locator(".task-row").filter(has=page.get_by_text("Task 5", exact=True))
    assert steps.send(point(row.get_by_role("button", name="Complete"))) == 200
    assert f"/tasks/{task}" in page.url
    expect(page.get_by_label("Notes")).to_have_value("Typed meanwhile")
    expect(row).to_have_class("task-row done")
    assert steps.send(point(row.get_by_role("button", name="Undo"))) == 200
    expect(row).to_have_class("task-row")
    expect(opened(page).locator(".title")).to_have_text("Task 3")


def test_a_skip_link_leads_past_the_list(page, steps, house):
    page.set_viewport_size(WIDE)
    follow(steps.row("Task 3").locator(".title"))
    page.locator(".skip").first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.pane')") is None


@pytest.mark.rehearse
def test_each_pane_is_streamed_and_fails_alone(page, steps, house):
    page.set_viewport_size(WIDE)
    task = id_of(steps.row("Task 3"))
    page.goto(f"/tasks/{task}?rehearse=beside-tasks:loading:8000", wait_until="commit")
    expect(page.locator("[data-region=task]")).to_be_visible()
    placeholder = page.locator("[data-placeholder-for=beside-tasks]")
    expect(placeholder).to_be_visible()
    expect(pane(page).locator("slot[name=beside-tasks]")).to_have_count(1)
    expect(opened_of_stream(page)).to_be_visible()
    page.goto(f"/tasks/{task}?rehearse=beside-tasks:failed:unavailable")
    expect(pane(page).get_by_role("button", name="Try again")).to_be_visible()
    expect(page.get_by_label("Title")).to_have_value("Task 3")
    page.goto(f"/tasks/{task}?rehearse=task:failed:unavailable")
    expect(pane(page).locator(".title", has_text="Task 55")).to_be_visible()
    pane(page).locator(".title", has_text="Task 55").click()
    expect(page.get_by_label("Title")).to_have_value("Task 55")


def opened_of_stream(page):
    """The row that is marked on a streamed page, where the rows are outside of the shadow root."""
    return page.locator("[data-region=beside-tasks] .task-row").filter(has=page.locator("[aria-current=true]"))


@pytest.mark.parametrize("locale", ["en-GB", "ar"])
def test_both_panes_are_accessible(scripted, steps, page, house, locale):
    task = id_of(steps.row("Task 3"))
    scripted.goto(f"/tasks/{task}")
    assert not axe_problems_of_open(scripted, [(1440, "light"), (1440, "dark"), (390, "dark")])
