"""Changing several tasks at once, on a phone and on a desktop."""

import pytest
from playwright.sync_api import expect

from checks import WINDOWS, axe_problems, overflow
from steps import expect_error_tied_to

SIZES = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1280, "height": 900}}


@pytest.fixture(params=SIZES)
def size(request, page):
    page.set_viewport_size(SIZES[request.param])
    return request.param


def box(page, title: str):
    return page.get_by_label(title, exact=True)


def test_several_are_completed_and_taken_back(page, steps, size):
    list_id = steps.make_list("Errands", "d", "c", "b", "a")
    with page.expect_navigation():
        steps.open_menu().get_by_role("link", name="Select tasks").click()
    for title in ("a", "c"):
        box(page, title).check()
    assert steps.send(page.get_by_role("button", name="Complete", exact=True).click) == 200
    assert page.url.split("?")[0].endswith(f"/lists/{list_id}")
    expect(page.get_by_text("Completed 2 tasks.")).to_be_visible()
    assert steps.titles() == ["b", "d"]
    steps.undo()
    assert steps.titles() == ["a", "b", "c", "d"]


def test_dates_priorities_and_lists_are_in_menus_of_the_bar(page, steps, size):
    steps.make_list("Garden")
    list_id = steps.make_list("Errands", "c", "b", "a")

    def choose(*titles: str) -> None:
        steps.open_list(list_id, "?select")
        for title in titles:
            box(page, title).check()

    choose("a", "b")
    page.get_by_role("button", name="Date", exact=True).click()
    expect(page.locator("#select-date")).to_be_in_viewport(ratio=1)
    assert steps.send(page.get_by_role("button", name="Tomorrow").click) == 200
    expect(page.get_by_text("2 tasks are due tomorrow.")).to_be_visible()
    expect(steps.row("a")).to_contain_text("tomorrow")

    choose("b", "c")
    page.get_by_role("button", name="Priority", exact=True).click()
    expect(page.locator("#select-priority")).to_be_in_viewport(ratio=1)
    assert steps.send(page.get_by_role("button", name="High").click) == 200
    expect(steps.row("c")).to_contain_text("high")

    choose("a", "b")
    page.get_by_role("button", name="Move", exact=True).first.click()
    expect(page.locator("#select-list")).to_be_in_viewport(ratio=1)
    page.locator("#select-list select").select_option("Garden")
    assert steps.send(page.locator("#select-list").get_by_role("button", name="Move").click) == 200
    expect(page.get_by_text("Moved 2 tasks to “\u2068Garden\u2069”.")).to_be_visible()
    assert steps.titles() == ["c"]


@pytest.fixture
def results(steps) -> str:
    """The address of results in two lists."""
    steps.make_list("Garden", "Paint the fence", "Mow")
    steps.make_list("House", "Paint the door", "Call Ann")
    return "/search?q=paint"


def matches(page) -> list[str]:
    return sorted(page.locator("[data-region=results] .title").all_inner_texts())


def test_all_results_are_changed_in_two_presses_and_taken_back_with_one(page, steps, size, results):
    page.goto(results)
    with page.expect_navigation():
        page.get_by_role("link", name="Select", exact=True).click()
    page.get_by_label("All 2 matches").check()
    assert steps.send(page.get_by_role("button", name="Complete", exact=True).click) == 200
    notice = page.get_by_text("Completed 2 tasks (2 lists).")
    expect(notice).to_be_in_viewport(ratio=1)
    assert page.url.split("did=")[0].rstrip("?&").endswith(results)
    assert matches(page) == []
    steps.undo()
    assert page.url.split("did=")[0].rstrip("?&").endswith(results)
    assert matches(page) == ["Paint the door", "Paint the fence"]


def test_a_row_of_results_is_selected_anywhere_on_it(page, steps, size, results):
    page.goto(f"{results}&select")
    row = page.locator("[data-region=results] li", has_text="Paint the fence")
    place = row.bounding_box()
    page.mouse.click(place["x"] + place["width"] - 20, place["y"] + place["height"] / 2)
    expect(row.get_by_role("checkbox")).to_be_checked()
    page.get_by_role("button", name="Date", exact=True).click()
    assert steps.send(page.get_by_role("button", name="Tomorrow").click) == 200
    expect(page.get_by_text("“\u2068Paint the fence\u2069” is due tomorrow.")).to_be_visible()
    expect(page.locator("[data-region=results] li", has_text="Paint the fence")).to_contain_text("tomorrow")
    expect(page.locator("[data-region=results] li", has_text="Paint the door")).not_to_contain_text("tomorrow")


