"""A thousand readers that wait for slow sources. Measured by a program of its own."""

import json
from collections.abc import Iterator

from bench import Bench, Unmeasured
from places import BENCH, BINARY
from programs import output
from table import Row, duration


def rows(bench: Bench) -> Iterator[Row]:
    program = BENCH / "waiting.py"
    if not program.exists():
        raise Unmeasured("no measuring of waiting readers yet")
    options = ["--pairs", str(1 if bench.is_quick else 5), "--seconds", str(bench.seconds + 1), "--waves", "1", "--spread", "--gzip"]
    found = json.loads(output([program, BINARY, *options], seconds=240).splitlines()[-1])
    waiting = found["waves"][0]["waiting"]
    yield Row.under("1,000 readers waiting on slow sources, each", f"{waiting} waiting", found["per_reader"] / 1000, "KB", 40)
    if "pairs" not in found:
        raise Unmeasured("no pages of other readers were measured")
    among, alone = (sorted(pair[key] for pair in found["pairs"])[len(found["pairs"]) // 2] / 1000 for key in ("p99_with", "p99_without"))
    yield Row.growth("Pages of other readers meanwhile, p99", duration(among), f"alone {duration(alone)}", found["p99_ratio"], 1.5)
