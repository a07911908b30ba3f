"""The time from a click to the painted list, in Chromium, with and without the speculation rules.

The clock starts when the button is released, which is the click, and stops at the first contentful paint of the next page."""

import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Browser"))

import web  # noqa: E402
from chromium import launch  # noqa: E402
from conftest import let_in  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from recorder import Recorder  # noqa: E402
from server import Server  # noqa: E402

TASKS, ROUNDS, PRESS, HOVER = 100, 20, 0.1, 0.3
PAINTED = """() => {
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  return paint ? performance.timeOrigin + paint.startTime : null
}"""
LISTEN = """addEventListener('click', event => {
  sessionStorage.clicked = performance.timeOrigin + event.timeStamp
}, { capture: true })"""


def measure(rounds: int = ROUNDS) -> dict:
    """Medians in milliseconds, of pairs measured in turn over loopback and over a connection with a delay of 150 ms."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder)).start().register()
        browser = launch(playwright)
        line = Recorder(server.url)
        try:
            first, second = filled(server, "House"), filled(server, "Garden")
            figures = {}
            for name, delay in (("loopback", 0.0), ("150ms", 0.15)):
                line.delay = delay
                times = {True: [], False: []}
                for ahead in [True, False] * rounds:
                    line.names_rules = ahead
                    times[ahead].append(click(browser, server, line, first, second))
                figures[name] = {
                    "with": round(statistics.median(times[True]), 1), "without": round(statistics.median(times[False]), 1)}
            return {"click_to_paint_ms": figures, "press_ms": PRESS * 1000, "rounds": rounds, "browser": browser.version}
        finally:
            line.stop()
            browser.close()
            server.stop()


def filled(server: Server, name: str) -> str:
    """The address of a new list with tasks."""
    path = web.post(f"{server.url}/lists", {"name": name}).location.partition("?")[0]
    titles = "\n".join(f"Task {number} of {name}" for number in range(TASKS))
    answer = web.post(f"{server.url}{path}/tasks", {"titles": titles, "version": "1"})
    assert answer.status == 303, answer.status
    return path


def click(browser, server: Server, line: Recorder, first: str, second: str) -> float:
    """Milliseconds from one click on the link of a list to the first paint of its page."""
    context = browser.new_context(base_url=line.url, bypass_csp=True, viewport={"width": 1280, "height": 900})
    try:
        let_in(context, server)
        context.add_init_script(LISTEN)
        page = context.new_page()
        page.goto("/lists")
        page.locator(f'a[href="{first}"]').first.click()
        page.wait_for_url(f"**{first}")
        page.wait_for_timeout(500)
        page.locator(f'a[href^="{second}"]').first.hover()
        time.sleep(HOVER)
        page.mouse.down()
        time.sleep(PRESS)
        page.mouse.up()
        page.wait_for_url(f"**{second}*")
        painted = page.wait_for_function(PAINTED).json_value()
        return painted - float(page.evaluate("sessionStorage.clicked"))
    finally:
        context.close()


if __name__ == "__main__":
    print(json.dumps(measure()))
