"""The first minute of an account: Today with the cursor in its field, an Inbox, and a list of samples that comes and goes with one press."""

from playwright.sync_api import expect


def test_an_account_begins_on_today_and_offers_nothing_twice(page, steps):
    page.goto("/")
    assert page.url.endswith("/today")
    field = page.get_by_label("Add a task")
    expect(field).to_be_focused()
    main = page.get_by_role("main")
    controls = [control.inner_text().strip() for control in main.locator("a:visible, button:visible").all()]
    assert controls == ["Upcoming", "", "Add", "Add a sample list", "Import", "Inbox", "New list"]
    expect(page.get_by_role("button", name="Due date and tags of the new task")).to_be_visible()
    field.fill("Call Anna tomorrow")
    assert steps.send_by_enter(field) == 200
    expect(page.locator("[data-region=soon] li").filter(has_text="Call Anna")).to_contain_text("Inbox")
    expect(page.get_by_role("button", name="Add a sample list")).to_have_count(0)


def test_a_sample_list_comes_and_goes_with_one_press(page, steps):
    page.goto("/")
    assert steps.send(page.get_by_role("button", name="Add a sample list").click) == 200
    expect(page.get_by_role("heading", level=1, name="Weekend away")).to_be_visible()
    tasks = page.locator("[data-region=tasks]")
    for shown in ["today", "tomorrow", "high", "medium", "has notes"]:
        expect(tasks.get_by_text(shown, exact=True).first).to_be_attached()
    expect(page.locator("[data-region=completed] .count")).to_have_text("2")
    assert steps.send(page.get_by_role("button", name="Undo", exact=True).click) == 200
    page.goto("/today")
    expect(page.get_by_role("button", name="Add a sample list")).to_be_visible()
