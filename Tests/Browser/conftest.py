"""Fixtures: an account for each test, on a server, and browsers with scripts turned off."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

import web
from checks import AXE
from chromium import launch
from elsewhere import Elsewhere
from server import BINARY, Server
from source import Source
from steps import Steps

# Long enough for any busy machine.
expect.set_options(timeout=90_000)


def pytest_collection_modifyitems(config, items):
    items.sort(key=is_last)
    if hasattr(config, "workerinput"):
        # With several processes, none knows when the others have ended, so bin/test runs the last tests afterwards.
        items[:] = [item for item in items if not is_last(item)]


def is_last(item) -> bool:
    return item.get_closest_marker("last") is not None


def pytest_sessionstart(session):
    if not session.config.option.collectonly and not BINARY.exists():
        pytest.exit(f"{BINARY} is missing: bin/build --product fourfold", returncode=4)


@pytest.fixture(scope="session")
def registered(tmp_path_factory):
    """A database with one account, which every server starts with, because hashing a password is slow on purpose."""
    server = Server(tmp_path_factory.mktemp("registered")).start().register()
    assert server.stop() == 0
    return server


@pytest.fixture(scope="session")
def shared(registered, tmp_path_factory):
    """The server of the tests that don't need their own. Starting one takes as long as what many tests do."""
    running = Server(tmp_path_factory.mktemp("shared")).adopt(registered).start()
    yield running
    assert running.stop() == 0


@pytest.fixture
def server(tmp_path, request):
    """A server with an account that has nothing yet. The server is the test's own if it is marked so."""
    marker = request.node.get_closest_marker
    if not any(map(marker, ("alone", "rehearse", "serve", "signed_out", "unregistered"))):
        shared = request.getfixturevalue("shared")
        yield shared.renew()
        assert shared.running
        return
    options = [*(["--rehearse"] if marker("rehearse") else []), *(marker("serve").args if marker("serve") else [])]
    running = Server(tmp_path, *options)
    if not marker("unregistered"):
        running.adopt(request.getfixturevalue("registered"))
    running.start()
    yield running
    if running.running:
        running.stop()


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright):
    browser = launch(playwright)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def checker(playwright: Playwright):
    """The browser of the accessibility checker."""
    browser = launch(playwright, draws=False)
    yield browser
    browser.close()


@pytest.fixture
def locale():
    """The language that browsers accept."""
    return "en-GB"


@pytest.fixture
def another_browser(browser: Browser, server: Server, locale: str):
    """Makes browsers without scripts, each with its own cookies, signed out.

    A test fails if one of them reports a violation of the policy. Each visited page is stored."""
    contexts, complaints, visited = [], [], set()

    def make(**options) -> BrowserContext:
        options = {"viewport": {"width": 1280, "height": 900}} | options
        context = browser.new_context(**{"java_script_enabled": False, "base_url": server.url, "locale": locale, **options})
        context.set_default_timeout(90_000)
        context.on("console", lambda message: complaints.append(message.text))
        context.on("response", lambda response: remember(visited, response))
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()
    if server.running:
        for url, is_gate in visited:
            web.get(url, **({"Cookie": ""} if is_gate else {}))
    assert not [text for text in complaints if "Content Security Policy" in text or "Refused to" in text]


def remember(visited: set, response) -> None:
    request = response.request
    # A rehearsed page is delayed on purpose; its test checks it itself.
    if request.is_navigation_request() and request.method == "GET" and "rehearse=" not in request.url:
        visited.add((urlsplit(request.url)._replace(fragment="").geturl(), response.status == 401))


@pytest.fixture
def context(another_browser, server: Server, request) -> BrowserContext:
    """The browser of the test, signed in if there is an account and the test has no other marker."""
    context = another_browser()
    if not request.node.get_closest_marker("signed_out"):
        let_in(context, server)
    return context


def let_in(context: BrowserContext, server: Server) -> None:
    """Signs in with the server's session. Browsers accept its secure cookie over plain HTTP from this machine, but the driver
    accepts such a cookie for HTTPS only."""
    if server.cookie:
        name, value = server.cookie
        url = server.url.replace("http:", "https:")
        context.add_cookies([{"name": name, "value": value, "url": url, "secure": True, "httpOnly": True, "sameSite": "Lax"}])


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


@pytest.fixture
def steps(page: Page) -> Steps:
    return Steps(page)


@pytest.fixture
def scripted(checker: Browser, server: Server, locale: str):
    """A page with scripts enabled, for the accessibility checker only."""
    context = checker.new_context(base_url=server.url, locale=locale, bypass_csp=True, reduced_motion="reduce")
    context.set_default_timeout(90_000)
    context.add_init_script(path=AXE)
    let_in(context, server)
    yield context.new_page()
    context.close()


@pytest.fixture
def source():
    """A server of remote lists."""
    source = Source().start()
    yield source
    for place in source.places.values():
        place.before.set()
        place.halfway.set()
    source.stop()


@pytest.fixture
def elsewhere(page: Page, server: Server) -> Elsewhere:
    return Elsewhere(page, server)
