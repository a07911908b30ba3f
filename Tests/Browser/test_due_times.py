"""Times of due dates, and starts: typed at the end of a line, shown in rows and on Today, corrected in place."""

from datetime import date, timedelta

import pytest
from playwright.sync_api import expect


SIZES = [(390, 844), (1280, 900)]


def open_task(steps, title):
    steps.send(steps.row(title).get_by_role("link", name=title).click)


def in_days(days):
    return (date.today() + timedelta(days=days)).isoformat()


@pytest.mark.parametrize("size", SIZES)
def test_a_time_is_typed_with_the_task_and_changed_on_its_page(page, steps, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    steps.make_list(f"Errands {size[0]}")
    # One load: the time is typed with the task.
    steps.add("Call Anna tomorrow at 9:30")
    row = steps.row("Call Anna")
    expect(row).to_contain_text("tomorrow 09:30")
    open_task(steps, "Call Anna")
    expect(page.locator("#time")).to_have_value("09:30")
    expect(page.get_by_label("Time zone", exact=True)).to_have_value("")
    steps.chip("due")
    page.locator("#time").fill("18:05")
    steps.save()
    expect(row).to_contain_text("tomorrow 18:05")
    # No date takes the time, too; the undo brings both back.
    open_task(steps, "Call Anna")
    steps.chip("due")
    steps.send(page.get_by_role("button", name="No date").click)
    expect(row).not_to_contain_text("18:05")
    steps.undo()
    expect(page.get_by_role("main")).to_contain_text("18:05")


def test_a_time_without_a_date_is_refused_at_its_field(page, steps):
    steps.make_list("Errands", "Call Anna tomorrow at 9:30")
    open_task(steps, "Call Anna")
    page.get_by_label("Notes").fill("about the boat")
    steps.chip("due")
    page.locator("#due").fill("")
    steps.save()
    expect(page.locator("#time")).to_be_focused()
    expect(page.get_by_text("A time needs a due date.")).to_be_visible()
    expect(page.locator("#time")).to_have_value("09:30")
    expect(page.get_by_label("Notes")).to_have_value("about the boat")


@pytest.mark.parametrize("size", SIZES)
def test_today_hides_a_task_until_it_starts(page, steps, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    list_id = steps.make_list(f"Errands {size[0]}")
    title = f"Look up the tide {size[0]}"
    steps.add(f"{title} in 5 days")
    page.goto("/today")
    expect(page.get_by_role("main")).to_contain_text(title)
    steps.open_list(list_id)
    open_task(steps, title)
    steps.chip("start")
    page.locator("#start").fill(in_days(3))
    steps.save()
    page.goto("/today")
    expect(page.get_by_role("main")).not_to_contain_text(title)
    steps.open_list(list_id)
    expect(steps.row(title)).to_contain_text("from ")
