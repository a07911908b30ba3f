"""Sections of a list: headings with tasks under them, in a list and as the columns of a board."""

import pytest
from playwright.sync_api import expect

from checks import axe_problems, overflow
from steps import point

PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
SIZES = pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])


def heading(page, name: str):
    return page.get_by_role("heading", name=name)


def section(page, name: str):
    return page.locator(".section").filter(has=heading(page, name))


def add_section(page, steps, name: str) -> None:
    steps.open_menu().get_by_role("link", name="Add a section").click()
    page.get_by_label("Section name").fill(name)
    assert steps.send_by_enter(page.get_by_label("Section name")) == 200
    expect(heading(page, name)).to_be_in_viewport()


@pytest.fixture
def renovation(page, steps) -> int:
    """A list with two tasks before its sections Walls, which has one, and Light."""
    list_id = steps.make_list("Kitchen", adds="bottom")
    add_section(page, steps, "Walls")
    add_section(page, steps, "Light")
    steps.add("call Jonas", "buy a ladder")
    page.get_by_role("link", name="Add a task to “Walls”").click()
    steps.add("paint the back wall")
    steps.open_list(list_id)
    return list_id


@SIZES
def test_sections_are_added_filled_folded_renamed_and_deleted(page, steps, renovation, size):
    page.set_viewport_size(size)
    steps.open_list(renovation)
    expect(section(page, "Walls")).to_contain_text("paint the back wall")
    expect(section(page, "Light")).to_contain_text("No tasks here")
    assert steps.titles() == ["call Jonas", "buy a ladder"]

    assert steps.send(point(page.get_by_role("button", name="Tasks of “Walls”"))) == 200
    expect(heading(page, "Walls")).to_be_in_viewport()
    expect(page.get_by_text("paint the back wall")).to_have_count(0)
    assert steps.send(point(page.get_by_role("button", name="Tasks of “Walls”"))) == 200
    expect(page.get_by_role("link", name="paint the back wall")).to_be_visible()

    page.get_by_role("link", name="Walls", exact=True).click()
    expect(page.get_by_role("heading", level=1, name="Walls")).to_be_visible()
    page.get_by_role("button", name="Section menu").click()
    page.get_by_role("link", name="Rename").click()
    page.get_by_label("Section name").fill("Walls and floor")
    assert steps.send_by_enter(page.get_by_label("Section name")) == 200
    expect(page.get_by_role("heading", level=1, name="Walls and floor")).to_be_visible()
    page.get_by_role("button", name="Section menu").click()
    assert steps.send(page.get_by_role("button", name="Delete this section").click) == 200
    assert steps.titles() == ["call Jonas", "buy a ladder", "paint the back wall"]
    steps.undo()
    expect(section(page, "Walls and floor")).to_contain_text("paint the back wall")


@pytest.mark.parametrize(("size", "layout"), [(PHONE, "board"), (DESKTOP, "list")], ids=["phone", "desktop"])
def test_tasks_and_sections_are_moved_by_two_presses(page, steps, renovation, size, layout):
    page.set_viewport_size(size)
    steps.open_list(renovation)
    if layout == "board":
        assert steps.send(steps.open_menu().get_by_role("button", name="Show as a board").click) == 200
    steps.open_list(renovation, "?arrange")
    assert steps.send(point(page.get_by_role("button", name="Move “call Jonas”"))) == 200
    assert steps.send(point(section(page, "Light").get_by_role("button", name="Put here"))) == 200
    expect(section(page, "Light")).to_contain_text("call Jonas")
    assert steps.send(point(page.get_by_role("button", name="Move “buy a ladder”"))) == 200
    steps.send(point(page.get_by_role("button", name="Put here, before “paint the back wall”")))
    expect(section(page, "Walls").locator(".task-row")).to_have_count(2)

    assert steps.send(point(page.get_by_role("button", name="Move “Light”"))) == 200
    expect(page.get_by_role("status")).to_have_text("Moving “Light”")
    assert steps.send(point(page.get_by_role("button", name="Put here, before “Walls”"))) == 200
    assert page.locator("h2 a").all_inner_texts() == ["Light", "Walls"]
    expect(section(page, "Light")).to_contain_text("call Jonas")
    page.get_by_role("link", name="Done").click()
    expect(section(page, "Light")).to_contain_text("call Jonas")


