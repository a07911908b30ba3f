"""Browsers in a terminal: lynx, w3m and links2, driven by what they print and by keys."""

import codecs
import fcntl
import os
import pty
import re
import select
import shutil
import struct
import subprocess
import termios
import time
import unicodedata
from pathlib import Path

# Long enough for any busy machine.
PATIENCE = 60
# No page of a test is longer, so nothing scrolls.
ROWS, COLUMNS = 200, 120
# A control sequence, another escape, or a character.
OUTPUT = re.compile(r"\x1b\[([?0-9;]*)([@-~])|\x1b([()#].|[^\[()#])|([^\x1b])", re.DOTALL)
CURSOR = {"A": (-1, 0), "B": (1, 0), "C": (0, 1), "D": (0, -1)}


def blank(rows: int) -> list[list[str]]:
    return [[" "] * COLUMNS for _ in range(rows)]


class Screen:
    """What stands on a terminal, as far as these browsers use one."""

    def __init__(self):
        self.clear()
        self.decode, self.rest = codecs.getincrementaldecoder("utf-8")("replace").decode, ""

    def clear(self) -> None:
        self.lines, self.row, self.column, self.region = blank(ROWS), 0, 0, (0, ROWS - 1)

    @property
    def text(self) -> str:
        return "\n".join("".join(line).rstrip() for line in self.lines).rstrip()

    def show(self, output: bytes) -> None:
        self.rest += self.decode(output)
        # An escape may not have arrived as a whole.
        whole = re.fullmatch(r"(.*?)(\x1b(?:\[[?0-9;]*|[()#])?)?", self.rest, re.DOTALL)
        self.rest = whole[2] or ""
        for numbers, command, other, letter in OUTPUT.findall(whole[1]):
            if command:
                self.control(command, [int(number or 0) for number in numbers.lstrip("?").split(";")])
            elif other == "M":
                self.scroll(-1)
            elif letter:
                self.write(letter)

    def control(self, command: str, numbers: list[int]) -> None:
        if command in "Hf":
            self.move(numbers[0] - 1, (numbers[1] if len(numbers) > 1 else 1) - 1)
        elif command in CURSOR:
            down, right = CURSOR[command]
            self.move(self.row + down * max(1, numbers[0]), self.column + right * max(1, numbers[0]))
        elif command == "K":
            first, last = {0: (self.column, COLUMNS), 1: (0, self.column + 1), 2: (0, COLUMNS)}[numbers[0]]
            self.lines[self.row][first:last] = [" "] * (last - first)
        elif command == "J" and numbers[0] == 2:
            self.lines = blank(ROWS)
        elif command == "J" and numbers[0] == 0:
            self.lines[self.row][self.column :] = [" "] * (COLUMNS - self.column)
            self.lines[self.row + 1 :] = blank(ROWS - self.row - 1)
        elif command == "r":
            self.region = (numbers[0] - 1, numbers[1] - 1) if len(numbers) > 1 else (0, ROWS - 1)
            self.move(0, 0)

    def move(self, row: int, column: int) -> None:
        self.row, self.column = min(max(row, 0), ROWS - 1), min(max(column, 0), COLUMNS - 1)

    def scroll(self, down: int) -> None:
        """Moves the cursor a line, and at an end of the region what stands there."""
        first, last = self.region
        if self.row == (last if down > 0 else first):
            del self.lines[first if down > 0 else last]
            self.lines.insert(self.row, blank(1)[0])
        else:
            self.move(self.row + down, self.column)

    def write(self, letter: str) -> None:
        if letter == "\n":
            self.scroll(1)
        elif letter == "\r":
            self.column = 0
        elif letter == "\t":
            self.move(self.row, self.column // 8 * 8 + 8)
        elif letter == "\b":
            self.move(self.row, self.column - 1)
        elif unicodedata.category(letter)[0] not in "CM":
            self.lines[self.row][self.column] = letter
            self.move(self.row, self.column + 1)


class Terminal:
    """A browser with one page."""

    package: str
    settings = {}

    @classmethod
    def missing(cls) -> str | None:
        return None if shutil.which(cls.package) else cls.package

    def __init__(self, folder: Path, url: str):
        self.screen = Screen()
        for name, lines in self.settings.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text("\n".join(lines) + "\n")
        self.terminal, end = pty.openpty()
        fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        # The server is on this machine, which a proxy can't reach.
        direct = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
        # pytest-xdist sets the size of another terminal, which curses believes before that of its own.
        size = {"LINES": str(ROWS), "COLUMNS": str(COLUMNS)}
        environment = direct | size | {"TERM": "vt100", "LC_ALL": "C.UTF-8", "HOME": str(folder)}
        command = [self.package, *self.options(folder), url]
        self.process = subprocess.Popen(command, stdin=end, stdout=end, stderr=end, env=environment, start_new_session=True)
        os.close(end)

    def options(self, folder: Path) -> list[str]:
        return []

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.terminal)

    def read(self, quiet: float = 0.06) -> str:
        """What stands there once nothing more is printed for a while."""
        while select.select([self.terminal], [], [], quiet)[0]:
            try:
                self.screen.show(os.read(self.terminal, 65536))
            except OSError:
                break
        return self.screen.text

    def send(self, keys: str) -> None:
        os.write(self.terminal, keys.encode())
        self.read()

    def see(self, pattern: str) -> re.Match:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            self.read()
            self.answer()
            if found := re.search(pattern, self.screen.text, re.MULTILINE):
                return found
        raise AssertionError(f"waited in vain for {pattern} in:\n{self.screen.text}")

    def answer(self) -> None:
        """Answers what the browser asks by itself."""

    def press(self, label: str, after: str = "") -> None:
        """Presses the first button with this label, below a text."""
        raise NotImplementedError

    def press_image(self, label: str, after: str = "") -> None:
        """Presses the first image button with this label, below a text; it may stand beside the same words."""
        raise NotImplementedError

    def follow(self, label: str, after: str = "") -> None:
        """Follows the first link with this label, below a text."""
        raise NotImplementedError

    def fill(self, before: str, text: str) -> None:
        """Replaces the text of the field that follows this text."""
        raise NotImplementedError


