"""The trash keeps deleted rows and restores them."""

import re

import pytest
from playwright.sync_api import expect


def test_a_deleted_task_and_a_deleted_list_are_restored(page, steps):
    list_id = steps.make_list("Errands", "milk", "bread")
    steps.delete("milk")
    page.goto("/trash")
    expect(page.get_by_role("main")).to_contain_text(re.compile("30 days|29 days"))
    with page.expect_navigation():
        page.get_by_role("button", name="Restore “milk”").click()
    steps.open_list(list_id)
    assert steps.titles() == ["bread", "milk"]

    with page.expect_navigation():
        steps.open_menu().get_by_role("button", name="Delete this list").click()
    assert page.url.split("?")[0].endswith("/lists")
    answer = page.goto(f"/lists/{list_id}")
    assert answer.status == 410
    expect(page.get_by_role("button", name="Restore")).to_be_visible()

    page.goto("/trash")
    with page.expect_navigation():
        page.get_by_role("button", name="Restore “Errands”").click()
    steps.open_list(list_id)
    assert steps.titles() == ["bread", "milk"]


@pytest.mark.parametrize("width", [390, 1280])
def test_the_history_tells_what_changed_and_leads_to_the_task(page, steps, width):
    page.set_viewport_size({"width": width, "height": 844})
    list_id = steps.make_list("Errands", "paint the fence")
    task_id = steps.open_task("paint the fence")
    page.get_by_label("Title", exact=True).fill("paint the old fence")
    steps.chip("due")
    page.get_by_label("Due", exact=True).fill("2031-05-04")
    assert steps.save() == 200
    page.goto(f"/lists/{list_id}/history")
    expect(page.get_by_role("heading", name="Today")).to_be_visible()
    row = page.locator("[data-region=history] li").first
    expect(row).to_contain_text("Due: none → 4 May 2031")
    text, button = row.locator(".description").bounding_box(), row.get_by_role("button").bounding_box()
    assert text["x"] + text["width"] + 12 <= button["x"], "a gap between text and button"
    row.get_by_role("link").click()
    assert page.url.endswith(f"/tasks/{task_id}")
