"""What is typed on the page of a task is saved by every button of the page, and by Enter."""

import pytest
from playwright.sync_api import expect

from steps import point

SIZES = [(390, 844), (1280, 900)]


@pytest.fixture
def kitchen(page, steps):
    list_id = steps.make_list("House")
    steps.open_list(list_id, "?several")
    page.get_by_label("Add several tasks").fill("Kitchen\n  Measure\n  Tiles\nPaint")
    assert steps.send(page.get_by_role("button", name="Add all").click) == 200
    page.locator(".task-row > .title", has_text="Kitchen").click()
    return page.url.split("#")[0]


def row(page, title):
    return page.locator("[data-region=subtasks] .task-row").filter(has=page.get_by_text(title, exact=True))


def step_titles(page) -> list[str]:
    return page.locator("[data-region=subtasks] .task-row > .title").all_inner_texts()


def test_enter_in_the_field_for_a_step_adds_it_and_saves_the_rest(page, steps, kitchen):
    page.get_by_label("Notes").fill("Two rooms")
    field = page.get_by_label("Add a step", exact=True)
    field.fill("Glue")
    assert steps.send_by_enter(field) == 200
    assert step_titles(page) == ["Measure", "Tiles", "Glue"]
    expect(page.get_by_label("Notes")).to_have_value("Two rooms")
    expect(page.get_by_label("Add a step", exact=True)).to_be_focused()


def test_enter_in_another_field_saves_whatever_was_just_done(page, steps, kitchen):
    page.locator(".several-steps summary").click()
    page.get_by_label("Add several steps").fill("Glue\nGrout")
    assert steps.send(page.get_by_role("button", name="Add all").click) == 200
    expect(page.locator(".notice")).to_be_visible()
    steps.chip("tags")
    page.get_by_label("Tags").fill("tiling")
    assert steps.send_by_enter(page.get_by_label("Tags")) == 200
    page.goto(kitchen)
    expect(page.get_by_label("Tags")).to_have_value("tiling")
    assert step_titles(page) == ["Measure", "Tiles", "Glue", "Grout"]


def fill_notes(page, text: str) -> None:
    """Types notes where they are shown as text."""
    page.locator(".notes-field summary").click()
    page.get_by_label("Notes").fill(text)


@pytest.mark.parametrize("size", SIZES, ids=["phone", "desktop"])
def test_the_buttons_of_a_step_save_what_was_typed(page, steps, kitchen, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.get_by_label("Notes").fill("Ticked")
    tiles = row(page, "Tiles")
    tiles.scroll_into_view_if_needed()
    before = tiles.bounding_box()["y"]
    steps.send(point(tiles.get_by_role("button", name="Complete")))
    assert abs(tiles.bounding_box()["y"] - before) <= 20
    expect(page.get_by_label("Notes")).to_have_value("Ticked")
    fill_notes(page, "Undone")
    steps.send(point(tiles.get_by_role("button", name="Undo")))
    expect(page.get_by_label("Notes")).to_have_value("Undone")
    fill_notes(page, "Dated")
    tiles.get_by_role("button", name="Menu of").click()
    steps.send(point(tiles.get_by_role("button", name="Tomorrow")))
    expect(page.get_by_label("Notes")).to_have_value("Dated")
    expect(page.get_by_label("Due", exact=True)).to_have_value("")
    expect(tiles).to_contain_text("tomorrow")


def test_a_rejected_edit_keeps_the_step(page, steps, kitchen):
    page.get_by_label("Title").fill(" ")
    field = page.get_by_label("Add a step", exact=True)
    field.fill("Glue")
    assert steps.send_by_enter(field) == 422
    expect(page.get_by_label("Title")).to_be_focused()
    expect(page.get_by_label("Add a step", exact=True)).to_have_value("Glue")
    assert step_titles(page) == ["Measure", "Tiles"]
