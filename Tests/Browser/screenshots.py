"""Takes a picture of every screen in every state, at both widths, light and dark: screenshots.py FOLDER"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from checks import WINDOWS
from chromium import launch
from gallery import entries
from server import Server


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        server = Server(Path(temporary), rehearse=True).start()
        browser = launch(playwright)
        try:
            shown = entries(server.url)
            for width, scheme in WINDOWS:
                context = browser.new_context(
                    java_script_enabled=False, color_scheme=scheme, base_url=server.url, viewport={"width": width, "height": 800}
                )
                page = context.new_page()
                for entry in shown:
                    page.goto(entry.path)
                    # A placeholder fades in after 200 ms.
                    page.wait_for_timeout(500 if "loading" in entry.state else 0)
                    page.screenshot(path=folder / f"{entry.file_name}-{width}-{scheme}.png", full_page=True)
                context.close()
        finally:
            browser.close()
            server.stop()
    print(f"{len(shown) * len(WINDOWS)} pictures of {len(shown)} states in {folder}")


main(Path(sys.argv[1]))
