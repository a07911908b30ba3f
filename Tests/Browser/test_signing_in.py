"""The gate of a database with accounts: only the right password leads to the requested page."""

import re

import pytest
from playwright.sync_api import expect

import web
from gate import Gate
from server import NAME, PASSWORD

pytestmark = pytest.mark.signed_out


@pytest.fixture
def gate(page):
    return Gate(page)


def test_the_gate_is_shown_at_the_requested_page_and_replaced_by_it(server, gate, page):
    web.post(f"{server.url}/lists", {"name": "Secret garden"})
    answer = page.goto("/lists/2?arrange")
    assert answer.status == 401
    assert answer.headers["www-authenticate"] == 'Cookie realm="session"'
    gate.expect("registered", "Sign in")
    assert "Secret" not in page.content() and NAME not in page.content()
    expect(page.get_by_role("navigation")).to_have_count(0)
    assert gate.sign_in() == 200
    assert page.url.endswith("/lists/2?arrange")
    expect(page.get_by_role("heading", level=1, name="Secret garden")).to_be_visible()
    expect(page).to_have_title("Secret garden – Fourfold")


@pytest.mark.parametrize(("name", "password"), [(NAME, "a wrong password"), ("", PASSWORD)])
def test_a_wrong_name_and_a_wrong_password_are_reported_alike(gate, page, name, password):
    page.goto("/trash")
    assert gate.sign_in(name, password) == 422
    gate.expect("registered", "Sign in")
    gate.expect_problem("Name and password don’t match.")
    expect(gate.name).to_have_value(name)
    expect(gate.name).to_have_attribute("aria-invalid", "true")
    expect(gate.password).to_have_value("")
    expect(gate.password).to_have_attribute("aria-invalid", "true")
    expect(gate.password if name else gate.name).to_be_focused()
    assert not password or password not in page.content()
    expect(page.get_by_text("Caps Lock")).to_be_visible()
    assert gate.sign_in() == 200
    assert page.url.endswith("/trash")


def test_the_cookie_is_for_this_host_and_not_for_scripts(server):
    answer = web.post(f"{server.url}/sign-in", {"username": NAME, "password": PASSWORD}, Cookie="")
    name, *attributes = re.split(r"; ?|=", answer.headers["Set-Cookie"])
    assert name == "__Host-fourfold"
    assert {"Path", "HttpOnly", "Secure", "SameSite", "Lax"} <= set(attributes)
    assert "Domain" not in attributes


def test_signing_in_works_by_keyboard_alone(gate, page):
    page.goto("/trash")
    expect(gate.name).to_be_focused()
    page.keyboard.type(NAME)
    page.keyboard.press("Tab")
    expect(gate.password).to_be_focused()
    page.keyboard.type("a wrong password")
    gate.steps.enter()
    expect(gate.password).to_be_focused()
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Sign in")).to_be_focused()
    gate.steps.enter()
    assert page.url.endswith("/trash")


def test_the_form_is_labelled_for_password_managers(gate, page):
    page.goto("/lists")
    expect(gate.name).to_have_attribute("autocomplete", "username")
    expect(gate.name).to_have_attribute("autocapitalize", "none")
    expect(gate.password).to_have_attribute("autocomplete", "current-password")
    expect(gate.password).to_have_attribute("type", "password")


@pytest.mark.serve("--sign-up", "open")
class TestSignUp:
    def test_a_new_account_has_no_lists_of_others(self, server, gate, page):
        web.post(f"{server.url}/lists", {"name": "Secret garden"})
        page.goto("/lists")
        page.get_by_role("link", name="Create account").click()
        gate.expect("sign-up", "Create account")
        assert gate.make_account("Eve", "a password of her own") == 200
        expect(page.get_by_role("link", name="Settings for \u2068Eve\u2069")).to_be_visible()
        expect(page.get_by_text("Secret")).to_have_count(0)
        assert page.goto("/lists/2").status == 404
