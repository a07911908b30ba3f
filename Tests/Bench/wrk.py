"""Load by wrk, with as many requests as the server answers."""

import json
import shutil
import subprocess
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from connection import HOST
from places import BENCH

NUMBERS = count(1)


@dataclass(frozen=True)
class Load:
    requests: int
    seconds: float
    p50: float
    p99: float
    failed: int

    @property
    def rate(self) -> float:
        return self.requests / self.seconds


def require() -> None:
    if not shutil.which("wrk"):
        raise RuntimeError("wrk is missing; please install it first (apt-get install wrk)")


def load(port: int, path: str, headers: dict[str, str], seconds: float, connections: int = 16) -> Load:
    """The same request on all connections."""
    options = [word for name, value in headers.items() for word in ("-H", f"{name}: {value}")]
    return run([*options, "-s", str(BENCH / "wrk.lua"), f"http://{HOST}:{port}{path}"], seconds, connections)


def mixed(port: int, requests: Path, seconds: float, connections: int, coding: str = "identity") -> Load:
    """The requests of a file, in random order."""
    scripts = requests.with_suffix(".lua")
    scripts.write_text((BENCH / "wrk.lua").read_text() + (BENCH / "requests.lua").read_text())
    arguments = ["-s", str(scripts), f"http://{HOST}:{port}", "--", str(requests), str(next(NUMBERS)), coding]
    return run(arguments, seconds, connections)


def run(arguments: list[str], seconds: float, connections: int) -> Load:
    # One thread: on a few cores, more would take time from the server.
    command = ["wrk", "--threads", "1", "--connections", str(connections), "--duration", f"{seconds:.0f}s", "--timeout", "10s", *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=seconds + 30)
    if ended.returncode != 0 or not ended.stdout.strip():
        raise RuntimeError(f"wrk: {(ended.stderr or ended.stdout).strip()[-300:]}")
    return Load(**json.loads(ended.stdout.strip().splitlines()[-1]))
