"""A list that is longer than a page."""

import pytest
from playwright.sync_api import expect



@pytest.fixture
def long_list(page, steps):
    """A list of 137 tasks, from “task 1” on top to “task 137”."""
    list_id = steps.make_list("Errands")
    steps.open_list(list_id, "?several")
    page.locator("#new-task").fill("\n".join(f"task {number}" for number in range(1, 138)))
    assert steps.send(page.get_by_role("button", name="Add all").click) == 200
    return list_id


def test_the_pages_of_a_long_list_are_walked_by_keyboard_and_stay_at_the_list(page, steps, long_list):
    steps.open_list(long_list)
    pages = page.get_by_role("navigation", name="Pages of open tasks")
    expect(pages.locator("[aria-current=page]")).to_have_text("1–100 of 137")
    assert len(steps.titles()) == 100

    following = pages.get_by_role("link", name="Next 37")
    following.focus()
    steps.enter()
    assert page.url.endswith(f"/lists/{long_list}?page=2#open-tasks")
    expect(pages.locator("[aria-current=page]")).to_have_text("101–137 of 137")
    assert steps.titles() == [f"task {number}" for number in range(101, 138)]
    expect(page.get_by_role("link", name="task 101", exact=True)).to_be_in_viewport()
    # The keyboard continues at the new rows.
    page.keyboard.press("Tab")
    assert page.locator(":focus").get_attribute("alt") == "Complete “task 101”"

    steps.press_in(steps.row("task 120"), "Complete")
    row = steps.row("task 120")
    assert "page=2" in page.url and page.url.endswith("#" + row.get_attribute("id").replace("task", "at"))
    expect(row).to_be_in_viewport()
    steps.press_in(row, "Undo")
    expect(steps.row("task 120")).to_be_in_viewport()

    # In a wide window the pane replaces the link back.
    page.set_viewport_size({"width": 390, "height": 844})
    steps.open_task("task 130")
    page.locator(".back a").first.click()
    page.wait_for_url("**page=2#task-*")
    expect(steps.row("task 130")).to_be_in_viewport()

    with page.expect_navigation():
        pages.get_by_role("link", name="Previous 100").click()
    assert page.url.endswith(f"/lists/{long_list}#open-tasks")
    with page.expect_navigation():
        pages.get_by_role("link", name="All 137").click()
    assert len(steps.titles()) == 137
    expect(page.get_by_role("link", name="task 100", exact=True)).to_be_in_viewport()
    expect(pages).to_have_count(0)


def test_the_trash_is_walked_page_by_page(page, steps, long_list):
    # Undoing an addition of many tasks moves all of them to the trash.
    steps.open_list(long_list)
    page.goto(f"/lists/{long_list}/history")
    with page.expect_navigation():
        page.get_by_role("button", name="Undo: Added 137 tasks").click()
    page.goto("/trash")
    pages = page.get_by_role("navigation", name="Pages of the trash")
    expect(pages.locator("[aria-current=page]")).to_have_text("1–100 of 137")
    with page.expect_navigation():
        pages.get_by_role("link", name="Next 37").click()
    assert page.url.endswith("/trash?page=2#rows")
    rows = page.locator("[data-region=trash] li")
    expect(rows).to_have_count(37)
    with page.expect_navigation():
        rows.first.get_by_role("button", name="Restore").click()
    page.goto("/trash?page=2")
    expect(pages.locator("[aria-current=page]")).to_have_text("101–136 of 136")
    with page.expect_navigation():
        pages.get_by_role("link", name="Previous 100").click()
    assert page.url.endswith("/trash#rows")
