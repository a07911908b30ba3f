"""All pages with real content: no overflow at 320 pixels, and no axe violations at any width, light or dark."""

import re

import pytest
from playwright.sync_api import expect

from checks import TWO_WINDOWS, axe_problems, overflow
from steps import choose, id_of

PAGES = [
    "/today",
    "/today?select",
    "/upcoming",
    "/upcoming?from=2020-01-01&picked={task}",
    "/upcoming?view=month&from=2020-01-01",
    "/upcoming?view=month&from=2020-01-01&picked={task}",
    "/upcoming?day=2020-01-01",
    "/lists",
    "/lists?arrange",
    "/lists/{list}",
    "/lists/{list}?rename",
    "/lists/{list}?several",
    "/lists/{list}?arrange",
    "/lists/{list}?select",
    "/lists/{list}/history",
    "/lists/{empty}",
    "/tasks/{task}",
    "/tasks/{done}",
    "/tasks/{deleted}",
    "/search",
    "/search?q=u+x",
    "/search?q=unbreak&completed=on",
    "/search?q=" + "y" * 200,
    "/trash",
    "/settings",
    "/settings/account",
    "/settings/display",
    "/settings/apps",
    "/settings/data",
    "/settings/activity",
    "/operator",
    "/lists/999",
    "/nowhere",
]

# Pages of one region. They have only the headings of that region, which may be of a lower level.
REGIONS = ["/trash?only=trash", "/lists/{list}?only=tasks", "/tasks/{task}?only=task"]


@pytest.fixture
def world(steps):
    """Titles without a place to break, from right to left, of one letter; completed, due and deleted tasks; an empty list."""
    empty = steps.make_list("E" * 60)
    list_id = steps.make_list("Garden", "deleted", "done", "x", "רשימה ארוכה מאוד של דברים לקנות בשוק", "unbreakable" * 45)
    ids = {name: id_of(steps.row(name)) for name in ("deleted", "done", "x")}
    steps.delete("deleted")
    steps.press_in(steps.row("done"), "Complete")
    steps.open_task("x")
    steps.page.get_by_label("Notes", exact=True).fill("https://example.org/" + "a" * 300)
    steps.chip("due")
    steps.page.get_by_label("Due", exact=True).fill("2020-01-01")
    steps.chip("priority")
    choose(steps.page.get_by_label("High", exact=True))
    steps.save()
    return {"list": list_id, "empty": empty, "task": ids["x"], "done": ids["done"], "deleted": ids["deleted"]}


def test_nothing_overflows_a_narrow_window(page, world):
    page.set_viewport_size({"width": 320, "height": 640})
    problems = {}
    for path in PAGES + REGIONS:
        page.goto(path.format(**world))
        if found := overflow(page):
            problems[path] = found
    assert not problems


def test_every_page_is_accessible(scripted, world):
    assert not [line for path in PAGES for line in axe_problems(scripted, path.format(**world))]


@pytest.mark.parametrize(("language", "direction"), [("de", "ltr"), ("ar", "rtl")])
def test_the_pages_of_another_language_are_whole(page, steps, scripted, world, language, direction):
    """In the direction of the language, within a narrow window, without axe violations; a title of another script begins where the page does."""
    problems = {}
    page.goto("/settings/display")
    page.get_by_label("Language", exact=True).select_option(language)
    assert steps.send(page.get_by_role("button", name="Save", exact=True).first.click) == 200
    page.set_viewport_size({"width": 320, "height": 640})
    for path in PAGES + REGIONS:
        page.goto(path.format(**world))
        html = page.locator("html")
        assert (html.get_attribute("lang"), html.get_attribute("dir")) == (language, direction), path
        if found := overflow(page):
            problems[path] = found
    assert not problems
    assert not [line for path in PAGES for line in axe_problems(scripted, path.format(**world), TWO_WINDOWS)]
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto("/lists/{list}".format(**world))
    lines = page.locator(".task-row .title").evaluate_all(
        """titles => titles.map(title => { const range = document.createRange(); range.selectNodeContents(title); const box = range.getClientRects()[0];
            return [title.getBoundingClientRect().left, box.left, box.right, title.getBoundingClientRect().right]; })"""
    )
    for left, start, end, right in lines:
        assert abs(start - left if direction == "ltr" else right - end) <= 1, lines


def test_a_page_without_any_list_is_accessible(scripted):
    assert not [line for path in ("/lists", "/trash") for line in axe_problems(scripted, path)]


