"""A key typed into a field restyles the field and little beside it, on every page."""

import json
from datetime import date

import pytest

import web
from gallery import entries
from server import Server

# The largest number of elements that a key may restyle: the field, what follows it in its form, and the form.
MOST = 40
FIELDS = "input:is(:not([type]), [type=text], [type=search], [type=url], [type=password], [type=number], [type=email]), textarea"
PAGES = ["/today", "/lists", "/lists/2", "/lists/2?several", "/lists/2?rename", "/lists/2/feeds", "/tasks/1", "/search?q=task",
         "/tags", "/remote/new", "/import", "/settings/account", "/settings/display", "/settings/apps", "/settings/reminders", "/settings/data", "/trash", "/review"]


@pytest.fixture(scope="module")
def server(registered, tmp_path_factory):
    """One for all tests here, with a list of a hundred tasks."""
    running = Server(tmp_path_factory.mktemp("typing"), "--rehearse").adopt(registered).start()
    web.post(f"{running.url}/lists", {"name": "House"})
    titles = "\n".join(f"Task {number} #home" for number in range(100))
    web.post(f"{running.url}/lists/2/tasks", {"titles": titles, "version": ""})
    web.post(f"{running.url}/tasks/1/due", {"due": date.today().isoformat()})
    yield running
    assert running.stop() == 0


class Restyling:
    """Counts the elements whose style the browser computes anew, as its own tracing tells."""

    def __init__(self, browser, page):
        self.browser, self.page = browser, page

    def of_keys(self, path: str) -> dict[str, int]:
        """The elements that the first keys restyle in each field of a page, the largest number of each."""
        self.page.goto(path)
        fields = [field for field in self.page.locator(FIELDS).all() if field.is_visible() and field.is_editable()]
        self.browser.start_tracing(page=self.page, categories=["devtools.timeline", "blink.user_timing"])
        for index, field in enumerate(fields):
            field.focus()
            for key in "1a":
                # The browser computes the styles when they are asked for: no frame has to be waited for.
                self.page.evaluate(f"() => {{ document.body.offsetHeight; performance.mark('begin {index}') }}")
                self.page.keyboard.press(key)
                self.page.evaluate("() => { document.body.offsetHeight; performance.mark('end') }")
        events = json.loads(self.browser.stop_tracing())["traceEvents"]
        marks = sorted((event["ts"], event["name"]) for event in events if "user_timing" in event["cat"])
        styles = [(event["ts"], event["args"]["elementCount"]) for event in events if event["name"] == "UpdateLayoutTree" and "elementCount" in event["args"]]
        counts: dict[str, int] = {}
        for (begin, name), (end, _) in zip(marks, marks[1:]):
            if name.startswith("begin "):
                field = f"{path} {fields[int(name.split()[1])].get_attribute('name')}"
                counts[field] = max(counts.get(field, 0), sum(count for ts, count in styles if begin <= ts < end))
        return counts


@pytest.mark.parametrize("width", [390, 1280])
def test_a_key_restyles_few_elements_in_every_field(server, browser, page, width):
    page.set_viewport_size({"width": width, "height": 844})
    restyling = Restyling(browser, page)
    counts: dict[str, int] = {}
    # One width is enough for the other screens: their forms are the same at both.
    samples = [entry.path for entry in entries(server.url) if entry.screen in {"task", "signed-out", "collections", "search"}]
    for path in PAGES + (samples if width == 390 else []):
        counts |= restyling.of_keys(path)
    assert len(counts) >= len(PAGES), counts
    assert max(counts.values()) > 0, "nothing was counted"
    assert not {field: count for field, count in counts.items() if count > MOST}


def test_long_enough_is_told_beside_a_new_password(server, page):
    page.goto("/settings/account#change-password")
    field = page.locator("[name=new-password]")
    told = page.get_by_text("Long enough")
    field.fill("short")
    assert not told.is_visible()
    field.fill("long enough by far")
    assert told.is_visible()
    label = page.locator("label[for=new-password]").bounding_box()
    assert abs(told.bounding_box()["y"] - label["y"]) <= 4, "on the line of the label"
    assert field.bounding_box()["y"] >= label["y"] + label["height"]
