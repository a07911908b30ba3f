"""The pages of followed lists with real content: accessible, narrow, for touch, printed, in forced colours."""

import re

import pytest
from playwright.sync_api import expect

import web
from checks import axe_problems, overflow
from conftest import let_in
from elsewhere import NOTHING, PATIENCE
from source import HOST, OPTIONS

pytestmark = pytest.mark.serve(*OPTIONS)
LIVED_IN = f"""# {"Unbreakable" * 6}

- [ ] Sweep the yard
  - [ ] And behind the barn, where nobody looks
    - [ ] {"geese" * 40}
      - [ ] behind them
        - [ ] and further back
  - [x] And the steps
- [ ] רשימה ארוכה מאוד של דברים לקנות בשוק
- [ ] Oil the gate
  It wants the thin oil.

  https://example.org/{"a" * 300}

## {"Section" * 12}

- [ ] x
- [x] Mend the pump
"""
TAGGED = f"(A) Ring the vet +geese @phone due:2020-01-01 @{'y' * 90}\nx 2026-11-01 Mend the pump +barn\n"


@pytest.fixture
def world(elsewhere, server, steps, source):
    """A list for each state of a followed list, and all pages that show them."""
    own = steps.make_list("E" * 60, "milk")
    markdown = source.put("/" + "long" * 30 + ".md", LIVED_IN)
    lists = {
        "content": elsewhere.fetched(markdown.url, "N" * 60),
        "tagged": elsewhere.fetched(source.put("/tagged.txt", TAGGED).url, "Vet"),
        "empty": elsewhere.fetched(source.put("/empty.ics", NOTHING).url, "Nothing to do"),
        "failed": elsewhere.follow(source.put("/gone.txt", status=410).url, "Gone"),
        "stale": elsewhere.fetched(source.put("/stale.txt", "Feed the geese\nFind the other boot\n").url, "Old"),
    }
    web.get(f"{server.url}/lists/{lists['failed']}")
    source.places["/stale.txt"].status = 500
    web.post(f"{server.url}/lists/{lists['stale']}/refresh")
    web.get(f"{server.url}/lists/{lists['stale']}")
    fresh = source.put("/fresh.md", LIVED_IN)
    preview = web.post(f"{server.url}/remote", {"url": fresh.url}).location
    dead = web.post(f"{server.url}/remote", {"url": f"http://{HOST}:1/dead.txt"}).location
    content = f"/lists/{lists['content']}"
    return [
        *(f"/lists/{list_id}" for list_id in lists.values()),
        f"{content}?choose",
        f"{content}?choose=1",
        f"{content}?rename",
        f"{content}/history",
        f"/lists/{lists['stale']}/history",
        f"/lists/{own}",
        "/lists",
        "/lists?arrange",
        "/remote/new",
        preview,
        f"{preview}/name",
        f"{preview}/address",
        dead,
        change_address(server, content),
    ]


def change_address(server, path: str) -> str:
    return re.search(r'href="(/remote/\d+/address)"', web.get(server.url + path).text)[1]


def test_every_page_is_accessible(scripted, world):
    assert not [line for path in world for line in axe_problems(scripted, path)]


def test_nothing_overflows_a_narrow_window(page, world):
    page.set_viewport_size({"width": 320, "height": 640})
    problems = {}
    for path in world:
        page.goto(path)
        for details in page.locator("details").all():
            details.locator("summary").click()
        if found := overflow(page):
            problems[path] = found
    assert not problems


# Touch targets. A link within a sentence is as high as its line, which is allowed.
SMALL = """() => [...document.querySelectorAll("button, select, summary, label.title, input, main a")]
  .filter(element => element.checkVisibility({ visibilityProperty: true }) && !element.closest(".visually-hidden, .skip"))
  .map(element => {
    let box = element.getBoundingClientRect()
    if (element.matches(".row-checkbox")) box = element.nextElementSibling.getBoundingClientRect()
    return [box, element]
  })
  // The tags of a row are as high as a line of its facts: 24 px, as WCAG 2.5.8 has it.
  .filter(([box, element]) => box.height < (element.matches(".facts .tag") ? 23.5 : 43.5) && element.type !== "hidden")
  .map(([box, element]) => `${Math.round(box.width)} x ${Math.round(box.height)}: ${element.outerHTML.slice(0, 140)}`)"""


def test_everything_is_large_enough_for_a_finger(another_browser, server, world):
    touched = another_browser(viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True)
    let_in(touched, server)
    page = touched.new_page()
    problems = {}
    for path in world:
        page.goto(path)
        if found := page.evaluate(SMALL):
            problems[path] = found
    assert not problems


def test_each_control_shows_the_focus_and_none_traps_it(page, world):
    for path in world:
        page.goto(path)
        hidden, reached, rounds = [], set(), 0
        for _ in range(120):
            page.keyboard.press("Tab")
            focused = page.evaluate(FOCUSED)
            # After the last control the focus returns to the first; on a page with a focused field, the walk begins in the middle.
            rounds += focused is None
            if rounds == 2:
                break
            if focused is None:
                continue
            reached.add(focused["path"])
            if not focused["shown"]:
                hidden.append(focused["html"])
        assert not hidden, (path, hidden)
        controls = page.locator("main").locator("a:visible, button:enabled:visible, select:visible, input:visible").count()
        assert len(reached) >= controls, (path, len(reached), controls)


