"""The page of a followed list, in each of its states."""

import re

import pytest
from playwright.sync_api import expect

import web
from elsewhere import CHORES, NOTHING, PATIENCE, STREAMED
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
    expect(elsewhere.placeholder().locator(".skeleton")).to_be_visible()
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
    expect(row.locator(".tag")).to_have_text("+barn")
    expect(region).to_contain_text("2031")
    expect(region.get_by_text("Mend the pump")).to_be_hidden()
    region.locator("summary").click()
    expect(region.get_by_text("Mend the pump")).to_be_visible()


def test_its_tasks_cannot_be_completed_or_changed(elsewhere, server, page, source):
    list_id = elsewhere.follow(source.put("/chores.txt", CHORES).url, "Chores")
    page.goto(f"/lists/{list_id}")
    region = elsewhere.expect_settled("content")
    expect(region).to_contain_text("Read-only")
    expect(page.locator("#new-task")).to_have_count(0)
    expect(region.locator("form, button, input")).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile("^(Complete|Reopen|Move|Delete “)"))).to_have_count(0)
    for path, fields in [("tasks", {"title": "one more", "version": "1"}), ("clear-completed", {})]:
        answer = web.post(f"{server.url}/lists/{list_id}/{path}", fields)
        assert answer.status in (303, 403) and "did=" not in (answer.headers["Location"] or ""), (path, answer.status)
    page.goto(f"/lists/{list_id}?several")
    expect(page.locator("textarea")).to_have_count(0)


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


def test_a_stale_copy_that_is_unchanged_is_fresh_again(elsewhere, page, source):
    place = source.put("/chores.txt", CHORES, modified="Mon, 02 Nov 2026 08:00:00 GMT")
    list_id = elsewhere.fetched(place.url, "Chores")
    elsewhere.grow_old(hours=3)
    page.goto(f"/lists/{list_id}")
    elsewhere.expect_settled("content")
    assert (place.times, place.unchanged) == (2, 1)
    page.reload()
    elsewhere.expect_settled("content")
    assert place.times == 2


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


def test_an_empty_source_is_shown_as_empty(elsewhere, page, source):
    place = source.put("/chores.txt", NOTHING)
    list_id = elsewhere.follow(place.url, "Chores")
    page.goto(f"/lists/{list_id}")
    region = elsewhere.expect_settled("empty", reason="source-empty")
    expect(region).to_contain_text(f"{HOST} has no tasks at the moment.")
    place.text = CHORES
    assert elsewhere.press(elsewhere.button("Refresh").click) == 200
    expect(elsewhere.region()).to_be_visible(timeout=PATIENCE)
    elsewhere.expect_settled("content")


def test_a_list_that_was_never_fetched_is_not_shown_as_empty(elsewhere, server, source):
    place = source.put("/chores.txt", CHORES)
    list_id = elsewhere.follow(place.url, "Chores")
    answer = web.send(f"{server.url}/lists/{list_id}", headers=web.NAVIGATION | {"Sec-Purpose": "prefetch"})
    assert (answer.status, answer.body) == (503, b"")
    head = web.send(f"{server.url}/lists/{list_id}", "HEAD", headers=web.NAVIGATION)
    assert (head.status, place.times) == (200, 0)


def test_the_log_of_a_source_is_in_order(elsewhere, page, steps, source):
    place = source.put("/chores.txt", CHORES)
    list_id = elsewhere.fetched(place.url, "Chores")
    place.status = 404
    for _ in range(2):
        elsewhere.grow_old(hours=1)
        page.goto(f"/lists/{list_id}")
        elsewhere.expect_settled("content", refresh="failed")
    with page.expect_navigation():
        steps.open_menu().get_by_role("link", name="History").click()
    expect(page).to_have_url(re.compile(r"/history$"))
    happened = elsewhere.expect_settled("content", "source-log")
    rows = happened.get_by_role("listitem")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text(f"{HOST} has nothing at this address.")
    expect(rows.nth(0)).to_contain_text("2 times")
    expect(rows.nth(1)).to_contain_text("4 tasks received. 3 open.")
    expect(elsewhere.region("history")).to_contain_text("Followed the list “⁨Chores⁩”")

    # A page that was visited before has the new entries.
    place.status, place.text = 200, "Feed the geese\n"
    page.goto(f"/lists/{list_id}")
    # The button of the state is the only one.
    expect(page.get_by_role("button", name="Refresh")).to_be_hidden()
    elsewhere.press(page.get_by_role("button", name="Try again").click)
    elsewhere.expect_over()
    page.goto(f"/lists/{list_id}/history")
    expect(rows).to_have_count(3)
    expect(rows.nth(0)).to_contain_text("1 task received. 1 open.")


def test_a_list_is_renamed_deleted_and_restored(elsewhere, page, steps, source):
    place = source.put("/chores.txt", CHORES)
    list_id = elsewhere.fetched(place.url, "Chores")
    page.goto(f"/lists/{list_id}")
    with page.expect_navigation():
        steps.open_menu().get_by_role("link", name="Rename").click()
    field = page.get_by_label("List name")
    expect(field).to_be_focused()
    field.fill("Barn")
    assert steps.send_by_enter(field) == 200
    expect(page.get_by_role("heading", level=1, name="Barn")).to_be_visible()

    with page.expect_navigation():
        steps.open_menu().get_by_role("button", name="Delete this list").click()
    expect(page.get_by_role("status").filter(has_text="Deleted")).to_be_visible()
    expect(page.locator("[data-screen=remote-card]")).to_have_count(0)
    assert page.goto(f"/lists/{list_id}").status == 410
    with page.expect_navigation():
        page.get_by_role("button", name="Restore").click()
    page.goto(f"/lists/{list_id}")
    elsewhere.expect_settled("content")
    assert elsewhere.titles()[:3] == OPEN
    assert place.times == 1


def test_the_address_is_changed_and_the_change_undone(elsewhere, page, steps, source):
    place, other = source.put("/chores.txt", CHORES), source.put("/geese.txt", "Feed the geese\n")
    taken = source.put("/taken.txt", CHORES)
    elsewhere.follow(taken.url, "Taken")
    list_id = elsewhere.fetched(place.url, "Chores")
    page.goto(f"/lists/{list_id}")
    with page.expect_navigation():
        steps.open_menu().get_by_role("link", name="Change the address").click()
    expect(page.get_by_label("New address for “⁨Chores⁩”")).to_be_focused()
    expect(elsewhere.address).to_have_value(place.url)
    assert elsewhere.give("nowhere at all") == 422
    expect(elsewhere.address).to_have_value("nowhere at all")
    elsewhere.give(taken.url)
    expect(page.get_by_text("You already follow a list at this address.")).to_be_visible()
    assert elsewhere.give(other.url) == 200
    elsewhere.expect_settled("content")
    elsewhere.expect_over()
    assert elsewhere.titles() == ["Feed the geese"]
    expect(page.get_by_role("status").filter(has_text="Changed the address of “⁨Chores⁩”")).to_be_visible()

    assert elsewhere.press(page.get_by_role("button", name=re.compile("^Undo")).first.click) == 200
    expect(elsewhere.region()).to_be_visible(timeout=PATIENCE)
    page.goto(f"/lists/{list_id}")
    elsewhere.expect_settled("content")
    assert elsewhere.titles()[:3] == OPEN
