"""The settings of an account: theme, time zone, rows per page, export and removal."""

import base64
import json
import re

import pytest
from playwright.sync_api import expect

import web
from checks import axe_problems, overflow
from gate import Gate
from server import NAME, PASSWORD
from steps import Steps, choose, expect_error_tied_to

LIGHT, DARK = "rgb(246, 244, 238)", "rgb(13, 17, 15)"
ZONE = "Pacific/Kiritimati"


def save(page, **chosen: str) -> int:
    page.goto("/settings/display")
    if zone := chosen.get("zone"):
        page.get_by_label("Time zone", exact=True).select_option(zone)
    if theme := chosen.get("theme"):
        choose(page.get_by_label(theme, exact=True))
    if rows := chosen.get("rows"):
        page.get_by_label("Rows per page").select_option(rows)
    return Steps(page).send(page.get_by_role("button", name="Save", exact=True).click)


def colour(page) -> str:
    return page.locator("html").evaluate("() => getComputedStyle(document.body).backgroundColor")


def test_the_theme_is_the_accounts_whatever_the_system_prefers(page):
    for theme, on_light, on_dark in [("Dark", DARK, DARK), ("Light", LIGHT, LIGHT), ("System", LIGHT, DARK)]:
        assert save(page, theme=theme) == 200
        expect(page.get_by_role("status").filter(has_text="Settings saved.")).to_be_visible()
        expect(page.get_by_label(theme, exact=True)).to_be_checked()
        for path in ("/settings/display", "/lists"):
            page.goto(path)
            for scheme, background in [("light", on_light), ("dark", on_dark)]:
                page.emulate_media(color_scheme=scheme)
                assert colour(page) == background, (theme, path, scheme)


@pytest.mark.rehearse
def test_the_theme_applies_to_placeholders(page):
    assert save(page, theme="Dark") == 200
    page.emulate_media(color_scheme="light")
    page.goto("/today?rehearse=today:loading:3000", wait_until="commit")
    placeholder = page.locator("[data-placeholder-for]").first
    expect(placeholder).to_be_visible()
    skeleton = placeholder.locator(".skeleton").first
    assert "light-dark" not in skeleton.evaluate("element => getComputedStyle(element).color")
    assert skeleton.evaluate("element => getComputedStyle(element).colorScheme") == "dark"


def test_a_new_theme_applies_to_pages_that_the_browser_has_cached(page):
    page.goto("/lists")
    page.goto("/trash")
    assert save(page, theme="Dark") == 200
    page.goto("/lists")
    assert colour(page) == DARK
    page.goto("/trash")
    assert colour(page) == DARK


@pytest.mark.alone
def test_settings_survive_signing_out_and_a_restart(server, page):
    assert save(page, theme="Dark", zone=ZONE, rows="200") == 200
    page.goto("/settings")
    page.get_by_role("button", name="Sign out", exact=True).click()
    # The gate has no account, and uses the system's theme.
    page.emulate_media(color_scheme="light")
    assert colour(page) == LIGHT
    server.restart()
    page.goto("/settings/display")
    assert Gate(page).sign_in() == 200
    assert page.url.endswith("/settings/display")
    expect(page.get_by_label("Dark", exact=True)).to_be_checked()
    expect(page.get_by_label("Time zone", exact=True)).to_have_value(ZONE)
    expect(page.get_by_label("Rows per page")).to_have_value("200")


@pytest.mark.alone
def test_an_account_is_removed_with_all_its_data_after_an_export(server, page, steps):
    list_id = steps.make_list("Garden & kitchen", "bread", "milk")
    steps.press_in(steps.row("bread"), "Complete")
    steps.delete("milk")
    page.goto("/settings/data")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export everything").click()
    assert re.fullmatch(r"fourfold-\d{4}-\d\d-\d\d\.json", download.value.suggested_filename)
    with open(download.value.path(), "rb") as file:
        export = json.load(file)
    assert export["format"] and export["version"]
    inbox, kept = export["lists"]
    assert inbox["inbox"] and not inbox["tasks"]
    assert kept["name"] == "Garden & kitchen"
    assert sorted(task["title"] for task in kept["tasks"]) == ["bread", "milk"]
    assert PASSWORD not in json.dumps(export) and "scrypt" not in json.dumps(export)

    page.goto("/settings/account")
    page.get_by_text("Delete this account").click()
    form = page.locator("form[name=remove]")
    expect(form).to_contain_text(NAME)
    expect(form.get_by_role("link", name="Export everything")).to_have_attribute("href", "/settings/data")
    form.get_by_label("Your password").fill("a wrong password")
    assert steps.send(form.get_by_role("button").click) == 422
    wrong = form.get_by_label("Your password")
    expect(wrong).to_be_focused()
    expect(form.get_by_text("Wrong password.")).to_be_visible()
    assert web.get(f"{server.url}/lists/{list_id}").status == 200

    wrong.fill(PASSWORD)
    assert steps.send(form.get_by_role("button").click) == 401
    Gate(page).expect("unregistered", "Welcome. Create the first account.")
    assert page.context.cookies() == []
    assert web.get(f"{server.url}/lists/{list_id}").status == 401
    assert Gate(page).make_account("Eve", "a password of her own") == 200
    assert page.goto(f"/lists/{list_id}").status == 404
    expect(page.get_by_text("Garden")).to_have_count(0)


