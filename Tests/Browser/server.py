"""A running Fourfold with a database of its own."""

import base64
import hashlib
import os
import re
import secrets
import shutil
import signal
import sqlite3
import subprocess
import time
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import web

ROOT = Path(__file__).resolve().parents[2]
BINARY = Path(os.environ.get("FOURFOLD_BINARY", ROOT / ".build" / "release" / "fourfold"))
ADDRESS = re.compile(r"^Fourfold serves (http://\S+?)/?$", re.MULTILINE)


NAME, PASSWORD = "Ada", "correct horse battery"


class Server:
    """The address, the lists and the sessions stay the same after `stop` or `kill` and `start`."""

    def __init__(self, folder: Path, *options: str):
        self.folder, self.options = folder, options
        self.database = folder / "data" / "fourfold.sqlite"
        self.log = folder / "server.log"
        self.url, self.process = None, None
        self.cookie: tuple[str, str] | None = None

    def command(self, **changed: object) -> list[str]:
        port = urlsplit(self.url).port if self.url else "0"
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
        """Makes the newest session, or all others, unused for more than a month, and dates their passwords before them."""
        month = 31 * 86_400_000
        own = f"account = (SELECT id FROM accounts WHERE name = '{NAME}')"
        which = f"{own} AND id {'=' if newest else '<'} (SELECT max(id) FROM sessions)"
        database = sqlite3.connect(self.database, timeout=10)
        with database:
            database.execute(f"UPDATE credentials SET changed = changed - ? WHERE {own}", (2 * month,))
            database.execute(f"UPDATE sessions SET begun = begun - ?1, seen = seen - ?1 WHERE {which}", (month,))
        database.close()

    def register(self) -> "Server":
        """Makes the first account with the form of a new database, and stays signed in as it."""
        answer = web.post(f"{self.url}/set-up", {"username": NAME, "password": PASSWORD, "password-again": PASSWORD})
        assert (answer.status, answer.location) == (303, "/sign-in/done"), (answer.status, answer.text)
        self.cookie = answer.cookie
        web.cookies[urlsplit(self.url).netloc] = self.cookie
        return self

    def adopt(self, other: "Server") -> "Server":
        """Starts with the database of another server that has stopped, signed in to the same account."""
        shutil.copytree(other.database.parent, self.database.parent)
        self.cookie = other.cookie
        return self

    def renew(self) -> "Server":
        """Goes on, signed in, as a new account that has the name and the password of the first one. The account before keeps what it
        has under another name."""
        with self.writing() as database:
            database.execute("UPDATE accounts SET name = name || ' ' || id WHERE name = ?", (NAME,))
            key, record = database.execute("SELECT key, record FROM credentials WHERE account = 1").fetchone()
            key = key.split()[0]
            database.execute("UPDATE credentials SET key = key || ' ' || account, skeleton = NULL WHERE key = ?", (key,))
            account, token = add_account(database, NAME)
            changed = int(time.time() * 1000)
            database.execute("INSERT INTO credentials VALUES (?, ?, ?, ?, ?)", (account, key, key, record, changed))
        self.cookie = self.cookie[0], token
        web.cookies[urlsplit(self.url).netloc] = self.cookie
        return self

    def add_neighbor(self) -> tuple[str, tuple[str, str]]:
        """Adds another account, signed in, with the password of the first one. Returns its name, which no other has, and its cookie."""
        name = f"Ben-{secrets.token_hex(3)}"
        with self.writing() as database:
            account, token = add_account(database, name)
            record, changed = database.execute("SELECT record, changed FROM credentials WHERE account = 1").fetchone()
            key = name.lower()
            database.execute("INSERT INTO credentials VALUES (?, ?, ?, ?, ?)", (account, key, key, record, changed))
        return name, (self.cookie[0], token)

    @contextmanager
    def writing(self):
        with closing(sqlite3.connect(self.database, timeout=90)) as database, database:
            yield database

    def stop(self) -> int:
        """Stops it as an operator does, and returns the exit status."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(90)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError("The server did not stop within 90 seconds") from None

    def kill(self) -> None:
        """Kills it, like a power cut."""
        self.process.kill()
        self.process.wait()

    def restart(self) -> None:
        assert self.stop() == 0, self.log.read_text("utf-8", "replace")
        self.start()

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None


def add_account(database: sqlite3.Connection, name: str) -> tuple[int, str]:
    """Adds an account with an Inbox and a session. Returns its id and the session's token."""
    token, now = secrets.token_bytes(32), int(time.time() * 1000)
    account = database.execute("INSERT INTO accounts (name, created, operator) VALUES (?, ?, 1)", (name, now)).lastrowid
    inbox = database.execute("INSERT INTO lists (name, created) VALUES ('Inbox', ?)", (now,)).lastrowid
    membership = (account, inbox, -(1 << 60))
    database.execute("INSERT INTO memberships (account, list, role, position, inbox) VALUES (?, ?, 'owner', ?, 1)", membership)
    made = (account, inbox, now)
    change = "INSERT INTO changes (account, list, kind, name, at) VALUES (?, ?, 'list-created', 'Inbox', ?)"
    database.execute("UPDATE lists SET version = ? WHERE id = ?", (database.execute(change, made).lastrowid, inbox))
    session = (account, hashlib.sha256(token).digest(), now, now)
    database.execute("INSERT INTO sessions (account, digest, begun, seen, agent) VALUES (?, ?, ?, ?, '')", session)
    return account, base64.urlsafe_b64encode(token).rstrip(b"=").decode()
