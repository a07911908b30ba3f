"""Putting tasks and lists in order, with the keyboard and with a pointer: one is picked, then a place for it."""

import pytest
from playwright.sync_api import expect

from steps import id_of, point


def several(page, steps, count: int) -> int:
    list_id = steps.make_list("Errands")
    steps.open_list(list_id, "?several")
    page.get_by_label("Add several tasks").fill("\n".join(f"Task {number} with a long title" for number in range(count)))
    assert steps.send(page.get_by_role("button", name="Add all").click) == 200
    return list_id


def test_tasks_are_put_in_order_with_the_keyboard(page, steps):
    list_id = steps.make_list("Errands", "third", "second", "first")
    steps.open_menu().get_by_role("link", name="Arrange tasks").click()
    expect(page.get_by_role("link", name="Done")).to_be_visible()

    third = steps.row("third")
    steps.tab_to(page.get_by_role("button", name="Move “third”"))
    steps.enter()
    expect(third).to_be_focused()
    expect(page.get_by_role("status")).to_have_text("Moving “third”")
    steps.tab_to(page.get_by_role("button", name="Put here, before “first”"), backwards=True)
    steps.enter()
    assert steps.titles() == ["third", "first", "second"]
    assert "arrange" in page.url and page.url.endswith(f"#task-{id_of(third)}"), page.url
    expect(third).to_be_focused()

    steps.tab_to(third.get_by_role("button", name="Undo"))
    steps.enter()
    assert steps.titles() == ["first", "second", "third"]
    steps.open_list(list_id)
    assert steps.titles() == ["first", "second", "third"]


def test_a_picked_task_is_put_at_either_end_or_left_where_it_is(page, steps):
    list_id = steps.make_list("Errands", "d", "c", "b", "a")
    steps.open_list(list_id, "?arrange")
    steps.move("a", "To the end")
    assert steps.titles() == ["b", "c", "d", "a"]
    steps.move("d", "To the top")
    assert steps.titles() == ["d", "b", "c", "a"]
    steps.move("d", "Put here, at the end")
    assert steps.titles() == ["b", "c", "a", "d"]
    assert steps.send(point(page.get_by_role("button", name="Move “c”"))) == 200
    with page.expect_navigation():
        page.get_by_role("link", name="Cancel").click()
    assert steps.titles() == ["b", "c", "a", "d"]
    expect(page.get_by_role("status")).to_have_count(0)


def test_lists_are_put_in_order(page, steps):
    names = ["Errands", "Garden", "Travel"]
    for name in names:
        steps.make_list(name)
    page.goto("/lists")
    inbox, *before = cards(page)
    assert inbox == "Inbox" and sorted(before) == names
    page.get_by_role("link", name="Arrange").click()
    steps.move(before[2], f"Put here, before “{before[0]}”")
    with page.expect_navigation():
        page.get_by_role("link", name="Done").click()
    assert cards(page) == [inbox, before[2], before[0], before[1]]


def cards(page) -> list[str]:
    return page.locator("[data-screen=card] h2").all_inner_texts()


@pytest.mark.parametrize("size", [(390, 844), (1280, 900)], ids=["phone", "desktop"])
@pytest.mark.parametrize("at", [400, 520, 640])
def test_nothing_moves_when_a_row_is_picked_and_it_is_put_under_the_finger(page, steps, size, at):
    list_id = several(page, steps, 40)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    steps.open_list(list_id, "?arrange")
    rows = {number: page.locator(f"#{steps.row(f'Task {number} with a long title').get_attribute('id')}") for number in (12, 15, 20)}

    def tops() -> list[float]:
        return [rows[number].bounding_box()["y"] for number in (12, 15, 20)]

    page.evaluate(f"scrollTo(0, {tops()[2] - at})")
    before = tops()
    # Draws a frame after the scrolling, from which the place of the press is taken.
    page.screenshot(clip={"x": 0, "y": 0, "width": 1, "height": 1})
    with page.expect_navigation():
        page.mouse.click(size[0] / 2, before[2] + 12)
    expect(rows[20]).to_have_class("task-row arranged picked")
    shifts = [now - then for now, then in zip(tops(), before)]
    assert max(map(abs, shifts)) <= 5, shifts
    line = rows[15].locator(".put").bounding_box()
    with page.expect_navigation():
        page.mouse.click(size[0] / 2, line["y"] + 8)
    assert steps.titles()[14:17] == [f"Task {number} with a long title" for number in (14, 20, 15)]
    shift = rows[20].bounding_box()["y"] - line["y"] - line["height"] / 2
    assert abs(shift) <= 5, shift
    expect(rows[20].get_by_role("button", name="Undo")).to_be_visible()
