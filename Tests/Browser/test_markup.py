"""The last test: every page that any test met is valid HTML, and holds nothing that the policy forbids."""

import pytest

import seen
from checks import Markup, nu_problems


@pytest.mark.last
def test_every_page_seen_is_valid_and_keeps_the_policy(tmp_path):
    pages = seen.pages()
    if not pages:
        pytest.skip("no page was seen")
    forbidden = [f"{name}: {line}" for name, body in pages for line in Markup(body.decode("utf-8")).problems]
    assert not forbidden
    problems = sorted(set(nu_problems(pages, tmp_path)))
    assert not problems, f"{len(problems)} problems on {len(pages)} pages:\n" + "\n".join(problems[:40])
