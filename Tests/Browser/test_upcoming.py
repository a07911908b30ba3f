"""Upcoming: the days of two weeks, a month as a table, and tasks that are moved by two presses."""

import datetime
import re

import pytest
from playwright.sync_api import expect

from checks import axe_problems, overflow
from steps import point

# The ids of its tasks are known.
pytestmark = pytest.mark.alone

SIZES = pytest.mark.parametrize("size", [{"width": 390, "height": 844}, {"width": 1280, "height": 900}], ids=["phone", "desktop"])


def day(page, days: int) -> str:
    """A day as the pages write it in addresses, relative to the first one that Upcoming shows."""
    page.goto("/upcoming?arrange")
    today = datetime.date.fromisoformat(page.locator(".day time").first.get_attribute("datetime"))
    return (today + datetime.timedelta(days=days)).isoformat()


@pytest.fixture
def planned(page, steps):
    """A task for tomorrow, and one for the day after."""
    steps.make_list("Home", "call the dentist tomorrow", "renew the passport in 2 days")
    return day(page, 1), day(page, 5)


@SIZES
def test_a_task_is_pressed_then_a_day(page, steps, planned, size):
    tomorrow, later = planned
    page.set_viewport_size(size)
    page.goto("/today")
    page.get_by_role("link", name="Upcoming").filter(visible=True).first.click()
    expect(page.locator(f'.day:has([datetime="{tomorrow}"]) + .rows')).to_contain_text("call the dentist")
    page.get_by_role("link", name="Move", exact=True).click()
    assert steps.send(point(page.get_by_role("button", name="Move “call the dentist”"))) == 200
    expect(page.get_by_role("status")).to_have_text("Moving “call the dentist”")
    assert steps.send(point(page.locator(f'[name$="?due={later}"]'))) == 200
    moved = page.locator(f'.day:has([datetime="{later}"]) + .rows')
    expect(moved).to_contain_text("call the dentist")
    expect(moved).to_be_in_viewport()
    expect(page.get_by_role("button", name="Move “renew the passport”")).to_be_visible()
    steps.undo()
    expect(page.locator(f'.day:has([datetime="{tomorrow}"]) + .rows')).to_contain_text("call the dentist")


def test_the_keyboard_moves_a_task(page, steps, planned):
    later = planned[1]
    page.goto("/upcoming?arrange")
    steps.tab_to(page.get_by_role("button", name="Move “call the dentist”"))
    steps.enter()
    steps.tab_to(page.locator(f'[name$="?due={later}"]'))
    steps.enter()
    expect(page.locator(f'.day:has([datetime="{later}"]) + .rows')).to_contain_text("call the dentist")
    expect(page.locator(":focus")).to_contain_text("call the dentist")


@SIZES
def test_a_picked_task_is_put_on_a_day_of_the_month(page, steps, planned, size):
    later = planned[1]
    page.set_viewport_size(size)
    page.goto("/upcoming?arrange")
    assert steps.send(point(page.get_by_role("button", name="Move “call the dentist”"))) == 200
    page.get_by_role("link", name="Month", exact=True).click()
    page.goto(f"/upcoming?view=month&from={later}&picked=1")
    cell = page.locator(f'td:has([datetime="{later}"])')
    assert steps.send(point(cell.locator(f'[name$="?due={later}"]'))) == 200
    expect(cell.locator("a.date")).to_have_attribute("aria-label", re.compile(", 1 task$"))
    expect(page.locator(".notice")).to_contain_text("Undo")
    steps.undo()
    expect(cell.locator("a.date")).not_to_have_attribute("aria-label", re.compile(", 1 task$"))


@SIZES
def test_a_day_of_the_month_leads_to_its_page_with_a_field(page, steps, planned, size):
    later = planned[1]
    page.set_viewport_size(size)
    page.goto(f"/upcoming?view=month&from={later}")
    assert not overflow(page)
    page.locator(f'td:has([datetime="{later}"]) a.date').click()
    page.get_by_label("Add a task", exact=True).fill("buy paint")
    assert steps.send_by_enter(page.get_by_label("Add a task", exact=True)) == 200
    expect(page.locator("[data-region=upcoming]")).to_contain_text("buy paint")
    page.get_by_role("link", name="Later").click()
    expect(page.locator("[data-region=upcoming]")).not_to_contain_text("buy paint")


def test_on_a_phone_a_task_of_the_month_is_picked_on_its_day(page, steps, planned):
    tomorrow, later = planned
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/upcoming?view=month&from={tomorrow}")
    page.get_by_role("link", name="Move", exact=True).click()
    page.locator(f'td:has([datetime="{tomorrow}"]) a.date').click()
    assert steps.send(point(page.get_by_role("button", name="Move “call the dentist”"))) == 200
    page.goto(f"/upcoming?view=month&from={later}&picked=1")
    assert steps.send(point(page.locator(f'[name$="?due={later}"]'))) == 200
    expect(page.locator(f'td:has([datetime="{later}"]) a.date')).to_have_attribute("aria-label", re.compile(", 1 task$"))


def test_a_list_is_a_filter_that_is_taken_off(page, steps, planned):
    steps.make_list("Garden", "mow the lawn tomorrow")
    page.goto("/upcoming")
    page.get_by_role("button", name="Filters").click()
    page.get_by_label("List", exact=True).select_option("Garden")
    page.get_by_role("button", name="Show", exact=True).click()
    region = page.locator("[data-region=upcoming]")
    expect(region).to_contain_text("mow the lawn")
    expect(region).not_to_contain_text("call the dentist")
    page.locator(".active-filters .chip").click()
    expect(region).to_contain_text("call the dentist")


def test_every_page_of_upcoming_is_accessible(scripted, page, planned):
    paths = ["/upcoming", "/upcoming?arrange", "/upcoming?picked=1", "/upcoming?view=month", "/upcoming?view=month&picked=1", f"/upcoming?day={planned[0]}"]
    assert not [line for path in paths for line in axe_problems(scripted, path)]
