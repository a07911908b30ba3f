"""Rehearses what can go wrong with the data: python3 Tests/Drill [--quick] [drill …]

Each drill keeps a ledger of the writes that the server has acknowledged, and compares it with what is there afterwards. It ends with
an error if a write is lost that must not be, or if the database contradicts itself."""

import argparse
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Bench"))

import drills  # noqa: E402
from places import BINARY  # noqa: E402
from room import Failed, NotPermitted, Room  # noqa: E402


def main() -> None:
    options = argparse.ArgumentParser(prog="bin/drill", description="Rehearses what can go wrong with the data.")
    options.add_argument("drills", nargs="*", metavar="drill", help=f"only these: {', '.join(drills.ALL)}")
    options.add_argument("--quick", action="store_true", help="fewer times: to see that it works")
    options.add_argument("--operations", type=int, metavar="number", help="how many actions the drill sync has, such as 10000")
    chosen = options.parse_args()
    if unknown := [name for name in chosen.drills if name not in drills.ALL]:
        sys.exit(f"There is no drill {unknown[0]}; the drills are {', '.join(drills.ALL)}.")
    if not BINARY.exists():
        sys.exit(f"{BINARY} is not built: bin/drill builds it.")
    # Child processes are stopped on every way out.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    names = [name for name in drills.ALL if not chosen.drills or name in chosen.drills]
    results = [drill(name, chosen.quick, chosen.operations) for name in names]
    sys.exit(0 if all(results) else 1)


def drill(name: str, is_quick: bool, operations: int | None) -> bool:
    """Whether nothing was lost. What happened is printed."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="fourfold-drill-", ignore_cleanup_errors=True) as folder:
        try:
            for line in drills.ALL[name](Room(Path(folder), is_quick, operations)):
                print(f"{name}: {line} ({time.monotonic() - began:.0f} s)", flush=True)
            return True
        except NotPermitted as reason:
            print(f"{name}: not possible here: {reason}", flush=True)
            return True
        except (Failed, RuntimeError, OSError, sqlite3.Error, subprocess.SubprocessError) as problem:
            print(f"{name}: FAILED: {problem}", flush=True)
            return False


if __name__ == "__main__":
    main()
