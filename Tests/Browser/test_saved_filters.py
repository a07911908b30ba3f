"""A search that is saved under a name stands among the lists, with the number of its matches."""

import pytest
from playwright.sync_api import expect

from checks import axe_problems, overflow

PHONE = {"width": 390, "height": 844}
SIZES = pytest.mark.parametrize("size", [PHONE, {"width": 1280, "height": 900}], ids=["phone", "desktop"])


@SIZES
def test_a_search_is_saved_arranged_renamed_deleted_and_restored(page, scripted, steps, size):
    page.set_viewport_size(size)
    steps.make_list("Errands", "buy stamps", "post the letter tomorrow", "order tiles today")
    page.goto("/search?due=week")
    page.get_by_text("Save this search").click()
    field = page.get_by_label("Name", exact=True)
    assert steps.send_by_enter(field) == 422
    expect(field).to_be_focused()
    expect(page.get_by_text("Enter a name.")).to_be_visible()
    field.fill("Soon")
    assert steps.send_by_enter(field) == 200
    expect(page.get_by_role("heading", level=1, name="Soon")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="Saved the filter “⁨Soon⁩”")).to_be_visible()
    results = page.locator("[data-region=results]")
    expect(results).to_contain_text("post the letter")
    expect(results).not_to_contain_text("buy stamps")
    assert overflow(page) == []
    # With the results that match, and with the form to save it.
    assert not [line for path in (page.url, "/search?due=week") for line in axe_problems(scripted, path)]

    row = page.locator("[data-region=rail]").get_by_role("link", name="Soon")
    if size["width"] > 900:
        expect(row).to_have_attribute("aria-current", "true")
        expect(row).to_contain_text("2 found")
    page.goto("/lists")
    card = page.locator("[data-screen=card]").filter(has_text="Soon")
    expect(card).to_contain_text("order tiles")
    expect(card).to_contain_text("2 found")
    # The Inbox stays first, and is not among what is arranged.
    page.goto("/lists?arrange")
    expect(page.locator(".arranged")).to_have_count(2)
    steps.move("Soon", "To the top")
    expect(page.locator(".arranged").first).to_contain_text("Soon")

    page.goto("/lists")
    with page.expect_navigation():
        card.get_by_role("link", name="Soon").click()
    page.get_by_role("button", name="Filter menu").click()
    with page.expect_navigation():
        page.get_by_role("link", name="Rename").click()
    page.get_by_label("List name").fill("This week")
    assert steps.send_by_enter(page.get_by_label("List name")) == 200
    expect(page.get_by_role("heading", level=1, name="This week")).to_be_visible()
    page.get_by_role("button", name="Filter menu").click()
    assert steps.send(page.get_by_role("button", name="Delete this filter").click) == 200
    expect(page.get_by_role("link", name="This week")).to_have_count(0)
    assert steps.send(page.get_by_role("button", name="Undo").first.click) == 200
    expect(page.get_by_role("heading", level=1, name="This week")).to_be_visible()


def test_a_filter_is_changed_in_the_search_and_taken_back(page, scripted, steps):
    page.set_viewport_size(PHONE)
    steps.make_list("Errands", "buy stamps", "post the letter tomorrow", "order tiles today")
    page.goto("/search?due=week")
    page.get_by_text("Save this search").click()
    page.get_by_label("Name", exact=True).fill("Soon")
    assert steps.send_by_enter(page.get_by_label("Name", exact=True)) == 200
    page.get_by_role("button", name="Filter menu").click()
    with page.expect_navigation():
        page.get_by_role("link", name="Change", exact=True).click()
    expect(page.get_by_text("These are the matches of the filter “Soon”.")).to_be_visible()
    expect(page.get_by_role("button", name="Save filter")).to_have_count(0)
    page.get_by_label("Due", exact=True).select_option("No due date")
    with page.expect_navigation():
        page.get_by_role("button", name="Show matches").click()
    expect(page.get_by_text("Change the filter “Soon” to show these matches?")).to_be_visible()
    assert overflow(page) == []
    assert not axe_problems(scripted, page.url)
    assert steps.send(page.get_by_role("button", name="Save filter").click) == 200
    expect(page.get_by_role("heading", level=1, name="Soon")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="Changed the filter “⁨Soon⁩”")).to_be_visible()
    results = page.locator("[data-region=results]")
    expect(results).to_contain_text("buy stamps")
    steps.undo()
    expect(results).to_contain_text("order tiles")
    expect(results).not_to_contain_text("buy stamps")
