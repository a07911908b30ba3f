"""A list that two people have: offered, accepted, used by both, and taken away again; and its page for people without an account."""

import re

import pytest
from playwright.sync_api import expect

import web
from checks import axe_problems, overflow
from steps import Steps


@pytest.fixture
def neighbor(another_browser, server):
    """Another person's name, and a page of their browser, on a phone."""
    name, (cookie, token) = server.add_neighbor()
    context = another_browser(viewport={"width": 390, "height": 844})
    url = server.url.replace("http:", "https:")
    context.add_cookies([{"name": cookie, "value": token, "url": url, "secure": True, "httpOnly": True, "sameSite": "Lax"}])
    return name, context.new_page()


def share(steps: Steps, list_id: int, name: str, role: str = "Can edit") -> None:
    page = steps.page
    steps.open_list(list_id)
    steps.open_menu()
    page.get_by_role("link", name="Sharing").click()
    field = page.get_by_label("Their name on this server")
    field.fill(f"{name}x")
    assert steps.send_by_enter(field) == 422
    expect(field).to_be_focused()
    assert not overflow(page)
    field.fill(name)
    page.locator("#invite-role").select_option(label=role)
    assert steps.send(page.get_by_role("button", name="Invite", exact=True).click) == 200
    expect(page.locator(".entries")).to_contain_text(f"{name} invited, not answered yet")


def accept(their: Steps, list_name: str) -> None:
    page = their.page
    page.goto("/lists")
    assert not overflow(page)
    offer = page.get_by_role("region", name="Offered to you")
    expect(offer).to_contain_text(list_name)
    assert their.send(offer.get_by_role("button", name="Accept").click) == 200
    expect(page.get_by_role("heading", level=1, name=list_name)).to_be_visible()


def test_two_people_shop_from_one_list(page, steps, neighbor, scripted):
    name, their_page = neighbor
    their = Steps(their_page)
    list_id = steps.make_list("Shopping", "Oats", "Milk")
    share(steps, list_id, name)
    assert not axe_problems(scripted, f"/lists/{list_id}/sharing")
    their_page.goto(f"/lists/{list_id}")
    expect(their_page.locator("[data-state=failed]")).to_have_attribute("data-reason", "not-found")
    accept(their, "Shopping")

    # What one of them does is there for the other, with a name.
    their.add("Honey")
    their.press_in(their.row("Oats"), "Complete")
    steps.open_list(list_id)
    expect(steps.row("Honey")).to_contain_text(f"added by \u2068{name}\u2069")
    expect(page.locator("[data-region=completed]")).to_contain_text(f"done by \u2068{name}\u2069")
    # What they did themselves has no name there.
    their_page.reload()
    expect(their.row("Milk")).to_contain_text("added by \u2068Ada\u2069")
    expect(their_page.locator(".by", has_text=name)).to_have_count(0)
    assert not overflow(their_page)

    # What was typed before the list was taken away is not lost.
    their.add_field.fill("Butter")
    page.goto(f"/lists/{list_id}/sharing")
    assert steps.send(page.get_by_role("button", name=re.compile("^Remove")).click) == 200
    expect(page.locator(".notice")).to_contain_text(name)
    assert their.send_by_enter(their.add_field) == 404
    expect(their_page.locator("main")).to_contain_text("Butter")
    their_page.goto("/lists")
    expect(their_page.get_by_role("heading", name="Shopping")).to_have_count(0)
    # The removal is undone like everything else.
    steps.undo()
    their_page.goto(f"/lists/{list_id}")
    expect(their_page.get_by_role("heading", level=1, name="Shopping")).to_be_visible()


def test_a_viewer_is_offered_nothing_that_a_viewer_may_not_do(steps, neighbor):
    name, their_page = neighbor
    their = Steps(their_page)
    list_id = steps.make_list("Holidays", "Book the ferry")
    share(steps, list_id, name, "Can only read")
    accept(their, "Holidays")
    expect(their_page.locator("#new-task")).to_have_count(0)
    expect(their_page.locator("[data-region=tasks]")).to_contain_text("Book the ferry")
    expect(their_page.locator("[data-region=tasks] :is(button, [type=image], [type=submit])")).to_have_count(0)


