"""A new database: the first visitor makes the first account, at any address."""

import pytest
from playwright.sync_api import expect

from gate import Gate
from server import NAME, PASSWORD
from steps import Steps

pytestmark = pytest.mark.unregistered


@pytest.fixture
def gate(page):
    gate = Gate(page)
    assert page.goto("/trash").status == 401
    gate.expect("unregistered", "Welcome. Create the first account.")
    return gate


def test_the_first_visitor_makes_an_account_and_continues_to_the_requested_page(gate, page, steps):
    expect(gate.name).to_be_focused()
    assert gate.make_account() == 200
    assert page.url.endswith("/trash")
    expect(page.get_by_role("link", name=f"Settings for \u2068{NAME}\u2069")).to_be_visible()
    steps.type_list("Errands")
    steps.add("milk")
    assert steps.titles() == ["milk"]


@pytest.mark.parametrize(
    ("password", "again", "wrong", "words"),
    [
        ("seven77", "seven77", "password", "at least 8 characters"),
        ("a long password", "a long passwort", "again", "don’t match"),
    ],
)
def test_an_invalid_password_is_reported_at_its_field(gate, page, password, again, wrong, words):
    assert gate.make_account("Augusta Ada", password, again) == 422
    gate.expect("unregistered", "Welcome. Create the first account.")
    field = {"password": gate.password, "again": gate.again}[wrong]
    message = page.locator(".error").filter(has_text=words)
    expect(message).to_have_count(1)
    expect(message).to_be_visible()
    expect(field).to_have_attribute("aria-invalid", "true")
    assert message.get_attribute("id") in field.get_attribute("aria-describedby").split()
    # Both passwords have to be typed again; the first field is in view and focused.
    expect(gate.password).to_be_focused()
    expect(gate.name).to_have_value("Augusta Ada")
    expect(gate.password).to_have_value("")
    expect(gate.again).to_have_value("")
    if password:
        assert password not in page.content().replace("Augusta Ada", "")
    assert gate.make_account("Augusta Ada") == 200


def test_no_password_is_printed_or_logged(server, gate, page):
    typed = ["short-1", "a long password", "another passwort", PASSWORD]
    assert gate.make_account("Ada", typed[0]) == 422
    assert not [word for word in typed if word in page.content()]
    assert gate.make_account("Ada", typed[1], typed[2]) == 422
    assert not [word for word in typed if word in page.content()]
    assert gate.make_account("Ada", PASSWORD) == 200
    page.goto("/settings/account")
    assert not [word for word in typed if word in page.content()]
    assert server.stop() == 0
    kept = server.log.read_bytes() + b"".join(path.read_bytes() for path in server.database.parent.iterdir())
    assert not [word for word in typed if word.encode() in kept]


def test_an_account_is_made_by_keyboard_alone(gate, page):
    expect(gate.name).to_be_focused()
    page.keyboard.type(NAME)
    for field in (gate.password, gate.again):
        page.keyboard.press("Tab")
        expect(field).to_be_focused()
        page.keyboard.type(PASSWORD)
    for control in (page.get_by_label("Time zone"), page.get_by_role("button", name="Create account")):
        page.keyboard.press("Tab")
        expect(control).to_be_focused()
    Steps(page).enter()
    assert page.url.endswith("/trash")


def test_password_fields_are_labelled_as_new_for_password_managers(gate):
    expect(gate.name).to_have_attribute("autocomplete", "username")
    for field in (gate.password, gate.again):
        expect(field).to_have_attribute("autocomplete", "new-password")
        expect(field).to_have_attribute("type", "password")


def test_the_browser_shows_when_a_password_is_long_enough(gate, page):
    enough = page.locator(".long-enough").first
    expect(enough).to_be_hidden()
    gate.password.fill("seven77")
    expect(enough).to_be_hidden()
    gate.password.fill("eight888")
    expect(enough).to_be_visible()