FOCUSED = """() => {
  const element = document.activeElement
  if (!element || element === document.body) return null
  const path = []
  for (let at = element; at.parentElement; at = at.parentElement) path.unshift([...at.parentElement.children].indexOf(at))
  const style = getComputedStyle(element), around = getComputedStyle(element.parentElement)
  const box = element.getBoundingClientRect(), over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
  const shown = style.outlineStyle !== "none" || style.boxShadow !== "none" || around.outlineStyle !== "none"
  const covered = over && over.closest(".copy, .notice") && !element.closest(".copy, .notice")
  return { path: path.join("."), shown: shown && !covered, html: element.outerHTML.slice(0, 140) }
}"""


def test_the_loading_status_is_visible_on_every_page(elsewhere, page, source):
    place = source.put("/chores.txt", LIVED_IN)
    place.before.clear()
    list_id = elsewhere.follow(place.url, "Chores")
    for path in (f"/lists/{list_id}", "/lists"):
        page.goto(path, wait_until="commit")
        status = page.locator("[data-placeholder-for][data-screen^=remote]").get_by_role("status")
        expect(status.first).to_be_visible(timeout=PATIENCE)
        assert not overflow(page)
    place.before.set()


def test_a_refreshed_copy_moves_neither_focus_nor_scroll_position(elsewhere, page, source):
    place = source.put("/chores.txt", "".join(f"Task number {number}\n" for number in range(80)))
    list_id = elsewhere.fetched(place.url, "Chores")
    elsewhere.grow_old(hours=3)
    place.before.clear()
    page.set_viewport_size({"width": 1280, "height": 600})
    page.goto(f"/lists/{list_id}", wait_until="commit")
    expect(elsewhere.placeholder().get_by_text("Task number 79")).to_be_visible(timeout=PATIENCE)
    page.evaluate("scrollTo(0, 1_500)")
    before = page.evaluate("scrollY")
    assert before > 1_000
    place.before.set()
    elsewhere.expect_settled("content")
    elsewhere.expect_over()
    # The banner above the old copy is gone; nothing else has moved.
    assert abs(page.evaluate("scrollY") - before) < 100
    assert page.evaluate("document.activeElement === document.body")


def test_a_printed_page_has_the_list_and_no_controls(page, world):
    page.emulate_media(media="print")
    for path in world[:7]:
        page.goto(path)
        expect(page.get_by_role("heading", level=1).first).to_be_visible()
        pressed = page.locator(".app-bar, .toolbar, .rail, .remote-row .row-action, .copy, .banner form").locator("visible=true")
        expect(pressed).to_have_count(0)
    page.goto(world[0])
    expect(page.get_by_text("Mend the pump")).to_be_visible()


def test_in_forced_colours_rows_and_states_can_be_distinguished(page, world):
    page.emulate_media(forced_colors="active")
    page.goto(world[0])
    border = page.locator(".remote-row").first.evaluate("row => getComputedStyle(row, '::after').borderTopStyle")
    assert border == "solid"
    page.goto(world[5])
    page.locator(".row-checkbox").first.check()
    expect(page.locator(".row-checkbox").first).to_be_checked()
    page.goto(world[4])
    expect(page.locator(".banner.refresh-failed .icon")).to_be_visible()


def test_only_the_refresh_gives_way_to_the_button_of_a_failed_fetch(page, steps, world):
    for path in (world[3], world[4]):
        page.goto(path)
        menu = steps.open_menu()
        for name in ("Delete this list", *(["Keep as a list of your own"] if path == world[4] else [])):
            expect(menu.get_by_role("button", name=name)).to_be_visible()
            assert is_pressable(menu.get_by_role("button", name=name))
    expect(page.locator(".toolbar").get_by_role("button", name="Refresh")).to_have_count(0)


def is_pressable(button) -> bool:
    return button.evaluate(
        """button => {
          const box = button.getBoundingClientRect()
          return button.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2))
        }"""
    )


@pytest.mark.parametrize("width", [390, 1280])
def test_rows_stay_in_place_when_tasks_are_chosen_to_be_copied(page, elsewhere, source, width):
    page.set_viewport_size({"width": width, "height": 844})
    list_id = elsewhere.fetched(source.put("/chores.txt", "Feed the geese\nFind the other boot\n").url, "Chores")
    page.goto(f"/lists/{list_id}")
    row = page.locator(".remote-row").filter(has_text="Find the other boot")
    before = row.bounding_box()["y"]
    with page.expect_navigation():
        row.get_by_role("link", name="Copy “Find the other boot”").click()
    expect(page.get_by_role("checkbox", name="Find the other boot")).to_be_checked()
    assert abs(row.bounding_box()["y"] - before) <= 1
    with page.expect_navigation():
        page.get_by_role("link", name="Done").click()
    assert abs(row.bounding_box()["y"] - before) <= 1
