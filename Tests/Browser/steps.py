"""What a reader does in Fourfold, in terms of the pages."""

import re
from collections.abc import Callable
from urllib.parse import urljoin

from playwright.sync_api import Locator, Page, expect

import seen
import web


class Steps:
    def __init__(self, page: Page):
        self.page = page

    # Lists

    def make_list(self, name: str, *titles: str, adds: str = "top") -> int:
        """Makes a list that adds tasks at an end, adds tasks by one typed line each, opens the list, and returns its id. It sends the
        forms without opening pages, because most tests are about what comes after."""
        made = self.post("/lists", name=name)
        list_id = int(re.search(r"/lists/(\d+)", made.location)[1])
        self.post(f"/lists/{list_id}/view", adds=adds)
        for title in titles:
            self.post(f"/lists/{list_id}/tasks", title=title)
        self.open_list(list_id)
        return list_id

    def type_list(self, name: str) -> int:
        """Makes a list by the form of the overview, and returns its id, with the list open."""
        self.page.goto("/lists")
        field = self.page.get_by_label("New list")
        field.fill(name)
        assert self.send_by_enter(field) == 200
        expect(self.page.get_by_role("heading", level=1, name=name)).to_be_visible()
        return int(re.search(r"/lists/(\d+)", self.page.url)[1])

    def post(self, path: str, **fields: str) -> web.Answer:
        """Sends a form as the reader, without the browser."""
        if not self.page.url.startswith("http"):
            self.page.goto("/settings")
        cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in self.page.context.cookies())
        answer = web.post(urljoin(self.page.url, path), fields, Cookie=cookies)
        assert answer.status == 303, (answer.status, answer.text)
        return answer

    def open_list(self, list_id: int, query: str = "") -> None:
        self.page.goto(f"/lists/{list_id}{query}")

    def send(self, press: Callable[[], None]) -> int:
        """Sends a form with the given action, and returns the status of the resulting page."""
        with self.page.expect_navigation() as navigation:
            press()
        answer = navigation.value
        if answer.status >= 400:
            # The page has no address to fetch it from again, so it is stored for the last test here.
            seen.keep(f"{answer.request.method} {answer.url} {answer.status}", answer.headers["content-type"], answer.body())
        return answer.status

    def send_by_enter(self, field: Locator) -> int:
        return self.send(lambda: field.press("Enter"))

    def open_menu(self) -> Locator:
        self.page.get_by_role("button", name="List menu").click()
        menu = self.page.locator("#list-menu")
        expect(menu).to_be_visible()
        return menu

    # Tasks of the open list

    @property
    def add_field(self) -> Locator:
        return self.page.locator("#new-task")

    def add(self, *titles: str) -> None:
        for title in titles:
            self.add_field.fill(title)
            assert self.send_by_enter(self.add_field) == 200, title

    def row(self, title: str) -> Locator:
        """The row with exactly this title; a row has its title as it was typed."""
        titles = titles_of(self.rows)
        assert title in titles, f"No row “{title}” among {titles}"
        return self.page.locator("#" + self.rows.nth(titles.index(title)).get_attribute("id"))

    @property
    def rows(self) -> Locator:
        return self.page.locator("main li[id^='task-']:not([data-region^='beside-'] li)").filter(has=self.page.locator("form, [type=image]"))

    def titles(self, region: str = "tasks") -> list[str]:
        return titles_of(self.page.locator(f"[data-region={region}] li[id^='task-']"))

    def press_in(self, row: Locator, button: str) -> None:
        """Presses the row's button whose name begins with this text."""
        name = button.replace('"', '\\"')
        assert self.send(point(row.locator(f'button[aria-label^="{name}"], [type=image][alt^="{name}"]'))) == 200

    def move(self, title: str, place: str) -> None:
        """Picks a row of an open page on which rows are put in order, and puts it at the place with this name: two presses."""
        for name in (f"Move “{title}”", place):
            assert self.send(point(self.page.get_by_role("button", name=name, exact=True))) == 200

    def delete(self, title: str) -> None:
        """Deletes a task in the selecting mode."""
        self.page.goto(self.page.url.split("#")[0].split("?")[0] + "?select")
        self.page.get_by_label(title, exact=True).check()
        assert self.send(self.page.get_by_role("button", name="Delete", exact=True).click) == 200

    def undo(self) -> None:
        """Undoes the last change: by its notice, or in the row that was pressed, or in the one that was added last."""
        name = re.compile("^Undo")
        place = self.page.locator(".notice")
        if not place.get_by_role("button", name=name).count():
            rows = {id_of(row): row for row in self.rows.all() if row.get_by_role("button", name=name).count()}
            pressed = re.search(r"#(?:at|task)-(\d+)$", self.page.url)
            place = rows.get(int(pressed[1]) if pressed else 0) or rows[max(rows)]
        assert self.send(point(place.get_by_role("button", name=name).first)) == 200

    def open_task(self, title: str) -> int:
        row = self.row(title)
        task_id = id_of(row)
        row.get_by_role("link").first.click()
        expect(self.page.get_by_label("Title", exact=True)).to_be_visible()
        return task_id

    def save(self) -> int:
        """Saves the open task and returns the status of the response."""
        opened = self.page.locator(":popover-open")
        return self.send((opened if opened.count() else self.page).get_by_role("button", name="Save", exact=True).last.click)

    def chip(self, name: str) -> None:
        """Opens the fields of a chip of the open task: due, repeat, start, tags, priority or list."""
        self.page.locator(f"[popovertarget=chip-{name}]").click()

    # Keyboard

    def tab_to(self, target: Locator, backwards: bool = False, within: int = 80) -> None:
        """Moves the focus to the target with the keyboard."""
        for _ in range(within):
            if is_focused(target):
                return
            self.page.keyboard.press("Shift+Tab" if backwards else "Tab")
        if is_focused(target):
            return
        raise AssertionError(f"The keyboard does not reach {target}")

    def enter(self) -> None:
        """Presses Enter on the focused element. The browser applies `autofocus` after the page has loaded, so this waits for the focus."""
        expect(self.page.locator(":focus")).to_have_count(1)
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")


