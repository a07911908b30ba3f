"""Every response has the strict policy, whatever it is."""

import re

import pytest

import web
from server import BINARY


@pytest.fixture
def answers(server):
    """A response of each kind: pages, redirects, rejections, assets, errors."""
    url = server.url
    made = web.post(f"{url}/lists", {"name": "Errands"})
    made_list = url + made.location.partition("?")[0].partition("#")[0]
    whole = web.get(made_list)
    assets = re.findall(r'<link [^>]*href="([^"]+)"', whole.text)
    assert assets
    return [
        made,
        whole,
        web.get(f"{url}/"),
        web.get(f"{url}/lists"),
        web.get(made_list, If_None_Match=whole.headers["ETag"] or "*"),
        web.stream(made_list),
        web.get(f"{made_list}/tasks"),
        web.get(f"{url}/lists/999"),
        web.get(f"{url}/nowhere"),
        web.get(f"{url}/health"),
        web.send(f"{url}/lists", "HEAD"),
        web.send(f"{url}/lists", "DELETE"),
        web.post(f"{url}/lists", {"name": " "}),
        web.post(f"{url}/lists", {"name": "x"}, Origin="http://elsewhere.example"),
        web.post(f"{url}/lists", {"name": "x" * 3_000_000}),
        web.post(f"{url}/lists", {"name": "x"}, Content_Type="text/plain"),
        *(web.get(url + asset) for asset in assets),
    ]


def test_the_policy_is_on_every_answer_and_forbids_scripts(answers):
    policies = {answer.headers["Content-Security-Policy"] for answer in answers}
    assert len(policies) == 1, [(answer.url, answer.status) for answer in answers if not answer.headers["Content-Security-Policy"]]
    policy = dict(part.strip().partition(" ")[::2] for part in policies.pop().split(";") if part.strip())
    assert policy["default-src"] == "'none'"
    assert "script-src" not in policy or policy["script-src"] == "'none'"
    assert policy["style-src"] == "'self'"
    for closed in ("base-uri", "frame-ancestors"):
        assert policy[closed] == "'none'"
    assert policy["form-action"] == "'self'"
    assert not [value for value in policy.values() if "unsafe" in value or "*" in value or "http" in value]


def test_no_response_allows_content_sniffing(answers):
    assert not [answer.url for answer in answers if answer.headers["X-Content-Type-Options"] != "nosniff"]


def test_the_style_sheet_is_cached_for_ever_and_pages_are_revalidated(answers):
    whole = answers[1]
    assert "private" in whole.headers["Cache-Control"] and "no-cache" in whole.headers["Cache-Control"]
    sheets = [answer for answer in answers if (answer.headers["Content-Type"] or "").startswith("text/css")]
    # A debug build reads a changed one again.
    cached = "no-cache" if "debug" in BINARY.parts else "immutable"
    assert sheets and all(cached in sheet.headers["Cache-Control"] for sheet in sheets)
