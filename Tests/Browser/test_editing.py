"""Editing a task, in one tab and in two; deleting it and going back."""

import re

import pytest
from playwright.sync_api import expect

from steps import Steps, choose


def two_tabs_on_one_task(page, steps, context):
    """The first tab has saved `theirs`; the second has sent `mine` from the older form."""
    steps.make_list("Errands", "paint the fence")
    task_id = steps.open_task("paint the fence")
    second = context.new_page()
    second.goto(f"/tasks/{task_id}")
    page.get_by_label("Title", exact=True).fill("paint the fence green")
    assert steps.save() == 200
    second.get_by_label("Title", exact=True).fill("paint the fence <blue>")
    second.get_by_label("Notes", exact=True).fill("two coats")
    assert Steps(second).save() == 409
    return task_id, second


def test_a_conflict_marks_the_differences_and_the_best_of_both_is_saved(page, steps, context):
    task_id, second = two_tabs_on_one_task(page, steps, context)
    second.set_viewport_size({"width": 390, "height": 844})
    expect(second.locator("mark", has_text="<blue>").first).to_be_visible()
    expect(second.locator("mark", has_text="green").first).to_be_visible()
    # Both changed the title, so it is chosen; only one changed the notes.
    expect(second.locator("fieldset")).to_have_count(1)
    choose(second.get_by_role("group", name="Title").get_by_label("Theirs"))
    assert Steps(second).send(second.get_by_role("button", name="Save both").click) == 200
    page.goto(f"/tasks/{task_id}")
    expect(page.get_by_label("Title", exact=True)).to_have_value("paint the fence green")
    expect(page.get_by_label("Notes", exact=True)).to_have_value("two coats")


@pytest.mark.parametrize("width", [390, 1280])
def test_a_long_title_is_read_whole_and_notes_grow(page, steps, width):
    page.set_viewport_size({"width": width, "height": 844})
    steps.make_list("Errands")
    title = "Ask the three companies for a quote " * 6
    steps.add(title.strip())
    steps.open_task(title.strip())
    expect(page.get_by_role("heading", level=1)).to_have_text(title.strip())
    field = page.get_by_label("Title", exact=True)
    assert field.evaluate("field => field.scrollHeight <= field.clientHeight + 1"), "nothing is cut off"
    assert field.bounding_box()["height"] > 60
    notes = page.get_by_label("Notes", exact=True)
    low = notes.bounding_box()["height"]
    assert low < 80, "two lines"
    notes.fill("one\ntwo\nthree\nfour\nfive")
    assert notes.bounding_box()["height"] > low


def test_enter_in_a_title_saves_and_in_a_long_one_it_is_a_space(page, steps):
    long = "paint the fence that goes around the whole of the garden twice"
    list_id = steps.make_list("Errands", "paint", long)
    steps.open_task("paint")
    field = page.get_by_label("Title", exact=True)
    field.press("End")
    field.press_sequentially(" the door")
    assert steps.send_by_enter(field) == 200
    assert steps.titles() == [long, "paint the door"]
    steps.open_list(list_id)
    steps.open_task(long)
    field.press("Control+End")
    field.press("Enter")
    field.press_sequentially("over")
    steps.tab_to(page.get_by_role("button", name="Save", exact=True).last)
    steps.enter()
    assert steps.titles() == [f"{long} over", "paint the door"]


def test_a_title_of_one_line_is_read_whole_on_a_phone_until_it_is_changed(page, steps):
    page.set_viewport_size({"width": 390, "height": 844})
    steps.make_list("Errands", "Fix the squeaking door in the hall before they come")
    steps.open_task("Fix the squeaking door in the hall before they come")
    # With its stylesheet.
    page.wait_for_load_state()
    field, whole = page.get_by_label("Title", exact=True), page.locator(".whole")
    assert field.evaluate("field => field.tagName") == "INPUT" and whole.bounding_box()["height"] > 60
    before = field.bounding_box()
    field.click()
    assert field.bounding_box() == before, "nothing moves"
    assert whole.evaluate("whole => getComputedStyle(whole).visibility") == "hidden"
    field.fill("Fix the door")
    page.get_by_label("Notes", exact=True).click()
    assert whole.evaluate("whole => getComputedStyle(whole).visibility") == "hidden", "it is not what will be saved"


def test_after_a_delete_the_list_is_there_and_back_offers_to_restore(page, steps):
    list_id = steps.make_list("Errands", "second", "first")
    task_id = steps.open_task("second")
    with page.expect_navigation():
        page.get_by_role("button", name="Delete", exact=True).click()
    assert f"/lists/{list_id}" in page.url
    # The row stays until the next page, to undo the deletion.
    expect(steps.row("second").get_by_role("button", name=re.compile("^Undo"))).to_be_visible()

    page.go_back()
    page.goto(f"/tasks/{task_id}")
    expect(page.locator("[data-state=failed]")).to_have_attribute("data-reason", "trashed")
    with page.expect_navigation():
        page.get_by_role("button", name="Restore").click()
    steps.open_list(list_id)
    assert steps.titles() == ["first", "second"]


def test_a_time_without_a_date_is_refused_at_its_field(page, steps):
    steps.make_list("Errands", "Call Anna tomorrow at 9:30")
    steps.open_task("Call Anna")
    page.get_by_label("Notes").fill("about the boat")
    steps.chip("due")
    page.locator("#due").fill("")
    steps.save()
    expect(page.locator("#time")).to_be_focused()
    expect(page.get_by_text("A time needs a due date.")).to_be_visible()
    expect(page.locator("#time")).to_have_value("09:30")
    expect(page.get_by_label("Notes")).to_have_value("about the boat")


def test_on_a_phone_the_middle_place_of_the_bar_saves_the_task(page, steps):
    steps.make_list("House", "Sweep")
    page.set_viewport_size({"width": 390, "height": 844})
    steps.open_task("Sweep")
    places = page.get_by_role("navigation", name="Main")
    expect(places.get_by_role("link", name="Add")).to_have_count(0)
    page.get_by_label("Notes", exact=True).fill("Under the bed, too")
    assert steps.send(places.get_by_role("button", name="Save").click) == 200
    task = steps.open_task("Sweep")
    expect(page.get_by_label("Notes", exact=True)).to_have_value("Under the bed, too")
    assert task
