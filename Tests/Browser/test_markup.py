"""The last tests: every page that any test visited is valid HTML and follows the policy, and the stylesheet has no rule that none of them needs."""

import pytest

import seen
import web
from checks import Markup, nu_problems, wordless
from gallery import entries
from stylesheet import unused

# Fewer pages than this are of some tests only, which don't need all rules.
PAGES_OF_ALL_TESTS = 2_000
# In no page of a test: while a page is streamed, in a frame of the gallery, on the second page of lists, in a light theme that was
# chosen, for a list that can't be renamed so, for a search of words and filters, and for notes that the reader opens.
SEEN_ELSEWHERE = {
    ".lists.panel .status", "[data-refresh] > .way-out", ":is(.region-page) .lists", ".pages > .more",
    '[data-theme="light"]', ":is(.rename) p", ".in-words > span + span::before",
    # Of a page that never ends, which the test of sharing watches.
    ".live", ":is(.live):has(+ .live)", ":is(.live) > .note:has(+ .note)", ".silence",
    ".stage > :has(~ .live.last)", ".stage.list > .live > .note", ".stage:not(.board) > .live > .head > .back",
    ":is(.live).leading:has(+ .live + .leading)", ":is(.live):not(.leading):has(+ .live:not(.leading), + .leading + .live)",
    ":is(.stage.board) > .live > .completed", ":is(.stage.board) > .live > .section",
    ":is(.stage.board) > .live > :is(.head, .completed, .note)",
    # At a task of a list with a color, on the page of tags with colors, and of a channel that is paused.
    ".back .list-color", ".chip .list-color", ".of-color", ":is(.banner).paused",
    ":is(.notes-field):has(> [open]) > .note-text", ":is(.notes-field) [open] > summary > :first-child",
}


@pytest.mark.last
def test_every_page_seen_is_valid_and_follows_the_policy(tmp_path):
    pages = seen.pages()
    if not pages:
        pytest.skip("no page was seen")
    # A list that was taken along is a file: it has its style with it, and leads back by a whole address.
    policed = [(name, body) for name, body in pages if "/take-along" not in name]
    forbidden = [f"{name}: {line}" for name, body in policed for line in Markup(body.decode("utf-8")).problems]
    assert not forbidden
    # The Nu checker judges no words, and `Markup` has looked for ids that are there twice.
    different = {wordless(body.decode("utf-8")): (name, body) for name, body in pages}
    # It knows no CSS of today, which is in no page but such a file.
    problems = sorted({line for line in nu_problems(list(different.values()), tmp_path) if "/take-along" not in line or " CSS: " not in line})
    assert not problems, f"{len(problems)} problems on {len(pages)} pages:\n" + "\n".join(problems[:40])


@pytest.mark.last
@pytest.mark.rehearse
def test_every_selector_of_the_stylesheet_is_that_of_a_page(server, scripted):
    bodies = [body.decode("utf-8") for _, body in seen.pages()]
    if len(bodies) < PAGES_OF_ALL_TESTS:
        pytest.skip("not all tests have run")
    bodies += [web.get(f"{server.url}{entry.path}").text for entry in entries(server.url)]
    scripted.goto("/gallery/tasks/content")
    assert set(unused(scripted, bodies)) <= SEEN_ELSEWHERE