@pytest.fixture
def due(page, steps) -> None:
    """Today with a task of today in each of two lists, and one of tomorrow."""
    steps.make_list("Garden", "mow today", "rake tomorrow")
    steps.make_list("House", "call Ann today !high")


def due_titles(page) -> list[str]:
    return sorted(page.locator(":is([data-region=late], [data-region=today], [data-region=soon]) .title").all_inner_texts())


def test_tasks_of_today_are_changed_at_once_and_taken_back_with_one(page, steps, scripted, size, due):
    page.goto("/today")
    with page.expect_navigation():
        page.get_by_role("link", name="Select", exact=True).click()
    assert page.url.endswith("/today?select")
    assert not overflow(page)
    assert not axe_problems(scripted, page.url, WINDOWS)
    for title in ("mow", "call Ann"):
        box(page, title).check()
    assert steps.send(page.get_by_role("button", name="Complete", exact=True).click) == 200
    expect(page.get_by_text("Completed 2 tasks (2 lists).")).to_be_in_viewport(ratio=1)
    assert "/today?did=" in page.url
    assert due_titles(page) == ["rake"]
    steps.undo()
    assert "/today?did=" in page.url
    assert due_titles(page) == ["call Ann", "mow", "rake"]


def test_a_row_of_today_is_selected_anywhere_on_it_and_stays_with_an_undo(page, steps, size, due):
    page.goto("/today?select")
    row = page.locator("[data-region=soon] li", has_text="rake")
    place = row.bounding_box()
    page.mouse.click(place["x"] + place["width"] - 20, place["y"] + place["height"] / 2)
    expect(row.get_by_role("checkbox")).to_be_checked()
    page.get_by_role("button", name="Date", exact=True).click()
    assert steps.send(page.locator("#select-date").get_by_role("button", name="Today").click) == 200
    expect(row).to_be_in_viewport(ratio=1)
    expect(row).to_contain_text("today")
    expect(row.locator(".row-action")).to_be_in_viewport(ratio=1)


def test_the_rows_of_today_keep_their_heights_while_selecting(page, size, due):
    def rows() -> list:
        return [
            (title.inner_text(), round(title.bounding_box()["x"]), round(title.bounding_box()["height"]))
            for title in page.locator(":is([data-region=today], [data-region=soon]) .title").all()
        ]

    page.goto("/today")
    before = rows()
    page.get_by_role("link", name="Select", exact=True).click()
    expect(page.get_by_role("checkbox", name="mow")).to_be_visible()
    assert rows() == before
    page.get_by_role("link", name="Cancel", exact=True).click()
    assert rows() == before and page.url.endswith("/today")


def test_the_rows_stay_where_they_are_in_their_panel_while_selecting(page, results):
    def titles() -> list:
        panel = page.locator("[data-region=results]").bounding_box()
        return [
            (round(place["x"] - panel["x"]), round(place["height"]))
            for place in (row.bounding_box() for row in page.locator("[data-region=results] .title").all())
        ]

    page.goto(results)
    before = titles()
    page.get_by_role("link", name="Select", exact=True).click()
    expect(page.get_by_role("checkbox", name="Paint the door")).to_be_visible()
    assert titles() == before


def test_the_keyboard_selects_and_enter_on_a_box_changes_nothing(page, steps):
    list_id = steps.make_list("Errands", "b", "a")
    steps.open_list(list_id, "?select")
    steps.tab_to(box(page, "b"))
    page.keyboard.press("Space")
    expect(box(page, "b")).to_be_checked()
    page.keyboard.press("Enter")
    if page.url.endswith("/tasks/change"):
        expect(page.get_by_text("Choose what to do with the selected tasks.")).to_be_visible()
    expect(box(page, "b")).to_be_checked()
    steps.tab_to(page.get_by_role("button", name="Delete", exact=True))
    steps.enter()
    # One deleted task is reported in its row, which is gone with the next page.
    expect(steps.row("b").get_by_role("button", name="Undo")).to_be_visible()
    steps.open_list(list_id)
    assert steps.titles() == ["a"]


