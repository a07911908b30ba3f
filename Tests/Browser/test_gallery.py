"""Every screen in each of its states, from samples."""

import pytest
from playwright.sync_api import expect

import seen
from checks import TWO_WINDOWS, axe_problems, axe_problems_of_open, overflow, shape
from gallery import entries
from server import Server

LOADED = [
    "due", "upcoming", "lists", "card", "remote-card", "tasks", "section", "arranging", "completed", "remote", "preview", "collections", "task", "subtasks", "comments", "search", "review", "tags", "trash", "history", "earlier", "review-tasks",
    "source-log", "sessions", "activity", "usage", "feeds", "sharing", "app-passwords", "channels", "server-state", "server-accounts", "server-events",
    "import-preview", "import-result",
]
GATE = "signed-out"
REASONS = {"unregistered", "registered", "expired", "sign-up", "insecure"}


@pytest.fixture(scope="module")
def server(registered, tmp_path_factory):
    """One for all tests here, which only read."""
    running = Server(tmp_path_factory.mktemp("gallery"), "--rehearse").adopt(registered).start()
    yield running
    assert running.stop() == 0


def test_the_gallery_has_all_screens_and_each_in_several_states(server):
    states = {}
    for entry in entries(server.url):
        states.setdefault(entry.screen, set()).add(entry.state)
    assert set(states) == {*LOADED, "problem", GATE}
    assert not [screen for screen in LOADED if not {"loading", "content"} <= states[screen]]
    assert not [screen for screen in [*LOADED, "problem"] if not any(state.startswith("failed") for state in states[screen])]
    assert REASONS <= states[GATE]


@pytest.mark.parametrize("screen", [*LOADED, "problem", GATE])
def test_each_state_is_shown_fits_and_is_accessible(server, scripted, screen):
    """All in one visit of each page, by the browser that has scripts for the checker. No page has a script of its own."""
    page, problems, shapes = scripted, [], set()
    states = [entry for entry in entries(server.url) if entry.screen == screen]
    assert states
    for entry in states:
        # The left pane is shown in a wide window only.
        page.set_viewport_size({"width": 1280, "height": 900})
        answer = page.goto(entry.path)
        seen.keep(f"GET {entry.path}", answer.headers["content-type"], answer.body())
        state = entry.state.partition("/")[0]
        # The gate has one state; its reason tells the entries apart.
        held = f"[data-state={state}]" if screen != GATE else f"[data-state={GATE}][data-reason={state}]"
        shown = page.locator(f"[data-screen={screen}]{held}, [data-placeholder-for]{held}")
        expect(shown.first).to_be_visible()
        page.set_viewport_size({"width": 320, "height": 640})
        problems += [f"{entry.path} at 320: {line}" for line in overflow(page)]
        # The reasons of a failure, above all, differ in their words only.
        if (found := shape(answer.text())) not in shapes:
            problems += axe_problems_of_open(page, TWO_WINDOWS)
            shapes.add(found)
    assert not problems


@pytest.mark.parametrize("path", ["/gallery", "/gallery?state=failed", "/gallery/usage"])
def test_the_gallery_itself(server, page, scripted, path):
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 640})
        page.goto(path)
        assert not overflow(page)
    assert not axe_problems(scripted, path)


def test_the_gallery_opens_with_a_picture_of_each_screen(server, page):
    page.goto("/gallery")
    pictures = page.locator("iframe")
    assert pictures.count() == len(LOADED) and page.evaluate("scrollY") == 0
    expect(pictures.first.content_frame.locator("[data-state=content]").first).to_be_attached()


@pytest.mark.parametrize("screen", ["usage", GATE])
def test_a_screen_is_seen_in_frames(server, page, screen):
    page.goto(f"/gallery/{screen}")
    frame = page.locator("iframe").first
    expect(frame.content_frame.locator("[data-state]").first).to_be_attached()


def test_a_state_is_found_in_two_presses(page):
    page.goto("/gallery")
    page.get_by_role("link", name="failed", exact=True).click()
    page.get_by_role("link", name="failed/source-failed/certificate").first.click()
    expect(page.locator("[data-state=failed]").first).to_be_visible()
