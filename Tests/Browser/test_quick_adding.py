"""Adding with a date: by words at the end of the line, and by the menu beside the field."""

from playwright.sync_api import expect


def test_words_are_understood_and_made_literal_again_with_one_press(page, steps):
    steps.make_list("Errands")
    steps.add("Sweep")
    steps.add("Order the tiles in 2 days !high")
    row = steps.row("Order the tiles")
    expect(row).to_contain_text("due")
    expect(row).to_contain_text("high")
    expect(steps.add_field).to_be_focused()
    steps.send(lambda: row.get_by_role("button", name="Keep as typed: “Order the tiles in 2 days !high”").click())
    assert "Order the tiles in 2 days !high" in steps.titles()
    steps.send(lambda: page.get_by_role("button", name="Undo").click())


def test_the_offer_takes_no_more_room_than_an_undo(page, steps):
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        list_id = steps.make_list(f"Errands {width}")
        steps.add("Sweep", "Order the tiles tomorrow")
        with_offer = steps.row("Order the tiles").bounding_box()["height"]
        steps.open_list(list_id)
        assert with_offer - steps.row("Order the tiles").bounding_box()["height"] <= 4


def test_the_menu_adds_with_a_date_from_the_keyboard_in_one_load(page, steps):
    steps.make_list("Errands")
    loads = []
    page.on("response", lambda answer: loads.append(answer) if answer.request.is_navigation_request() and answer.status == 200 else None)
    steps.add_field.fill("Order the tiles")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Due date of the new task")).to_be_focused()
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
        page.get_by_role("button", name="Due date of the new task").click()
        box = page.locator("#add-date").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
        assert box["y"] >= 0 and box["y"] + box["height"] <= 700
