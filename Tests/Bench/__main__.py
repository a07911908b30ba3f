"""Measures Fourfold and prints one table: python3 Tests/Bench [--quick] [--json FILE] [figure …]

A figure below its goal is reported and is not a failure; only what prevents measuring is one."""

import argparse
import json
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import figures
import wrk
from bench import Bench, Figure, Unmeasured
from machine import machine
from places import BASES, BINARY
from table import Row, as_json, markdown


def main() -> None:
    options = argparse.ArgumentParser(prog="bin/bench", description="Measures Fourfold, and prints one table.")
    options.add_argument("figures", nargs="*", metavar="figure", help=f"only these: {', '.join(figures.ALL)}")
    options.add_argument("--quick", action="store_true", help="shorter and less often: to see that it works")
    options.add_argument("--json", type=Path, metavar="FILE", help="writes the figures there as well")
    chosen = options.parse_args()
    if unknown := [name for name in chosen.figures if name not in figures.ALL]:
        sys.exit(f"There is no figure {unknown[0]}; the figures are {', '.join(figures.ALL)}.")
    # Child processes are stopped on every way out.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        rows = measured([name for name in figures.ALL if not chosen.figures or name in chosen.figures], chosen.quick)
    except (RuntimeError, OSError, sqlite3.Error) as problem:
        sys.exit(f"bin/bench: {problem}")
    except KeyboardInterrupt:
        sys.exit(130)
    where = machine() + (" (quick)" if chosen.quick else "")
    if chosen.json:
        chosen.json.write_text(json.dumps(as_json(where, rows), indent=1, ensure_ascii=False) + "\n")
    print(markdown(where, rows))


def measured(names: list[str], is_quick: bool) -> list[Row]:
    wrk.require()
    for program in (BINARY, BASES):
        if not program.exists():
            raise RuntimeError(f"{program.name} is not built: bin/bench builds it")
    rows, began = [], time.monotonic()
    with tempfile.TemporaryDirectory(prefix="fourfold-bench-", ignore_cleanup_errors=True) as folder:
        bench = Bench(Path(folder), is_quick)
        for name in names:
            bench.say(f"{name} ({time.monotonic() - began:.0f} s)")
            rows += rows_of(name, figures.ALL[name], bench)
    return rows


def rows_of(name: str, figure: Figure, bench: Bench) -> list[Row]:
    """The rows that the figure yields, and a row with the reason if it ends early."""
    rows = []
    try:
        for row in figure(bench):
            rows.append(row)
            bench.say(f"  {row.line()}")
    except Unmeasured as reason:
        rows.append(Row.missing(name.capitalize(), str(reason)))
    except (ConnectionError, TimeoutError, subprocess.TimeoutExpired) as problem:
        rows.append(Row.missing(name.capitalize(), f"not measured: {problem}"))
    return rows


if __name__ == "__main__":
    main()