@SIZES
def test_a_board_scrolls_sideways_and_the_page_does_not(page, steps, scripted, renovation, size):
    page.set_viewport_size(size)
    for name in ["Floor", "Doors", "Windows"]:
        steps.open_list(renovation)
        add_section(page, steps, name)
    assert steps.send(steps.open_menu().get_by_role("button", name="Show as a board").click) == 200
    tops = {round(column.bounding_box()["y"]) for column in page.locator(".section").all()}
    assert len(tops) == 1, tops
    assert page.evaluate("document.querySelector('.board').scrollWidth > document.querySelector('.board').clientWidth")
    assert not overflow(page)
    # A press on a row of the last column brings it back into sight.
    page.get_by_role("link", name="Add a task to “Windows”").click()
    steps.add("measure")
    steps.open_list(renovation)
    assert steps.send(point(page.get_by_role("button", name="Complete “measure”"))) == 200
    expect(page.get_by_role("button", name="Undo “measure”").or_(steps.row("measure").get_by_role("button", name="Undo"))).to_be_in_viewport()
    assert not axe_problems(scripted, f"/lists/{renovation}")


@SIZES
@pytest.mark.rehearse
def test_columns_that_are_loading_stand_where_they_will(page, steps, renovation, size):
    page.set_viewport_size(size)
    add_section(page, steps, "Light and other things that take an electrician")
    assert steps.send(steps.open_menu().get_by_role("button", name="Show as a board").click) == 200
    # Without the place of the section that was added, which the board scrolls to.
    page.goto(f"/lists/{renovation}")
    columns = page.locator(".section")
    settled = [column.bounding_box() for column in columns.all()]
    names = [name for name in columns.evaluate_all("all => all.map(one => one.dataset.region)") if name != "tasks"]
    page.goto(f"/lists/{renovation}?rehearse=" + ",".join(f"{name}:loading" for name in names), wait_until="commit")
    loading = page.locator("[data-placeholder-for].section")
    expect(loading.last.get_by_role("status")).to_be_attached()
    expect(loading).to_have_count(len(names))
    # A board that has snapped to a column scrolls along when another one arrives before it.
    assert loading.first.evaluate("column => getComputedStyle(column).scrollSnapAlign") == "none"
    boxes = [column.bounding_box() for column in loading.all()]
    places = [[(round(box["x"]), round(box["y"]), round(box["width"])) for box in some] for some in (settled[-len(names):], boxes)]
    assert places[0] == places[1]
    for column in loading.all():
        heading, status = (column.locator(part).bounding_box() for part in (".section-head", ".status"))
        assert status["y"] >= heading["y"] + heading["height"]


def test_the_keyboard_folds_and_moves_a_section(page, steps, renovation):
    steps.open_list(renovation)
    steps.tab_to(page.get_by_role("button", name="Tasks of “Walls”"))
    steps.enter()
    expect(page.get_by_text("paint the back wall")).to_have_count(0)
    steps.open_list(renovation, "?arrange")
    steps.tab_to(page.get_by_role("button", name="Move “Light”"))
    steps.enter()
    steps.tab_to(page.get_by_role("button", name="Put here, before “Walls”"), backwards=True)
    steps.enter()
    assert page.locator("h2 a").all_inner_texts() == ["Light", "Walls"]


@pytest.mark.alone
def test_a_list_with_sections_fits_a_small_window(page, steps, renovation):
    page.set_viewport_size({"width": 320, "height": 640})
    for query in ("", "?arrange", "?add-section", "?section=1", "?section=1&rename"):
        steps.open_list(renovation, query)
        assert not overflow(page), query
