"""Repeating tasks: in one line, by the form, completed, skipped and ended."""

from playwright.sync_api import expect

from steps import goes_on_within, point

PHONE = {"width": 390, "height": 844}


def test_a_line_repeats_and_its_completion_brings_the_next_one(page, steps):
    page.set_viewport_size(PHONE)
    steps.make_list("Errands", "Sweep", "Water the plants every 3 days")
    row = steps.row("Water the plants")
    expect(row).to_contain_text("every 3 days")
    expect(row).to_contain_text("today")
    top = row.bounding_box()["y"]
    steps.send(point(row.get_by_role("button", name="Complete")))
    rows = page.locator(".task-row", has_text="Water the plants")
    expect(rows).to_have_count(2)
    done = page.locator(".task-row.done", has_text="Water the plants")
    # Nothing moves under the finger: the completed row stays, and the next one stands under it.
    assert abs(done.bounding_box()["y"] - top) <= 20
    assert goes_on_within(done)
    steps.send(point(done.get_by_role("button", name="Undo")))
    expect(page.locator(".task-row", has_text="Water the plants")).to_have_count(1)


def test_a_rule_is_set_by_the_form_and_shows_its_dates_before_saving(page, steps):
    page.set_viewport_size(PHONE)
    list_id = steps.make_list("Errands", "Club evening")
    task_id = steps.open_task("Club evening")
    steps.chip("due")
    page.get_by_label("Due", exact=True).fill("2031-01-14")
    steps.chip("repeat")
    form = page.locator(".repeats")
    # What does not belong to the unit is not shown.
    expect(form.get_by_label("Every", exact=True)).to_be_hidden()
    form.get_by_role("radio", name="Months").check()
    expect(form.get_by_label("Every", exact=True)).to_be_visible()
    expect(form.locator(".weekdays")).to_be_hidden()
    form.get_by_role("radio", name="A weekday").check()
    form.get_by_label("Which one").select_option("Second")
    form.get_by_label("Weekday", exact=True).select_option("Tuesday")
    steps.send(form.get_by_role("button", name="Show dates").click)
    expect(page.locator(".repeats .dates")).to_be_in_viewport(ratio=1)
    expect(form.get_by_role("button", name="Show dates")).to_be_focused()
    dates = [time.get_attribute("datetime") for time in page.locator(".repeats .dates time").all()]
    assert dates == ["2031-01-14", "2031-02-11", "2031-03-11", "2031-04-08", "2031-05-13"]
    expect(page.locator(".chips"), "what is not saved stays in sight").to_have_count(0)
    assert steps.save() == 200
    page.goto(f"/tasks/{task_id}")
    expect(page.locator("[popovertarget=chip-repeat]")).to_contain_text("every month on the second Tuesday")
    assert [time.get_attribute("datetime") for time in page.locator(".repeats .dates time").all()] == dates
    steps.open_list(list_id)
    row = steps.row("Club evening")
    steps.send(point(open_row_menu(page, row).get_by_role("button", name="More…")))
    steps.send(row.get_by_role("button", name="Skip to").click)
    expect(row).to_contain_text("11 Feb 2031")


def test_a_wrong_number_is_told_at_its_field_which_keeps_what_was_typed(page, steps):
    page.set_viewport_size(PHONE)
    steps.make_list("Errands", "Stretch")
    steps.open_task("Stretch")
    steps.chip("repeat")
    form = page.locator(".repeats")
    form.get_by_role("radio", name="Days").check()
    form.get_by_role("radio", name="On a date").check()
    assert steps.save() == 422
    last = form.get_by_label("Last date")
    expect(last).to_be_focused()
    expect(last).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#repeats-error")).to_be_in_viewport(ratio=1)
    last.fill("2031-12-31")
    every = form.get_by_label("Every", exact=True)
    every.fill("0")
    steps.send(form.get_by_role("button", name="Show dates").click)
    expect(every).to_be_focused()
    expect(page.locator("#repeats-error")).to_be_in_viewport(ratio=1)
    every.fill("2")
    assert steps.save() == 200


def test_the_form_is_used_from_the_keyboard(page, steps):
    steps.make_list("Errands", "Stretch")
    task_id = steps.open_task("Stretch")
    page.locator("[popovertarget=chip-repeat]").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[name=repeat-unit][value=day]")).to_be_checked()
    page.keyboard.press("Tab")
    expect(page.locator("#repeat-every")).to_be_focused()
    page.keyboard.press("Control+A")
    page.keyboard.type("4")
    steps.send(lambda: page.keyboard.press("Enter"))
    page.goto(f"/tasks/{task_id}")
    expect(page.locator("[popovertarget=chip-repeat]")).to_contain_text("every 4 days")


def open_row_menu(page, row):
    row.get_by_role("button", name="Menu of").click()
    menu = page.locator("[popover]:popover-open")
    expect(menu).to_be_visible()
    return menu
