"""What a reader does every day, in the engines of other browsers: WebKit, which Safari has, and Firefox."""

import re
from pathlib import Path
from urllib.parse import urljoin

import pytest

import web
from engines import Engine, Firefox, WebKit, patiently
from server import NAME, PASSWORD, Server

PHONE, DESKTOP = SIZES = [(390, 844), (1280, 900)]
COUNT = 60
# The largest shift in pixels that a press may cause.
SHIFT = 4
# The background of a page, red, green and blue.
PAPER = 0xF6, 0xF4, 0xEE


@pytest.fixture(scope="module")
def plain(registered, tmp_path_factory):
    """A server of plain HTTP, over which WebKit stores no cookie of a secure connection."""
    running = Server(tmp_path_factory.mktemp("plain"), "--plain-http", "--rehearse").adopt(registered)
    running.cookie = "fourfold", registered.cookie[1]
    yield running.start()
    assert running.stop() == 0


@pytest.fixture(params=[WebKit, Firefox], ids=["WebKit", "Firefox"])
def engine(request, tmp_path: Path):
    if packages := request.param.missing():
        pytest.skip(f"{request.param.__name__} is not tested: apt-get install {packages}")
    engine = request.param(tmp_path)
    yield engine
    engine.close()


class Reader:
    def __init__(self, engine: Engine, server: Server, size: tuple[int, int]):
        self.engine, self.server, self.size = engine, server, size
        engine.resize(*size)

    def open(self, path: str) -> None:
        self.engine.open(self.server.url + path)

    def press(self, selector: str) -> None:
        """Presses what leads to another page."""
        self.engine.leave(lambda: self.engine.press(selector))

    def fill(self, selector: str, text: str) -> None:
        self.engine.press(selector)
        self.engine.wait("document.activeElement === document.querySelector(arguments[0])", selector)
        self.engine.type(text)

    def sign_in(self) -> None:
        self.open("/lists")
        self.fill("#username", NAME)
        self.fill("#password", PASSWORD)
        self.engine.leave(lambda: self.engine.type("\ue007"))
        assert self.engine.wait("document.querySelector('.brand')") and self.engine.evaluate("location.pathname") == "/lists"

    def make_list(self) -> int:
        """A list of sixty tasks with a section."""
        made = web.post(f"{self.server.url}/lists", {"name": "House"}).location.partition("?")[0].partition("#")[0]
        web.post(f"{self.server.url}{made}/tasks", {"titles": "\n".join(f"Task {number}" for number in range(COUNT))})
        web.post(f"{self.server.url}{made}/sections", {"name": "Walls"})
        return int(made.rpartition("/")[2])

    def add(self, list_id: int) -> None:
        self.open(f"/lists/{list_id}")
        self.fill("#new-task", "Paint the door tomorrow")
        self.engine.leave(lambda: self.engine.type("\ue007"))
        assert self.engine.wait("[...document.querySelectorAll('.task-row')].some(row => row.textContent.includes('Paint the door'))")

    def scroll(self, list_id: int, top: int) -> str:
        """Opens the list, scrolls, and returns the row that is nearest to the middle of the window."""
        self.open(f"/lists/{list_id}")
        self.engine.evaluate("scrollTo(0, arguments[0])", top)
        self.engine.wait("scrollY === Math.min(arguments[0], document.documentElement.scrollHeight - innerHeight)", top)
        nearest = (
            "[...document.querySelectorAll('[data-region=tasks] .task-row:has(> .check)')].map(row => "
            "[Math.abs(row.getBoundingClientRect().y + 24 - innerHeight / 3), row.id]).sort((one, other) => one[0] - other[0])[0][1]"
        )
        return self.engine.evaluate(nearest)

    def top(self, row: str) -> float:
        return self.engine.box(f"#{row}")["y"]

    def tick(self, list_id: int, top: int) -> None:
        row = self.scroll(list_id, top)
        before = self.top(row)
        self.press(f"#{row} > .check")
        assert self.engine.wait("document.querySelector(arguments[0]).classList.contains('done')", f"#{row}")
        assert abs(self.top(row) - before) <= SHIFT, (top, before, self.top(row))

    def use_menu(self, list_id: int, top: int) -> None:
        """Opens the fields of a row from its menu. The row stays where it was or goes to the middle, where it is by keyboard."""
        row = self.scroll(list_id, top)
        before = self.top(row)
        self.engine.press(f"#{row} .menu-button")
        menu = self.engine.box(f"#{row} .menu:popover-open")
        width, height = self.size
        assert 0 <= menu["x"] and menu["right"] <= width and 0 <= menu["y"] and menu["bottom"] <= height, (top, menu)
        # It ends where its button does, or fills a small window, and all of it is to be seen.
        assert self.size == PHONE or abs(menu["right"] - self.engine.box(f"#{row} .menu-button")["right"]) < 12, (top, menu)
        assert self.engine.evaluate("(menu => menu.scrollHeight <= menu.clientHeight)(document.querySelector(':popover-open'))")
        self.press(f"#{row} .menu > span:last-child")
        self.engine.wait("document.querySelector(arguments[0])", f"#{row} .row-form")
        shift, off = abs(self.top(row) - before), abs(self.top(row) + 24 - height / 2)
        # Firefox tells no place of a row in a scrolled page: there the row is in sight.
        assert shift <= SHIFT or off < height / 4 or 0 <= self.top(row) <= height, (top, before, self.top(row))

    def edit_task(self, list_id: int) -> None:
        row = self.scroll(list_id, 0)
        self.press(f"#{row} > .title")
        self.engine.press("button[popovertarget=chip-due]")
        menu = self.engine.box("#chip-due:popover-open")
        # No taller than what is in it.
        assert menu["bottom"] - menu["y"] < 400, menu
        self.engine.type("\ue00c")
        self.fill("#notes", "Two coats")
        self.press(".task-form > .buttons .primary")
        task = row.removeprefix("task-")
        self.open(f"/tasks/{task}")
        assert self.engine.evaluate("document.querySelector('#notes').value") == "Two coats"

    def see_streamed_page(self, list_id: int) -> None:
        """The placeholder is drawn while the response is open, and gives way to the rows."""
        self.open("/health")
        self.engine.begin(f"{self.server.url}/lists/{list_id}?rehearse=tasks:loading:60000")
        shadow = "document.querySelector('.stage')?.shadowRoot?.querySelector('[data-placeholder-for=tasks]')"
        assert self.engine.wait(f"{shadow} && document.readyState === 'loading'")
        assert not self.engine.evaluate("document.querySelector('[data-region=tasks]')")
        # The shortest page: a placeholder alone.
        self.open("/health")
        self.engine.begin(f"{self.server.url}/lists/{list_id}?only=tasks&rehearse=tasks:loading:60000")
        patiently(lambda: self.engine.shows(PAPER), "the first piece")
        self.open(f"/lists/{list_id}?rehearse=tasks:loading:1000")
        assert self.engine.wait("document.querySelector('[data-region=tasks] .task-row')")

    def look_at_board(self, list_id: int) -> None:
        """The line that leads back is not at the top of the window where it is not to be seen."""
        web.post(f"{self.server.url}/lists/{list_id}/view", {"layout": "board"})
        self.scroll(list_id, 300)
        assert self.engine.wait("document.querySelector('.stage.board')")
        assert not self.engine.evaluate("document.elementFromPoint(40, 24)?.closest('.back')")


