"""The machine and the time of the measurement, in one line."""

import datetime
import os
import re
import subprocess
from pathlib import Path

from places import ROOT


def machine() -> str:
    date = datetime.date.today().isoformat()
    return f"{date}, {cpu()}, {os.cpu_count()} cores, {memory()}, {swift()}, commit {commit()}"


def run_when_idle() -> None:
    """Lets this process run only on processors that nothing else uses, so that it slows down others through the server only.

    Not by its niceness alone: with `SCHED_IDLE`, Linux counts a processor that it uses as idle, and puts waking threads there."""
    os.nice(19)
    if hasattr(os, "SCHED_IDLE"):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def cpu() -> str:
    found = re.search(r"^model name\s*:\s*(.+)$", read("/proc/cpuinfo"), re.MULTILINE)
    return found[1].strip() if found else "an unknown CPU"


def memory() -> str:
    found = re.search(r"^MemTotal:\s+(\d+) kB", read("/proc/meminfo"), re.MULTILINE)
    return f"{int(found[1]) / 1e6:.0f} GB" if found else "unknown memory"


def swift() -> str:
    found = re.search(r"Swift version (\S+)", told(["swift", "--version"]))
    return f"Swift {found[1]}" if found else "an unknown Swift"


def commit() -> str:
    """The commit, with a plus if files differ from it."""
    name = told(["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"]).strip() or "unknown"
    return name + ("+" if told(["git", "-C", str(ROOT), "status", "--porcelain", "--untracked-files=no"]).strip() else "")


def read(path: str) -> str:
    return Path(path).read_text() if Path(path).exists() else ""


def told(command: list[str]) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=60).stdout
    except OSError:
        return ""
