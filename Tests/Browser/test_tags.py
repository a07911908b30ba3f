"""Tags: typed at the end of a line, followed from a row, put on several tasks, renamed and removed."""

import pytest
from playwright.sync_api import expect

SIZES = [(390, 844), (1280, 900)]


@pytest.mark.parametrize("size", SIZES)
def test_a_tag_is_typed_followed_and_changed_with_few_presses(page, steps, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    (old, new) = (f"garden{size[0]}", f"Gärten{size[0]}")
    steps.make_list(f"Errands {size[0]}")
    # One load: the tag is typed with the task.
    steps.add(f"Sow peas #{old}", f"Mow the lawn #{old} #{old}-tools", "Sweep")
    row = steps.row("Sow peas")
    expect(row).to_contain_text(f"#{old}")
    # One press: the open tasks with the tag.
    steps.send(row.get_by_role("link", name=f"#{old}").click)
    expect(page.locator("#matches, .summary h2").first).to_contain_text("2 open tasks")
    expect(page.get_by_role("main")).not_to_contain_text("Sweep")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(f"#{old}")
    # Its menu: renamed and taken back.
    page.get_by_role("button", name="Tag menu").click()
    steps.send(page.get_by_role("link", name="Rename or merge").click)
    expect(page.get_by_label("New name")).to_be_focused()
    page.get_by_label("New name").fill(new)
    steps.send_by_enter(page.get_by_label("New name"))
    expect(heading).to_have_text(f"#{new}")
    notice = page.locator(".notice")
    expect(notice).to_contain_text("in 2 tasks")
    steps.send(notice.get_by_role("button", name="Undo").click)
    steps.send(page.locator("[data-region=tags]").get_by_role("link", name=f"#{old}", exact=True).click)
    # Removed from all tasks.
    page.get_by_role("button", name="Tag menu").click()
    steps.send(page.get_by_role("button", name="Remove").click)
    expect(page.get_by_role("link", name=f"#{old}", exact=True)).to_have_count(0)


def test_selected_tasks_get_a_tag(page, steps):
    list_id = steps.make_list("Errands", "Sow peas", "Sweep", "Paint")
    steps.open_list(list_id, "?select")
    page.get_by_label("Sow peas").check()
    page.get_by_label("Sweep").check()
    page.get_by_role("button", name="Tag", exact=True).click()
    # The menu stands at its button.
    (button, menu) = (page.get_by_role("button", name="Tag", exact=True).bounding_box(), page.locator("#select-tag").bounding_box())
    assert abs(menu["x"] + menu["width"] - button["x"] - button["width"]) < 20 and abs(menu["y"] + menu["height"] - button["y"]) < 20
    page.get_by_label("Tag", exact=True).fill("#home")
    steps.send(page.get_by_role("button", name="Add tag").click)
    expect(steps.row("Sow peas")).to_contain_text("#home")
    expect(steps.row("Sweep")).to_contain_text("#home")
    expect(steps.row("Paint")).not_to_contain_text("#home")
    steps.send(page.locator(".notice").get_by_role("button", name="Undo").click)
    for title in ("Sow peas", "Sweep", "Paint"):
        expect(steps.row(title)).not_to_contain_text("#home")


def test_tags_are_typed_on_the_task_s_page_and_a_wrong_one_is_told_there(page, steps):
    steps.make_list("Errands", "Sow peas #garden")
    task_id = steps.open_task("Sow peas")
    field = page.get_by_label("Tags")
    expect(field).to_have_value("garden")
    steps.chip("tags")
    field.fill("garden “spring”")
    assert steps.save() == 422
    expect(page.locator("#tags-error")).to_contain_text("can’t be a tag")
    expect(page.get_by_label("Tags")).to_have_value("garden “spring”")
    page.get_by_label("Tags").fill("garden, #spring")
    assert steps.save() == 200
    page.goto(f"/tasks/{task_id}")
    expect(page.get_by_label("Tags")).to_have_value("garden spring")