class Lynx(Terminal):
    package = "lynx"
    settings = {
        "lynx.cfg": [
            # Otherwise it sends no Referer from a page whose address has a query, and no other witness either.
            "REFERER_WITH_QUERY:SEND",
            # Version 2.9.0 fails to unpack the page of a 401 now and then.
            "PREFERRED_ENCODING:none",
            "CHARACTER_SET:utf-8",
            "DEFAULT_KEYPAD_MODE:LINKS_AND_FORM_FIELDS_ARE_NUMBERED",
            "TEXTFIELDS_NEED_ACTIVATION:TRUE",
            *(f"{name}SECS:0" for name in ("ALERT", "INFO", "MESSAGE")),
        ]
    }

    def options(self, folder: Path) -> list[str]:
        return [f"-cfg={folder / 'lynx.cfg'}", "-accept_all_cookies", "-number_fields"]

    def answer(self) -> None:
        if "Show the 401 message body? (y/n)" in self.screen.text:
            self.send("y")

    def go(self, pattern: str) -> None:
        number = self.see(pattern)[1]
        self.send(f"{number}g")
        self.send("\r")

    def press(self, label: str, after: str = "") -> None:
        self.go(rf"{after}[^\0]*?\(\[(\d+)\]\w+\) {label}")
        self.send("\r")

    def press_image(self, label: str, after: str = "") -> None:
        self.follow(label, after)

    def follow(self, label: str, after: str = "") -> None:
        self.go(rf"{after}[^\0]*?\[(\d+)\]{label}")
        self.send("\r")

    def fill(self, before: str, text: str) -> None:
        self.go(rf"{before}\s*\[(\d+)\]")
        self.send("\r")
        self.send(f"\x15{text}\t")


class W3m(Terminal):
    package = "w3m"
    # It lets an editor fill a text area: this one writes what stands in a file.
    settings = {"edit": ["#!/bin/sh", 'cat "$HOME/typed" > "$1"'], "typed": []}

    def options(self, folder: Path) -> list[str]:
        self.typed = folder / "typed"
        return ["-cookie", "-o", "confirm_qq=0", "-o", f"editor=sh {folder / 'edit'}"]

    def go(self, label: str, after: str = "") -> None:
        found = self.see(rf"{after}[^\0]*?({label})")
        above, line = found.string[: found.start(1)].count("\n"), found.string[: found.start(1)].rpartition("\n")[2]
        self.send(f"{above}G$" if above else "g")
        self.send(f"/{label}\r" + "n" * len(re.findall(label, line)))

    def press(self, label: str, after: str = "") -> None:
        self.go(label, after)
        self.send("\r")

    def press_image(self, label: str, after: str = "") -> None:
        if after:
            self.go(f"{label} ?{label}", after)
            self.send("\t\r")
        else:
            self.press(label)

    def follow(self, label: str, after: str = "") -> None:
        self.press(label, after)

    def fill(self, before: str, text: str) -> None:
        self.go("\\[", after=before)
        self.typed.write_text(text)
        self.send("\t\r")
        # In its last line.
        if re.search(r"^(TEXT|Password|Date):", self.screen.text, re.MULTILINE):
            self.send(f"\x15{text}\r")


class Links(Terminal):
    package = "links2"
    # Without settings it greets.
    settings = {".links2/links.cfg": []}

    def options(self, folder: Path) -> list[str]:
        # By default it shows what it has kept, whatever a page says about that: signed in, the form to sign in again.
        return ["-no-connect", "-aggressive-cache", "0", "-html-numbered-links", "1"]

    def show_beginning(self) -> None:
        """Shows the page from its beginning on: the browser shows a part of a long one."""
        # What is typed in a field would be its text.
        while re.search(r"(field|area), name \S*$", self.screen.text):
            self.send("\x1b[A")
        self.send("\x1b[1~")

    def go(self, pattern: str) -> None:
        self.show_beginning()
        number = self.see(pattern)[1]
        self.send(number)
        self.send("\r")

    def press(self, label: str, after: str = "") -> None:
        self.go(rf"{after}[^\0]*?\[(\d+)\](?:\[ )?{label}")

    def press_image(self, label: str, after: str = "") -> None:
        self.press(label, after)

    def follow(self, label: str, after: str = "") -> None:
        self.press(label, after)

    def fill(self, before: str, text: str) -> None:
        self.go(rf"{before}\s*\[(\d+)\]_*")
        self.send(f"\x15{text}")
