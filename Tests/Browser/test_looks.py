"""How pages look: one left edge, one kind of box to tick, and a list on paper."""

import re

import pytest
from playwright.sync_api import expect

from conftest import let_in
from steps import Steps

PAGES = ["/today", "/lists", "/lists?arrange", "/lists/{list}", "/search", "/review", "/trash", "/settings", "/settings/account", "/settings/display", "/settings/apps", "/settings/data", "/settings/activity", "/operator", "/lists/{list}/history", "/remote/new"]

# The x of headings, panels and forms in the main content, beside the pane of lists.
EDGES = """elements => elements.filter(element => element.checkVisibility() && element.getBoundingClientRect().width > 40)
  .map(element => [element.className, Math.round(element.getBoundingClientRect().x)])"""


@pytest.fixture
def list_id(page, steps):
    list_id = steps.make_list("House")
    steps.open_list(list_id, "?several")
    page.get_by_label("Add several tasks").fill("\n".join(f"Task {number}" for number in range(60)))
    assert steps.send(page.get_by_role("button", name="Add all").click) == 200
    return list_id


@pytest.mark.parametrize(("width", "edge"), [(390, 16), (1280, 401)])
def test_all_pages_have_one_left_edge(page, list_id, width, edge):
    page.set_viewport_size({"width": width, "height": 900})
    found = {}
    for path in PAGES:
        page.goto(path.format(list=list_id))
        edges = page.locator("h1, .stage > .region:not(.lists.panel, .card ~ .card), .stage > .piece:not(.head) > form, .stage > .piece > .sheet, .skip + .back").evaluate_all(EDGES)
        # A form may be within the border of its panel.
        left = {x for _, x in edges} - {edge, edge + 1}
        if left:
            found[path] = edges
    assert not found


def test_boxes_to_tick_are_all_of_one_kind(page, steps, list_id):
    page.goto(f"/lists/{list_id}?select")
    looks = page.locator("input[type=checkbox]").evaluate_all("boxes => boxes.map(box => getComputedStyle(box).appearance)")
    assert set(looks) == {"none"}
    sizes = page.locator("input[type=checkbox]").evaluate_all("boxes => boxes.map(box => box.offsetWidth)")
    assert set(sizes) == {22}


def test_sixty_tasks_print_on_two_pages(page, steps, list_id, tmp_path):
    steps.press_in(steps.row("Task 3"), "Complete")
    page.goto(f"/lists/{list_id}")
    printed = page.pdf(format="A4", margin={side: "1cm" for side in ("top", "bottom", "left", "right")})
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 2
    page.emulate_media(media="print")
    done = page.locator("[data-region=completed] .check")
    assert done.evaluate("box => getComputedStyle(box, '::after').borderLeftColor") == "rgb(0, 0, 0)"
    assert done.is_visible()


def test_a_printed_task_is_a_document(page, steps, list_id):
    steps.open_list(list_id)
    task_id = steps.open_task("Task 3")
    document = page.locator("div.printed")
    expect(document).to_be_hidden()
    page.get_by_label("Notes").fill("Two lines\nof notes")
    steps.chip("due")
    page.get_by_label("Due", exact=True).fill("2030-03-01")
    assert steps.save() == 200
    page.goto(f"/tasks/{task_id}")
    page.emulate_media(media="print")
    expect(document).to_be_visible()
    expect(page.locator("[data-region=rail]"), "the lists are left out").to_be_hidden()
    expect(page.get_by_role("heading", name="Steps"), "there are none").to_be_hidden()
    page.emulate_media(media="screen")
    page.locator("#new-step").fill("First")
    assert steps.send_by_enter(page.locator("#new-step")) == 200
    page.emulate_media(media="print")
    expect(document).to_be_visible()
    expect(document.get_by_role("heading", name="Task 3")).to_be_visible()
    expect(document).to_contain_text("Friday 1 Mar 2030")
    expect(page.get_by_role("link", name="First", exact=True)).to_be_visible()
    fields = page.locator("input, textarea, select, button:not(.check)").all()
    assert fields and not [field for field in fields if field.is_visible() and field.get_attribute("type") != "image"]


