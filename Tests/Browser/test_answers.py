"""Each kind of address and mistake has its own status, and a page with a way on."""

import pytest

import web
from server import Server


@pytest.fixture(scope="module")
def url(registered, tmp_path_factory):
    """The address of one server for all tests here."""
    running = Server(tmp_path_factory.mktemp("answers")).adopt(registered).start()
    web.post(f"{running.url}/lists", {"name": "Errands"})
    yield running.url
    assert running.stop() == 0


@pytest.mark.parametrize(
    ("path", "status", "reason"),
    [
        ("/lists", 200, None),
        ("/lists/2", 200, "nothing-yet"),
        ("/lists/2/history", 200, None),
        ("/search", 200, "nothing-asked"),
        ("/search?q=milk", 200, "no-matches"),
        ("/search?q=%2A", 200, "no-words"),
        ("/trash", 200, "nothing-yet"),
        ("/lists/999", 404, "not-found"),
        ("/lists/none", 404, None),
        ("/lists/99999999999999999999", 404, None),
        ("/tasks/999", 404, "not-found"),
        ("/nowhere", 404, "unknown-address"),
    ],
)
def test_a_page_answers_with_its_status_and_reason(url, path, status, reason):
    answer = web.get(url + path)
    assert answer.status == status
    assert answer.text.count("<h1") == 1
    if reason:
        assert f'data-reason="{reason}"' in answer.text
    if status != 200:
        # What is not there is no fault that the log explains.
        assert 'href="/lists"' in answer.text and ("<code>" in answer.text) == (status != 404)


def test_the_root_leads_to_today(url):
    answer = web.get(f"{url}/")
    assert (answer.status, answer.location) == (303, "/today")


@pytest.mark.parametrize("form", ["tasks", "move", "delete", "clear-completed"])
def test_an_address_that_only_takes_forms_leads_to_its_page(url, form):
    answer = web.get(f"{url}/lists/2/{form}")
    assert answer.status == 303
    assert answer.location.split("#")[0] in ("/lists", "/lists/2")


@pytest.mark.parametrize(
    ("headers", "body", "status", "reason"),
    [
        ({"Content-Type": "text/plain"}, b"name=x", 415, "wrong-type"),
        ({"Content-Type": web.FORM}, b"name=%zz", 400, "form-unreadable"),
        ({"Content-Type": web.FORM}, b"name=%ff%fe", 400, "form-unreadable"),
        ({"Content-Type": web.FORM}, b"", 400, "form-unreadable"),
        ({"Content-Type": web.FORM}, b"name=a&name=b", 400, "form-unreadable"),
        ({"Content-Type": web.FORM}, b"name=" + b"x" * 3_000_000, 413, "form-too-large"),
        ({"Content-Type": web.FORM, "Origin": "http://elsewhere.example"}, b"name=x", 403, "forgery"),
        ({"Content-Type": web.FORM, "Sec-Fetch-Site": "cross-site"}, b"name=x", 403, "forgery"),
    ],
)
def test_a_form_that_cannot_be_accepted_is_answered_with_a_page(url, headers, body, status, reason):
    answer = web.send(f"{url}/lists", "POST", {"Origin": url, **headers}, body)
    assert answer.status == status
    assert f'data-reason="{reason}"' in answer.text


def test_a_wrong_method_is_answered_with_a_page(url):
    answer = web.send(f"{url}/lists", "DELETE", {"Origin": url})
    assert answer.status == 405
    assert 'data-reason="wrong-method"' in answer.text


def test_health_and_heads(url):
    health = web.get(f"{url}/health")
    assert (health.status, health.text.splitlines()[0]) == (200, "ok")
    head = web.send(f"{url}/lists", "HEAD")
    assert (head.status, head.body) == (200, b"")


def test_an_unchanged_page_is_not_sent_again(url):
    tag = web.get(f"{url}/lists/2").headers["ETag"]
    assert tag
    again = web.get(f"{url}/lists/2", If_None_Match=tag)
    assert (again.status, again.body) == (304, b"")
    web.post(f"{url}/lists", {"name": "Garden"})
    assert web.get(f"{url}/lists/2", If_None_Match=tag).status == 200
