"""Arranging tasks and lists, with the keyboard and with a pointer."""

import pytest
from playwright.sync_api import expect

from steps import id_of, point


def test_tasks_are_put_in_order_and_the_focus_stays_on_the_button(page, steps):
    list_id = steps.make_list("Errands")
    steps.add("third", "second", "first")
    third = id_of(steps.row("third"))
    steps.open_menu().get_by_role("link", name="Arrange tasks").click()
    expect(page.get_by_role("link", name="Done")).to_be_visible()

    steps.tab_to(page.locator(f"#up-{third}"))
    steps.enter()
    assert steps.titles() == ["first", "third", "second"]
    assert "arrange" in page.url and page.url.endswith(f"#up-{third}"), page.url
    expect(page.locator(f"#up-{third}")).to_be_focused()

    steps.enter()
    assert steps.titles() == ["third", "first", "second"]
    expect(page.locator(f"#down-{third}")).to_be_focused()
    expect(page.locator(f"#up-{third}")).to_be_disabled()

    steps.enter()
    assert steps.titles() == ["first", "third", "second"]
    expect(page.locator(f"#down-{third}")).to_be_focused()

    steps.tab_to(page.get_by_role("link", name="Done"), backwards=True)
    steps.enter()
    assert page.url.split("#")[0].split("?")[0].endswith(f"/lists/{list_id}")
    assert steps.titles() == ["first", "third", "second"]


def test_top_and_bottom(page, steps):
    list_id = steps.make_list("Errands")
    steps.add("d", "c", "b", "a")
    steps.open_list(list_id, "?arrange")
    steps.press_in(steps.row("a"), "Move “a” to the bottom")
    assert steps.titles() == ["b", "c", "d", "a"]
    steps.press_in(steps.row("d"), "Move “d” to the top")
    assert steps.titles() == ["d", "b", "c", "a"]


def test_the_buttons_names_contain_what_moves(page, steps):
    list_id = steps.make_list("Errands")
    steps.add("second", "first")
    steps.open_list(list_id, "?arrange")
    for word in ["up", "down", "to the top", "to the bottom"]:
        expect(page.get_by_role("button", name=f"Move “second” {word}")).to_have_count(1)


def test_lists_are_put_in_order(page, steps):
    names = ["Errands", "Garden", "Travel"]
    for name in names:
        steps.make_list(name)
    page.goto("/lists")
    before = cards(page)
    assert sorted(before) == names
    page.get_by_role("link", name="Arrange").click()
    with page.expect_navigation():
        page.get_by_role("button", name=f"Move “{before[2]}” to the top").click()
    page.get_by_role("link", name="Done").click()
    assert cards(page) == [before[2], before[0], before[1]]


def cards(page) -> list[str]:
    return page.locator("[data-screen=card] h2").all_inner_texts()


@pytest.mark.parametrize("size", [(390, 844), (1280, 900)], ids=["phone", "desktop"])
def test_a_row_that_moves_can_be_read_and_stays_under_the_finger(page, steps, size):
    list_id = steps.make_list("Errands")
    steps.open_list(list_id, "?several")
    page.get_by_label("Add several tasks").fill("\n".join(f"Task {number} with a long title" for number in range(40)))
    assert steps.send(page.get_by_role("button", name="Add all").click) == 200
    page.set_viewport_size({"width": size[0], "height": size[1]})
    steps.open_list(list_id, "?arrange")
    row = page.locator(f"#{steps.row('Task 20 with a long title').get_attribute('id')}")
    width = row.locator(".title").bounding_box()["width"]
    tops = []
    for _ in range(3):
        assert steps.send(point(row.locator("[value=down]"))) == 200
        tops.append(row.bounding_box()["y"])
    assert max(tops) - min(tops) <= 2 and abs(tops[0] - size[1] / 2) <= 32, tops
    if size[0] < 600:
        assert row.locator(".title").bounding_box()["width"] >= width
    expect(row.get_by_role("button", name="Undo")).to_be_visible()
