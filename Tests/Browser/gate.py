"""Actions on the gate, and expectations about it."""

import re

from playwright.sync_api import Locator, Page, expect

from server import NAME, PASSWORD
from steps import Steps


class Gate:
    def __init__(self, page: Page):
        self.page, self.steps = page, Steps(page)

    @property
    def name(self) -> Locator:
        return self.page.get_by_label("Name", exact=True)

    @property
    def password(self) -> Locator:
        return self.page.get_by_label("Password", exact=True)

    @property
    def again(self) -> Locator:
        return self.page.get_by_label("Repeat password")

    def make_account(self, name: str = NAME, password: str = PASSWORD, again: str | None = None) -> int:
        """Fills in the gate's form and sends it, and returns the status of the response."""
        self.again.fill(password if again is None else again)
        return self.sign_in(name, password)

    def sign_in(self, name: str = NAME, password: str = PASSWORD) -> int:
        self.name.fill(name)
        self.password.fill(password)
        return self.steps.send_by_enter(self.password)

    def expect(self, reason: str, words: str | re.Pattern) -> None:
        """Expects the gate with this reason and message, and no name of a list in the title."""
        region = self.page.locator("[data-region=page]")
        expect(region).to_have_attribute("data-screen", "signed-out")
        expect(region).to_have_attribute("data-state", "signed-out")
        expect(region).to_have_attribute("data-reason", reason)
        expect(self.page.get_by_role("heading", level=1, name=words)).to_be_visible()
        expect(self.page).to_have_title(re.compile("^(Sign in|Welcome|Create account) – Fourfold$"))

    def expect_problem(self, words: str | re.Pattern) -> None:
        """Expects this error of the whole form, tied to its fields."""
        expect(self.page.locator("#form-error").filter(has_text=words)).to_be_visible()
        expect(self.password).to_have_attribute("aria-describedby", re.compile("form-error"))
