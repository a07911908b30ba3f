"""The demo: a new user sees every state of a followed list, each in a list of its own."""

import re
import signal
from pathlib import Path

import pytest
from playwright.sync_api import expect

from elsewhere import PATIENCE, Elsewhere
from gate import Gate
from server import Server

# The outcome of each source on the first visit of the overview: its state and reason.
ENDS = {
    "Harbour choir": ("content", None),
    "Allotment": ("content", None),
    "Night bakery": ("failed", "busy-there"),
    "Bell ringers": ("empty", "source-empty"),
    "Town archive": ("failed", "too-large"),
    "Street party": ("failed", "web-page"),
    "Lighthouse": ("failed", "refused"),
}
OWN = ["This week", "Weekend by the sea", "Books to read"]


class Demo(Server):
    """`fourfold serve --demo`, with the account that it prints."""

    def command(self, **changed: object) -> list[str]:
        command = super().command(**changed)
        at = command.index("--database")
        return command[:at] + command[at + 2 :]

    def account(self) -> tuple[str, str]:
        return re.search(r"^Sign in as (\S+) with the password (\S+)$", self.log.read_text("utf-8"), re.MULTILINE).groups()


@pytest.fixture
def demo(tmp_path):
    demo = Demo(tmp_path, "--demo").start()
    yield demo
    if demo.running:
        demo.stop()


@pytest.fixture
def guest(browser, demo):
    """A browser that has signed in with the printed password."""
    context = browser.new_context(java_script_enabled=False, locale="en-GB", base_url=demo.url, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto("/settings")
    assert Gate(page).sign_in(*demo.account()) == 200
    yield Elsewhere(page, demo)
    context.close()


def test_the_overview_at_three_moments(guest):
    page = guest.page
    page.goto("/lists", wait_until="commit")
    region = {card: page.locator(".region").filter(has=page.get_by_role("heading", name=card, exact=True)) for card in [*OWN, *ENDS]}
    for name in OWN:
        expect(region[name]).to_have_attribute("data-state", "content", timeout=PATIENCE)
    # In four seconds all others have settled while one still loads.
    slow = page.get_by_text("Waiting for \u2068allotment.example\u2069 to answer…").locator("visible=true")
    expect(slow).to_be_visible(timeout=PATIENCE)
    for name, (state, reason) in ENDS.items():
        settled = page.locator("[data-region]").filter(has=page.get_by_role("heading", name=name, exact=True))
        expect(settled).to_have_attribute("data-state", state, timeout=PATIENCE)
        if reason:
            expect(settled).to_have_attribute("data-reason", reason)
    expect(slow).to_have_count(0)
    guest.expect_over()


def test_a_source_that_fails_every_other_time_succeeds_on_retry(guest):
    page = guest.page
    page.goto("/lists")
    guest.expect_over()
    page.get_by_role("link", name="Night bakery", exact=True).click()
    guest.expect_settled("failed", reason="busy-there")
    assert guest.press(guest.button("Try again").click) == 200
    expect(guest.region()).to_be_visible(timeout=PATIENCE)
    guest.expect_settled("content")
    expect(guest.region()).to_contain_text("Feed the sourdough")


def test_one_press_signs_in_and_the_gallery_is_linked(browser, demo):
    context = browser.new_context(java_script_enabled=False, locale="en-GB", base_url=demo.url)
    page = context.new_page()
    page.goto("/")
    with page.expect_navigation(wait_until="commit"):
        page.get_by_role("button", name="Sign in as Demo").click()
    expect(page.get_by_role("navigation", name="Main")).to_be_visible(timeout=PATIENCE)
    page.goto("/trash")
    with page.expect_navigation():
        page.get_by_role("link", name="Every screen in every state").click()
    expect(page.get_by_role("heading", level=1, name="Gallery of states")).to_be_visible()
    page.get_by_role("row", name=re.compile("^remote-card")).get_by_role("link").first.click()
    expect(page.frame_locator("iframe").first.locator("[data-screen=remote-card]")).to_be_attached(timeout=PATIENCE)
    context.close()


def test_nothing_is_left_of_the_demo(demo, guest):
    folder = next(path for path in open_files(demo) if path.name == "fourfold.sqlite").parent
    demo.process.send_signal(signal.SIGINT)
    assert demo.process.wait(20) == 0
    assert not folder.exists()
    assert not demo.database.parent.exists()


def open_files(demo: Demo) -> list[Path]:
    return [link.resolve() for link in Path(f"/proc/{demo.process.pid}/fd").iterdir()]
