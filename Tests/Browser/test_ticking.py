"""Ticking several tasks without a load for each, as in a shop without a network, and a list taken along as a file."""

import re

import pytest
from playwright.sync_api import Error, expect

from checks import axe_problems, overflow

SIZES = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1280, "height": 900}}


@pytest.fixture(params=SIZES)
def size(request, page):
    page.set_viewport_size(SIZES[request.param])
    return request.param


@pytest.fixture
def shop(page, steps) -> int:
    """A list that is shown to tick several, with two sections."""
    list_id = steps.make_list("Groceries", "Potatoes", "Leeks", adds="bottom")
    for section, titles in (("Fridge", "Milk\nButter"), ("Baker", "Rye bread\nRolls")):
        steps.post(f"/lists/{list_id}/sections", name=section, version="1")
        number = steps.page.goto(f"/lists/{list_id}") and page.locator(".section-head").last.get_attribute("id").split("-")[1]
        steps.post(f"/lists/{list_id}/tasks", titles=titles, section=number)
    steps.post(f"/lists/{list_id}/view", layout="ticks")
    steps.open_list(list_id)
    return list_id


def box(page, title: str):
    return page.get_by_role("checkbox", name=title, exact=True)


def test_ticks_cost_no_load_and_one_press_sends_them(page, steps, shop, size):
    bar, loads = page.locator(".tick-bar"), []
    page.on("request", lambda request: loads.append(request.url))
    expect(bar).to_be_hidden()
    for title in ("Potatoes", "Milk", "Rye bread"):
        page.locator("label", has_text=re.compile(f"^{title}$")).click()
        expect(box(page, title)).to_be_checked()
    expect(bar).to_be_in_viewport(ratio=1)
    counted = page.evaluate("getComputedStyle(document.querySelector('.tick-bar > p'), '::after').content")
    assert "counter(ticked)" in counted and loads == []
    row = page.locator(".task-row").first.bounding_box()
    assert row["height"] >= 60
    assert overflow(page) == []
    assert steps.send(bar.get_by_role("button", name="Send").click) == 200
    expect(page.get_by_text("Completed 3 tasks.")).to_be_visible()
    expect(page.locator(".task-row")).to_have_count(3)
    expect(bar).to_be_hidden()
    steps.undo()
    expect(page.locator(".task-row")).to_have_count(6)


def test_without_a_network_the_ticks_wait_behind_the_back_button(page, steps, shop, size):
    page.context.set_offline(True)
    box(page, "Leeks").check()
    box(page, "Butter").check()
    with pytest.raises(Error):
        page.get_by_role("button", name="Send").click()
        page.wait_for_url("**/never", timeout=1_000)
    page.context.set_offline(False)
    page.go_back()
    expect(box(page, "Leeks")).to_be_checked()
    expect(box(page, "Butter")).to_be_checked()
    assert steps.send(page.get_by_role("button", name="Send").click) == 200
    expect(page.get_by_text("Completed 2 tasks.")).to_be_visible()


def test_a_list_to_tick_is_accessible(scripted, shop):
    assert not axe_problems(scripted, f"/lists/{shop}")


def test_cancel_takes_all_ticks_back_without_a_load(page, shop, size):
    box(page, "Leeks").check()
    page.get_by_role("button", name="Cancel").click()
    expect(box(page, "Leeks")).not_to_be_checked()
    expect(page.locator(".tick-bar")).to_be_hidden()


def test_on_a_phone_the_bar_takes_the_place_of_the_tabs(page, shop):
    page.set_viewport_size(SIZES["phone"])
    tabs = page.locator(".app-bar nav")
    expect(tabs).to_be_visible()
    box(page, "Leeks").check()
    expect(tabs).to_be_hidden()


def test_a_task_that_is_added_meanwhile_takes_the_ticks_along(page, steps, shop):
    box(page, "Leeks").check()
    steps.add_field.fill("Salt")
    assert steps.send_by_enter(steps.add_field) == 200
    expect(box(page, "Salt")).to_be_visible()
    expect(box(page, "Leeks")).to_have_count(0)


def test_a_list_is_ticked_and_left_in_its_head(page, steps):
    page.set_viewport_size(SIZES["phone"])
    steps.make_list("Groceries", "Milk", adds="bottom")
    assert steps.send(page.get_by_role("button", name="Tick several").first.click) == 200
    expect(box(page, "Milk")).to_be_visible()
    assert steps.send(page.get_by_role("button", name="Show as a list").first.click) == 200
    expect(box(page, "Milk")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_list_taken_along_is_ticked_on_a_disk_and_sent_back(page, steps, tmp_path, browser, scheme):
    page.set_viewport_size(SIZES["phone"])
    list_id = steps.make_list("Groceries", "Potatoes", "Leeks", "Milk", adds="bottom")
    with page.expect_download() as download:
        steps.open_menu().get_by_role("link", name="Take along").click()
    file = tmp_path / "list.html"
    download.value.save_as(file)
    # In a window that keeps no pages: this one is not of the server.
    with browser.new_context(viewport=SIZES["phone"], color_scheme=scheme) as disk:
        opened = disk.new_page()
        opened.goto(file.as_uri())
        background = opened.evaluate("getComputedStyle(document.documentElement).colorScheme")
        assert background == "light dark" and overflow(opened) == []
        assert opened.locator("label").first.bounding_box()["height"] >= 60
        box(opened, "Leeks").check()
        box(opened, "Milk").check()
        with opened.expect_request(lambda request: f"/lists/{list_id}?" in request.url) as sent:
            opened.get_by_role("button", name="Send back").click()
    page.goto(sent.value.url)
    expect(page.get_by_text("Sent back from the file of")).to_be_visible()
    expect(page.locator("main .task-row")).to_have_count(3)
    assert steps.send(page.get_by_role("button", name="Tick 2 tasks").click) == 200
    expect(page.get_by_text("Completed 2 tasks.")).to_be_visible()
    assert page.url.split("?")[0].endswith(f"/lists/{list_id}")
