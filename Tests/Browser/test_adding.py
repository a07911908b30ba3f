"""Adding: one task, many, invalid ones, and repeated ones."""

import re

import pytest
from playwright.sync_api import expect

import web
from steps import Steps, expect_error_tied_to


def test_a_blank_title_is_reported_at_its_field(page, steps):
    steps.make_list("Errands")
    steps.add("kept")
    steps.add_field.fill("   ")
    assert steps.send_by_enter(steps.add_field) == 422
    expect_error_tied_to(steps.add_field, re.compile("Enter a title"))
    steps.add("mended")
    assert steps.titles() == ["mended", "kept"]


def test_a_title_too_long_is_kept_and_reported(page, steps):
    steps.make_list("Errands")
    steps.add_field.fill("a" * 501)
    assert steps.send_by_enter(steps.add_field) == 422
    expect_error_tied_to(steps.add_field, "500")
    expect(steps.add_field).to_have_value("a" * 501)
    steps.add("a" * 500)
    assert steps.titles() == ["a" * 500]


def test_the_address_of_a_refused_form_leads_back_to_its_page(page, steps):
    list_id = steps.make_list("Errands")
    steps.add_field.fill(" ")
    assert steps.send_by_enter(steps.add_field) == 422
    page.goto(page.url)
    assert page.url.endswith(f"/lists/{list_id}")


def test_a_list_needs_a_name(page, steps):
    page.goto("/lists")
    field = page.get_by_label("New list")
    field.fill(" ")
    assert steps.send_by_enter(field) == 422
    expect_error_tied_to(field, re.compile("Enter a name"))


@pytest.mark.parametrize("title", ["bell \x07", "null \x00", "escape \x1b[31m", "delete \x7f", "introducer \x9b31m"])
def test_a_control_character_is_refused_with_words(server, page, steps, title):
    list_id = steps.make_list("Errands")
    version = page.locator("form:has(#new-task) [name=version]").get_attribute("value")
    answer = web.post(f"{server.url}/lists/{list_id}/tasks", {"title": title, "version": version})
    assert answer.status == 422
    assert "invisible character" in answer.text
    steps.open_list(list_id)
    assert steps.titles() == []


def test_several_tasks_are_added_one_a_line_and_undone_as_one(page, steps):
    steps.make_list("Errands")
    steps.add("old")
    steps.open_menu().get_by_role("link", name="Add several tasks").click()
    page.get_by_label("Add several tasks").fill("milk\n\nbread\n  eggs  \n")
    with page.expect_navigation():
        page.get_by_role("button", name="Add all").click()
    expect(page.get_by_role("status").filter(has_text="Added 3 tasks")).to_be_visible()
    assert steps.titles() == ["milk", "bread", "eggs", "old"]
    steps.undo()
    assert steps.titles() == ["old"]


def test_the_same_form_sent_twice_adds_once_unless_wanted(page, steps, context):
    list_id = steps.make_list("Errands")
    again = context.new_page()
    second = Steps(again)
    again.goto(f"/lists/{list_id}")
    steps.add("milk")
    field = again.locator("#new-task")
    field.fill("milk")
    second.send_by_enter(field)
    expect(again.get_by_text(re.compile("just added|already added", re.IGNORECASE)).first).to_be_visible()
    steps.open_list(list_id)
    assert steps.titles() == ["milk"]
    second.send_by_enter(field)
    steps.open_list(list_id)
    assert steps.titles() == ["milk", "milk"]


def test_reloading_after_an_addition_adds_nothing(page, steps):
    steps.make_list("Errands")
    steps.add("milk")
    page.reload()
    assert steps.titles() == ["milk"]


@pytest.mark.parametrize("size", [(390, 844), (1280, 900)], ids=["phone", "desktop"])
@pytest.mark.parametrize("count", [60, 900])
def test_why_several_are_not_added_is_in_view_however_long_the_text_is(page, steps, size, count):
    list_id = steps.make_list("Errands")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    steps.open_list(list_id, "?several")
    field = page.get_by_label("Add several tasks")
    field.fill("\n".join(["milk"] * count + ["x" * 3_000]))
    assert steps.send(page.get_by_role("button", name="Add all").click) == 422
    expect_error_tied_to(field, "longer than")
    expect(page.locator("#new-task-error")).to_be_in_viewport(ratio=1)
