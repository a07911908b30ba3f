"""Following a list: address, preview, name; each a page that can be reloaded and returned to."""

import re

import pytest
from playwright.sync_api import expect

import web
from elsewhere import CHORES, NOTHING, STREAMED
from source import HOST, OPTIONS
from steps import expect_error_tied_to

pytestmark = pytest.mark.serve(*OPTIONS)
CHOIR = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Fourfold//Tests//EN
X-WR-CALNAME:Harbour choir
BEGIN:VTODO
UID:posters
SUMMARY:Put up the posters
PRIORITY:1
END:VTODO
BEGIN:VTODO
UID:keys
SUMMARY:Give the keys back
STATUS:COMPLETED
END:VTODO
END:VCALENDAR
"""


def current_step(page) -> str:
    return page.locator("ol.stepper [aria-current=step]").inner_text()


def test_a_list_is_followed_by_keyboard_alone(elsewhere, page, steps, source):
    place = source.put("/choir.ics", CHOIR, content_type="text/calendar")
    place.before.clear()
    page.goto("/lists")
    steps.tab_to(page.get_by_role("link", name="Follow a list by link"))
    steps.enter()
    assert current_step(page) == "Address"
    expect(page.get_by_label("List address")).to_be_focused()
    page.keyboard.type(place.url)
    assert elsewhere.press(lambda: page.keyboard.press("Enter")) == 200

    assert re.search(r"/remote/\d+$", page.url)
    elsewhere.expect_loading(f"Waiting for \u2068{HOST}\u2069 to answer…", "preview")
    assert current_step(page) == "Preview"
    place.before.set()
    elsewhere.expect_settled("content", "preview")
    elsewhere.expect_over()
    assert elsewhere.titles("preview") == ["Put up the posters", "Give the keys back"]
    expect(elsewhere.region("preview")).to_contain_text("2 tasks · 1 open · iCalendar")

    steps.tab_to(page.get_by_role("link", name="Follow this list"))
    steps.enter()
    assert current_step(page) == "Name"
    name = page.get_by_label("List name")
    expect(name).to_be_focused()
    expect(name).to_have_value("Harbour choir")
    page.keyboard.press("End")
    page.keyboard.type(" 2026")
    steps.enter()

    assert re.search(r"/lists/\d+\?did=\d+", page.url), page.url
    expect(page.get_by_role("heading", level=1, name="Harbour choir 2026")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="Followed the list “⁨Harbour choir 2026⁩”")).to_be_visible()
    expect(page).to_have_title(re.compile("^Followed the list “"))
    assert elsewhere.titles()[0] == "Put up the posters"
    assert place.times == 1


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "Enter the address of the list"),
        ("not an address", "Enter a web address"),
        ("http://", "Enter a web address"),
        ("ftp://choir.example/tasks.ics", "starts with https://"),
        ("javascript:alert(1)", "starts with https://"),
        ("https://choir.example/" + "x" * 3_000, "Shorten it."),
    ],
)
def test_a_wrong_address_is_reported_at_its_field_and_kept(elsewhere, page, typed, words):
    assert elsewhere.begin(typed) == 422
    expect_error_tied_to(elsewhere.address, words)
    expect(elsewhere.address).to_have_value(typed)
    assert current_step(page) == "Address"


def test_after_a_wrong_address_the_right_one_leads_on(elsewhere, page, source):
    place = source.put("/chores.txt", CHORES)
    assert elsewhere.begin("nowhere at all") == 422
    assert elsewhere.give(place.url) == 200
    elsewhere.expect_settled("content", "preview")
    page.reload()
    elsewhere.expect_settled("content", "preview")


def test_an_address_without_a_scheme_and_one_of_a_calendar_are_understood(server, source):
    source.put("/chores.txt", CHORES)
    for typed in (f"webcal://{HOST}:{source.port}/chores.txt", f"{HOST}:{source.port}/chores.txt"):
        answer = web.post(f"{server.url}/remote", {"url": typed})
        assert answer.status == 303, typed
        # They are read as https, which this source does not support.
        assert web.get(server.url + answer.location).status == 502


def test_a_source_that_fails_can_be_retried_until_it_succeeds(elsewhere, page, source):
    place = source.put("/chores.txt", CHORES, status=404)
    assert elsewhere.begin(place.url) in (502, STREAMED)
    region = elsewhere.expect_settled("failed", "preview", reason="not-found-there")
    expect(region.get_by_role("heading", name="List not found")).to_be_visible()
    expect(region).not_to_contain_text("Nothing is lost")
    expect(region.get_by_role("link", name="Change the address")).to_be_visible()
    assert page.get_by_role("link", name="Follow this list").count() == 0

    # Reloading at once does not fetch again, because that was not requested.
    page.reload()
    elsewhere.expect_settled("failed", "preview", reason="not-found-there")
    assert place.times == 1

    assert elsewhere.press(elsewhere.button("Try again", "preview").click) in (502, STREAMED)
    elsewhere.expect_settled("failed", "preview", reason="not-found-there")
    assert place.times == 2

    place.status = 200
    assert elsewhere.press(elsewhere.button("Try again", "preview").click) == 200
    elsewhere.expect_settled("content", "preview")
    assert place.times == 3


def test_a_source_that_fails_can_be_given_another_address(elsewhere, page, source):
    gone = source.put("/gone.txt", status=410)
    place = source.put("/chores.txt", CHORES)
    assert elsewhere.begin(gone.url) in (502, STREAMED)
    region = elsewhere.expect_settled("failed", "preview", reason="gone-there")
    # A source that is gone offers no retry.
    expect(elsewhere.button("Try again", "preview")).to_have_count(0)
    preview = page.url
    region.get_by_role("link", name="Change the address").click()
    expect(elsewhere.address).to_be_focused()
    # The address can be corrected; one that contains a secret is never shown again.
    expect(elsewhere.address).to_have_value(gone.url)
    assert elsewhere.give("") == 422
    expect_error_tied_to(elsewhere.address, "Enter the address of the list")
    assert elsewhere.give(place.url) == 200
    assert page.url == preview
    elsewhere.expect_settled("content", "preview")
    assert gone.times == 1


def test_each_step_can_be_loaded_again_and_gone_back_to(elsewhere, page, source):
    place = source.put("/chores.txt", CHORES)
    page.goto("/lists")
    page.get_by_role("link", name="Follow a list by link").first.click()
    page.reload()
    elsewhere.give(place.url)
    elsewhere.expect_settled("content", "preview")
    page.reload()
    elsewhere.expect_settled("content", "preview")
    page.get_by_role("link", name="Follow this list").click()
    name = page.get_by_label("List name")
    expect(name).to_have_value("chores")
    page.reload()
    expect(name).to_have_value("chores")
    assert place.times == 1

    page.get_by_role("link", name="Back").click()
    elsewhere.expect_settled("content", "preview")
    page.get_by_role("link", name="Change the address").click()
    expect(elsewhere.address).to_be_visible()
    page.get_by_role("link", name="Cancel").click()
    elsewhere.expect_settled("content", "preview")
    # The browser's own Back button, through all pages visited.
    for expected in (elsewhere.address, page.get_by_role("link", name="Follow this list"), name):
        page.go_back()
        expect(expected).to_be_visible()

    name.fill("Chores of the barn")
    assert elsewhere.press(lambda: name.press("Enter")) == 200
    expect(page.get_by_role("heading", level=1, name="Chores of the barn")).to_be_visible()
    followed = page.url.split("?")[0]

    # A step of a source that is now followed leads to the list, and nothing is followed twice.
    page.go_back()
    assert page.url.split("?")[0] == followed, page.url
    elsewhere.begin(place.url)
    expect_error_tied_to(elsewhere.address, "You already follow a list at this address.")
    with page.expect_navigation():
        page.get_by_role("link", name="Open “⁨Chores of the barn⁩”").click()
    assert page.url.split("?")[0] == followed, page.url


def test_a_list_has_to_have_a_name(elsewhere, page, source):
    elsewhere.begin(source.put("/chores.txt", CHORES).url)
    page.get_by_role("link", name="Follow this list").click()
    name = page.get_by_label("List name")
    for typed, words in [(" ", "Enter a name."), ("n" * 300, "Shorten it.")]:
        name.fill(typed)
        assert elsewhere.press(lambda: name.press("Enter")) == 422
        expect_error_tied_to(name, words)
        expect(name).to_have_value(typed)
    name.fill("Chores")
    assert elsewhere.press(lambda: name.press("Enter")) == 200
    expect(page.get_by_role("heading", level=1, name="Chores")).to_be_visible()


def test_leaving_the_steps_follows_nothing(elsewhere, page, source):
    elsewhere.begin(source.put("/chores.txt", CHORES).url)
    elsewhere.expect_settled("content", "preview")
    page.goto("/lists")
    expect(page.locator("[data-region=lists]")).to_have_attribute("data-reason", "nothing-yet")


def test_following_is_undone_from_its_notice(elsewhere, page, steps, source):
    place = source.put("/chores.txt", CHORES)
    elsewhere.begin(place.url)
    page.get_by_role("link", name="Follow this list").click()
    steps.send_by_enter(page.get_by_label("List name"))
    steps.undo()
    page.goto("/lists")
    expect(page.locator("[data-screen=remote-card]")).to_have_count(0)


@pytest.mark.parametrize(
    ("manner", "state", "reason", "words"),
    [
        ({"text": NOTHING}, "empty", "source-empty", "has no tasks at the moment"),
        ({"text": ""}, "empty", "source-empty", "has no tasks at the moment"),
        (
            {"text": "", "headers": {"Content-Disposition": "attachment; filename=chores.ics"}},
            "failed", "empty-file", "empty",
        ),
        ({"text": "<!doctype html><title>Party</title><p>Come all"}, "failed", "web-page", "sent a web page, not a task list"),
        ({"text": '{"tasks": []}', "content_type": "application/json"}, "failed", "other-json", "sent JSON that isn’t a Fourfold export"),
        ({"text": b"\x89PNG\r\n\x1a\n\x00\x00\xff\xfe" * 20}, "failed", "not-text", "isn’t UTF-8 text"),
        ({"text": CHORES, "wants_login": True}, "failed", "sign-in-needed", "asks for a name and a password"),
        ({"text": CHORES, "status": 403}, "failed", "denied", "denied access to this list"),
        ({"text": CHORES, "status": 418}, "failed", "rejected", "rejected the request with error 418"),
        ({"text": CHORES, "status": 302, "headers": {"Location": "/chores.txt"}}, "failed", "too-many-redirects", "redirected too many times"),
        ({"text": CHORES * 30_000}, "failed", "too-large", "over 1 MB, too big to follow"),
        ({"text": "x\n" * 1_001}, "failed", "too-many-tasks", "more than 1,000 open tasks"),
        ({"text": CHORES, "is_compressed": True}, "content", None, "4 tasks · 3 open · todo.txt"),
        ({"text": "# Barn\n\n- [ ] Sweep\n- [x] Mend\n"}, "content", None, "Markdown"),
    ],
)
def test_every_outcome_is_shown_with_a_message_and_a_way_on(elsewhere, page, source, manner, state, reason, words):
    place = source.put("/chores.txt", **manner)
    elsewhere.begin(place.url)
    region = elsewhere.expect_settled(state, "preview", reason=reason)
    expect(region).to_contain_text(words)
    names = ["Change the address", "Enter name and password", "Follow this list"]
    ways = [region.get_by_role("link", name=name) for name in names]
    assert any(way.is_visible() for way in ways)


def test_a_preview_shows_nested_tasks(elsewhere, source):
    text = "- [ ] Sow broad beans\n  - [x] Soak them overnight\n    - [ ] Not too long\n  - [ ] Canes, twelve of them\n"
    elsewhere.begin(source.put("/allotment.md", text).url)
    rows = elsewhere.expect_settled("content", "preview").locator(".remote-row")
    depths = rows.evaluate_all("rows => rows.map(row => row.className.match(/depth-(\\d)/)[1])")
    assert depths == ["0", "1", "2", "1"]


def test_a_redirect_is_followed(elsewhere, source):
    source.put("/chores.txt", CHORES)
    moved = source.put("/old.txt", status=301, headers={"Location": "/chores.txt"})
    elsewhere.begin(moved.url)
    elsewhere.expect_settled("content", "preview")


def test_a_name_and_a_password_in_the_address_are_used_and_never_shown(server, elsewhere, page, source):
    place = source.put("/chores.txt", CHORES, wants_login=True)
    elsewhere.begin(place.url.replace("http://", "http://ada:sesame-0417@"))
    elsewhere.expect_settled("content", "preview")
    # Over plain HTTP credentials are sent after a challenge, and not before.
    assert ["authorization" in asked for asked in place.asked] == [False, True]
    assert place.asked[1]["authorization"].startswith("Basic ")
    shown = [page.content()]
    page.get_by_role("link", name="Follow this list").click()
    shown.append(page.content())
    elsewhere.press(lambda: page.get_by_label("List name").press("Enter"))
    list_url = page.url.split("?")[0]
    for path in (list_url, f"{list_url}/history", "/lists"):
        page.goto(path)
        shown.append(page.content())
    assert server.stop() == 0
    assert not [text for text in [*shown, server.log.read_text("utf-8")] if "sesame" in text]
