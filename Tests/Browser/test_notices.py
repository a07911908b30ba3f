"""A notice at the foot of the window is in the way of nothing."""

import re

import pytest
from playwright.sync_api import expect


@pytest.mark.parametrize("delay", [0, 40, 100, 200])
def test_a_press_right_after_a_page_with_a_notice_counts(page, steps, delay):
    for name in ("Kept", "Deleted"):
        steps.make_list(name)
    settings = page.get_by_role("link", name="Trash").bounding_box()
    delete = steps.open_menu().get_by_role("button", name="Delete this list").bounding_box()
    with page.expect_navigation(wait_until="commit"):
        page.mouse.click(delete["x"] + 40, delete["y"] + delete["height"] / 2)
    # The page can be seen from here on.
    page.wait_for_selector(".notice")
    page.wait_for_timeout(delay)
    page.mouse.click(settings["x"] + settings["width"] / 2, settings["y"] + settings["height"] / 2)
    expect(page).to_have_url(re.compile("/trash$"), timeout=5_000)


def test_a_notice_fades_in_unless_less_motion_is_wanted(page, steps):
    steps.make_list("Deleted")
    with page.expect_navigation():
        steps.open_menu().get_by_role("button", name="Delete this list").click()
    notice = page.locator(".notice")
    assert notice.evaluate("notice => getComputedStyle(notice).animationName") == "appear"
    page.emulate_media(reduced_motion="reduce")
    assert notice.evaluate("notice => getComputedStyle(notice).animationName") == "none"
