"""The page that adds a task with the text of an address: what a phone shares, and what an installed app offers."""

import json

import pytest
from playwright.sync_api import expect

from chromium import launch
from gate import Gate

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
