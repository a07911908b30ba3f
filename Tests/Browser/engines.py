"""WebKit and Firefox, driven by the commands of WebDriver: WebKit's through its driver over HTTP, Firefox's through its own socket."""

import base64
import itertools
import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

# Long enough for any busy machine.
PATIENCE = 90
# The toolbar of WebKit's browser would keep its window wider than a phone.
NARROW = "* { min-width: 0; padding: 0; margin: 0; border: 0; font-size: 1px }"
PREFERENCES = {
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.disable_open_during_load": False,
    "remote.prefs.recommended": True,
}


class EngineError(Exception):
    """What a driver answers that it could not do."""


class Engine:
    """A browser with one page."""

    process: subprocess.Popen

    def call(self, name: str, method: str, path: str, parameters: dict) -> object:
        """Sends a command, under its name and under its address."""
        raise NotImplementedError

    def close(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()

    def evaluate(self, expression: str, *arguments: object) -> object:
        script = f"return ({expression})"
        return self.call("ExecuteScript", "POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, expression: str, *arguments: object) -> object:
        """Waits until the expression has a value, also while pages come and go."""
        return patiently(lambda: self.evaluate(expression, *arguments), expression)

    def begin(self, url: str) -> None:
        """Begins to load a page, and returns before it is there."""
        self.call("Navigate", "POST", "/url", {"url": url})

    def open(self, url: str) -> None:
        self.leave(lambda: self.begin(url))

    def leave(self, act: Callable[[], None]) -> None:
        """Does what leads to another page, and waits for that to be complete."""
        self.evaluate("document.documentElement.dataset.left = '1'")
        act()
        # A page of another process begins with an empty one.
        self.wait("!document.documentElement.dataset.left && document.readyState === 'complete' && location.href !== 'about:blank'")

    def resize(self, width: int, height: int) -> None:
        """Gives the page that size. A window takes its size some time after it was told, so what is around the page is measured, until it fits."""
        self.set_window(width, height)
        patiently(lambda: self.fits(width, height), f"a page of {width} by {height}")

    def fits(self, width: int, height: int) -> bool:
        inner, outer = self.evaluate("[[innerWidth, innerHeight], [outerWidth, outerHeight]]")
        if inner != [width, height]:
            self.set_window(width + outer[0] - inner[0], height + outer[1] - inner[1])
        return inner == [width, height]

    def set_window(self, width: int, height: int) -> None:
        self.call("SetWindowRect", "POST", "/window/rect", {"width": width, "height": height})

    def box(self, selector: str) -> dict:
        """Where the first element that a selector finds is in the window."""
        return self.wait(
            "(box => box && { x: box.x, y: box.y, right: box.right, bottom: box.bottom, middle: [box.x + box.width / 2, box.y + box.height / 2] })"
            "(document.querySelector(arguments[0])?.getBoundingClientRect())",
            selector,
        )

    def press(self, selector: str) -> None:
        """Presses the middle of an element, where it is in the window."""
        x, y = self.box(selector)["middle"]
        at = {"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y), "origin": "viewport"}
        press = [at, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self.act({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": press})

    def type(self, text: str) -> None:
        keys = [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]
        self.act({"type": "key", "id": "keyboard", "actions": keys})

    def act(self, source: dict) -> None:
        self.call("PerformActions", "POST", "/actions", {"actions": [source]})

    def shows(self, colour: tuple[int, int, int]) -> bool:
        """Whether much of what the reader sees has this colour. Firefox has no display here, so it isn't looked at."""
        return True

    def picture(self) -> bytes:
        return base64.b64decode(self.call("TakeScreenshot", "GET", "/screenshot", {"full": False}))


def patiently(attempt: Callable[[], object], wanted: str) -> object:
    deadline, problem = time.monotonic() + PATIENCE, None
    while time.monotonic() < deadline:
        try:
            if value := attempt():
                return value
        except (EngineError, OSError) as error:
            problem = error
        time.sleep(0.05)
    raise AssertionError(f"waited in vain for {wanted}") from problem


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class WebKit(Engine):
    """WebKitGTK, on a display in memory."""

    @staticmethod
    def missing() -> str | None:
        """The Debian packages to install, if one is missing."""
        there = all(map(shutil.which, ("WebKitWebDriver", "Xvfb"))) and WebKit.browser()
        return None if there else "webkit2gtk-driver xvfb"

    @staticmethod
    def browser() -> Path | None:
        return next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), None)

    def __init__(self, folder: Path):
        self.folder = folder
        style = folder / "gtk-3.0" / "gtk.css"
        style.parent.mkdir(parents=True)
        style.write_text(NARROW)
        reading, writing = os.pipe()
        command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1200x24", "-fbdir", str(folder)]
        self.screen = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        with open(reading) as display:
            number = display.readline().strip()
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        environment = os.environ | {"DISPLAY": f":{number}", "XDG_CONFIG_HOME": str(folder), "GDK_BACKEND": "x11", "LANGUAGE": "en"}
        self.process = subprocess.Popen(["WebKitWebDriver", f"--port={port}"], env=environment, stderr=subprocess.DEVNULL)
        patiently(lambda: self.send("GET", "/status"), "WebKitWebDriver")
        options = {"binary": str(self.browser()), "args": ["--automation"]}
        wanted = {"pageLoadStrategy": "none", "webkitgtk:browserOptions": options}
        self.address += f"/session/{self.send('POST', '/session', {'capabilities': {'alwaysMatch': wanted}})['sessionId']}"

    def send(self, method: str, path: str, body: dict | None = None) -> object:
        data = None if method == "GET" else json.dumps(body or {}).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as error:
            raise EngineError(error.read().decode()) from None

    def call(self, name: str, method: str, path: str, parameters: dict) -> object:
        return self.send(method, path, parameters)

    def shows(self, colour: tuple[int, int, int]) -> bool:
        """Looks at the display: a picture by WebDriver would be drawn for that alone."""
        return (self.folder / "Xvfb_screen0").read_bytes().count(bytes(reversed(colour))) > 50_000

    def close(self) -> None:
        self.send("DELETE", "")
        super().close()
        self.screen.terminate()
        self.screen.wait()


class Firefox(Engine):
    """Firefox, without a display."""

    @staticmethod
    def missing() -> str | None:
        return None if Firefox.browser() else "firefox-esr"

    @staticmethod
    def browser() -> str | None:
        return shutil.which("firefox-esr") or shutil.which("firefox")

    def __init__(self, folder: Path):
        port = free_port()
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in (PREFERENCES | {"marionette.port": port}).items()]
        (folder / "user.js").write_text("\n".join(lines))
        command = [self.browser(), "--headless", "--no-remote", "--marionette", "--profile", str(folder)]
        self.process = subprocess.Popen(command, env=os.environ | {"HOME": str(folder)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.connection = patiently(lambda: socket.create_connection(("127.0.0.1", port), PATIENCE), "Firefox").makefile("rwb")
        self.numbers = itertools.count(1)
        self.receive()
        self.send("NewSession", {"pageLoadStrategy": "none"})
        # A window without bars may be as narrow as a phone.
        self.send("ExecuteScript", {"script": "window.open('about:blank', '_blank', 'popup,width=390,height=844')", "args": []})
        self.send("SwitchToWindow", {"handle": patiently(lambda: self.send("GetWindowHandles", {})[1:], "a window")[0]})

    def receive(self) -> list:
        """A message is preceded by its length and a colon."""
        length = b""
        while (byte := self.connection.read(1)) != b":":
            if not byte:
                raise EngineError("Firefox has ended")
            length += byte
        return json.loads(self.connection.read(int(length)))

    def send(self, name: str, parameters: dict) -> object:
        command = json.dumps([0, next(self.numbers), f"WebDriver:{name}", parameters]).encode()
        self.connection.write(b"%d:%s" % (len(command), command))
        self.connection.flush()
        _, _, error, answer = self.receive()
        if error:
            raise EngineError(error["message"])
        return answer

    def call(self, name: str, method: str, path: str, parameters: dict) -> object:
        answer = self.send(name, parameters)
        return answer["value"] if isinstance(answer, dict) and "value" in answer else answer
