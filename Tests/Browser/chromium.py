"""The installed Chromium; none is downloaded."""

import os
import shutil

from playwright.sync_api import Browser, Playwright

# Without a user interface, pages open in half the time.
HEADLESS = "chromium-headless-shell"
NAMES = [os.environ.get("FOURFOLD_CHROMIUM"), HEADLESS, "chromium", "chromium-browser", "google-chrome"]


def launch(playwright: Playwright, remembers: bool = False, draws: bool = True) -> Browser:
    """A browser. With `remembers`, it has the back/forward cache, which driven browsers turn off, and the headless one lacks. Without
    `draws`, it lays pages out but draws no frames, and runs scripts as they are, because none is the same on two pages: the checker of
    accessibility takes a quarter less so. Nothing can be clicked there."""
    names = [name for name in NAMES if name and not (remembers and name == HEADLESS)]
    executable = next((path for path in map(shutil.which, names) if path), None)
    assert executable, "No Chromium found: bin/setup test installs it"
    # No process is kept ready for the next page: starting it is a fifth of what a new context takes.
    arguments = ["--renderer-process-limit=1"]
    if not draws:
        arguments += ["--disable-threaded-compositing", "--js-flags=--no-opt --no-maglev"]
    if os.geteuid() == 0:
        # Chromium's sandbox doesn't work for root.
        arguments.append("--no-sandbox")
    forgetting = ["--disable-back-forward-cache"] if remembers else None
    return playwright.chromium.launch(executable_path=executable, args=arguments, ignore_default_args=forgetting)
