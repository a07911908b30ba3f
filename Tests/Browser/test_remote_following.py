"""Following a list: address, preview, name; each a page that can be reloaded and returned to."""

import re

import pytest
from playwright.sync_api import expect

from elsewhere import CHORES, NOTHING
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
    expect(elsewhere.region("preview")).to_contain_text("2 tasks · 1 open · an iCalendar file")

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
        ("https://choir.example/" + "x" * 3_000, "Shorten it."),
    ],
)
def test_a_wrong_address_is_reported_at_its_field_and_kept(elsewhere, page, typed, words):
    assert elsewhere.begin(typed) == 422
    expect_error_tied_to(elsewhere.address, words)
    expect(elsewhere.address).to_have_value(typed)
    assert current_step(page) == "Address"


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


@pytest.mark.parametrize(
    ("manner", "state", "reason", "words"),
    [
        ({"text": NOTHING}, "empty", "source-empty", "has no tasks at the moment"),
        ({"text": "<!doctype html><title>Party</title><p>Come all"}, "failed", "web-page", "sent a web page, not a task list"),
        ({"text": b"\x89PNG\r\n\x1a\n\x00\x00\xff\xfe" * 20}, "failed", "not-text", "isn’t UTF-8 text"),
        ({"text": CHORES, "wants_login": True}, "failed", "sign-in-needed", "asks for a name and a password"),
        ({"text": CHORES, "status": 302, "headers": {"Location": "/chores.txt"}}, "failed", "too-many-redirects", "redirected too many times"),
        ({"text": CHORES * 30_000}, "failed", "too-large", "over 1 MB, too big to follow"),
        ({"text": CHORES, "is_compressed": True}, "content", None, "4 tasks · 3 open · a todo.txt file"),
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