@pytest.mark.parametrize("touch", [True, False])
def test_a_long_name_is_cut_at_a_line_in_the_notice_and_on_its_card(another_browser, server, touch):
    browser = another_browser(viewport={"width": 390, "height": 844}, has_touch=touch)
    let_in(browser, server)
    page = browser.new_page()
    steps = Steps(page)
    for name in ("Kept", "Deleted"):
        steps.make_list(f"{name}: all that has to be done before the long summer holiday with the family and friends")
    assert steps.send(steps.open_menu().get_by_role("button", name="Delete").first.click) == 200
    for text in (page.locator(".notice p").first, page.locator(".card-head h2 a").last):
        lines = text.evaluate("text => text.clientHeight / parseFloat(getComputedStyle(text).lineHeight)")
        assert lines == 3, text


def test_numbers_of_the_review_stand_in_one_line(page, steps, list_id):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/review?step=done")
    numbers = page.locator(".figures").first.locator("td")
    heights = numbers.evaluate_all("cells => cells.map(cell => [cell.offsetHeight, cell.textContent = '5003', cell.offsetHeight])")
    assert heights and all(before == after for before, _, after in heights)


def test_a_printed_page_tells_its_day(page, steps, list_id):
    for path in ("/today", "/lists", f"/lists/{list_id}"):
        page.goto(path)
        day = page.locator("p.printed")
        expect(day).to_be_hidden()
        page.emulate_media(media="print")
        expect(day).to_be_visible()
        expect(day).to_have_text(re.compile(r"^As of \w+day \d+ \w{3} \d{4}$"))
        page.emulate_media(media="screen")


def test_facts_of_two_lines_end_at_one_edge(page, steps):
    page.set_viewport_size({"width": 1280, "height": 900})
    list_id = steps.make_list("Errands")
    tags = ("kitchen", "bathroom", "before-summer", "ask-the-neighbours", "by-bicycle", "on-a-dry-day", "with-anna")
    steps.add("Order the tiles for the kitchen and the bathroom tomorrow " + " ".join(f"#{tag}" for tag in tags))
    steps.open_list(list_id)
    lines = {}
    for box in steps.row("Order the tiles for the kitchen and the bathroom").locator(".facts > *").evaluate_all(BOXES):
        lines[round(box["bottom"] / 12)] = max(lines.get(round(box["bottom"] / 12), 0), box["right"])
    assert len(lines) > 1
    assert max(lines.values()) - min(lines.values()) <= 2


@pytest.mark.parametrize("width", [390, 1280])
def test_facts_of_a_few_tags_are_one_line_within_the_row_with_a_whole_date(page, steps, width):
    page.set_viewport_size({"width": width, "height": 900})
    steps.make_list("The house by the river that we rent")
    steps.add("Order tiles tomorrow #before-the-summer #ask-the-neighbours #by-bicycle")
    page.goto("/upcoming")
    row = steps.row("Order tiles")
    facts, whole = row.locator(".facts > *").evaluate_all(BOXES), row.bounding_box()
    assert max(box["bottom"] for box in facts) - min(box["top"] for box in facts) <= 32
    assert all(whole["x"] <= box["left"] and box["right"] <= whole["x"] + whole["width"] for box in facts)


BOXES = "elements => elements.map(element => element.getBoundingClientRect().toJSON())"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colours_draw_no_line_between_the_items_of_the_navigation(page, scheme):
    page.emulate_media(forced_colors="active", color_scheme=scheme)
    page.goto("/lists")
    for name in ("Today", "Search", "Trash"):
        link = page.locator(".app-bar").get_by_role("link", name=name)
        borders = link.evaluate("link => [getComputedStyle(link).borderTopWidth, getComputedStyle(link).borderBottomWidth]")
        assert borders == ["0px", "0px"]
    current = page.locator(".app-bar").get_by_role("link", name="Lists")
    assert current.evaluate("link => getComputedStyle(link).backgroundColor") != "rgba(0, 0, 0, 0)"


def test_a_page_that_is_still_being_styled_does_not_fade_from_the_colours_of_the_browser(page, steps, list_id):
    page.emulate_media(color_scheme="dark")
    started = []
    devtools = page.context.new_cdp_session(page)
    devtools.on("Animation.animationStarted", lambda event: started.append(event["animation"]))
    devtools.send("Animation.enable")
    # As on a first visit: the page is there before its stylesheet.
    page.route("**/*.css", lambda route: (page.wait_for_timeout(300), route.continue_()))
    for path in ("/lists", f"/lists/{list_id}", "/settings"):
        page.goto(path)
        page.wait_for_timeout(200)
    names = {animation["name"] for animation in started if animation["type"] == "CSSTransition"}
    assert not names & {"background-color", "border-top-color", "border-bottom-color", "border-left-color", "border-right-color"}, names
