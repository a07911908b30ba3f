"""The gate where there are accounts: in by the right password only, to the page that was asked for."""

import re

import pytest
from playwright.sync_api import expect

import web
from conftest import let_in
from gate import Gate
from server import NAME, PASSWORD
from steps import Steps

pytestmark = pytest.mark.signed_out


@pytest.fixture
def gate(page):
    return Gate(page)


def test_the_gate_stands_where_the_page_was_asked_for_and_gives_way_to_it(server, gate, page):
    web.post(f"{server.url}/lists", {"name": "Secret garden"})
    answer = page.goto("/lists/1?arrange")
    assert answer.status == 401
    assert answer.headers["www-authenticate"].startswith("Cookie ")
    gate.expect("registered", "Sign in to go on.")
    assert "Secret" not in page.content() and NAME not in page.content()
    expect(page.get_by_role("navigation")).to_have_count(0)
    assert gate.sign_in() == 200
    assert page.url.endswith("/lists/1?arrange")
    expect(page.get_by_role("heading", level=1, name="Secret garden")).to_be_visible()
    expect(page).to_have_title("Secret garden – Fourfold")


def test_a_name_is_known_in_any_spelling(gate, page):
    page.goto("/lists")
    assert gate.sign_in(f" {NAME.upper()} ") == 200


@pytest.mark.parametrize(("name", "password"), [(NAME, "a wrong password"), ("Nobody", PASSWORD), ("", PASSWORD), (NAME, "")])
def test_what_does_not_match_is_told_alike(gate, page, name, password):
    page.goto("/trash")
    assert gate.sign_in(name, password) == 422
    gate.expect("registered", "Sign in to go on.")
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


def test_the_eleventh_try_must_wait_and_whoever_is_signed_in_goes_on(server, gate, page, another_browser):
    for number in range(10):
        answer = web.post(f"{server.url}/sign-in", {"username": NAME, "password": f"wrong {number}"}, Cookie="")
        assert answer.status == 422, number
    page.goto("/lists")
    # The right password, too: else waiting would tell a stranger which one it is.
    assert gate.sign_in() == 429
    gate.expect("registered", "Sign in to go on.")
    gate.expect_problem(re.compile("^Too many tries. Again in [123] minutes?.$"))
    expect(gate.name).to_have_value(NAME)
    refused = web.post(f"{server.url}/sign-in", {"username": NAME, "password": PASSWORD}, Cookie="")
    assert refused.status == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 180

    owner = another_browser()
    let_in(owner, server)
    steps = Steps(owner.new_page())
    steps.make_list("Errands")
    steps.add("milk")
    assert steps.titles() == ["milk"]


@pytest.mark.parametrize("next", ["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", "/nowhere", "/sign-out"])
def test_signing_in_leads_to_a_page_of_ours_only(server, next):
    answer = web.post(f"{server.url}/sign-in", {"username": NAME, "password": PASSWORD, "next": next}, Cookie="")
    assert (answer.status, answer.location) == (303, "/lists")
    assert "elsewhere" not in answer.headers["Location"]


def test_the_cookie_is_for_this_host_and_for_no_script(server):
    answer = web.post(f"{server.url}/sign-in", {"username": NAME, "password": PASSWORD}, Cookie="")
    name, *attributes = re.split(r"; ?|=", answer.headers["Set-Cookie"])
    assert name == "__Host-fourfold"
    assert {"Path", "HttpOnly", "Secure", "SameSite", "Lax"} <= set(attributes)
    assert "Domain" not in attributes


def test_it_goes_by_keyboard_alone(gate, page):
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


def test_a_password_manager_finds_what_it_looks_for(gate, page):
    page.goto("/lists")
    expect(gate.name).to_have_attribute("autocomplete", "username")
    expect(gate.name).to_have_attribute("autocapitalize", "none")
    expect(gate.password).to_have_attribute("autocomplete", "current-password")
    expect(gate.password).to_have_attribute("type", "password")


def test_nobody_makes_an_account_where_that_is_closed(server, gate, page):
    page.goto("/lists")
    expect(page.get_by_role("link", name="Make one")).to_have_count(0)
    assert page.goto("/sign-up").status == 403
    expect(page.get_by_role("heading", level=1, name="No new accounts here")).to_be_visible()
    fields = {"username": "Eve", "password": "a password of her own"}
    assert web.post(f"{server.url}/sign-up", fields, Cookie="").status == 403


@pytest.mark.serve("--sign-up", "open")
class TestSignUp:
    def test_an_account_of_ones_own_has_nobody_elses_lists(self, server, gate, page):
        web.post(f"{server.url}/lists", {"name": "Secret garden"})
        page.goto("/lists")
        page.get_by_role("link", name="Make one").click()
        gate.expect("sign-up", "Make an account.")
        assert gate.make_account("Eve", "a password of her own") == 200
        expect(page.get_by_role("link", name="Settings of Eve")).to_be_visible()
        expect(page.get_by_text("Secret")).to_have_count(0)
        assert page.goto("/lists/1").status == 404

    def test_a_name_that_somebody_has_is_told_at_its_field(self, gate, page):
        page.goto("/sign-up")
        assert gate.make_account(NAME.lower(), "a password of her own") == 422
        gate.expect("sign-up", "Make an account.")
        expect(gate.name).to_have_attribute("aria-invalid", "true")
        expect(gate.name).to_be_focused()
        expect(page.get_by_text("Somebody here has this name already, or one that looks like it. Take another.")).to_be_visible()
        assert gate.make_account("Eve", "a password of her own") == 200

    def test_whoever_has_one_already_finds_the_way_to_sign_in(self, gate, page):
        page.goto("/sign-up")
        page.get_by_role("main").get_by_role("link", name="Sign in").click()
        gate.expect("registered", "Sign in to go on.")
