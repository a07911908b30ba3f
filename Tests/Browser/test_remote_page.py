"""The page of a followed list, in each of its states."""

import re

import pytest
from playwright.sync_api import expect

import web
from elsewhere import CHORES, PATIENCE, STREAMED
from source import HOST, OPTIONS, Deaf

pytestmark = pytest.mark.serve(*OPTIONS)
OPEN = ["Sweep the yard", "Oil the gate", "Find the other boot"]
AGE = "This is the copy from"


def test_the_first_fetch_is_streamed_and_shows_its_progress(elsewhere, page, steps, source):
    place = source.put("/chores.txt", "Find the other boot, the brown one\n" * 900)
    place.before.clear()
    place.halfway.clear()
    list_id = elsewhere.follow(place.url, "Chores")

    page.goto(f"/lists/{list_id}", wait_until="commit")
    expect(page.get_by_role("heading", level=1, name="Chores")).to_be_visible()
    elsewhere.expect_loading(f"Waiting for \u2068{HOST}\u2069 to answer…")
    expect(elsewhere.placeholder().get_by_role("status").first).to_be_visible()
    expect(elsewhere.placeholder().locator(".skeleton").first).to_be_visible()
    expect(elsewhere.placeholder()).to_have_attribute("aria-busy", "true")
    # Everything else is sent already, and works.
    expect(elsewhere.region("rail")).to_be_visible()
    expect(page.get_by_role("button", name="List menu")).to_be_enabled()

    place.before.set()
    elsewhere.expect_told(re.compile(r"^\d+ KB received…$"))
    elsewhere.expect_loading(re.compile(r"^\d+ KB received…$"))
    place.halfway.set()
    region = elsewhere.expect_settled("content")
    elsewhere.expect_over()
    expect(region).to_contain_text("Read-only ·")
    assert place.times == 1

    # It was just fetched, so another visit fetches nothing and streams nothing.
    answer = page.goto(f"/lists/{list_id}")
    elsewhere.expect_settled("content")
    assert answer.headers["etag"] and place.times == 1


def test_a_source_that_never_accepts_the_connection_times_out(elsewhere, page):
    deaf = Deaf()
    try:
        list_id = elsewhere.follow(f"http://{HOST}:{deaf.port}/chores.txt", "Chores")
        page.goto(f"/lists/{list_id}", wait_until="commit")
        elsewhere.expect_loading(f"Connecting to \u2068{HOST}\u2069…")
        elsewhere.expect_told("Trying again: attempt 2 of 3…")
        expect(elsewhere.region()).to_be_visible(timeout=90_000)
    finally:
        deaf.close()
    region = elsewhere.expect_settled("failed", reason="no-answer")
    expect(region).to_contain_text(f"{HOST} did not answer within 15 seconds.")
    expect(elsewhere.button("Try again")).to_be_visible()
    # The failure is now known, and shown at once with its status, if the machine is not busy.
    assert page.goto(f"/lists/{list_id}").status in (504, STREAMED)


def test_a_source_that_never_responds_times_out_with_a_message(elsewhere, page, source):
    place = source.put("/chores.txt", CHORES)
    place.before.clear()
    list_id = elsewhere.follow(place.url, "Chores")
    page.goto(f"/lists/{list_id}", wait_until="commit")
    elsewhere.expect_loading(f"Waiting for \u2068{HOST}\u2069 to answer…")
    expect(elsewhere.region()).to_be_visible(timeout=90_000)
    elsewhere.expect_settled("failed", reason="no-answer")


def test_a_copy_is_shown_with_all_its_details(elsewhere, page, source):
    place = source.put("/chores.txt", CHORES)
    page.goto(f"/lists/{elsewhere.follow(place.url, 'Chores')}")
    region = elsewhere.expect_settled("content")
    assert elsewhere.titles()[:3] == OPEN
    expect(region.locator(".as-of")).to_have_text(re.compile(r"^\d\d:\d\d$"))
    row = region.get_by_role("listitem").filter(has_text="Sweep the yard").first
    expect(row).to_contain_text("high")
    expect(row.locator(".tag")).to_have_text("#barn")
    expect(region).to_contain_text("2031")
    expect(region.get_by_text("Mend the pump")).to_be_hidden()
    region.locator("summary").click()
    expect(region.get_by_text("Mend the pump")).to_be_visible()


def test_a_stale_copy_is_shown_at_once_and_replaced_by_the_new_one(elsewhere, page, source):
    place = source.put("/chores.txt", CHORES, tagged=True)
    list_id = elsewhere.fetched(place.url, "Chores")
    elsewhere.grow_old(hours=3)
    place.text = "Feed the geese\n"
    place.before.clear()

    page.goto(f"/lists/{list_id}", wait_until="commit")
    placeholder = elsewhere.placeholder()
    expect(placeholder).to_be_visible(timeout=PATIENCE)
    expect(placeholder).to_have_attribute("data-state", "content")
    expect(placeholder).to_have_attribute("data-refresh", "running")
    expect(placeholder.get_by_role("status").filter(has_text="Checking… Showing the copy from")).to_be_visible()
    for title in OPEN:
        expect(placeholder.get_by_text(title)).to_be_visible()
    expect(placeholder.locator(".skeleton")).to_have_count(0)
    # The keyboard focus stays in place when the new copy arrives.
    menu = page.get_by_role("button", name="List menu")
    menu.focus()

    place.before.set()
    elsewhere.expect_settled("content")
    elsewhere.expect_over()
    assert elsewhere.titles() == ["Feed the geese"]
    expect(page.get_by_text("Checking…").locator("visible=true")).to_have_count(0)
    expect(menu).to_be_focused()
    assert place.asked[1]["if-none-match"]


