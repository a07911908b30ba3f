"""The field on Today: a task in one line, with its date and its list."""

import pytest
from playwright.sync_api import expect

from steps import point

SIZES = pytest.mark.parametrize("size", [{"width": 390, "height": 844}, {"width": 1280, "height": 900}], ids=["phone", "desktop"])


@SIZES
def test_tasks_are_added_one_after_the_other_with_one_load_each(page, steps, size):
    page.set_viewport_size(size)
    steps.make_list("Errands")
    steps.make_list("Kitchen")
    page.goto("/today")
    loads = []
    page.on("response", lambda answer: loads.append(answer.url) if answer.request.is_navigation_request() and answer.status == 200 else None)
    field = page.get_by_label("Add a task")
    for title in ("water the ferns", "order the tiles tomorrow !high #kitchen"):
        field.fill(title)
        assert steps.send_by_enter(field) == 200
        expect(field).to_be_focused()
        expect(field).to_have_value("")
    assert len(loads) == 2
    expect(page.locator("[data-region=today]")).to_contain_text("water the ferns")
    soon = page.locator("[data-region=soon]")
    expect(soon).to_contain_text("order the tiles")
    expect(soon).to_contain_text("Kitchen")
    assert steps.send(point(soon.get_by_role("button", name="Keep as typed"))) == 200
    expect(soon).to_contain_text("order the tiles tomorrow !high #kitchen")


@SIZES
def test_the_list_is_in_the_field_and_the_date_in_its_menu(page, steps, size):
    page.set_viewport_size(size)
    steps.make_list("Errands")
    steps.make_list("Kitchen")
    page.goto("/today")
    page.get_by_label("Add a task").fill("paint")
    # The field says where the task will go, at any width.
    expect(page.get_by_label("List", exact=True).locator("option:checked")).to_have_text("Inbox")
    page.get_by_label("List", exact=True).select_option("Kitchen")
    page.get_by_role("button", name="Due date and tags of the new task").click()
    page.get_by_label("Tomorrow", exact=True).check()
    # Only one of both is to be seen, so that none of them is meant in vain.
    expect(page.get_by_label("Another date", exact=True)).to_be_hidden()
    page.locator("#add-date").get_by_label("Today", exact=True).check()
    expect(page.get_by_label("Another date", exact=True)).to_be_visible()
    page.get_by_label("Tomorrow", exact=True).check()
    assert steps.send(page.locator("#add-date").get_by_role("button", name="Add").click) == 200
    row = page.locator("[data-region=soon] li").filter(has_text="paint")
    expect(row).to_contain_text("Kitchen")
