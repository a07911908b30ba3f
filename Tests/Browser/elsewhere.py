"""Actions on followed lists, and helpers for tests about them."""

import re
import sqlite3
from contextlib import closing

from playwright.sync_api import Locator, Page, expect

import web
from server import Server
from steps import Steps

# Long enough for a busy machine; every wait ends as soon as its condition holds.
PATIENCE = 90_000
# The status of a page whose regions did not all settle in time, which depends on the machine.
STREAMED = 200
CHORES = "(A) Sweep the yard +barn\n(B) Oil the gate @tools due:2031-05-04\nFind the other boot\nx 2026-11-02 Mend the pump\n"

# A valid calendar without tasks.
NOTHING = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Fourfold//Tests//EN\nEND:VCALENDAR\n"


class Elsewhere:
    def __init__(self, page: Page, server: Server):
        self.page, self.server, self.steps = page, server, Steps(page)

    # Navigation

    def follow(self, url: str, name: str) -> int:
        """Follows a list without a preview, and returns its id. The list is not fetched."""
        answer = web.post(f"{self.server.url}/remote", {"url": url, "name": name})
        assert answer.status == 303, (answer.status, answer.text)
        return int(re.search(r"/lists/(\d+)", answer.location)[1])

    def fetched(self, url: str, name: str) -> int:
        """Follows a list and fetches it."""
        list_id = self.follow(url, name)
        assert 'data-screen="remote"' in web.get(f"{self.server.url}/lists/{list_id}").text
        return list_id

    def begin(self, url: str) -> int:
        """Enters an address and returns the status of the response, which may still be streamed."""
        self.page.goto("/remote/new")
        return self.give(url)

    def give(self, url: str) -> int:
        self.address.fill(url)
        return self.press(lambda: self.address.press("Enter"))

    def press(self, action) -> int:
        """Performs an action that leads to a page, which may be streamed, and returns its status as soon as it begins."""
        with self.page.expect_navigation(wait_until="commit") as navigation:
            action()
        return navigation.value.status

    def grow_old(self, hours: float) -> None:
        """Makes all sources older by some hours, while the server is stopped."""
        assert self.server.stop() == 0
        with closing(sqlite3.connect(self.server.database)) as database, database:
            # Times are stored in milliseconds.
            columns = ("asked", "wanted", "not_before", "failing_since", "fetched", "checked", "next")
            sets = ", ".join(f"{column} = {column} - :passed" for column in columns)
            database.execute(f"UPDATE sources SET {sets}", {"passed": int(hours * 3_600_000)})
        self.server.start()

    # Content of the page

    @property
    def address(self) -> Locator:
        return self.page.locator("#url")

    def region(self, name: str = "tasks") -> Locator:
        return self.page.locator(f"[data-region={name}]")

    def placeholder(self, name: str = "tasks") -> Locator:
        return self.page.locator(f"[data-placeholder-for={name}]")

    def titles(self, name: str = "tasks") -> list[str]:
        return self.region(name).locator(".title").all_text_contents()

    def excerpt(self, name: str) -> list[str]:
        """The titles on a card."""
        return self.region(name).locator(".excerpt a").all_text_contents()

    def button(self, words: str, name: str = "tasks") -> Locator:
        return self.region(name).get_by_role("button", name=words)

    def expect_settled(self, state: str, name: str = "tasks", reason: str | None = None, refresh: str | None = None) -> Locator:
        """Expects the region in this state, without a placeholder."""
        region = self.region(name)
        expect(region).to_be_visible(timeout=PATIENCE)
        expect(region).to_have_attribute("data-state", state)
        if reason:
            expect(region).to_have_attribute("data-reason", reason)
        assert region.get_attribute("data-refresh") == refresh
        expect(self.placeholder(name)).to_be_hidden()
        return region

    def expect_loading(self, words: str | re.Pattern, name: str = "tasks") -> None:
        """Expects a placeholder of the region with this status line."""
        expect(self.placeholder(name)).to_be_visible(timeout=PATIENCE)
        expect(self.placeholder(name)).to_have_attribute("data-state", "loading")
        expect(self.region(name)).to_have_count(0)
        self.expect_told(words)

    def expect_told(self, words: str | re.Pattern) -> None:
        """Expects this visible text on the page. Text in a slot that is assigned is in the document, but not visible."""
        expect(self.page.get_by_text(words).locator("visible=true").first).to_be_visible(timeout=PATIENCE)

    def expect_over(self) -> None:
        """Expects that the response has ended."""
        self.page.wait_for_load_state("load", timeout=PATIENCE)
        expect(self.page.locator(".footer")).to_be_attached(timeout=PATIENCE)
