"""The overview with followed lists: each is in a state of its own, and delays no other."""

import re

import pytest
from playwright.sync_api import expect

from elsewhere import CHORES, PATIENCE
from source import HOST, OPTIONS
from steps import point

pytestmark = pytest.mark.serve(*OPTIONS)


@pytest.fixture
def own(steps):
    """The name of the region of an own list."""
    list_id = steps.make_list("Errands", "bread", "milk")
    return f"list-{list_id}"


def test_a_slow_and_a_dead_source_delay_and_hide_nothing(elsewhere, page, own, source):
    fast, slow = source.put("/fast.txt", CHORES), source.put("/slow.txt", "Feed the geese\n")
    gone = source.put("/gone.txt", status=404)
    fast.before.clear()
    slow.before.clear()
    urls = {"fast": fast.url, "slow": slow.url, "gone": gone.url, "dead": f"http://{HOST}:1/dead.txt"}
    region = {name: f"list-{elsewhere.follow(url, name)}" for name, url in urls.items()}

    page.goto("/lists", wait_until="commit")
    expect(elsewhere.region(own)).to_have_attribute("data-state", "content", timeout=PATIENCE)
    expect(elsewhere.region(own)).to_contain_text("milk")
    for name in ("fast", "slow"):
        elsewhere.expect_loading(f"Waiting for \u2068{HOST}\u2069 to answer…", region[name])
        expect(elsewhere.placeholder(region[name]).get_by_role("heading", name=name)).to_be_visible()
    expect(elsewhere.expect_settled("failed", region["gone"], "not-found-there")).to_contain_text("nothing at this address")
    expect(elsewhere.expect_settled("failed", region["dead"], "refused")).to_contain_text("refused the connection")

    fast.before.set()
    elsewhere.expect_settled("content", region["fast"])
    assert elsewhere.excerpt(region["fast"]) == ["Sweep the yard", "Oil the gate", "Find the other boot"]
    expect(elsewhere.region(region["fast"]).locator(".count")).to_have_text("3 open")
    elsewhere.expect_loading(f"Waiting for \u2068{HOST}\u2069 to answer…", region["slow"])
    expect(elsewhere.region(own)).to_contain_text("milk")

    slow.before.set()
    elsewhere.expect_settled("content", region["slow"])
    elsewhere.expect_over()
    assert elsewhere.excerpt(region["slow"]) == ["Feed the geese"]
    for name in ("fast", "slow", "gone"):
        elsewhere.expect_settled("failed" if name == "gone" else "content", region[name])
    order = [card.get_attribute("data-region") for card in page.locator("[data-region^=list-]").all()]
    # They are sent as they settle, and shown in their own places.
    heights = [elsewhere.region(name).bounding_box() for name in [own, *region.values()]]
    # The Inbox is before them.
    assert sorted(order[1:]) == sorted([own, *region.values()])
    assert [(box["y"], box["x"]) for box in heights] == sorted((box["y"], box["x"]) for box in heights)


def test_a_page_that_is_left_while_it_loads_delays_no_other(elsewhere, page, own, source):
    slow = source.put("/slow.txt", CHORES)
    slow.before.clear()
    region = f"list-{elsewhere.follow(slow.url, 'slow')}"
    for _ in range(3):
        page.goto("/lists", wait_until="commit")
        expect(elsewhere.placeholder(region)).to_be_visible(timeout=PATIENCE)
        page.goto(f"/lists/{own.removeprefix('list-')}")
        expect(page.get_by_role("heading", level=1, name="Errands")).to_be_visible()
    slow.before.set()
    page.goto("/lists")
    elsewhere.expect_settled("content", region)


def test_an_account_fetches_three_sources_at_once_and_the_others_wait(elsewhere, page, source):
    places = [source.put(f"/{number}.txt", CHORES) for number in range(6)]
    for place in places:
        place.before.clear()
    regions = [f"list-{elsewhere.follow(place.url, str(number))}" for number, place in enumerate(places)]
    page.goto("/lists", wait_until="commit")
    waiting = page.get_by_text("Waiting for other lists to be fetched…").locator("visible=true")
    expect(waiting).to_have_count(3, timeout=PATIENCE)
    expect(page.get_by_text(f"Waiting for \u2068{HOST}\u2069 to answer…").locator("visible=true")).to_have_count(3, timeout=PATIENCE)
    assert sum(place.times for place in places) == 3
    for place in places:
        place.before.set()
    for region in regions:
        elsewhere.expect_settled("content", region)


def test_a_stale_copy_is_shown_while_it_is_refreshed_and_kept_if_that_fails(elsewhere, page, own, source):
    place = source.put("/chores.txt", CHORES)
    list_id = elsewhere.fetched(place.url, "Chores")
    region = f"list-{list_id}"
    elsewhere.grow_old(hours=26)
    place.before.clear()
    place.status = 500

    page.goto("/lists", wait_until="commit")
    placeholder = elsewhere.placeholder(region)
    expect(placeholder).to_have_attribute("data-refresh", "running", timeout=PATIENCE)
    expect(placeholder.get_by_text("Sweep the yard")).to_be_visible()
    expect(placeholder.get_by_role("status").filter(has_text="Checking…")).to_be_visible()
    place.before.set()
    card = elsewhere.expect_settled("content", region, refresh="failed")
    elsewhere.expect_over()
    expect(card).to_contain_text(re.compile(r"Not up to date\. .* error 500\. This is the copy from .*\. It is 1 day old\."))
    expect(card.get_by_text("Sweep the yard")).to_be_visible()

    # A retry leads back to the overview.
    place.status, place.text = 200, "Feed the geese\n"
    assert elsewhere.press(elsewhere.button("Try again", region).click) == 200
    assert page.url.split("?")[0].split("#")[0].endswith("/lists")
    expect(elsewhere.region(region)).to_be_visible(timeout=PATIENCE)
    elsewhere.expect_settled("content", region)
    assert elsewhere.excerpt(region) == ["Feed the geese"]
    expect(elsewhere.region(region).locator(".count")).to_have_text("1 open")


def test_arranging_fetches_nothing(elsewhere, page, own, source):
    place = source.put("/chores.txt", CHORES)
    elsewhere.follow(place.url, "Chores")
    page.goto("/lists?arrange")
    for name in ("Move “Chores”", "To the top"):
        with page.expect_navigation():
            point(page.get_by_role("button", name=name))()
    assert page.locator(".arranged .title").all_inner_texts() == ["Chores", "Errands"]
    assert place.times == 0


def test_the_list_pane_marks_followed_lists(elsewhere, page, own, source):
    place = source.put("/chores.txt", CHORES)
    elsewhere.fetched(place.url, "Chores")
    page.goto(f"/lists/{own.removeprefix('list-')}")
    link = elsewhere.region("rail").get_by_role("link", name=re.compile("^Chores"))
    expect(link).to_contain_text("(followed list)")
    expect(link).to_contain_text("3")
    with page.expect_navigation():
        link.click()
    elsewhere.expect_settled("content")
    assert place.times == 1