def test_a_day_in_another_engine(engine, plain):
    for size in SIZES:
        reader = Reader(engine, plain, size)
        if size == SIZES[0]:
            reader.sign_in()
        list_id = reader.make_list()
        reader.add(list_id)
        for top in (0, 500, 10_000):
            reader.tick(list_id, top)
            reader.use_menu(list_id, top)
        reader.edit_task(list_id)
        reader.see_streamed_page(list_id)
        reader.look_at_board(list_id)


def test_an_open_page_shows_its_newest_stage_alone(engine, plain):
    list_id = re.search(r"/lists/(\d+)", web.post(f"{plain.url}/lists", {"name": "Kitchen"}).location)[1]
    tasks = f"{plain.url}/lists/{list_id}/tasks"
    assert web.post(tasks, {"title": "Salt"}).status == 303
    made = web.post(f"{plain.url}/lists/{list_id}/pages", {"name": "Tablet", "days": "7", "ticks": "on", "version": "1"})
    address = re.search(r'id="page-address" readonly value="([^"]+)"', web.get(urljoin(plain.url, made.location)).text)[1]
    # Its load never ends.
    engine.begin(f"{address}?live")
    shown = "[...document.querySelectorAll('.live')].filter(one => one.firstElementChild.getClientRects().length)"
    for title in ("Pepper", "Honey", "Bread"):
        engine.wait(f"{shown}.length === 1")
        assert web.post(tasks, {"title": title}).status == 303
        engine.wait(f"{shown}.at(-1)?.textContent.includes(arguments[0]) && {shown}.length === 1", title)
    assert engine.evaluate("document.querySelectorAll('.live').length") == 4
    assert not engine.evaluate("document.querySelectorAll('.silence')[0].checkVisibility({visibilityProperty: true})")