def place(control: Locator) -> Locator:
    """Where a control is seen. An action of a row is an image button as large as the window, clipped to the element around it."""
    return control.locator("xpath=self::*[not(@type='image')] | self::*[@type='image']/..")


def point(control: Locator) -> Callable[[], None]:
    """A click with the mouse in the middle of a control."""
    return place(control).click


def choose(option: Locator) -> None:
    """Chooses a radio button that is not drawn itself by a click on its label. A forced click on the button does not wait until the
    page stands still, and hits what has moved there."""
    option.locator("xpath=ancestor::label").click()
    expect(option).to_be_checked()


def titles_of(rows: Locator) -> list[str]:
    return rows.evaluate_all("rows => rows.map(row => row.querySelector('.title').textContent)")


def id_of(row: Locator) -> int:
    return int(row.get_attribute("id").removeprefix("task-"))


def is_focused(target: Locator) -> bool:
    return target.count() > 0 and target.first.evaluate("element => element === document.activeElement")


def goes_on_within(target: Locator) -> bool:
    """Whether the keyboard goes on within the target: the next Tab focuses something in it."""
    target.page.keyboard.press("Tab")
    return target.evaluate("element => element.contains(document.activeElement) && element !== document.activeElement")


def expect_error_tied_to(field: Locator, message: str | re.Pattern) -> None:
    """Expects an invalid field with a visible error message that it references, scrolled into view and focused."""
    expect(field).to_be_visible()
    expect(field).to_have_attribute("aria-invalid", "true")
    described = field.get_attribute("aria-describedby").split()
    messages = field.page.locator(",".join(f"#{name}" for name in described))
    expect(messages.filter(has_text=message)).to_be_visible()
    expect(field).to_be_focused()
