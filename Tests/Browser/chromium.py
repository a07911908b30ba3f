"""The machine's own Chromium; none is ever downloaded."""

import os
import shutil

from playwright.sync_api import Browser, Playwright

NAMES = [os.environ.get("FOURFOLD_CHROMIUM"), "chromium", "chromium-browser", "google-chrome"]


def launch(playwright: Playwright) -> Browser:
    executable = next((path for path in map(shutil.which, filter(None, NAMES)) if path), None)
    assert executable, "No Chromium found: bin/setup test installs it"
    # Chromium refuses its sandbox to root.
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    return playwright.chromium.launch(executable_path=executable, args=arguments)
