"""The last test: every page that any test visited is valid HTML and follows the policy."""

import pytest

import seen
from checks import Markup, nu_problems


@pytest.mark.last
def test_every_page_seen_is_valid_and_follows_the_policy(tmp_path):
    pages = seen.pages()
    if not pages:
        pytest.skip("no page was seen")
    forbidden = [f"{name}: {line}" for name, body in pages for line in Markup(body.decode("utf-8")).problems]
    assert not forbidden
    problems = sorted(set(nu_problems(pages, tmp_path)))
    assert not problems, f"{len(problems)} problems on {len(pages)} pages:\n" + "\n".join(problems[:40])
