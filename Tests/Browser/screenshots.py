"""Takes a picture of every screen in every state, and of the pages of an account, at both widths, light and dark: screenshots.py FOLDER"""

import re
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

import web
from checks import WINDOWS
from chromium import launch
from conftest import let_in
from gallery import entries
from server import NAME, PASSWORD, Server


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        server = Server(Path(temporary), "--rehearse", "--sign-up", "open").start().register()
        browser = launch(playwright)
        try:
            shown = {entry.file_name: entry.path for entry in entries(server.url)} | account_pages(server)
            for width, scheme in WINDOWS:
                context = browser.new_context(
                    locale="en-GB",
                    java_script_enabled=False, color_scheme=scheme, base_url=server.url, viewport={"width": width, "height": 800}
                )
                let_in(context, server)
                page = context.new_page()
                for name, path in shown.items():
                    page.goto(path)
                    # A placeholder fades in after 200 ms.
                    page.wait_for_timeout(500 if "loading" in name else 0)
                    page.screenshot(path=folder / f"{name}-{width}-{scheme}.png", full_page=True)
                for name, send in REFUSED.items():
                    send(page)
                    page.screenshot(path=folder / f"{name}-{width}-{scheme}.png", full_page=True)
                context.close()
        finally:
            browser.close()
            server.stop()
    count = len(shown) + len(REFUSED)
    print(f"{count * len(WINDOWS)} pictures of {count} states in {folder}")


def account_pages(server: Server) -> dict[str, str]:
    """The settings with several sessions, a saved draft of a task, and the open sign-up form."""
    web.post(f"{server.url}/lists", {"name": "Garden"})
    web.post(f"{server.url}/lists/2/tasks", {"title": "paint the fence", "version": "1"})
    gone = sign_in(server, "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/151.0.0.0 Safari/537.36")
    server.run_out(newest=True)
    sign_in(server, "Mozilla/5.0 (X11; Linux x86_64; rv:149.0) Gecko/20100101 Firefox/149.0")
    web.post(f"{server.url}/settings/sessions/revoke")
    fields = {"title": "paint the fence green", "notes": "Two coats.\n\nThe shop has it.", "due": "2031-05-04", "version": "2"}
    sent = web.post(f"{server.url}/tasks/1", fields, Cookie=gone)
    number = re.search(r'name="kept" value="(\d+)"', sent.text)[1]
    sign_in(server, "Mozilla/5.0 (X11; Linux x86_64; rv:149.0) Gecko/20100101 Firefox/149.0")
    return {"settings": "/settings", "settings-account": "/settings/account", "settings-display": "/settings/display", "settings-apps": "/settings/apps", "settings-reminders": "/settings/reminders", "settings-data": "/settings/data", "activity": "/settings/activity", "settings-session-ended": "/settings/account?did=session-ended", "kept": f"/drafts/{number}"}


def sign_in(server: Server, agent: str) -> str:
    fields = {"username": NAME, "password": PASSWORD}
    return "=".join(web.post(f"{server.url}/sign-in", fields, Cookie="", User_Agent=agent).cookie)


def refuse_password(page: Page) -> None:
    page.goto("/settings/account#change-password")
    page.get_by_label("Current password").fill(PASSWORD)
    page.get_by_label("New password", exact=True).fill("short")
    page.get_by_label("New password", exact=True).press("Enter")
    page.get_by_text("This is too short").wait_for()


def refuse_removal(page: Page) -> None:
    page.goto("/settings/account")
    page.get_by_text("Delete this account").click()
    field = page.get_by_label("Your password", exact=True)
    field.fill("a wrong password")
    field.press("Enter")
    page.get_by_text("Wrong password").wait_for()


REFUSED = {"settings-password-too-short": refuse_password, "settings-removal-refused": refuse_removal}


main(Path(sys.argv[1]))
