"""The servers that are measured: Fourfold, and the one that sends constants."""

import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from urllib.parse import urlencode

from connection import HOST, NAVIGATION, Connection
from data import PASSWORD, World
from places import BASES, BINARY, ROOT


class Server:
    """A process that listens on a port of its own for the duration of its `with`."""

    def __init__(self, folder: Path):
        self.folder, self.port, self.process, self.began = folder, free_port(), None, 0.0

    def command(self) -> list[str]:
        raise NotImplementedError

    def start(self) -> "Server":
        with (self.folder / "server.log").open("ab") as log:
            self.began = time.perf_counter()
            self.process = subprocess.Popen(self.command(), stdout=log, stderr=log, cwd=self.folder)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                Connection(self.port).close()
                return self
            except OSError:
                time.sleep(0.001)
        self.stop()
        raise RuntimeError("A server did not start: " + (self.folder / "server.log").read_text("utf-8", "replace")[-500:].strip())

    def stop(self) -> None:
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def __enter__(self):
        return self.start()

    def __exit__(self, *_) -> None:
        self.stop()

    @property
    def resident(self) -> float:
        """The resident memory in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) / 1000


class Fourfold(Server):
    """The app, on a world. Sessions are known to every server on that world."""

    cookies: dict[tuple[Path, str], str] = {}

    def __init__(self, world: World, *options: str):
        super().__init__(world.database.parent)
        self.world, self.options = world, options

    def command(self) -> list[str]:
        settings = {
            "hostname": HOST, "port": self.port, "database": self.world.database, "templates": ROOT / "Templates",
            "public": ROOT / "Public", "time-zone": "UTC",
            # One account does the work of many.
            "requests-per-minute": 0, "quota-tasks": 10_000_000, "quota-megabytes": 100_000,
        }  # fmt: skip
        return [str(BINARY), "serve", *(word for name, value in settings.items() for word in (f"--{name}", str(value))), *self.options]

    def cookie(self, name: str = "Ann") -> str:
        """Signs the account in, unless it is signed in, and returns its cookie."""
        key = (self.world.database, name)
        if key not in self.cookies:
            with Connection(self.port) as connection:
                answer = connection.post("/sign-in", urlencode({"username": name, "password": PASSWORD, "next": "/lists"}))
            if answer.status != 303:
                raise RuntimeError(f"{name} could not sign in: {answer.status}")
            self.cookies[key] = answer.headers["set-cookie"].partition(";")[0]
        return self.cookies[key]

    def headers(self, name: str = "Ann", **more: str) -> dict[str, str]:
        """The headers that the account's browser sends for a page."""
        return NAVIGATION | {"Cookie": self.cookie(name)} | {key.replace("_", "-"): value for key, value in more.items()}


class Bases(Server):
    """Sends constant bytes: two of them at `/p`, and those with a name at `/s/NAME`."""

    def __init__(self, bodies: dict[str, bytes] | None = None):
        self.files = Path(tempfile.mkdtemp(prefix="fourfold-bases-"))
        super().__init__(self.files)
        self.bodies = self.files / "bodies"
        self.bodies.mkdir()
        for name, body in (bodies or {}).items():
            (self.bodies / name).write_bytes(body)

    def command(self) -> list[str]:
        return [str(BASES), str(self.port), str(self.bodies)]

    def stop(self) -> None:
        super().stop()
        shutil.rmtree(self.files, ignore_errors=True)


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind((HOST, 0))
        return listener.getsockname()[1]
