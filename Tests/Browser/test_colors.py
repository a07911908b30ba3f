"""The color of a list: chosen in its menu, and beside its name wherever that is."""

import pytest
from playwright.sync_api import expect

from checks import axe_problems, overflow

SIZES = {"phone": (390, 844), "desktop": (1280, 900)}


@pytest.mark.parametrize("size", SIZES.values(), ids=list(SIZES))
def test_a_color_is_chosen_in_the_menu_and_taken_away_again(page, steps, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    steps.make_list("Garden", "Mow the lawn")
    steps.open_menu()
    buttons = page.locator(".colors button")
    expect(buttons).to_have_count(7)
    boxes = buttons.evaluate_all("buttons => buttons.map(button => button.getBoundingClientRect().toJSON())")
    assert all(box["width"] >= 30 and box["height"] >= 36 for box in boxes), boxes
    assert steps.send(page.get_by_role("button", name="Teal", exact=True).click) == 200
    expect(page.locator("h1 [data-color=teal]")).to_be_visible()
    steps.open_menu()
    expect(page.get_by_role("button", name="Teal", exact=True)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    page.goto("/lists")
    expect(page.locator("h2 [data-color=teal]")).to_be_visible()
    assert not overflow(page)
    page.get_by_role("heading", name="Garden").get_by_role("link").click()
    steps.open_menu()
    assert steps.send(page.get_by_role("button", name="No color", exact=True).click) == 200
    expect(page.locator("h1 [data-color]")).to_have_count(0)


def test_where_the_readers_colors_are_their_own_the_name_is_beside_it(page, steps):
    list_id = steps.make_list("Garden")
    steps.post(f"/lists/{list_id}/view", color="purple")
    steps.open_list(list_id)
    word = page.locator("h1 .list-color > span")
    expect(word).to_be_hidden()
    page.emulate_media(forced_colors="active")
    expect(word).to_be_visible()
    expect(word).to_have_text("Purple")


def test_a_list_with_a_color_is_accessible(scripted, steps):
    list_id = steps.make_list("Garden", "Mow the lawn")
    steps.post(f"/lists/{list_id}/view", color="amber")
    for address in (f"/lists/{list_id}", "/lists"):
        assert not axe_problems(scripted, address)
