"""Browsers in a terminal, from the first account to signing out."""

import re

import pytest

from server import NAME, PASSWORD, ROOT, Server
from terminals import Links, Lynx, Terminal, W3m

FORM = re.compile(r'<form\b[^>]*method="post".*?</form>', re.DOTALL)
NAMED = re.compile(r'<(?:button|input|select|textarea)\b[^>]*\bname=')
OF_ANOTHER = re.compile(r'<button\b[^>]*\bform=[^>]*')


@pytest.fixture
def plain(tmp_path_factory):
    """A server without an account, of plain HTTP."""
    server = Server(tmp_path_factory.mktemp("plain"), "--plain-http").start()
    yield server
    assert server.stop() == 0


@pytest.fixture(params=[Lynx, W3m, Links], ids=["lynx", "w3m", "links2"])
def terminal(request, plain, tmp_path):
    if package := request.param.missing():
        pytest.skip(f"{package} is not tested: apt-get install {package}")
    terminal = request.param(tmp_path, f"{plain.url}/set-up")
    yield terminal
    terminal.close()


class Reader:
    def __init__(self, terminal: Terminal, server: Server):
        self.terminal, self.server = terminal, server

    def set_up(self) -> None:
        self.terminal.fill("Name", NAME)
        self.terminal.fill("Password", PASSWORD)
        self.terminal.fill("Repeat password", PASSWORD)
        self.terminal.press("Create account")
        self.terminal.see("New list")

    def sign_out(self) -> None:
        self.terminal.follow(f"Settings {NAME}")
        self.terminal.press("Sign out")
        self.terminal.see("Password")

    def sign_in(self) -> None:
        self.terminal.fill("Name", NAME)
        self.terminal.fill("Password", PASSWORD)
        self.terminal.press("Sign in", after="Password")
        self.terminal.see("New list")

    def make_list(self) -> None:
        self.terminal.fill("^ *New list", "Garden")
        self.terminal.press("Create")
        self.terminal.see("Created the list")

    def add(self) -> None:
        self.terminal.fill("Add a task", "Dig")
        self.terminal.press("Add", after="Or type")
        self.terminal.see("Complete “Dig”")

    def open(self, title: str) -> None:
        self.terminal.follow(title, after=f"Complete “{title}”")
        self.terminal.see("Created today")

    def edit(self) -> None:
        """Renames the task and gives it a date."""
        self.open("Dig")
        self.terminal.fill("Complete", "Dig the bed")
        self.terminal.fill("^ *Due", "2030-12-24")
        self.terminal.press("Save", after="Created today")
        self.terminal.see("Dig the bed")
        self.terminal.see("24 Dec")

    def tick(self) -> None:
        self.open("Dig the bed")
        self.terminal.press("Complete")
        self.terminal.see("Reopen “Dig the bed”")

    def undo(self) -> None:
        self.terminal.follow("History")
        self.terminal.press("Undo", after="Completed")
        self.terminal.see("Complete “Dig the bed”")

    def delete(self) -> None:
        self.open("Dig the bed")
        self.terminal.press("Delete", after="Created today")
        self.terminal.see(r"^\s*Deleted\b")

    def use_row(self) -> None:
        """Uses the buttons of a row: browsers that know no `formaction` send the form around the rows."""
        row = "Complete “Dig the bed”"
        self.terminal.press_image("Today", after=row)
        self.terminal.see("Undo “Dig the bed”")
        self.terminal.press_image("More…", after=row)
        self.terminal.see("Created today")
        self.terminal.follow("Garden")
        self.terminal.press_image(row)
        self.terminal.see("Reopen “Dig the bed”")
        self.terminal.press_image("Undo", after="Dig the bed")
        self.terminal.see(row)

    def restore(self) -> None:
        self.terminal.follow("Trash")
        self.terminal.press("Restore")
        self.terminal.see("Complete “Dig the bed”")


def test_from_the_first_account_to_signing_out(terminal, plain):
    reader = Reader(terminal, plain)
    for step in ("set_up", "sign_out", "sign_in", "make_list", "add", "edit", "tick", "undo", "delete", "restore", "use_row", "sign_out"):
        getattr(reader, step)()


def posted_forms() -> list[str]:
    return [form for path in (ROOT / "Templates").rglob("*.mustache") for form in FORM.findall(path.read_text())]


def test_every_form_has_something_to_send():
    """Without a field, lynx sends GET in place of POST, and nothing is done."""
    assert not [form for form in posted_forms() if "<button" in form and not NAMED.search(form)]


def test_a_button_does_in_its_own_form_what_it_does_in_another():
    """lynx and w3m know only the form that a button stands in."""
    for form in posted_forms():
        for button in OF_ANOTHER.findall(form):
            action = re.search(r'action="[^"]*"', form)[0]
            assert f"form{action}" in button, form