@pytest.mark.parametrize("width", [1024, 1280, 1920])
def test_the_rail_and_the_column_of_every_page_have_one_place(page, world, width):
    page.set_viewport_size({"width": width, "height": 900})
    places = set()
    for path in ("/today", "/lists", "/lists/{list}", "/lists/{list}?select", "/tasks/{task}", "/search?q=x", "/trash", "/review", "/review?step=lists", "/review?step=done", "/settings", "/settings/account", "/settings/display", "/lists/{list}/history"):
        page.goto(path.format(**world))
        # A task stands beside its list in the widest window: the list is where all lists are.
        pane = page.locator(".pane")
        rail, stage = page.locator("[data-region=rail]").bounding_box(), (pane if pane.is_visible() else page.locator(".stage")).bounding_box()
        places.add(tuple(map(round, (rail["x"], rail["width"], stage["x"], stage["width"]))))
        assert rail["x"] + rail["width"] + 40 <= stage["x"], path
        found = page.locator(".app-bar a, [data-region=rail] a").evaluate_all(
            "links => links.filter(link => { const box = link.getBoundingClientRect(), there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2); return box.height && !link.contains(there); }).map(link => link.textContent)"
        )
        assert not found, (path, found)
    assert len(places) == 1, places


def test_a_narrow_window_leaves_the_rail_out(page, world):
    page.set_viewport_size({"width": 390, "height": 844})
    for path in ("/lists/{list}", "/tasks/{task}"):
        page.goto(path.format(**world))
        expect(page.locator("[data-region=rail]")).to_be_hidden()


def test_every_region_is_accessible_as_a_page_of_its_own(scripted, world):
    for path in REGIONS:
        assert scripted.goto(path.format(**world)).status == 200, path
    problems = [line for path in REGIONS for line in axe_problems(scripted, path.format(**world))]
    assert not [line for line in problems if "page-has-heading-one" not in line]


UNBROKEN, BROKEN = "unbreakable" * 21, "Plan the summer holiday with the whole family " * 5


@pytest.fixture
def long_names(page, steps):
    """A list with a long name, of long titles that have steps, dates, tags and priorities."""
    list_id = steps.make_list("N" * 100)
    steps.open_list(list_id, "?several")
    lines = [f"Top {UNBROKEN} today !high", f"  Step {UNBROKEN} today #{'t' * 30}", "  Ask Ann today"]
    lines += [f"Top {BROKEN}every day", f"  Step {BROKEN}tomorrow #home", f"    Deep {BROKEN}today !low"]
    page.get_by_label("Add several tasks").fill("\n".join(lines))
    assert steps.send(page.get_by_role("button", name="Add all").click) == 200
    steps.open_list(list_id)
    ids = {line: id_of(row) for row in steps.rows.all() for line in ("Deep", "Step") if row.locator(".title").inner_text().startswith(line)}
    return [f"/lists/{list_id}{query}" for query in ("", "?arrange", "?select")] + ["/today", "/search?q=step", "/search?q=top&select", "/review", "/lists"] + [f"/tasks/{task}" for task in ids.values()]


@pytest.mark.parametrize("width", [320, 390, 600, 1280])
def test_long_titles_parents_names_and_tags_stay_within_the_window(page, long_names, width):
    page.set_viewport_size({"width": width, "height": 844})
    problems = {}
    for path in long_names:
        page.goto(path)
        titles = page.locator(".task-row .title:not([data-region^='beside-'] *)").evaluate_all("titles => titles.map(title => title.offsetWidth)")
        if (found := overflow(page)) or ("arrange" not in path and min(titles, default=width) < 64):
            problems[path] = found, titles
    assert not problems


def test_the_links_above_a_step_stand_apart_in_one_line(page, steps, world):
    steps.open_list(world["list"])
    steps.open_task("x")
    page.locator("#new-step").fill("y")
    assert steps.send_by_enter(page.locator("#new-step")) == 200
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("link", name="y", exact=True).first.click()
    first, second = (link.bounding_box() for link in page.locator(".head .back a:not(.neighbour)").all())
    assert first["x"] + first["width"] + 8 <= second["x"] and first["y"] == second["y"]


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_letters_of_twice_the_size_fit(page, world, width):
    page.set_viewport_size({"width": width, "height": 844})
    problems = {}
    for path in ["/today", "/today?select", "/lists", "/lists/{list}", "/lists/{list}?select", "/tasks/{task}", "/search?q=x", "/review"]:
        page.goto(path.format(**world))
        page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
        places = page.locator(".app-bar nav")
        bar = places.bounding_box()
        links = [link.bounding_box() for link in places.locator("a:visible").all()]
        outside = [link for link in links if link["x"] < 0 or link["x"] + link["width"] > width or link["y"] + link["height"] > bar["y"] + bar["height"] + 1]
        if (found := overflow(page)) or outside:
            problems[path] = found, outside
    assert not problems
    page.goto("/lists/{list}".format(**world))
    page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
    row = page.locator(f"#task-{world['task']}")
    box, title = row.locator(".check").bounding_box(), row.locator(".title").bounding_box()
    assert abs(box["y"] + box["height"] / 2 - (title["y"] + title["height"] / 2)) <= 1


