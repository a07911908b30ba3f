"""The gallery in other languages: longer words, and from right to left."""

import pytest

import seen
from checks import axe_problems_of_open, overflow
from gallery import entries
from server import Server


@pytest.fixture(scope="module", params=["pseudo", "de", "ar"])
def language(request):
    return request.param


@pytest.fixture
def locale(language):
    return "en" if language == "pseudo" else language


@pytest.fixture(scope="module")
def server(language, registered, tmp_path_factory):
    """One a language, for tests that only read."""
    running = Server(tmp_path_factory.mktemp(language), "--rehearse", "--language", language).adopt(registered).start()
    yield running
    assert running.stop() == 0


def test_each_kind_of_state_fits_and_content_is_accessible(server, scripted, language):
    page, problems = scripted, []
    kinds = {(entry.screen, entry.state.partition("/")[0]): entry.path for entry in reversed(entries(server.url))}
    for (_, kind), path in kinds.items():
        page.set_viewport_size({"width": 320, "height": 640})
        answer = page.goto(path)
        seen.keep(f"GET {path} in {language}", answer.headers["content-type"], answer.body())
        problems += [f"{path} at 320: {line}" for line in overflow(page)]
        if kind == "content":
            problems += axe_problems_of_open(page, [(390, "light")])
    assert page.locator("html").get_attribute("dir") == ("rtl" if language == "ar" else "ltr")
    assert not problems
