"""Keyboard only: a journey with Tab, Enter and Escape."""

import re

from playwright.sync_api import expect

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
    assert steps.titles() == ["milk", "bread"]

    steps.tab_to(steps.row("milk").get_by_role("button", name=re.compile("^Complete")))
    steps.enter()
    milk = steps.row("milk")
    expect(milk).to_be_focused()
    # The next Enter, from a key that is still held down, must not complete another task.
    page.keyboard.press("Enter")
    steps.tab_to(milk.get_by_role("button", name=re.compile("^Undo")))
    steps.enter()
    assert steps.titles() == ["milk", "bread"]

    steps.tab_to(steps.row("bread").get_by_role("link").first)
    steps.enter()
    steps.tab_to(page.get_by_label("Title", exact=True))
    page.keyboard.press("End")
    page.keyboard.type(" and butter")
    # Enter is a line break in the title, which wraps.
    steps.tab_to(page.get_by_role("button", name="Save", exact=True).last)
    steps.enter()
    expect(page.get_by_role("status").filter(has_text="Saved").first).to_be_visible()


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
    list_id = steps.make_list("Errands")
    steps.add("milk")
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
