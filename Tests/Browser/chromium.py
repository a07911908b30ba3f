"""The machine's own Chromium; none is ever downloaded."""

import os
import shutil

from playwright.sync_api import Browser, Playwright

NAMES = [os.environ.get("FOURFOLD_CHROMIUM"), "chromium", "chromium-browser", "google-chrome"]


def launch(playwright: Playwright, remembers: bool = False) -> Browser:
    """A browser; one that `remembers` keeps pages in memory for the Back button, as they do unless they are driven."""
    executable = next((path for path in map(shutil.which, filter(None, NAMES)) if path), None)
    assert executable, "No Chromium found: bin/setup test installs it"
    # Chromium refuses its sandbox to root.
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    forgetting = ["--disable-back-forward-cache"] if remembers else None
    return playwright.chromium.launch(executable_path=executable, args=arguments, ignore_default_args=forgetting)