def test_a_refresh_is_requested_by_the_button_and_awaited_by_the_page(elsewhere, page, source):
    place = source.put("/chores.txt", CHORES)
    list_id = elsewhere.fetched(place.url, "Chores")
    page.goto(f"/lists/{list_id}")
    place.text, place.tagged = "Feed the geese\n", True
    place.before.clear()
    assert elsewhere.press(page.get_by_role("button", name="Refresh").click) == 200
    expect(elsewhere.placeholder()).to_have_attribute("data-refresh", "running", timeout=PATIENCE)
    place.before.set()
    elsewhere.expect_settled("content")
    elsewhere.expect_over()
    assert elsewhere.titles() == ["Feed the geese"]
    assert page.url.split("?")[0].split("#")[0].endswith(f"/lists/{list_id}")
    page.reload()
    assert place.times == 2


def test_a_failed_refresh_keeps_the_copy_and_shows_its_age(elsewhere, page, source):
    place = source.put("/chores.txt", CHORES)
    list_id = elsewhere.fetched(place.url, "Chores")
    elsewhere.grow_old(hours=3)
    place.status = 500
    page.goto(f"/lists/{list_id}")
    region = elsewhere.expect_settled("content", refresh="failed")
    expect(region).to_contain_text(f"Not up to date. {HOST} answered with error 500.")
    expect(region).to_contain_text(re.compile(rf"{AGE} .*\. It is 3 hours old\."))
    assert elsewhere.titles()[:3] == OPEN
    # The age is shown once.
    expect(region.locator(".as-of")).to_be_hidden()

    place.status = 200
    assert elsewhere.press(elsewhere.button("Try again").click) == 200
    expect(elsewhere.region()).to_be_visible(timeout=PATIENCE)
    elsewhere.expect_settled("content")
    expect(page.get_by_text("Not up to date.")).to_have_count(0)


def test_a_copy_survives_an_outage_of_its_source_and_a_restart(elsewhere, server, page, source):
    place = source.put("/chores.txt", CHORES)
    list_id = elsewhere.fetched(place.url, "Chores")
    source.stop()
    elsewhere.grow_old(hours=2)

    page.goto(f"/lists/{list_id}")
    elsewhere.expect_settled("content", refresh="failed")
    server.restart()
    assert page.goto(f"/lists/{list_id}").status == 200
    region = elsewhere.expect_settled("content", refresh="failed")
    expect(region).to_contain_text(f"Not up to date. {HOST} refused the connection.")
    expect(region).to_contain_text(re.compile(rf"{AGE} .*\. It is 2 hours old\."))
    assert elsewhere.titles()[:3] == OPEN
    assert place.times == 1

    place.text = "Feed the geese\n"
    source.start()
    assert elsewhere.press(elsewhere.button("Try again").click) == 200
    expect(elsewhere.region()).to_be_visible(timeout=PATIENCE)
    elsewhere.expect_settled("content")
    elsewhere.expect_over()
    assert elsewhere.titles() == ["Feed the geese"]
    expect(elsewhere.region().locator(".as-of")).to_be_visible()


def test_a_truncated_list_is_never_shown(elsewhere, page, source):
    place = source.put("/chores.txt", CHORES, breaks_off=True)
    list_id = elsewhere.follow(place.url, "Chores")
    page.goto(f"/lists/{list_id}")
    region = elsewhere.expect_settled("failed", reason="cut-off")
    expect(region).to_contain_text("nothing is shown")
    expect(region).not_to_contain_text("Sweep the yard")
    assert place.times == 3


def test_a_source_is_not_fetched_before_its_retry_after(elsewhere, page, source):
    place = source.put("/chores.txt", status=503, headers={"Retry-After": "120"})
    list_id = elsewhere.follow(place.url, "Chores")
    page.goto(f"/lists/{list_id}")
    region = elsewhere.expect_settled("failed", reason="busy-there")
    expect(region).to_contain_text("It asked to wait. Try again today at")
    expect(elsewhere.button("Try again")).to_have_count(0)
    elsewhere.press(page.get_by_role("button", name="Refresh").click)
    elsewhere.expect_settled("failed", reason="busy-there")
    assert place.times == 1


def test_a_list_that_was_never_fetched_is_not_shown_as_empty(elsewhere, server, source):
    place = source.put("/chores.txt", CHORES)
    list_id = elsewhere.follow(place.url, "Chores")
    answer = web.send(f"{server.url}/lists/{list_id}", headers=web.NAVIGATION | {"Sec-Purpose": "prefetch"})
    assert (answer.status, answer.body) == (503, b"")
    head = web.send(f"{server.url}/lists/{list_id}", "HEAD", headers=web.NAVIGATION)
    assert (head.status, place.times) == (200, 0)
