"""A copy that is refreshed is there from the first byte, and nothing moves while it is refreshed or when that ends."""

import pytest
from playwright.sync_api import expect

from elsewhere import CHORES, PATIENCE
from source import OPTIONS

pytestmark = pytest.mark.serve(*OPTIONS)


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("path", ["/lists", "/lists/{list}"])
def test_nothing_moves_when_a_refresh_begins_and_ends(elsewhere, page, steps, source, width, path):
    page.set_viewport_size({"width": width, "height": 900})
    steps.make_list("Errands")
    places = [source.put(f"/{name}.txt", CHORES) for name in ("chores", "barn")]
    followed = [elsewhere.fetched(place.url, name) for place, name in zip(places, ["Chores", "Barn"], strict=True)]
    page.goto(path.format(list=followed[0]))
    before = positions(page)
    elsewhere.grow_old(hours=26)
    for place in places:
        place.before.clear()

    page.goto(path.format(list=followed[0]), wait_until="commit")
    name = "tasks" if "{" in path else f"list-{followed[0]}"
    placeholder = elsewhere.placeholder(name)
    expect(placeholder).to_have_attribute("data-refresh", "running", timeout=PATIENCE)
    # There at once: a copy does not fade in.
    assert placeholder.evaluate("element => getComputedStyle(element).animationName") == "none"
    expect(placeholder.get_by_role("status")).to_be_visible()
    during = positions(page)
    for place in places:
        place.before.set()
    elsewhere.expect_settled("content", name)
    elsewhere.expect_over()
    assert during == before == positions(page)


def positions(page) -> list:
    """Where the titles of all tasks and the headings stand."""
    found = page.locator(".title, main h1:not(.visually-hidden), main h2:not(.visually-hidden)").locator("visible=true").evaluate_all(
        "elements => elements.map(element => [element.textContent, Math.round(element.getBoundingClientRect().y)])"
    )
    return sorted(found)
