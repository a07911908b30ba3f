"""Notes on the page of a task: text with links and boxes, and the field that edits them."""

import pytest
from playwright.sync_api import expect

from steps import point

NOTES = "How to: https://bank.example/orders\nCall +44 20 7946 0321\n\n- [ ] Send it\n- [x] Ask\n" + "More\n" * 40 + "- [ ] File it"
SIZES = pytest.mark.parametrize("size", [(390, 844), (1280, 900)], ids=["phone", "desktop"])


@pytest.fixture
def task(page, steps, size) -> int:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    steps.make_list("Errands", "Pay rent")
    task = steps.open_task("Pay rent")
    page.get_by_label("Notes", exact=True).fill(NOTES)
    assert steps.save() == 200
    page.goto(f"/tasks/{task}")
    return task


@SIZES
def test_notes_are_text_with_links_until_they_are_edited(page, task, size):
    notes = page.locator(".note-text")
    expect(notes.get_by_role("link", name="bank.example/orders")).to_have_attribute("href", "https://bank.example/orders")
    expect(notes.get_by_role("link", name="+44 20 7946 0321")).to_have_attribute("href", "tel:+442079460321")
    field = page.locator("#notes")
    assert not field.is_visible()
    page.locator(".notes-field summary").click()
    expect(field).to_be_visible()
    assert not notes.is_visible() and field.input_value() == NOTES
    page.locator(".notes-field summary").click()
    assert notes.is_visible() and not field.is_visible()


@SIZES
def test_a_press_ticks_a_line_where_it_is_and_saves_what_was_typed(page, steps, task, size):
    page.get_by_label("Title", exact=True).fill("Pay the rent")
    line = page.locator(".note-line", has_text="File it")
    line.evaluate("line => scrollBy(0, line.getBoundingClientRect().y - innerHeight / 2)")
    page.wait_for_timeout(100)
    before = line.bounding_box()["y"]
    assert steps.send(point(line.get_by_role("button", name="Tick “File it”"))) == 200
    assert abs(line.bounding_box()["y"] - before) <= 4
    expect(line).to_have_class("note-line done")
    expect(page.get_by_label("Title", exact=True)).to_have_value("Pay the rent")
    assert steps.send(page.locator(".notice").get_by_role("button", name="Undo").click) == 200
    page.goto(f"/tasks/{task}")
    expect(line).to_have_class("note-line")
    expect(page.get_by_label("Title", exact=True)).to_have_value("Pay rent")


@SIZES
def test_a_line_is_ticked_by_keyboard(page, steps, task, size):
    line = page.locator(".note-line", has_text="Send it")
    line.get_by_role("button").focus()
    assert steps.send(lambda: page.keyboard.press("Enter")) == 200
    expect(line).to_have_class("note-line done")
    expect(line).to_be_focused()