def test_an_empty_selection_is_told_in_place(page, steps, size):
    list_id = steps.make_list("Errands", "a")
    steps.open_list(list_id, "?select")
    assert steps.send(page.get_by_role("button", name="Complete", exact=True).click) == 422
    error = page.get_by_text("No task is selected. Choose at least one.")
    expect(error).to_be_in_viewport(ratio=1)
    expect(page.locator("#form-error")).to_be_focused()
    page.get_by_label("The open task").check()
    assert steps.send(page.get_by_role("button", name="Complete", exact=True).click) == 200
    # One completed task is reported in its row, as if its own button had been pressed.
    expect(steps.row("a").get_by_role("button", name="Undo")).to_be_visible()


@pytest.mark.parametrize(
    ("menu", "press", "message", "field", "text"),
    [
        ("Date", "Set date", "Choose a date first.", "Another date", "2031-05-04"),
        ("Tag", "Add tag", "Enter a tag.", "Tag", "garden"),
    ],
)
def test_a_refused_field_stays_open_with_the_rows_in_view(page, steps, size, menu, press, message, field, text):
    list_id = steps.make_list("Errands")
    page.goto(f"/lists/{list_id}?several")
    page.get_by_label("Add several tasks").fill("\n".join(f"task {number}" for number in range(60)))
    assert steps.send(page.get_by_role("button", name="Add all").click) == 200
    steps.open_list(list_id, "?select")
    for title in ("task 40", "task 41"):
        box(page, title).check()
    page.get_by_role("button", name=menu, exact=True).click()
    assert steps.send(page.get_by_role("button", name=press, exact=True).click) == 422
    expect(page.get_by_text(message)).to_be_in_viewport(ratio=1)
    entry = page.get_by_label(field, exact=True)
    expect(entry).to_be_in_viewport(ratio=1)
    expect_error_tied_to(entry, message)
    expect(box(page, "task 40")).to_be_in_viewport()
    assert box(page, "task 40").is_checked() and box(page, "task 41").is_checked()
    assert not overflow(page)
    entry.fill(text)
    assert steps.send(page.get_by_role("button", name=press, exact=True).click) == 200
    expect(page.get_by_role("status").filter(has_text="2 tasks")).to_be_visible()


def test_the_bar_stays_hides_no_focus_and_is_large_enough(page, steps):
    page.set_viewport_size(SIZES["phone"])
    list_id = steps.make_list("Errands")
    page.goto(f"/lists/{list_id}?several")
    page.get_by_label("Add several tasks").fill("\n".join(f"task {number}" for number in range(60)))
    assert steps.send(page.get_by_role("button", name="Add all").click) == 200
    steps.open_list(list_id, "?select")
    bar = page.locator("#select")
    expect(bar).to_be_in_viewport(ratio=1)
    edge = bar.bounding_box()["y"]
    assert 844 - edge <= 130, "one row or two"
    for name in ("Complete", "Date", "Priority", "Delete"):
        assert page.get_by_role("button", name=name, exact=True).bounding_box()["height"] >= 44
    last = box(page, "task 59")
    last.focus()
    frame = last.bounding_box()
    assert frame["y"] + frame["height"] <= edge, "the focused box is above the bar"


def test_a_row_is_one_row_high_while_arranging_on_a_phone(page, steps):
    page.set_viewport_size({"width": 390, "height": 844})
    list_id = steps.make_list("Errands", "a long title that would need more than one row of a phone, and its end is cut", "b")
    steps.open_list(list_id, "?arrange")
    for title in steps.titles():
        assert steps.row(title).bounding_box()["height"] <= 56, title
    expect(page.get_by_role("button", name="Delete")).to_have_count(0)
    expect(page.get_by_role("button", name="Complete")).to_have_count(0)


@pytest.mark.parametrize("width", [320, 390])
def test_the_bar_has_one_edge_at_each_side(page, steps, width):
    steps.make_list("Garden")
    list_id = steps.make_list("Errands", "b", "a")
    page.set_viewport_size({"width": width, "height": 844})
    steps.open_list(list_id, "?select")
    lines: dict[float, list[tuple[float, float]]] = {}
    for item in page.locator(".select-all, .select-form > .buttons .button").all():
        place = item.bounding_box()
        lines.setdefault(place["y"], []).append((place["x"], place["x"] + place["width"]))
    assert len(lines) >= 2
    for line in lines.values():
        assert line[0][0] == 16 and abs(line[-1][1] - (width - 16)) < 1, lines
        assert all(abs(after[0] - before[1] - 8) < 1 for before, after in zip(line, line[1:])), lines
