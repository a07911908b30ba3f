"""What every test can ask for: a server of its own, and a browser that runs no scripts."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

import web
from chromium import launch
from server import BINARY, Server
from steps import Steps

expect.set_options(timeout=5_000)


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: item.get_closest_marker("last") is not None)


def pytest_sessionstart(session):
    if not session.config.option.collectonly and not BINARY.exists():
        pytest.exit(f"{BINARY} is missing: swift build -c release --product fourfold", returncode=4)


@pytest.fixture
def server(tmp_path, request):
    running = Server(tmp_path, rehearse=request.node.get_closest_marker("rehearse") is not None).start()
    yield running
    if running.running:
        running.stop()


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture
def context(browser: Browser, server: Server):
    """A browser without scripts. A test fails when the browser found a breach of the policy, and each page visited is kept."""
    context = browser.new_context(java_script_enabled=False, base_url=server.url, viewport={"width": 1280, "height": 900})
    context.set_default_timeout(8_000)
    complaints, visited = [], {}
    context.on("console", lambda message: complaints.append(message.text))
    context.on("response", lambda response: remember(visited, response))
    yield context
    context.close()
    if server.running:
        for url in visited:
            web.get(url)
    assert not [text for text in complaints if "Content Security Policy" in text or "Refused to" in text]


def remember(visited: dict, response) -> None:
    request = response.request
    # A rehearsed page was held back on purpose; its test looks at it itself.
    if request.is_navigation_request() and request.method == "GET" and "rehearse=" not in request.url:
        visited[urlsplit(request.url)._replace(fragment="").geturl()] = True


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


@pytest.fixture
def steps(page: Page) -> Steps:
    return Steps(page)


@pytest.fixture
def scripted(browser: Browser, server: Server):
    """A page where scripts run, for the accessibility checker and nothing else."""
    context = browser.new_context(base_url=server.url, bypass_csp=True, reduced_motion="reduce")
    context.set_default_timeout(8_000)
    yield context.new_page()
    context.close()
