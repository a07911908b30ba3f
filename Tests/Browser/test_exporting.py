"""Exports of lists and of everything, and calendar feeds, without scripts."""

import json
import urllib.error
import urllib.request

from urllib.parse import urlsplit
from playwright.sync_api import expect

from checks import axe_problems, overflow

PHONE = {"width": 390, "height": 844}


def read(url: str, **headers: str):
    """What a calendar app gets, which has no cookies."""
    request = urllib.request.Request(url, headers={name.replace("_", "-"): value for name, value in headers.items()})
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, dict(answer.headers), answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, dict(error.headers), error.read().decode()


def save(page, press) -> tuple[str, str]:
    with page.expect_download() as download:
        press()
    file = download.value
    return file.suggested_filename, file.path().read_text(encoding="utf-8")


def test_a_list_is_saved_in_every_format(page, steps):
    page.set_viewport_size(PHONE)
    steps.make_list("Küche", "Order tiles", "Paint #wall")
    steps.send(steps.open_menu().get_by_role("link", name="Export…").click)
    expect(page.get_by_role("heading", level=1)).to_have_text("Export “Küche”")
    assert not overflow(page)
    for format, ending, text in [
        ("JSON", "json", '"title" : "Order tiles"'), ("CSV table", "csv", "Order tiles"), ("iCalendar", "ics", "SUMMARY:Order tiles"),
        ("Markdown checklist", "md", "- [ ] Order tiles"), ("todo.txt", "txt", "Paint @wall"),
    ]:
        name, content = save(page, page.get_by_role("link", name=format, exact=True).click)
        assert name.startswith("Küche-") and name.endswith(f".{ending}"), name
        assert text in content
    steps.send(page.locator(".back").get_by_role("link", name="Küche").click)
    expect(steps.row("Order tiles")).to_be_visible()


def test_the_matches_of_a_search_and_everything_are_saved(page, steps):
    steps.make_list("House", "Order tiles #wall", "Sweep")
    page.goto("/search?tag=wall")
    steps.send(page.get_by_role("link", name="Export…").click)
    _, content = save(page, page.get_by_role("link", name="todo.txt", exact=True).click)
    assert "Order tiles" in content and "Sweep" not in content
    page.goto("/settings/data")
    name, content = save(page, page.get_by_role("button", name="Export everything").click)
    assert name.endswith(".json") and [each["name"] for each in json.loads(content)["lists"]] == ["Inbox", "House"]
    page.get_by_label("Format").select_option("csv")
    name, content = save(page, page.get_by_role("button", name="Export everything").click)
    assert name.endswith(".csv") and "Sweep" in content


def test_a_calendar_subscribes_to_a_list_until_the_feed_is_ended(page, steps):
    page.set_viewport_size(PHONE)
    steps.make_list("House", "Order tiles")
    steps.send(steps.open_menu().get_by_role("link", name="Calendar feeds…").click)
    expect(page.get_by_role("main")).to_contain_text("No calendar feeds yet")
    steps.send(page.get_by_role("button", name="Make a feed").click)
    field = page.get_by_label("For apps with tasks")
    expect(field).to_be_focused()
    address = field.input_value()
    assert not overflow(page)
    status, headers, calendar = read(address)
    assert status == 200 and "SUMMARY:Order tiles" in calendar and "Set-Cookie" not in headers
    assert headers["Cache-Control"] == "private, no-cache"
    assert read(address, If_None_Match=headers["ETag"])[0] == 304
    assert "VTODO" not in read(page.get_by_label("For calendars without tasks").input_value())[2]
    # It is shown once.
    page.goto(page.url.split("?")[0])
    expect(page.get_by_label("For apps with tasks")).to_have_count(0)
    steps.send(page.get_by_role("button", name="Renew the address of “House”").click)
    renewed = page.get_by_label("For apps with tasks").input_value()
    assert read(address)[0] == 404 and read(renewed)[0] == 200
    steps.send(page.get_by_role("button", name="End the feed of “House”").click)
    assert read(renewed)[0] == 404
    steps.send(page.get_by_role("button", name="Undo").click)
    assert read(renewed)[0] == 200


def test_today_has_a_feed_in_the_settings(page, steps):
    steps.make_list("House", "Order tiles today", "Sweep")
    page.goto("/settings")
    steps.send(page.get_by_role("link", name="Calendar feeds").click)
    steps.send(page.get_by_role("button", name="Make a feed of Today").click)
    calendar = read(page.get_by_label("For apps with tasks").input_value())[2]
    assert "SUMMARY:Order tiles" in calendar and "Sweep" not in calendar
    # A new password can end it.
    page.goto("/settings/account")
    expect(page.get_by_role("checkbox", name="Also end all calendar feeds")).to_be_visible()


def test_the_pages_for_moving_in_and_out_are_accessible(page, steps, scripted):
    steps.make_list("House", "Order tiles")
    house = urlsplit(page.url).path
    for path in [f"{house}/export", "/search/export?q=tiles", f"{house}/feeds", "/settings/feeds", "/import"]:
        assert not axe_problems(scripted, path)
        assert not overflow(scripted)
