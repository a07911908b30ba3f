"""Prefetching in a real browser with scripts off: what it requests before the click, and that it never shows a stale page."""

import time

import pytest

import web
from conftest import let_in
from recorder import Recorder
from steps import point

# The ids of its lists are known.
pytestmark = pytest.mark.alone


@pytest.fixture
def line(server):
    for name in ("House", "Garden"):
        web.post(f"{server.url}/lists", {"name": name})
    web.post(f"{server.url}/lists/3/tasks", {"title": "Mow the lawn", "version": "2"})
    recorder = Recorder(server.url)
    yield recorder
    recorder.stop()


@pytest.fixture
def page(browser, server, line):
    context = browser.new_context(java_script_enabled=False, locale="en-GB", base_url=line.url, viewport={"width": 1280, "height": 900})
    context.set_default_timeout(90_000)
    let_in(context, server)
    page = context.new_page()
    page.goto("/lists")
    page.click('.rail a[href="/lists/2"], a[href="/lists/2"]')
    page.wait_for_url("**/lists/2")
    page.wait_for_timeout(400)
    line.taken()
    yield page
    context.close()


def link(page, path="/lists/3"):
    return page.locator(f'a[href^="{path}"]').first


def follow(page, line, path="/lists/3"):
    """Presses a link, and releases it after it was requested: users press longer than a busy machine may take for the request."""
    link(page, path).hover()
    page.mouse.down()
    deadline = time.monotonic() + 90
    while path not in line.begun:
        assert time.monotonic() < deadline, f"{path} is not asked for while its link is pressed"
        page.wait_for_timeout(20)
    page.mouse.up()
    page.wait_for_url(f"**{path}*")


def test_hovering_over_a_link_requests_nothing_and_a_press_requests_once(page, line):
    link(page).hover()
    page.wait_for_timeout(600)
    assert line.taken() == []
    follow(page, line)
    assert line.taken() == [("GET", "/lists/3", "prefetch", 200)]
    assert page.get_by_text("Mow the lawn").first.is_visible()


def test_a_slow_connection_is_used_from_the_press_on_and_once(page, line):
    line.delay = 0.4
    follow(page, line)
    assert line.taken() == [("GET", "/lists/3", "prefetch", 200)]


def test_a_page_that_was_pressed_and_abandoned_is_requested_again(page, line, server):
    link(page).click(button="middle")
    page.wait_for_timeout(300)
    page.mouse.move(1270, 890)
    page.wait_for_timeout(300)
    web.post(f"{server.url}/lists/3/tasks", {"title": "Paint the gate", "version": "3"})
    line.taken()
    follow(page, line)
    assert [one[1:3] for one in line.taken()] == [("/lists/3", "prefetch")]
    assert page.get_by_text("Paint the gate").first.is_visible()


def test_a_form_discards_prefetched_pages_also_in_another_tab(page, line):
    link(page).click(button="middle")
    page.wait_for_timeout(300)
    other = page.context.new_page()
    other.goto("/lists/3")
    point(other.locator('[name$="/complete"]').first)()
    other.wait_for_url("**did=*")
    other.close()
    line.taken()
    page.mouse.down()
    page.mouse.up()
    page.wait_for_url("**/lists/3")
    assert line.taken()
    assert page.locator('[data-state="empty"][data-reason="all-done"]').first.is_visible()


def test_after_signing_out_in_another_browser_no_list_is_shown(page, line):
    link(page).click(button="middle")
    page.wait_for_timeout(300)
    other = page.context.new_page()
    other.goto("/settings")
    other.get_by_role("button", name="Sign out", exact=True).click()
    other.wait_for_url("**/lists")
    other.close()
    line.taken()
    page.mouse.down()
    page.mouse.up()
    page.wait_for_url("**/lists/3")
    assert ("GET", "/lists/3", "", 401) in line.taken()
    assert page.get_by_text("Mow the lawn").count() == 0


def test_back_and_forward_show_current_pages(page, line):
    follow(page, line)
    page.go_back()
    page.wait_for_url("**/lists/2")
    page.go_forward()
    page.wait_for_url("**/lists/3")
    assert page.get_by_text("Mow the lawn").first.is_visible()
    page.reload()
    assert line.taken()[-1][2:] in [("", 304), ("", 200)]
