"""One running Fourfold with a database of its own."""

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import time
from pathlib import Path
from urllib.parse import urlsplit

import web

ROOT = Path(__file__).resolve().parents[2]
BINARY = Path(os.environ.get("FOURFOLD_BINARY", ROOT / ".build" / "release" / "fourfold"))
ADDRESS = re.compile(r"^Fourfold serves (http://\S+?)/?$", re.MULTILINE)


NAME, PASSWORD = "Ada", "correct horse battery"


class Server:
    """The address stays the same over `stop` or `kill` and `start`, and so do the lists and who is signed in."""

    def __init__(self, folder: Path, *options: str):
        self.folder, self.options = folder, options
        self.database = folder / "data" / "fourfold.sqlite"
        self.log = folder / "server.log"
        self.url, self.process = None, None
        self.cookie: tuple[str, str] | None = None

    def command(self, **changed: object) -> list[str]:
        port = self.url.rsplit(":", 1)[1] if self.url else "0"
        settings = {
            "hostname": "127.0.0.1",
            "port": port,
            "database": self.database,
            "templates": ROOT / "Templates",
            "public": ROOT / "Public",
        } | changed
        options = [word for name, value in settings.items() for word in (f"--{name}", str(value))]
        return [str(BINARY), "serve", *options, *self.options]

    def start(self) -> "Server":
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(self.command(), stdout=log, stderr=log, cwd=self.folder)
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and self.process.poll() is None:
            if printed := ADDRESS.search(self.log.read_text("utf-8", "replace")):
                self.url = printed[1]
                web.cookies[urlsplit(self.url).netloc] = self.cookie
                return self
            time.sleep(0.02)
        self.kill()
        raise AssertionError("The server did not start:\n" + self.log.read_text("utf-8", "replace"))

    def run_out(self, newest: bool) -> None:
        """Has the newest session, or all others, be unused for more than a month, and their passwords be older than they."""
        month = 31 * 86_400_000
        which = "id = (SELECT max(id) FROM sessions)" if newest else "id < (SELECT max(id) FROM sessions)"
        database = sqlite3.connect(self.database, timeout=10)
        with database:
            database.execute("UPDATE credentials SET changed = changed - ?", (2 * month,))
            database.execute(f"UPDATE sessions SET begun = begun - ?1, seen = seen - ?1 WHERE {which}", (month,))
        database.close()

    def register(self) -> "Server":
        """Makes the first account by the form of a new database, and goes on as it."""
        answer = web.post(f"{self.url}/set-up", {"username": NAME, "password": PASSWORD, "password-again": PASSWORD})
        assert (answer.status, answer.location) == (303, "/lists"), (answer.status, answer.text)
        self.cookie = answer.cookie
        web.cookies[urlsplit(self.url).netloc] = self.cookie
        return self

    def adopt(self, other: "Server") -> "Server":
        """Begins with the database of another that has stopped, and as whoever is signed in there."""
        shutil.copytree(other.database.parent, self.database.parent)
        self.cookie = other.cookie
        return self

    def stop(self) -> int:
        """Ends it as an operator would, and answers the exit status."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(90)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError("The server did not stop within 90 seconds") from None

    def kill(self) -> None:
        """Ends it without a word, like a power cut."""
        self.process.kill()
        self.process.wait()

    def restart(self) -> None:
        assert self.stop() == 0, self.log.read_text("utf-8", "replace")
        self.start()

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None
