"""The browser of the browser tests, if its packages are installed."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from bench import Unmeasured
from connection import HOST
from places import ROOT
from server import Fourfold


@contextmanager
def signed_in(server: Fourfold) -> Iterator:
    """A browser's context in which Ann is signed in, with an empty cache."""
    # After this folder, which has modules with the same names.
    sys.path.append(str(ROOT / "Tests" / "Browser"))
    try:
        from chromium import launch
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise Unmeasured("no Playwright here: bin/setup bench installs it") from None
    name, value = server.cookie().split("=", 1)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        try:
            context = browser.new_context(java_script_enabled=False, base_url=f"http://{HOST}:{server.port}")
            # The browser's driver accepts such a cookie for HTTPS only.
            url = f"https://{HOST}:{server.port}"
            context.add_cookies([{"name": name, "value": value, "url": url, "secure": True, "httpOnly": True, "sameSite": "Lax"}])
            yield context
        finally:
            browser.close()
