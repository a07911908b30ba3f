"""The whole app below a path of a host, as a reverse proxy passes it on: no request of the browser leaves the path."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

import web
from gate import Gate
from server import NAME

PATH = "/tasks"
pytestmark = [pytest.mark.unregistered, pytest.mark.serve("--base-path", PATH)]


@pytest.fixture
def asked(page):
    """The path and the status of every response that the page gets."""
    found = []
    page.on("response", lambda response: found.append((urlsplit(response.url).path, response.status)))
    return found


def path_of(page) -> str:
    return urlsplit(page.url).path


def test_a_journey_never_leaves_the_path(server, page, steps, asked):
    gate = Gate(page)
    assert server.url.endswith(PATH), server.url
    assert page.goto(server.url).status == 401
    gate.expect("unregistered", "Welcome. Create the first account.")
    assert gate.make_account() == 200

    page.get_by_role("navigation", name="Main").get_by_role("link", name="Lists").click()
    page.get_by_label("New list").fill("Garden")
    assert steps.send_by_enter(page.get_by_label("New list")) == 200
    if not re.search(r"/lists/\d+", page.url):
        page.get_by_role("main").get_by_role("link", name="Garden", exact=True).first.click()
    expect(page.get_by_role("heading", level=1, name="Garden")).to_be_visible()
    assert path_of(page).startswith(f"{PATH}/lists/")
    steps.add("Sharpen the scythe", "Mow the lawn")
    expect(steps.add_field).to_be_focused()
    steps.press_in(steps.row("Mow the lawn"), "Complete")
    assert "did=" in page.url
    steps.undo()
    assert sorted(steps.titles()) == ["Mow the lawn", "Sharpen the scythe"]
    garden = page.url

    page.get_by_role("navigation", name="Main").get_by_role("link", name="Search").click()
    page.get_by_label("Search for").fill("scythe")
    assert steps.send_by_enter(page.get_by_label("Search for")) == 200
    page.locator("[data-region=results]").get_by_role("link", name="Sharpen the scythe").click()
    # A task's own address begins with the same word as the path.
    expect(page).to_have_url(re.compile(rf"{PATH}/tasks/\d+$"))

    server.restart()
    assert page.goto(garden).status == 200
    page.get_by_role("link", name=f"Settings for \u2068{NAME}\u2069").click()
    assert steps.send(page.get_by_role("button", name="Sign out", exact=True).click) == 401
    assert page.goto(garden).status == 401
    assert gate.sign_in() == 200
    assert path_of(page) == urlsplit(garden).path
    assert sorted(steps.titles()) == ["Mow the lawn", "Sharpen the scythe"]

    assert len(asked) > 15
    assert [path for path, _ in asked if not path.startswith(f"{PATH}/") and path != PATH] == []
    assert {status for path, status in asked if path.startswith(f"{PATH}/assets/")} == {200}
    assert any(path.endswith(".css") for path, _ in asked)


def test_the_pages_have_their_styles(server, page, asked):
    page.goto(f"{server.url}/")
    expect(page.locator("link[rel=stylesheet]")).to_have_attribute("href", re.compile(f"^{PATH}/assets/"))
    expect(page.locator("header.app-bar")).to_have_css("display", "flex")
    assert [status for path, status in asked if path.endswith(".css")] == [200]


def test_the_cookies_are_for_the_path_alone(server, page, context):
    page.goto(f"{server.url}/")
    assert Gate(page).make_account() == 200
    cookies = {cookie["name"]: cookie for cookie in context.cookies()}
    assert {name: cookie["path"] for name, cookie in cookies.items()} == {
        "__Secure-fourfold~tasks": PATH,
        "__Secure-fourfold-device": f"{PATH}/sign-in",
    }
    assert all(cookie["secure"] and cookie["httpOnly"] for cookie in cookies.values())


def test_the_rest_of_the_host_is_not_the_apps(server, page):
    origin = server.url.removesuffix(PATH)
    for path in ["/", "/lists", "/tasksfoo", "/sign-in"]:
        answer = web.get(origin + path)
        assert (answer.status, answer.headers["Location"]) == (404, None), path
    assert web.get(f"{origin}/health").text.startswith("ok")
    # It is a page all the same, which leads to the app.
    assert page.goto(f"{origin}/lists").status == 404
    links = [link.get_attribute("href") for link in page.get_by_role("link").all()]
    assert links and all(link.startswith((f"{PATH}/", "#")) for link in links), links