def test_the_index_leads_to_each_page_and_back(page, steps):
    page.goto("/settings")
    pages = {"Account": "account", "Display": "display", "Phones and other apps": "apps", "Calendar feeds": "feeds", "Reminders": "reminders", "Import and export": "data"}
    index = page.locator(".settings-index")
    expect(index.get_by_role("link")).to_have_count(len(pages) + 1)
    expect(index.get_by_text("Password, 1 device signed in")).to_be_visible()
    for name, path in pages.items():
        assert steps.send(index.get_by_role("link", name=name).click) == 200
        assert page.url.endswith(f"/settings/{path}")
        expect(page.get_by_role("heading", level=1)).to_have_text(name)
        assert steps.send(page.locator(".back").get_by_role("link", name="Settings").click) == 200
        assert page.url.endswith("/settings")


def test_the_whole_row_of_the_index_leads_to_its_page(page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/settings")
    row = page.locator(".settings-index > li").nth(1).bounding_box()
    assert row["height"] >= 44
    page.mouse.click(row["x"] + row["width"] - 8, row["y"] + row["height"] / 2)
    page.wait_for_url("**/settings/display")


def test_every_setting_is_reached_by_keyboard_in_the_order_of_the_page(page, steps):
    page.goto("/settings")
    steps.tab_to(page.get_by_role("button", name="Sign out", exact=True), within=13)
    steps.tab_to(page.locator(".settings-index").get_by_role("link", name="Display"))
    page.keyboard.press("Enter")
    page.wait_for_url("**/settings/display")
    for target in [
        page.get_by_label("Time zone", exact=True),
        page.locator("[name=theme]:checked"),
        page.get_by_label("Rows per page"),
        page.locator("[name=date-order]:checked"),
        page.get_by_label("Morning"),
        page.get_by_label("Night"),
        page.get_by_role("button", name="Save", exact=True),
    ]:
        steps.tab_to(target, within=16)
    page.get_by_label("Rows per page").focus()
    page.keyboard.press("ArrowUp")
    steps.tab_to(page.get_by_role("button", name="Save", exact=True), within=25)
    steps.enter()
    expect(page.get_by_label("Rows per page")).to_have_value("50")
    page.goto("/settings/data")
    for target in [page.get_by_label("Password (optional)"), page.get_by_role("button", name="Export everything")]:
        steps.tab_to(target, within=16)
    page.goto("/settings/account")
    for target in [
        page.get_by_label("Current password"),
        page.get_by_label("New password", exact=True),
        page.get_by_label("Repeat new password"),
        page.get_by_role("button", name="Change password"),
        page.locator("summary").filter(has_text="Delete this account"),
    ]:
        steps.tab_to(target, within=16)
    page.keyboard.press("Enter")
    steps.tab_to(page.get_by_label("Your password", exact=True), within=4)
    page.keyboard.type("a wrong password")
    steps.enter()
    expect(page.get_by_label("Your password", exact=True)).to_be_focused()


def dav(server, password: str) -> int:
    """The status that an app gets with a password."""
    credentials = base64.b64encode(f"{NAME}:{password}".encode()).decode()
    return web.send(f"{server.url}/dav/", "PROPFIND", {"Authorization": f"Basic {credentials}", "Cookie": ""}).status


def test_an_app_password_is_made_shown_once_renewed_and_ended_with_an_undo(server, page, steps):
    page.goto("/settings/apps")
    section = page.get_by_role("region", name="Make an app password")
    expect(section.get_by_label("Address")).to_have_value(f"{server.url}/dav/")
    expect(page.get_by_text("No app passwords yet.")).to_be_visible()
    make = section.get_by_role("button", name="Make an app password")
    name = section.get_by_label("Name of the phone or app")
    assert steps.send(make.click) == 422
    expect_error_tied_to(name, "Enter a name.")
    name.fill("x" * 51)
    assert steps.send(make.click) == 422
    expect(name).to_have_value("x" * 51)
    expect_error_tied_to(name, re.compile("longer than 50 characters"))
    name.fill("Phone")
    assert steps.send(make.click) == 200
    shown = section.get_by_label("App password for “Phone”")
    expect(shown).to_be_focused()
    password = shown.inner_text()
    assert password not in page.url
    assert dav(server, PASSWORD) == 401 and dav(server, password) != 401
    row = page.locator(".app-passwords li")
    assert steps.send(row.get_by_role("button", name="Renew").click) == 200
    renewed = shown.inner_text()
    assert dav(server, password) == 401 and dav(server, renewed) != 401
    assert steps.send(row.get_by_role("button", name="Revoke").click) == 200
    expect(row).to_be_focused()
    expect(row).to_contain_text("Revoked")
    expect(shown).to_have_count(0)
    assert dav(server, renewed) == 401
    assert steps.send(row.get_by_role("button", name="Undo").click) == 200
    assert dav(server, renewed) != 401


def test_the_accounts_pages_fit_and_are_accessible(server, page, scripted):
    """Pages that the lists of addresses lack: with a saved draft, and with a notice."""
    made = web.post(f"{server.url}/lists", {"name": "Errands"}).location.partition("?")[0].partition("#")[0]
    assert web.post(f"{server.url}/sign-in", {"username": NAME, "password": PASSWORD}, Cookie="").status == 303
    assert web.post(f"{server.url}/settings/sessions/revoke").status == 303
    answer = web.post(f"{server.url}/sign-in", {"username": NAME, "password": PASSWORD}, Cookie="")
    cookie = "=".join(answer.cookie)
    server.run_out(newest=True)
    sent = web.post(f"{server.url}{made}/tasks", {"titles": "x" * 400 + "\nmilk", "version": "1"}, Cookie=cookie)
    assert sent.status == 401
    number = re.search(r'name="kept" value="(\d+)"', sent.text)[1]
    paths = [f"/drafts/{number}", "/settings/account?did=session-ended"]
    page.set_viewport_size({"width": 320, "height": 640})
    for path in paths:
        assert page.goto(path).status == 200
        assert not overflow(page), path
    assert not [line for path in paths for line in axe_problems(scripted, path)]
