"""The page that adds a task with the text of an address: what a phone shares, and what an installed app offers."""

import json

import pytest
from playwright.sync_api import expect

from chromium import launch
from gate import Gate
from steps import expect_error_tied_to

SIZES = pytest.mark.parametrize("size", [(390, 844), (1280, 900)], ids=["phone", "desktop"])


@SIZES
def test_what_a_phone_shares_is_added_with_a_list_and_a_date(page, steps, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    steps.make_list("Errands")
    steps.make_list("Kitchen")
    page.goto("/add?title=Tile+shop&text=https%3A%2F%2Ftiles.example%2Fa&url=https%3A%2F%2Ftiles.example%2Fa")
    expect(page.get_by_label("Title")).to_have_value("Tile shop")
    expect(page.get_by_label("Title")).to_be_focused()
    expect(page.get_by_label("Notes")).to_have_value("https://tiles.example/a")
    page.get_by_label("List", exact=True).select_option("Kitchen")
    page.get_by_label("Tomorrow", exact=True).check()
    # A rejected title keeps all of it.
    page.get_by_label("Title").fill(" ")
    assert steps.send_by_enter(page.get_by_label("Title")) == 422
    expect(page.locator("#title-error")).to_be_in_viewport(ratio=1)
    expect(page.get_by_label("Tomorrow", exact=True)).to_be_checked()
    page.get_by_label("Title").fill("Tile shop")
    assert steps.send(page.get_by_role("main").get_by_role("button", name="Add", exact=True).click) == 200
    expect(page.get_by_role("heading", level=1, name="Kitchen")).to_be_visible()
    expect(steps.row("Tile shop")).to_contain_text("tomorrow")
    steps.press_in(steps.row("Tile shop"), "Undo")
    expect(page.locator("[data-region=tasks]")).not_to_contain_text("Tile shop")


@SIZES
def test_a_new_list_takes_the_typed_text_along(page, steps, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto("/add")
    name = page.get_by_label("Name of the new list")
    page.get_by_label("Title").fill("Book the ferry")
    page.get_by_label("Notes").fill("For four")
    expect(name).to_be_hidden()
    page.get_by_label("List", exact=True).select_option("New list…")
    expect(name).to_be_visible()
    add = page.get_by_role("main").get_by_role("button", name="Add", exact=True)
    assert steps.send(add.click) == 422
    expect(name).to_be_focused()
    expect_error_tied_to(name, "Enter a name.")
    expect(page.get_by_label("Title")).to_have_value("Book the ferry")
    expect(page.get_by_label("Notes")).to_have_value("For four")
    name.fill("Journey")
    assert steps.send(add.click) == 200
    expect(page.get_by_role("heading", level=1, name="Journey")).to_be_visible()
    expect(steps.row("Book the ferry")).to_be_visible()


@SIZES
def test_the_field_of_today_asks_for_the_name_of_a_new_list_and_keeps_the_text(page, steps, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto("/today")
    page.locator("#new-task").fill("Book the ferry")
    page.get_by_label("List", exact=True).select_option("New list…")
    assert steps.send_by_enter(page.locator("#new-task")) == 422
    name = page.get_by_label("Name of the new list")
    expect(name).to_be_focused()
    expect(page.get_by_label("Title")).to_have_value("Book the ferry")
    name.fill("Journey")
    assert steps.send_by_enter(name) == 200
    expect(page.get_by_role("heading", level=1, name="Journey")).to_be_visible()
    expect(steps.row("Book the ferry")).to_contain_text("today")


def test_signed_out_one_signs_in_and_the_text_is_still_there(page, steps, context):
    steps.make_list("Errands")
    context.clear_cookies()
    assert page.goto("/add?title=Call+the+choir").status == 401
    assert Gate(page).sign_in() == 200
    expect(page.get_by_label("Title")).to_have_value("Call the choir")


def test_browsers_can_install_the_app(playwright, server):
    # The headless shell reads no manifests.
    browser = launch(playwright, remembers=True)
    page = browser.new_page(base_url=server.url, java_script_enabled=False)
    page.goto("/today")
    session = page.context.new_cdp_session(page)
    answer = session.send("Page.getAppManifest")
    assert answer["errors"] == []
    assert [one["url"] for one in json.loads(answer["data"])["shortcuts"]] == ["./today", "./add"]
    # Contexts of driven browsers are incognito windows, which install nothing.
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []
    browser.close()