@pytest.mark.parametrize("width", [320, 390])
def test_on_a_phone_the_places_stay_at_the_foot_and_one_press_adds_a_task(page, steps, width):
    list_id = steps.make_list("House", *(f"task {number}" for number in range(12)))
    page.set_viewport_size({"width": width, "height": 640})
    for path in (f"/lists/{list_id}", "/today", "/trash", "/settings"):
        page.goto(path)
        places = page.get_by_role("navigation", name="Main")
        for scrolled in (0, 400):
            page.evaluate(f"scrollTo(0, {scrolled})")
            box = places.bounding_box()
            assert box["x"] == 0 and box["width"] == width and box["y"] + box["height"] == 640, (path, box)
        tabs = [tab.bounding_box() for tab in [*places.get_by_role("link").all(), places.get_by_role("button", name="More")]]
        assert len(tabs) == 5 and all(tab["height"] >= 44 and tab["width"] >= 44 for tab in tabs), tabs
        places.get_by_role("link", name="Add").click()
        expect(page.locator("#new-task")).to_be_focused()
        expect(page.locator("#new-task")).to_be_in_viewport(ratio=1)
    # Nothing of the page is under the bar at its end, and no notice is.
    steps.open_list(list_id)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    last = page.locator(".footer").bounding_box()
    assert last["y"] + last["height"] <= places.bounding_box()["y"] + 1
    page.goto(f"/lists/{list_id}?select")
    expect(page.get_by_role("navigation", name="Main")).to_be_hidden()


def test_on_a_phone_the_other_places_are_two_presses_away_and_their_tab_is_the_current_one(page, steps):
    steps.make_list("House", "Pay the rent yesterday", "Call the bank today")
    page.set_viewport_size({"width": 390, "height": 844})
    more = page.get_by_role("button", name="More")
    for name, path in [("Upcoming", "/upcoming"), ("Review", "/review"), ("Trash", "/trash"), ("Settings for", "/settings")]:
        page.goto("/lists")
        assert more.evaluate("tab => getComputedStyle(tab).boxShadow") == "none"
        number = page.get_by_role("navigation", name="Main").locator(".number")
        expect(number).to_have_text(re.compile("^2 2 late or due today$"))
        more.click()
        sheet = page.locator("#more")
        assert [link.bounding_box()["height"] >= 44 for link in sheet.get_by_role("link").all()] == [True] * 4
        assert sheet.bounding_box()["y"] + sheet.bounding_box()["height"] == 844
        sheet.get_by_role("link", name=name).click()
        expect(page).to_have_url(re.compile(f"{path}$"))
        assert more.evaluate("tab => getComputedStyle(tab).boxShadow") != "none"


def test_on_a_phone_the_line_that_leads_back_stays_at_the_top(page, steps):
    list_id = steps.make_list("House", *(f"task {number}" for number in range(20)))
    page.set_viewport_size({"width": 390, "height": 640})
    steps.open_list(list_id)
    back = page.get_by_role("link", name="All lists")
    before = back.bounding_box()
    assert page.get_by_role("heading", name="House").bounding_box()["y"] >= before["y"] + before["height"]
    page.evaluate("scrollTo(0, 600)")
    assert page.evaluate("scrollY") == 600 and back.bounding_box() == before
    # What has the focus of the keyboard is not under it.
    page.get_by_role("link", name="task 10", exact=True).focus()
    for _ in range(12):
        page.keyboard.press("Shift+Tab")
        focused = page.locator(":focus").bounding_box()
        assert focused["y"] + focused["height"] > before["y"] + before["height"], focused


def test_a_task_opens_at_the_top_of_the_page_with_its_list_in_the_rail(page, steps):
    list_id = steps.make_list("House")
    steps.open_list(list_id, "?several")
    page.get_by_label("Add several tasks").fill("\n".join(f"Task {number}" for number in range(60)))
    assert steps.send(page.get_by_role("button", name="Add all").click) == 200
    page.set_viewport_size({"width": 1280, "height": 700})
    for number in (0, 30, 59):
        steps.open_list(list_id)
        steps.open_task(f"Task {number}")
        expect(page.locator("[data-region=rail] [aria-current]")).to_be_in_viewport(ratio=1)
        assert page.evaluate("scrollY") == 0, number
    page.get_by_role("link", name="Previous: Task 58").click()
    expect(page.get_by_label("Title", exact=True)).to_have_value("Task 58")


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("path", ["/import", "/remote/new"])
def test_the_steps_of_what_takes_several_pages_are_below_its_heading(page, width, path):
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(path)
    explanation, steps = page.locator(".head > .hint").bounding_box(), page.locator(".stepper").bounding_box()
    assert steps["y"] >= explanation["y"] + explanation["height"] + 8


@pytest.mark.signed_out
@pytest.mark.parametrize("width", [390, 1280])
def test_an_option_is_not_broken_at_a_hyphen(page, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/sign-in/done")
    option = page.get_by_text("--plain-http", exact=True)
    expect(option).to_be_visible()
    assert option.evaluate("option => option.getClientRects().length") == 1
