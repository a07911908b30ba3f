"""Keyboard only: a journey with Tab, Enter and Escape."""

import re

import pytest
from playwright.sync_api import expect

from conftest import let_in
from elsewhere import CHORES
from source import OPTIONS
from steps import is_focused


def test_a_list_is_made_filled_and_worked_through_by_keyboard(page, steps):
    page.goto("/lists")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    expect(page.get_by_role("link", name="Skip to content")).to_be_in_viewport()
    page.keyboard.press("Enter")
    steps.tab_to(page.get_by_label("New list"))
    page.keyboard.type("Errands")
    steps.enter()
    if not is_focused(steps.add_field):
        if not steps.add_field.count():
            steps.tab_to(page.get_by_role("main").get_by_role("link", name="Errands", exact=True))
            steps.enter()
        steps.tab_to(steps.add_field)
    for title in ["bread", "milk"]:
        page.keyboard.type(title)
        steps.enter()
        expect(steps.add_field).to_be_focused()
    assert steps.titles() == ["bread", "milk"]

    steps.tab_to(steps.row("milk").get_by_role("button", name=re.compile("^Complete")))
    steps.enter()
    milk = steps.row("milk")
    expect(milk).to_be_focused()
    # The next Enter, from a key that is still held down, must not complete another task.
    page.keyboard.press("Enter")
    steps.tab_to(milk.get_by_role("button", name=re.compile("^Undo")))
    steps.enter()
    assert steps.titles() == ["bread", "milk"]

    steps.tab_to(steps.row("bread").get_by_role("link").first)
    steps.enter()
    steps.tab_to(page.get_by_label("Title", exact=True))
    page.keyboard.press("End")
    page.keyboard.type(" and butter")
    # Enter is a line break in the title, which wraps.
    steps.tab_to(page.get_by_role("button", name="Save", exact=True).last)
    steps.enter()
    expect(page).to_have_title(re.compile("^Saved"))
    expect(steps.row("bread and butter").get_by_role("button", name=re.compile("^Undo"))).to_be_visible()


def test_the_menu_opens_and_closes_by_keyboard(page, steps):
    steps.make_list("Errands")
    opener, menu = page.get_by_role("button", name="List menu"), page.locator("#list-menu")
    expect(menu).to_be_hidden()
    steps.tab_to(opener)
    page.keyboard.press("Enter")
    expect(menu).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(opener).to_be_focused()
    page.keyboard.press("Enter")
    steps.tab_to(menu.get_by_role("link", name="Rename"))
    steps.enter()
    field = page.get_by_label("List name")
    expect(field).to_be_focused()
    field.fill("Chores")
    steps.enter()
    expect(page.get_by_role("heading", level=1, name="Chores")).to_be_visible()


def test_no_control_traps_the_keyboard_and_each_shows_its_focus(page, steps):
    list_id = steps.make_list("Errands", "milk")
    steps.open_list(list_id)
    reached = []
    for _ in range(60):
        page.keyboard.press("Tab")
        focused = page.locator(":focus")
        if not focused.count():
            break
        outline = focused.evaluate("element => getComputedStyle(element).outlineStyle + getComputedStyle(element).boxShadow")
        around = focused.evaluate("element => getComputedStyle(element.parentElement).outlineStyle")
        reached.append((focused.evaluate("element => element.outerHTML.slice(0, 120)"), outline != "nonenone" or around != "none"))
    assert len(reached) > 8
    assert not [element for element, shown in reached if not shown]


@pytest.mark.parametrize(("path", "target", "name"), [("/lists/{list}", "#new-task", "Skip to new task"), ("/lists/{list}", "#list", "Skip to the list"), ("/lists", "#new-list", "Skip to new list")])
def test_the_list_and_its_field_are_within_three_tabs(page, steps, path, target, name):
    list_id = steps.make_list("Errands", "milk")
    page.goto(path.format(list=list_id))
    steps.tab_to(page.get_by_role("link", name=name), within=3)
    expect(page.get_by_role("link", name=name)).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator(target)).to_be_focused()
    if target == "#list":
        page.keyboard.press("Tab")
        assert is_focused(steps.row("milk").get_by_role("button", name="Complete"))


@pytest.mark.serve(*OPTIONS)
def test_skip_links_lead_past_a_list_that_is_still_loading(elsewhere, page, steps, source):
    place = source.put("/slow.txt", CHORES)
    place.before.clear()
    list_id = elsewhere.follow(place.url, "Chores")
    page.goto(f"/lists/{list_id}", wait_until="commit")
    elsewhere.expect_loading(re.compile("^Waiting for"))
    steps.tab_to(page.get_by_role("link", name="Skip to the list"), within=3)
    page.keyboard.press("Enter")
    expect(page.locator("#list")).to_be_focused()
    place.before.set()
    elsewhere.expect_settled("content")


def test_a_skip_link_is_there_only_with_its_target(page, steps):
    list_id = steps.make_list("Errands", "milk")
    for path in ["/lists", "/lists?arrange", f"/lists/{list_id}", f"/lists/{list_id}?arrange", f"/lists/{list_id}?select", "/today", "/search", "/trash", "/settings"]:
        page.goto(path)
        for link in page.locator(".skip").all():
            assert page.locator(link.get_attribute("href")).count() == 1, (path, link.get_attribute("href"))


@pytest.mark.parametrize(("has_touch", "shown"), [(False, True), (True, False)])
def test_access_keys_are_told_with_their_modifier_but_not_on_touch(another_browser, server, has_touch, shown):
    context = another_browser(has_touch=has_touch, is_mobile=has_touch)
    let_in(context, server)
    page = context.new_page()
    page.goto("/settings/display")
    expect(page.locator(".access-keys")).to_be_visible(visible=shown)
    expect(page.locator(".access-keys")).to_contain_text("Control and Option")
