"""Task lists on CalDAV servers: discovered from any address, chosen, followed, and refreshed."""

import pytest
from playwright.sync_api import expect

import web
from dav import PASSWORD, USER, Radicale, Xandikos, todo
from source import OPTIONS

pytestmark = pytest.mark.serve(*OPTIONS)


@pytest.fixture(params=[Radicale, Xandikos], ids=["radicale", "xandikos"])
def dav(request, tmp_path):
    running = request.param(tmp_path / "dav").start()
    yield running
    running.stop()


def give(elsewhere, page, dav, path: str, password: str = PASSWORD) -> None:
    """Enters an address, with a name and a password if the server requires them."""
    page.goto("/remote/new")
    elsewhere.address.fill(dav.url + path)
    if dav.has_login:
        page.get_by_label("Name", exact=True).fill(USER)
        page.get_by_label("Password", exact=True).fill(password)
    assert elsewhere.press(lambda: page.get_by_role("button", name="Preview").click()) in (200, 502)
    elsewhere.expect_over()


def test_from_the_server_to_a_list_that_is_kept_up_to_date(elsewhere, page, dav, server):
    give(elsewhere, page, dav, "/")
    elsewhere.expect_settled("other", "preview", "several-lists")
    page.get_by_role("link", name="Choose a list").click()
    region = elsewhere.expect_settled("content", "lists")
    assert sorted(region.locator(".choice .name").all_inner_texts()) == dav.lists
    elsewhere.press(lambda: region.get_by_role("button", name="Groceries").click())
    elsewhere.expect_over()
    elsewhere.expect_settled("content", "preview")
    assert sorted(elsewhere.titles("preview")) == ["Buy bread", "Buy eggs", "Buy milk"]
    page.get_by_role("link", name="Follow this list").click()
    expect(page.get_by_label("List name")).to_have_value("Groceries")
    elsewhere.press(lambda: page.get_by_role("button", name="Follow").click())
    elsewhere.expect_settled("content")

    dav.delete("groceries", "bread")
    dav.put("groceries", "tea", todo("tea", "Buy tea"))
    elsewhere.press(lambda: page.get_by_role("button", name="Refresh").click())
    elsewhere.expect_over()
    elsewhere.expect_settled("content")
    assert sorted(elsewhere.titles()) == ["Buy eggs", "Buy milk", "Buy tea"]
    # The credentials are on no page, nor in the log.
    assert PASSWORD not in page.content()
    assert PASSWORD not in server.log.read_text("utf-8", "replace")


def test_the_address_of_a_list_is_understood(elsewhere, page, dav):
    give(elsewhere, page, dav, f"{dav.home}house/")
    elsewhere.expect_settled("content", "preview")
    assert elsewhere.titles("preview") == ["Mend the lamp"]


def test_a_calendar_of_events_is_not_a_task_list(elsewhere, page, dav):
    give(elsewhere, page, dav, f"{dav.home}work/")
    region = elsewhere.region("preview")
    expect(region).not_to_have_attribute("data-state", "content")


def test_a_wrong_password_is_reported_as_such(elsewhere, page, tmp_path):
    dav = Radicale(tmp_path / "dav").start()
    try:
        give(elsewhere, page, dav, "/", password="not the one")
        elsewhere.expect_settled("failed", "preview", "wrong-password")
    finally:
        dav.stop()


def test_a_missing_password_is_requested(server, tmp_path):
    dav = Radicale(tmp_path / "dav").start()
    try:
        drafted = web.post(f"{server.url}/remote", {"url": dav.url + dav.home})
        assert 'data-reason="sign-in-needed"' in web.get(server.url + drafted.location).text
    finally:
        dav.stop()
