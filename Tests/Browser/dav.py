"""Common CalDAV servers on this machine: Radicale and xandikos, each with two task lists."""

import base64
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

USER, PASSWORD = "ada", "s3cret of caldav"


def todo(uid: str, title: str, *lines: str) -> str:
    inner = [f"UID:{uid}", "DTSTAMP:20261122T100000Z", f"SUMMARY:{title}", *lines]
    rows = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Fourfold//Tests//EN", "BEGIN:VTODO", *inner, "END:VTODO", "END:VCALENDAR"]
    return "\r\n".join([*rows, ""])


EVENT = todo("lunch", "Lunch", "DTSTART:20261124T120000Z").replace("VTODO", "VEVENT")


class DAV:
    """A server in a folder of its own. `start` makes the lists; `put` and `delete` change their tasks."""

    home = "/"
    has_login = False
    # The collections that accept tasks.
    lists = ["Groceries", "House & garden"]

    def __init__(self, folder: Path):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = None

    def command(self) -> list[str]:
        raise NotImplementedError

    def start(self) -> "DAV":
        with (self.folder / "log").open("wb") as log:
            self.process = subprocess.Popen([sys.executable, "-m", *self.command()], stdout=log, stderr=log, cwd=self.folder)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                break
            except OSError:
                time.sleep(0.05)
        else:
            raise AssertionError("It did not start:\n" + (self.folder / "log").read_text())
        self.make("groceries", "Groceries", "VTODO")
        self.make("house", "House & garden", "VTODO")
        self.make("work", "Appointments", "VEVENT")
        self.put("groceries", "milk", todo("milk", "Buy milk", "PRIORITY:1", "DUE;VALUE=DATE:20310504"))
        self.put("groceries", "bread", todo("bread", "Buy bread"))
        self.put("groceries", "eggs", todo("eggs", "Buy eggs", "STATUS:COMPLETED", "COMPLETED:20261120T100000Z"))
        self.put("house", "lamp", todo("lamp", "Mend the lamp"))
        self.put("work", "lunch", EVENT)
        return self

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)

    def make(self, path: str, name: str, component: str) -> None:
        name = name.replace("&", "&amp;")
        body = (
            '<d:mkcol xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:set><d:prop>'
            "<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>"
            f'<d:displayname>{name}</d:displayname><c:supported-calendar-component-set><c:comp name="{component}"/>'
            "</c:supported-calendar-component-set></d:prop></d:set></d:mkcol>"
        )
        self.send("MKCOL", f"{self.home}{path}/", body, "application/xml")

    def put(self, path: str, name: str, text: str) -> None:
        self.send("PUT", f"{self.home}{path}/{name}.ics", text, "text/calendar")

    def delete(self, path: str, name: str) -> None:
        self.send("DELETE", f"{self.home}{path}/{name}.ics")

    def send(self, method: str, path: str, body: str | None = None, media_type: str = "") -> None:
        request = urllib.request.Request(self.url + path, body and body.encode(), method=method)
        if media_type:
            request.add_header("Content-Type", f"{media_type}; charset=utf-8")
        if self.has_login:
            request.add_header("Authorization", "Basic " + base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode())
        try:
            urllib.request.urlopen(request, timeout=60).close()
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{method} {path}: {error.code} {error.read()[:400]!r}") from error


class Radicale(DAV):
    """Requires a name and a password."""

    home = f"/{USER}/"
    has_login = True

    def command(self) -> list[str]:
        (self.folder / "users").write_text(f"{USER}:{PASSWORD}\n")
        (self.folder / "config").write_text(
            f"[server]\nhosts = 127.0.0.1:{self.port}\n"
            f"[auth]\ntype = htpasswd\nhtpasswd_filename = {self.folder}/users\nhtpasswd_encryption = plain\ndelay = 0\n"
            f"[storage]\nfilesystem_folder = {self.folder}/collections\n"
        )
        return ["radicale", "--config", str(self.folder / "config")]


class Xandikos(DAV):
    """Requires no password, and reports every calendar as accepting all components."""

    lists = ["Appointments", "Groceries", "House & garden"]
    home = "/user/calendars/"

    def command(self) -> list[str]:
        folder = self.folder / "served"
        folder.mkdir(exist_ok=True)
        options = ["--autocreate", "--no-detect-systemd", "--state-dir", str(self.folder / "state")]
        return ["xandikos", "serve", "-d", str(folder), "-l", "127.0.0.1", "-p", str(self.port), *options]
