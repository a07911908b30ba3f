"""Adding: one task, many, invalid ones, and repeated ones."""

import re

import pytest
from playwright.sync_api import expect

from steps import expect_error_tied_to


def test_a_blank_title_is_reported_at_its_field(page, steps):
    steps.make_list("Errands")
    steps.add("kept")
    steps.add_field.fill("   ")
    assert steps.send_by_enter(steps.add_field) == 422
    expect_error_tied_to(steps.add_field, re.compile("Enter a title"))
    steps.add("mended")
    assert steps.titles() == ["mended", "kept"]


def test_reloading_after_an_addition_adds_nothing(page, steps):
    steps.make_list("Errands")
    steps.add("milk")
    page.reload()
    assert steps.titles() == ["milk"]


@pytest.mark.parametrize("size", [(390, 844), (1280, 900)], ids=["phone", "desktop"])
def test_why_several_are_not_added_is_in_view_however_long_the_text_is(page, steps, size):
    list_id = steps.make_list("Errands")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    steps.open_list(list_id, "?several")
    field = page.get_by_label("Add several tasks")
    field.fill("\n".join(["milk"] * 900 + ["x" * 3_000]))
    assert steps.send(page.get_by_role("button", name="Add all").click) == 422
    expect_error_tied_to(field, "longer than")
    expect(page.locator("#new-task-error")).to_be_in_viewport(ratio=1)
