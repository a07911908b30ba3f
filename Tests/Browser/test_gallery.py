"""Every screen in every state it can have, from samples."""

import pytest
from playwright.sync_api import expect

import web
from checks import axe_problems, overflow
from gallery import entries

pytestmark = pytest.mark.rehearse
SCREENS = ["lists", "card", "tasks", "completed", "siblings", "task", "trash", "history", "sessions", "problem", "signed-out"]


def test_the_gallery_has_all_screens_and_each_in_several_states(server):
    states = {}
    for entry in entries(server.url):
        states.setdefault(entry.screen, set()).add(entry.state)
    assert set(states) == set(SCREENS)
    assert {"unregistered", "registered", "expired", "expired/kept", "sign-up", "insecure"} <= states.pop("signed-out")
    assert not [screen for screen, has in states.items() if screen != "problem" and not {"loading", "content"} <= has]
    assert not [screen for screen, has in states.items() if not any(state.startswith("failed") for state in has)]


@pytest.mark.parametrize("screen", SCREENS)
def test_each_state_is_shown_fits_and_is_open_to_everybody(server, page, scripted, screen):
    found = [entry for entry in entries(server.url) if entry.screen == screen]
    assert found
    problems = []
    for entry in found:
        # A left pane is shown in a wide window only.
        page.set_viewport_size({"width": 1280, "height": 900})
        page.goto(entry.path)
        state, _, reason = entry.state.partition("/")
        if screen == "signed-out":
            state, reason = screen, state
            expect(page.locator(f"[data-screen={screen}]")).to_have_attribute("data-reason", reason)
        shown = page.locator(f"[data-screen={screen}][data-state={state}], [data-placeholder-for][data-state={state}]")
        expect(shown.first).to_be_visible()
        page.set_viewport_size({"width": 320, "height": 640})
        problems += [f"{entry.path} at 320: {line}" for line in overflow(page)]
        problems += axe_problems(scripted, entry.path)
    assert not problems


def test_the_gallery_itself(server, page, scripted):
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto("/gallery")
    assert not overflow(page)
    assert not axe_problems(scripted, "/gallery")
    assert web.get(f"{server.url}/gallery").status == 200
