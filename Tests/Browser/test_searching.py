"""Searching: the query stays in the field, and matches are marked."""

import re

from playwright.sync_api import expect


def results(page):
    return page.locator("[data-region=results]")


def test_the_header_links_to_the_search_and_the_field_has_the_focus(page, steps):
    steps.make_list("Kitchen")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Search").click()
    expect(page.get_by_label("Search for")).to_be_focused()
    expect(results(page)).to_have_attribute("data-reason", "nothing-asked")


def test_a_match_is_marked_and_links_to_its_page(page, steps):
    steps.make_list("Kitchen", "Order tiles for the wall", "Call the electrician")
    page.goto("/search")
    # The field gets the focus after the page has loaded.
    expect(page.get_by_label("Search for")).to_be_focused()
    page.keyboard.type("tile wall")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page).to_have_title("“tile wall” – Search – Fourfold")
    expect(page.get_by_label("Search for")).to_have_value("tile wall")
    expect(results(page).locator("mark")).to_have_text(["tiles", "wall"])
    expect(results(page).get_by_role("heading", name=re.compile("^1 match"))).to_be_visible()
    results(page).get_by_role("link", name="Order tiles for the wall").click()
    expect(page).to_have_url(re.compile(r"/tasks/\d+$"))
    page.go_back()
    expect(results(page).locator("mark")).to_have_count(2)


def test_filters_are_folded_above_the_results_and_each_set_one_is_removed_by_one_press(page, steps):
    steps.make_list("Garden", "Sharpen the scythe", "Mow the lawn")
    page.goto("/search")
    expect(page.get_by_label("Priority")).to_be_hidden()
    page.locator("summary", has_text="Filters").press("Enter")
    page.get_by_label("Due", exact=True).select_option("No due date")
    with page.expect_navigation():
        page.get_by_role("button", name="Show matches").press("Enter")
    expect(page.get_by_label("Due", exact=True)).to_have_value("none")
    expect(page.get_by_label("Due", exact=True)).to_be_hidden()
    expect(results(page).get_by_role("heading", name="2 open tasks")).to_be_visible()
    page.locator("summary", has_text="Filters").press("Enter")
    page.get_by_label("Priority").select_option("High")
    with page.expect_navigation():
        page.get_by_role("button", name="Show matches").press("Enter")
    expect(results(page)).to_contain_text("Nothing matches these filters")
    expect(results(page)).to_contain_text("Any priority 2 found")
    with page.expect_navigation():
        page.get_by_role("link", name=re.compile("^High priority")).press("Enter")
    expect(page).to_have_url(re.compile(r"/search\?due=none$"))
    expect(results(page).get_by_role("heading", name="2 open tasks")).to_be_visible()


def test_the_review_shows_what_was_completed_and_is_one_link_from_the_lists(page, steps):
    steps.make_list("Garden", "Sharpen the scythe", "Mow the lawn")
    steps.press_in(steps.row("Sharpen the scythe"), "Complete")
    page.goto("/lists")
    page.get_by_role("link", name="Review").click()
    page.get_by_role("link", name="What was done").first.click()
    review = page.locator("[data-region=review]")
    expect(review.get_by_role("heading", name="1 task completed")).to_be_visible()
    expect(review.locator("svg rect")).to_have_count(1)
    review.locator("summary").press("Enter")
    expect(review.get_by_role("columnheader", name="Mon")).to_be_visible()
    expect(review.get_by_role("row", name=re.compile("^Garden 0 1$"))).to_be_visible()
