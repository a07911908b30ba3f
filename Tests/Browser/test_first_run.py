"""The first minute of an account: what Fourfold is, one primary button, and a list of samples that comes and goes with one press."""

from playwright.sync_api import expect


def test_an_account_without_lists_has_one_primary_button_and_nothing_twice(page):
    page.goto("/")
    main = page.get_by_role("main")
    expect(main).to_contain_text("Fourfold keeps your tasks in lists")
    expect(main.locator(".primary")).to_have_count(1)
    controls = [control.inner_text().strip() for control in main.locator("a, button").all()]
    assert len(controls) == len(set(controls)), controls
    assert controls == ["Create", "Follow a list by link", "Add a sample list", "Import"]


def test_a_sample_list_comes_and_goes_with_one_press(page, steps):
    page.goto("/")
    assert steps.send(page.get_by_role("button", name="Add a sample list").click) == 200
    expect(page.get_by_role("heading", level=1, name="Weekend away")).to_be_visible()
    tasks = page.locator("[data-region=tasks]")
    for shown in ["today", "tomorrow", "high", "medium", "has notes"]:
        expect(tasks.get_by_text(shown, exact=True).first).to_be_attached()
    expect(page.locator("[data-region=completed] .count")).to_have_text("2")
    assert steps.send(page.get_by_role("button", name="Undo", exact=True).click) == 200
    expect(page.get_by_role("button", name="Add a sample list")).to_be_visible()
