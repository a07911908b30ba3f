"""Takes the README's picture, the demo's overview while it is streamed, light and dark: readme_picture.py FILE"""

import base64
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from chromium import launch
from test_demo import Demo

SIZE = {"width": 1280, "height": 860}
# The sources that answer at once have answered, the slow ones have not.
MOMENT = 1_200

HALVES = """<!doctype html><style>
  body { margin: 0; position: relative; }
  img { display: block; }
  img + img { position: absolute; inset: 0; clip-path: polygon(60%% 0, 100%% 0, 100%% 100%%, 40%% 100%%); }
</style><img src="data:image/png;base64,%s"><img src="data:image/png;base64,%s">"""


def main(file: Path) -> None:
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        browser = launch(playwright)
        pictures = []
        # A demo each, because what was fetched for one picture would be there at once for the other.
        for scheme in ("light", "dark"):
            folder = Path(temporary, scheme)
            folder.mkdir()
            demo = Demo(folder, "--demo").start()
            try:
                pictures.append(overview(browser, demo.url, scheme))
            finally:
                demo.stop()
        page = browser.new_page(viewport=SIZE)
        page.set_content(HALVES % tuple(base64.b64encode(picture).decode() for picture in pictures))
        page.screenshot(path=file)
        browser.close()


def overview(browser: Browser, url: str, scheme: str) -> bytes:
    context = browser.new_context(java_script_enabled=False, locale="en-GB", color_scheme=scheme, base_url=url, viewport=SIZE)
    page = context.new_page()
    page.goto("/lists")
    page.get_by_role("button", name="Sign in as Demo").click(no_wait_after=True)
    page.get_by_role("navigation", name="Main").wait_for()
    page.wait_for_timeout(MOMENT)
    picture = page.screenshot()
    context.close()
    return picture


if __name__ == "__main__":
    main(Path(sys.argv[1]))
