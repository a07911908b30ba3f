"""The weekly review, a list as it was, and a search by several tags."""

import sqlite3
from contextlib import closing
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from checks import axe_problems, overflow
from steps import point

SIZES = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1280, "height": 900}}


def next_of(page):
    """On a phone the middle of the bar leads on, in the place where other pages add."""
    return page.locator(".add-link a[rel=next]" if page.viewport_size["width"] < 900 else "main a[rel=next]")


@pytest.fixture(params=SIZES)
def size(request, page):
    page.set_viewport_size(SIZES[request.param])
    return request.param


def sound(page) -> None:
    assert overflow(page) == []


def test_the_steps_of_the_review_and_a_list_as_it_was_are_accessible(scripted, steps):
    list_id = steps.make_list("Home", "Return books yesterday", "Find the keys")
    moment = (datetime.now() + timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M")
    for address in ("/review", "/review?step=lists", "/review?step=done", f"/lists/{list_id}?as-of={moment}"):
        assert not axe_problems(scripted, address)


def test_the_review_is_gone_through_with_next(page, steps, size):
    steps.make_list("Home", "Return books yesterday", "Quote for the boiler #waiting", "Find the keys", adds="bottom")
    page.goto("/review")
    heading, row = page.get_by_role("heading", level=1), page.locator(".task-row")
    for name, titles in (("Late", 1), ("Waiting", 1), ("No date", 2)):
        expect(heading).to_have_text(name)
        expect(row).to_have_count(titles)
        sound(page)
        next_of(page).click()
    expect(heading).to_have_text("Each list: Home")
    next_of(page).click()
    expect(heading).to_have_text("What was done")
    page.locator("a[rel=prev]").click()
    page.get_by_role("link", name="Late", exact=True).click()
    steps.press_in(steps.row("Return books"), "Complete")
    expect(heading).to_have_text("Late")
    expect(row).to_have_count(1)
    steps.undo()
    expect(row).to_have_count(1)


def test_a_list_is_shown_as_it_was_and_a_row_brought_back(page, steps, server, size):
    list_id = steps.make_list("Home", "Clear out the cellar", "Fix the door", "Call Ann", adds="bottom")
    with closing(sqlite3.connect(server.database, timeout=90)) as database, database:
        # All of them: the times of changes grow with their ids.
        database.execute("UPDATE changes SET at = at - 86400000")
    steps.delete("Clear out the cellar")
    moment = (datetime.now() - timedelta(hours=3)).strftime("%Y-%m-%dT%H:%M")
    page.goto(f"/lists/{list_id}?as-of={moment}")
    expect(page.locator(".task-row")).to_have_count(3)
    expect(page.locator(".task-row").first).to_contain_text("Deleted")
    sound(page)
    assert steps.send(point(page.get_by_role("button", name="Bring back “Clear out the cellar”"))) == 200
    expect(page.get_by_text("Restored “\u2068Clear out the cellar\u2069”.")).to_be_visible()
    expect(page.get_by_role("button", name="Bring back")).to_have_count(0)
    page.get_by_role("link", name="Back to now").click()
    assert steps.titles() == ["Clear out the cellar", "Fix the door", "Call Ann"]


def test_a_search_takes_several_tags_and_tags_that_are_not_there(page, steps, size):
    steps.make_list("Home", "Paint #kitchen #phone", "Tiles #kitchen", "Call Ann #phone", "Sweep")
    page.goto("/search?tag=kitchen&sort=list")
    page.locator("details.filters summary").click()
    page.locator("#filter-tag").fill("kitchen -phone")
    with page.expect_navigation():
        page.locator(".filter-fields .button").click()
    assert page.locator("[data-region=results] .title").all_inner_texts() == ["Tiles"]
    sound(page)
    page.locator(".active-filters a", has_text="Not #").click()
    expect(page.locator("[data-region=results] .title")).to_have_count(2)
