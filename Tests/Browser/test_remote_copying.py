"""Remote tasks are copied into own lists: one of them, some, or all open ones; and one undo reverts that."""

import re

import pytest
from playwright.sync_api import expect

from elsewhere import CHORES
from source import OPTIONS

pytestmark = pytest.mark.serve(*OPTIONS)


@pytest.fixture
def place(source):
    return source.put("/chores.txt", CHORES)


@pytest.fixture
def followed(elsewhere, place) -> int:
    """The id of a followed list that was fetched, with three open tasks and a completed one."""
    return elsewhere.fetched(place.url, "Chores")


@pytest.fixture
def own(steps) -> int:
    list_id = steps.make_list("Errands", "milk")
    return list_id


def tick(page, title):
    return page.get_by_role("checkbox", name=title)


def copied(page, count: str) -> None:
    expect(page.get_by_role("status").filter(has_text=f"Copied {count} from “⁨Chores⁩”")).to_be_visible()
    expect(page).to_have_title(re.compile(f"^Copied {count} "))


def test_a_task_is_copied_by_the_link_in_its_row(elsewhere, page, steps, own, followed, place):
    page.goto(f"/lists/{followed}")
    links = elsewhere.region().get_by_role("link", name=re.compile("^Copy “.*” to my lists$"))
    names = links.evaluate_all("links => links.map(link => link.getAttribute('aria-label'))")
    assert len(names) == len(set(names)) == 3
    with page.expect_navigation():
        page.get_by_role("link", name="Copy “Oil the gate” to my lists").click()
    expect(tick(page, "Oil the gate")).to_be_checked()
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(1)
    expect(page.locator("li:has(:checked)")).to_be_in_viewport()
    page.get_by_label("Copy to").select_option(str(own))
    assert steps.send(page.get_by_role("button", name="Copy selected").click) == 200

    assert page.url.split("?")[0].endswith(f"/lists/{own}")
    copied(page, "1 task")
    assert sorted(steps.titles()) == ["Oil the gate", "milk"]
    expect(steps.row("Oil the gate")).to_contain_text("2031")
    # The copy is an own task, and stays.
    steps.open_task("Oil the gate")
    expect(page.get_by_label("Due", exact=True)).to_have_value("2031-05-04")
    expect(page.get_by_label("Medium", exact=True)).to_be_checked()
    assert place.times == 1


def test_some_are_copied_to_a_new_list_by_keyboard_and_undone(page, steps, followed):
    page.goto(f"/lists/{followed}?choose")
    for title in ("Sweep the yard", "Find the other boot"):
        steps.tab_to(tick(page, title))
        page.keyboard.press("Space")
        expect(tick(page, title)).to_be_checked()
    expect(page.get_by_label("Copy to").locator("option:checked")).to_have_text("New list “Chores”")
    steps.tab_to(page.get_by_role("button", name="Copy selected"))
    steps.enter()
    new = page.url.split("?")[0]
    assert not new.endswith(f"/lists/{followed}")
    copied(page, "2 tasks")
    expect(page.get_by_role("heading", level=1, name="Chores")).to_be_visible()
    assert sorted(steps.titles()) == ["Find the other boot", "Sweep the yard"]
    expect(page.locator("#new-task")).to_be_visible()

    steps.undo()
    page.goto("/lists")
    expect(page.locator("[data-screen=card]").get_by_role("heading")).to_have_text("Inbox")
    expect(page.locator("[data-screen=remote-card]")).to_have_count(1)


def test_during_the_choice_the_list_stays_unchanged(elsewhere, page, steps, followed, place):
    elsewhere.grow_old(hours=5)
    place.text = "Feed the geese\n"
    page.goto(f"/lists/{followed}?choose")
    assert elsewhere.titles()[:3] == ["Sweep the yard", "Oil the gate", "Find the other boot"]
    assert place.times == 1
    with page.expect_navigation():
        page.get_by_role("link", name="Done").click()
    elsewhere.expect_settled("content")
    assert elsewhere.titles() == ["Feed the geese"]
