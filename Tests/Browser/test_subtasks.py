"""Steps: added with their task or on its page, completed, folded, arranged, moved and undone."""

import pytest
from playwright.sync_api import expect

from steps import goes_on_within, point

SIZES = [(390, 844), (1280, 900)]
PHONE = {"width": 390, "height": 844}
LINES = "Kitchen\n  Measure\n  Order tomorrow\n    Tiles\n    Glue\n  Lay\nPaint"
WHOLE = ["Kitchen", "Measure", "Order", "Tiles", "Glue", "Lay", "Paint"]


@pytest.fixture
def house(page, steps):
    list_id = steps.make_list("House")
    steps.open_list(list_id, "?several")
    page.get_by_label("Add several tasks").fill(LINES)
    assert steps.send(page.get_by_role("button", name="Add all").click) == 200
    return list_id


def titles(page) -> list[str]:
    return page.locator(".task-row > .title:not([data-region^='beside-'] *)").all_inner_texts()


def row(page, title):
    return page.locator(".task-row").filter(has=page.get_by_text(title, exact=True))


def left(page, title) -> float:
    return row(page, title).locator("> .title").bounding_box()["x"]


@pytest.mark.parametrize("size", SIZES, ids=["phone", "desktop"])
def test_steps_stand_below_their_task_and_are_completed_in_place(page, steps, house, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    steps.open_list(house)
    assert titles(page) == WHOLE
    assert left(page, "Kitchen") < left(page, "Order") < left(page, "Tiles")
    tiles = row(page, "Tiles")
    tiles.scroll_into_view_if_needed()
    steps.send(point(tiles.get_by_role("button", name="Complete")))
    assert titles(page) == WHOLE
    assert goes_on_within(tiles)
    expect(row(page, "Order")).to_contain_text("1/2")
    before = tiles.bounding_box()["y"]
    steps.send(point(tiles.get_by_role("button", name="Undo")))
    assert abs(tiles.bounding_box()["y"] - before) <= 20
    expect(row(page, "Order")).to_contain_text("0/2")
    kitchen = row(page, "Kitchen")
    steps.send(point(kitchen.get_by_role("button", name="Complete")))
    expect(page.locator(".task-row.done")).to_have_count(6)
    steps.send(point(kitchen.get_by_role("button", name="Undo")))
    expect(page.locator(".task-row.done")).to_have_count(0)


def test_folded_steps_are_hidden_from_the_keyboard_too_and_stay_so(page, steps, house):
    steps.open_list(house)
    button = page.get_by_role("button", name="Steps of “Kitchen”")
    expect(button).to_have_attribute("aria-expanded", "true")
    button.focus()
    steps.send(lambda: page.keyboard.press("Enter"))
    assert titles(page) == ["Kitchen", "Paint"]
    expect(row(page, "Kitchen")).to_be_focused()
    steps.open_list(house)
    assert titles(page) == ["Kitchen", "Paint"]
    steps.send(point(page.get_by_role("button", name="Steps of “Kitchen”")))
    assert titles(page) == WHOLE


def test_steps_are_added_one_after_another_on_the_page_of_their_task(page, steps, house):
    page.set_viewport_size(PHONE)
    steps.open_list(house)
    row(page, "Paint").get_by_role("button", name="Menu of").click()
    assert steps.send(point(row(page, "Paint").get_by_role("button", name="More…"))) == 200
    row(page, "Paint").get_by_role("link", name="Add a step").click()
    field = page.get_by_role("textbox", name="Add a step", exact=True)
    expect(field).to_be_focused()
    for title in ["Sand", "Prime", "Paint twice"]:
        page.keyboard.type(title)
        assert steps.send(lambda: page.keyboard.press("Enter")) == 200
        expect(field).to_be_focused()
    assert titles(page) == ["Sand", "Prime", "Paint twice"]
    page.locator("summary", has_text="Add several steps").click()
    page.get_by_role("textbox", name="Add several steps").fill("Dry\n  Open the window")
    assert steps.send(page.get_by_role("button", name="Add all").click) == 200
    assert titles(page) == ["Sand", "Prime", "Paint twice", "Dry", "Open the window"]
    steps.send(point(row(page, "Prime").get_by_role("button", name="Complete")))
    assert goes_on_within(row(page, "Prime"))
    expect(page.locator(".section-title")).to_contain_text("1 of 4 done")
    steps.open_list(house)
    assert titles(page)[-6:] == ["Paint", "Sand", "Prime", "Paint twice", "Dry", "Open the window"]


def test_a_picked_task_goes_in_and_out_of_another_with_its_steps(page, steps, house):
    page.set_viewport_size({"width": 390, "height": 844})
    steps.open_list(house, "?arrange")
    height = row(page, "Tiles").bounding_box()["height"]
    assert height <= 48, "one row high on a phone"
    steps.move("Order", "Put here, before “Paint”")
    assert titles(page) == ["Kitchen", "Measure", "Lay", "Order", "Tiles", "Glue", "Paint"]
    assert left(page, "Order") == left(page, "Kitchen")
    steps.move("Order", "Make it a step of “Kitchen”")
    assert titles(page) == ["Kitchen", "Measure", "Lay", "Order", "Tiles", "Glue", "Paint"]
    assert left(page, "Order") > left(page, "Kitchen")
