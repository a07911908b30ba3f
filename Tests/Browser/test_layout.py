"""All pages with real content: no overflow at 320 pixels, and no axe violations at any width, light or dark."""

import pytest

from checks import axe_problems, overflow
from steps import id_of

PAGES = [
    "/today",
    "/tasks/{task}/destinations",
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
    list_id = steps.make_list("Garden")
    steps.add("deleted", "done", "x", "רשימה ארוכה מאוד של דברים לקנות בשוק", "unbreakable" * 45)
    ids = {name: id_of(steps.row(name)) for name in ("deleted", "done", "x")}
    steps.delete("deleted")
    steps.press_in(steps.row("done"), "Complete")
    steps.open_task("x")
    steps.page.get_by_label("Notes", exact=True).fill("https://example.org/" + "a" * 300)
    steps.page.get_by_label("Due", exact=True).fill("2020-01-01")
    steps.page.get_by_label("High", exact=True).check(force=True)
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


def test_a_page_without_any_list_is_accessible(scripted):
    assert not [line for path in ("/lists", "/trash") for line in axe_problems(scripted, path)]


def test_two_panes_are_side_by_side_in_a_wide_window_only(page, world):
    for path, left, right in [("/lists/{list}", "lists", "tasks"), ("/tasks/{task}", "siblings", "task")]:
        for width, beside in [(1280, True), (390, False)]:
            page.set_viewport_size({"width": width, "height": 900})
            page.goto(path.format(**world))
            first, second = (page.locator(f"[data-region={name}]").bounding_box() for name in (left, right))
            # In a window for one pane only, the left one is hidden or elsewhere on the page.
            shown = first is not None and first["x"] + first["width"] <= second["x"] + 1 and first["width"] > 1
            assert shown is beside, (path, width, first, second)


def test_every_region_is_accessible_as_a_page_of_its_own(scripted, world):
    for path in REGIONS:
        assert scripted.goto(path.format(**world)).status == 200, path
    problems = [line for path in REGIONS for line in axe_problems(scripted, path.format(**world))]
    assert not [line for line in problems if "page-has-heading-one" not in line]