def test_a_page_by_link_needs_no_account_and_takes_ticks(page, steps, another_browser, server):
    list_id = steps.make_list("Kitchen", "Salt", "Pepper")
    page.goto(f"/lists/{list_id}/sharing")
    page.get_by_text("A page by link").click()
    page.get_by_label("What it is for").fill("Tablet on the fridge")
    page.get_by_label("Tasks can be ticked there").check()
    assert steps.send(page.get_by_role("button", name="Make a page").click) == 200
    address = page.locator("#page-address").input_value()
    assert not overflow(page)
    answer = web.get(address, Cookie="")
    assert answer.headers["x-robots-tag"] == "noindex"

    fridge = another_browser(viewport={"width": 768, "height": 1024}).new_page()
    fridge.goto(address)
    expect(fridge.get_by_role("heading", level=1, name="Kitchen")).to_be_visible()
    assert "Ada" not in fridge.content()
    assert not overflow(fridge)
    assert Steps(fridge).send(fridge.get_by_role("button", name="Complete “Salt”").click) == 200
    expect(fridge.locator("#done-tasks")).to_contain_text("Salt")

    # Its owner sees whose tick it was, and takes all of the page's ticks back by one press.
    page.goto(f"/lists/{list_id}/history")
    expect(page.locator("[data-region=history]")).to_contain_text("by ↗ Tablet on the fridge")
    page.goto(f"/lists/{list_id}/sharing")
    assert steps.send(page.get_by_role("button", name=re.compile("^Undo what was ticked")).click) == 200
    fridge.goto(address)
    expect(fridge.locator("#open-tasks")).to_contain_text("Salt")
    page.goto(f"/lists/{list_id}/sharing")
    assert steps.send(page.get_by_role("button", name=re.compile("^End the page")).click) == 200
    assert fridge.goto(address).status == 404
    expect(fridge.locator("[data-state=failed]")).to_have_attribute("data-reason", "page-gone")


def test_a_page_that_is_kept_up_to_date_shows_ticks_of_others_without_a_load(page, steps, another_browser):
    list_id = steps.make_list("Kitchen", "Salt", "Pepper")
    page.goto(f"/lists/{list_id}/sharing")
    page.get_by_text("A page by link").click()
    page.get_by_label("What it is for").fill("Tablet")
    page.get_by_label("Tasks can be ticked there").check()
    assert steps.send(page.get_by_role("button", name="Make a page").click) == 200
    address = page.locator("#page-address").input_value()

    fridge = another_browser(viewport={"width": 768, "height": 1024}).new_page()
    fridge.goto(address)
    assert fridge.get_by_role("link", name="Keep up to date").get_attribute("href").endswith("?live")
    # Its load never ends.
    fridge.goto(f"{address}?live", wait_until="commit")
    expect(fridge.locator("#open-tasks")).to_contain_text("Salt")
    expect(fridge.locator(".silence")).to_be_hidden()
    steps.open_list(list_id)
    steps.press_in(steps.row("Salt"), "Complete")
    shown = fridge.locator(".live:visible")
    expect(shown.locator("#done-tasks")).to_contain_text("Salt")
    expect(shown).to_have_count(1)

    # A tick on it leads to the page, which is kept up to date again.
    shown.get_by_role("button", name="Complete “Pepper”").click(no_wait_after=True)
    expect(fridge.locator(".live:visible")).to_contain_text("Nothing left to do")
    steps.open_list(list_id)
    expect(page.locator("[data-region=completed]")).to_contain_text("Pepper")

    # Whoever ends it takes it away where it is open.
    page.goto(f"/lists/{list_id}/sharing")
    assert steps.send(page.get_by_role("button", name=re.compile("^End the page")).click) == 200
    expect(fridge.locator(".live:visible [data-state=failed]")).to_have_attribute("data-reason", "page-gone")
    expect(fridge.get_by_text("Pepper").locator("visible=true")).to_have_count(0)


