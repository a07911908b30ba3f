"""Signing out: here, in another browser, and by a new password; and what the Back button shows then."""

import re

import pytest
from playwright.sync_api import expect

import web
from chromium import launch
from conftest import let_in
from gate import Gate
from server import NAME, PASSWORD
from steps import Steps

pytestmark = pytest.mark.alone


@pytest.fixture
def elsewhere(another_browser):
    """Another browser in which the same account is signed in."""
    page = another_browser(user_agent="Mozilla/5.0 (X11; Linux x86_64; rv:149.0) Gecko/20100101 Firefox/149.0").new_page()
    page.goto("/lists")
    assert Gate(page).sign_in() == 200
    return page


def is_signed_out(page, reason: str) -> bool:
    answer = page.goto("/lists")
    return answer.status == 401 and page.locator("[data-region=page]").get_attribute("data-reason") == reason


def test_signing_out_here_ends_this_session_only(page, elsewhere):
    page.goto("/settings")
    page.get_by_role("button", name="Sign out", exact=True).click()
    Gate(page).expect("registered", "Sign in")
    assert is_signed_out(page, "registered")
    assert page.context.cookies() == []
    assert elsewhere.goto("/lists").status == 200


def test_signing_out_another_session_ends_that_session_only(page, elsewhere):
    page.goto("/settings/account")
    rows = page.locator("[data-region=sessions] li")
    expect(rows).to_have_count(2)
    there = rows.filter(has_text="Firefox on Linux")
    expect(rows.filter(has_text="This browser")).to_have_count(1)
    expect(rows.filter(has_text="This browser").get_by_role("button")).to_have_count(0)
    there.get_by_role("button", name=re.compile("^End session: Firefox on Linux · signed in", re.I)).click()
    expect(page.get_by_role("status").filter(has_text="Session ended")).to_be_visible()
    expect(rows).to_have_count(1)
    assert is_signed_out(elsewhere, "expired")
    expect(elsewhere.get_by_role("heading", level=1, name="You were signed out. Sign in again.")).to_be_visible()
    assert Gate(elsewhere).sign_in() == 200


def test_signing_out_everywhere_else(server, page, elsewhere):
    web.post(f"{server.url}/sign-in", {"username": NAME, "password": PASSWORD}, Cookie="")
    page.goto("/settings/account")
    rows = page.locator("[data-region=sessions] li")
    expect(rows).to_have_count(3)
    page.get_by_role("button", name="Sign out everywhere else").click()
    expect(page.get_by_role("status").filter(has_text="Signed out everywhere else.")).to_be_visible()
    expect(rows).to_have_count(1)
    expect(page.get_by_role("button", name="Sign out everywhere else")).to_have_count(0)
    assert is_signed_out(elsewhere, "expired")
    assert page.goto("/lists").status == 200


NEW = "another long password"


def change_password(page, now: str, new: str, again: str | None = None) -> int:
    page.goto("/settings/account#change-password")
    page.get_by_label("Current password").fill(now)
    page.get_by_label("New password", exact=True).fill(new)
    page.get_by_label("Repeat new password").fill(new if again is None else again)
    return Steps(page).send(page.get_by_role("button", name="Change password").click)


def test_a_new_password_ends_the_other_sessions(page, elsewhere):
    before = page.context.cookies()[0]["value"]
    assert change_password(page, PASSWORD, NEW) == 200
    expect(page.get_by_role("status").filter(has_text="Password changed. All other sessions were signed out.")).to_be_visible()
    assert page.context.cookies()[0]["value"] != before
    expect(page.locator("[data-region=sessions] li")).to_have_count(1)
    assert is_signed_out(elsewhere, "expired")
    gate = Gate(elsewhere)
    assert gate.sign_in() == 422
    assert gate.sign_in(password=NEW) == 200


@pytest.mark.parametrize(
    ("now", "new", "again", "field", "words"),
    [
        ("a wrong password", NEW, NEW, "Current password", "Wrong password."),
        (PASSWORD, NEW, "yet another password", "Repeat new password", "don’t match"),
    ],
)
def test_a_refused_password_is_reported_at_its_field(page, now, new, again, field, words):
    assert change_password(page, now, new, again) == 422
    wrong = page.get_by_label(field, exact=True)
    expect(wrong).to_have_attribute("aria-invalid", "true")
    message = page.locator(".error").filter(has_text=words)
    expect(message).to_be_visible()
    assert message.get_attribute("id") in wrong.get_attribute("aria-describedby").split()
    # Both new passwords have to be typed again.
    expect(page.get_by_label("New password", exact=True) if "Repeat" in field else wrong).to_be_focused()
    expect(wrong).to_be_in_viewport()
    assert not [word for word in (now, new, again) if word in page.content()]
    for each in page.locator("input[type=password]").all():
        expect(each).to_have_value("")
    assert page.goto("/lists").status == 200


def test_password_fields_are_labelled_for_password_managers(page):
    page.goto("/settings/account")
    expect(page.get_by_label("Current password")).to_have_attribute("autocomplete", "current-password")
    for label in ("New password", "Repeat new password"):
        expect(page.get_by_label(label, exact=True)).to_have_attribute("autocomplete", "new-password")
    expect(page.locator("form[name=password] [autocomplete=username]")).to_have_value(NAME)
    expect(page.locator("form[name=remove] [autocomplete=current-password]")).to_have_count(1)


@pytest.fixture
def remembering(playwright, server):
    """A page in a browser with the back/forward cache, as users have it."""
    browser = launch(playwright, remembers=True)
    context = browser.new_context(java_script_enabled=False, locale="en-GB", base_url=server.url)
    let_in(context, server)
    yield context.new_page()
    browser.close()


def back(page) -> None:
    # A page from the back/forward cache fires no load event.
    page.go_back(wait_until="commit")
    page.wait_for_timeout(300)


def sign_out_after_reading(page) -> None:
    Steps(page).make_list("Secret garden")
    for path in ("/lists", "/lists/2", "/settings"):
        page.goto(path)
    page.get_by_role("button", name="Sign out", exact=True).click()
    Gate(page).expect("registered", "Sign in")


def test_pages_are_restored_from_the_cache_while_signed_in(remembering):
    Steps(remembering).make_list("Secret garden")
    remembering.goto("/trash")
    asked = []
    remembering.on("request", lambda request: asked.append(request))
    back(remembering)
    expect(remembering.get_by_role("heading", level=1, name="Secret garden")).to_be_visible()
    assert not [request.url for request in asked if request.is_navigation_request()]


def test_back_shows_nothing_after_signing_out(remembering):
    sign_out_after_reading(remembering)
    # The settings, which have the button, enter the cache last: after it was cleared.
    for _ in range(4):
        back(remembering)
        Gate(remembering).expect("registered", "Sign in")
        assert "Secret" not in remembering.content() and NAME not in remembering.content()
