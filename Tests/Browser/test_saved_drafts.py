"""A session that ends while its user types: the text is saved, for the same account only."""

import re

import pytest
from playwright.sync_api import Page, expect

import web
from gate import Gate
from steps import Steps, choose

KEPT = re.compile("You were signed out. *Your draft was kept.")
NOTES = "First line\n  second, indented & <b>not bold</b>\n"


@pytest.fixture
def end_session(server, another_browser):
    """Makes the session in the browser of the test expire; the one in another browser stays."""
    elsewhere = another_browser().new_page()
    elsewhere.goto("/settings")
    assert Gate(elsewhere).sign_in() == 200
    return lambda: server.run_out(newest=False)


@pytest.fixture
def interrupted(page, steps, end_session):
    """Edits a task and sends the text after the session has ended. Returns the ids of the list and the task."""
    list_id = steps.make_list("Secret garden", "paint the fence")
    task_id = steps.open_task("paint the fence")
    page.get_by_label("Title", exact=True).fill("paint the fence “green”")
    page.get_by_label("Notes", exact=True).fill(NOTES)
    steps.chip("due")
    page.get_by_label("Due", exact=True).fill("2031-05-04")
    steps.chip("priority")
    choose(page.get_by_label("High", exact=True))
    end_session()
    assert steps.save() == 401
    return list_id, task_id


def expect_task_as_typed(page: Page, task_id: int) -> None:
    page.goto(f"/tasks/{task_id}")
    expect(page.get_by_label("Title", exact=True)).to_have_value("paint the fence “green”")
    expect(page.get_by_label("Notes", exact=True)).to_have_value(NOTES)
    expect(page.get_by_label("Due", exact=True)).to_have_value("2031-05-04")
    expect(page.get_by_label("High", exact=True)).to_be_checked()


def test_a_saved_edit_is_sent_with_one_button_after_signing_in_again(page, steps, interrupted):
    gate = Gate(page)
    gate.expect("expired", KEPT)
    # The gate may be seen by another person.
    for word in ("fence", "indented", "Secret"):
        assert word not in page.content(), word
    assert gate.sign_in() == 200
    assert re.search(r"/drafts/\d+$", page.url), page.url
    expect(page.get_by_role("heading", level=1, name="Draft from before you were signed out")).to_be_visible()
    expect(page.get_by_label("Title", exact=True)).to_have_value("paint the fence “green”")
    expect(page.get_by_label("Notes", exact=True)).to_have_value(NOTES)
    expect(page.get_by_label("Due", exact=True)).to_have_value("2031-05-04")
    save = page.get_by_role("button", name="Save", exact=True)
    expect(save).to_be_focused()
    kept = page.url
    steps.enter()
    assert page.url.split("?")[0].split("#")[0].endswith((f"/tasks/{interrupted[1]}", f"/lists/{interrupted[0]}")), page.url
    expect_task_as_typed(page, interrupted[1])
    # Once sent, the draft is deleted.
    assert page.goto(kept).status == 404


def test_each_form_of_an_ended_session_is_saved_up_to_five(page, steps, end_session):
    list_id = steps.make_list("Errands")
    tabs = [page, *(page.context.new_page() for _ in range(2))]
    for number, tab in enumerate(tabs):
        tab.goto(f"/lists/{list_id}")
        tab.locator("#new-task").fill(f"task {number}")
    end_session()
    for tab in tabs:
        assert Steps(tab).send_by_enter(tab.locator("#new-task")) == 401
    assert Gate(page).sign_in() == 200
    for number, tab in enumerate(tabs[1:], start=1):
        # The other tabs now have the new session; they still show the old gate.
        assert Gate(tab).sign_in() == 200
        expect(tab.get_by_label("Title", exact=True)).to_have_value(f"task {number}")


@pytest.mark.signed_out
def test_text_under_an_unknown_session_is_shown_again_to_copy(server, page, steps):
    """A form in a tab whose cookie is gone, so that its account is unknown."""
    web.post(f"{server.url}/lists", {"name": "Errands"})
    page.goto("/lists/2")
    assert Gate(page).sign_in() == 200
    steps.open_list(2, "?several")
    page.get_by_label("Add several tasks").fill("milk\nbread")
    page.context.clear_cookies()
    assert steps.send(page.get_by_role("button", name="Add all").click) == 401
    gate = Gate(page)
    gate.expect("registered", "Sign in")
    expect(page.get_by_text("milk\nbread")).to_be_visible()
    assert gate.sign_in(password="a wrong password") == 422
    expect(page.locator(".unsent dd")).to_have_text("milk\nbread")
    assert gate.sign_in() == 200
    assert page.url.endswith("/lists/2")