def test_two_people_comment_on_a_task(page, steps, neighbor, scripted):
    name, their_page = neighbor
    their = Steps(their_page)
    list_id = steps.make_list("Dinner", "Bake bread")
    share(steps, list_id, name, "Can only read")
    accept(their, "Dinner")
    steps.open_list(list_id)
    page.get_by_role("link", name="Bake bread").click()
    task = page.url.split("?")[0]

    # Without comments there is only the field, which belongs to the form of the task: what was typed there is saved, too.
    expect(page.locator("[data-region=comments]")).to_have_count(0)
    page.locator("#notes").fill("Rye")
    page.get_by_label("Write a comment").fill("Shall I?\n\n[ ] flour https://mill.example/rye")
    assert steps.send(page.get_by_role("button", name="Comment", exact=True).click) == 200
    expect(page.locator("#notes")).to_have_value("Rye")
    comments = page.get_by_role("list").filter(has_text="Shall I?")
    expect(comments.get_by_role("link", name="mill.example/rye")).to_be_visible()
    expect(comments.locator("[type=image]")).to_have_count(0)
    assert not overflow(page)
    assert not axe_problems(scripted, task)

    # A member who can only read the list says something, too, and deletes nothing of others.
    their_page.goto(task)
    expect(their_page.locator("[data-region=comments]")).to_contain_text("Ada · today at")
    assert their.send(their_page.get_by_role("button", name="Comment", exact=True).click) == 422
    expect(their_page.get_by_label("Write a comment")).to_be_focused()
    expect(their_page.get_by_text("Write something first.")).to_be_visible()
    expect(their_page.get_by_role("button", name="Delete")).to_have_count(0)
    their_page.get_by_label("Write a comment").fill("W" * 300)
    assert their.send(their_page.get_by_role("button", name="Comment", exact=True).click) == 200
    assert not overflow(their_page)

    # Two edits of one comment at the same time: the later one sees both texts.
    their_page.get_by_role("link", name="Edit", exact=True).click()
    other = their_page.context.new_page()
    other.goto(their_page.url)
    other.get_by_label("Comment").fill("Please do.")
    assert Steps(other).send(other.get_by_role("button", name="Save").click) == 200
    their_page.get_by_label("Comment").fill("Yes.")
    assert their.send(their_page.get_by_role("button", name="Save").click) == 409
    expect(their_page.locator(".note-text")).to_have_text("Please do.")
    expect(their_page.get_by_label("Comment")).to_have_value("Yes.")
    assert not overflow(their_page)
    assert their.send(their_page.get_by_role("button", name="Save").click) == 200

    # The owner deletes it, and takes that back.
    page.goto(task)
    theirs = page.locator(".comments > li").filter(has_text=name)
    expect(theirs).to_contain_text("edited")
    assert steps.send(theirs.get_by_role("button", name="Delete").click) == 200
    expect(page.locator(".comments > li")).to_have_count(1)
    steps.undo()
    expect(page.locator(".comments > li")).to_have_count(2)
    page.goto("/search?q=rye")
    expect(page.locator("mark").first).to_be_visible()

    # Somebody who is no member any more finds nothing of it.
    page.goto(f"/lists/{list_id}/sharing")
    assert steps.send(page.get_by_role("button", name=re.compile("^Remove")).click) == 200
    their_page.goto(task)
    expect(their_page.locator("[data-state=failed]")).to_have_attribute("data-reason", "not-found")


def test_a_list_that_is_kept_up_to_date_keeps_what_is_typed(page, steps, neighbor):
    name, their_page = neighbor
    their = Steps(their_page)
    list_id = steps.make_list("Kitchen", "Salt", "Pepper")
    share(steps, list_id, name, "Can edit")
    accept(their, "Kitchen")
    their.open_list(list_id)
    their_page.get_by_role("button", name="List menu").click()
    link = their_page.get_by_role("link", name="Keep up to date")
    assert link.get_attribute("href").endswith(f"/lists/{list_id}?live")
    # Its load never ends.
    their_page.goto(f"/lists/{list_id}?live", wait_until="commit")
    field = their_page.get_by_label("Add a task")
    field.fill("Half typed")

    steps.open_list(list_id)
    steps.press_in(steps.row("Salt"), "Complete")
    shown = their_page.locator(".live:visible:not(.leading)")
    expect(shown.locator("[data-region=completed]")).to_contain_text("1")
    expect(shown).to_have_count(1)
    expect(their_page.locator(".live.leading:visible h1")).to_have_text("Kitchen")
    expect(field).to_have_value("Half typed")
    expect(shown).to_contain_text("Up to date")
    assert not overflow(their_page)

    # What its buttons open is that of the newest rows, and a press leads back to it.
    row = shown.get_by_role("listitem").filter(has_text="Pepper")
    row.get_by_role("button", name=re.compile("menu", re.I)).click()
    expect(row.get_by_text("Tomorrow")).to_be_visible()
    their_page.keyboard.press("Escape")
    field.press("Enter", no_wait_after=True)
    expect(their_page).to_have_url(re.compile(r"\?live&did="))
    steps.open_list(list_id)
    expect(page.locator("[data-region=tasks]")).to_contain_text("Half typed")

    # A member who is removed sees nothing more.
    page.goto(f"/lists/{list_id}/sharing")
    assert steps.send(page.get_by_role("button", name=re.compile("^Remove")).click) == 200
    expect(their_page.locator(".live.last [data-state=failed]")).to_have_attribute("data-reason", "not-found")
    expect(their_page.get_by_label("Add a task")).to_be_hidden()
    expect(their_page.get_by_text("Pepper").locator("visible=true")).to_have_count(0)
