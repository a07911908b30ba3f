"""Adding with a date: by words at the end of the line, and by the menu beside the field."""

import pytest
from playwright.sync_api import expect

from steps import place, point


def test_words_are_understood_and_made_literal_again_with_one_press(page, steps):
    steps.make_list("Errands")
    steps.add("Sweep")
    steps.add("Order the tiles in 2 days !high")
    row = steps.row("Order the tiles")
    expect(row).to_contain_text("due")
    expect(row).to_contain_text("high")
    expect(steps.add_field).to_be_focused()
    steps.send(point(row.get_by_role("button", name="Keep as typed: “Order the tiles in 2 days !high”")))
    assert "Order the tiles in 2 days !high" in steps.titles()
    steps.undo()


def test_the_offer_takes_no_more_room_than_an_undo(page, steps):
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        list_id = steps.make_list(f"Errands {width}")
        steps.add("Sweep", "Order the tiles tomorrow")
        with_offer = steps.row("Order the tiles").bounding_box()["height"]
        steps.open_list(list_id)
        assert with_offer - steps.row("Order the tiles").bounding_box()["height"] <= 4


@pytest.mark.parametrize("width", [320, 360, 390, 430, 1280])
def test_the_offer_covers_nothing_of_its_row(page, steps, width):
    page.set_viewport_size({"width": width, "height": 800})
    steps.make_list("Errands")
    steps.add("Order the tiles for the kitchen every week !high #kitchen #bathroom tomorrow")
    row = steps.row("Order the tiles for the kitchen")
    offer = place(row.get_by_role("button", name="Keep as typed")).bounding_box()
    facts = row.locator(".facts > *").evaluate_all(LINES)
    assert len(facts) >= 4
    for fact in facts:
        beside = fact["x"] + fact["width"] <= offer["x"] or offer["x"] + offer["width"] <= fact["x"]
        assert beside or fact["y"] + fact["height"] <= offer["y"] + 4 or offer["y"] + offer["height"] - 4 <= fact["y"], (fact, offer)


# The boxes of all lines of the elements.
LINES = "elements => elements.flatMap(element => [...element.getClientRects()].map(box => box.toJSON()))"


def test_the_menu_adds_with_a_date_from_the_keyboard_in_one_load(page, steps):
    steps.make_list("Errands")
    loads = []
    page.on("response", lambda answer: loads.append(answer) if answer.request.is_navigation_request() and answer.status == 200 else None)
    steps.add_field.fill("Order the tiles")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Due date and tags of the new task")).to_be_focused()
    page.keyboard.press("Enter")
    menu = page.locator("#add-date")
    expect(menu).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    while not menu.get_by_label("Tomorrow").is_checked():
        page.keyboard.press("ArrowDown")
    steps.send(lambda: page.keyboard.press("Enter"))
    expect(steps.row("Order the tiles")).to_contain_text("tomorrow")
    assert len(loads) == 1


def test_the_menu_stays_inside_the_window(page, steps):
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 700})
        steps.make_list(f"Errands {width}")
        page.get_by_role("button", name="Due date and tags of the new task").click()
        box = page.locator("#add-date").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
        assert box["y"] >= 0 and box["y"] + box["height"] <= 700


def test_a_list_typed_in_order_stays_in_order_and_can_be_shown_by_date(page, steps):
    steps.make_list("Errands", adds="bottom")
    steps.add("Sweep", "Call Anna !high", "Order the tiles in 3 days", "Pay the rent tomorrow")
    assert steps.titles() == ["Sweep", "Call Anna", "Order the tiles", "Pay the rent"]
    steps.send(lambda: steps.open_menu().get_by_role("button", name="Sort by date").click())
    assert steps.titles() == ["Pay the rent", "Order the tiles", "Call Anna", "Sweep"]
    expect(page.get_by_text("sorted by date")).to_be_visible()
    steps.send(lambda: steps.open_menu().get_by_role("button", name="Sort by priority").click())
    assert steps.titles()[0] == "Call Anna"
    steps.send(lambda: steps.open_menu().get_by_role("button", name="In your own order").click())
    assert steps.titles() == ["Sweep", "Call Anna", "Order the tiles", "Pay the rent"]


def test_the_menu_of_a_list_fits_a_small_window(page, steps):
    page.set_viewport_size({"width": 320, "height": 480})
    steps.make_list("Errands")
    steps.add("Sweep")
    box = steps.open_menu().bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= 480


def test_a_list_of_many_pages_that_adds_at_its_bottom_tells_the_new_row_beside_the_field(page, steps):
    page.set_viewport_size({"width": 390, "height": 844})
    list_id = steps.make_list("Errands", adds="bottom")
    steps.open_list(list_id, "?several")
    steps.add_field.fill("\n".join(f"Task {number}" for number in range(120)))
    steps.send(page.get_by_role("button", name="Add all").click)
    for title in ("Sweep", "Mop"):
        # Typed where the focus is: the reader never scrolls or looks for the field.
        expect(steps.add_field).to_be_focused()
        expect(steps.add_field).to_be_in_viewport()
        page.keyboard.type(title)
        steps.send(lambda: page.keyboard.press("Enter"))
        # The row stands where the order of the list puts it, out of sight: a notice tells it.
        expect(page.locator(".notice").filter(has_text=title)).to_be_in_viewport()
        assert steps.titles()[0] == "Task 0"
    steps.open_list(list_id, "?page=2")
    assert steps.titles()[-2:] == ["Sweep", "Mop"]
