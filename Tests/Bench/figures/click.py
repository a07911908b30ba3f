"""From the click to the painted list in Chromium, with and without prefetching. Measured by a program of its own."""

import json
from collections.abc import Iterator

from bench import Bench, Unmeasured
from places import BENCH
from programs import output
from table import Row

LINES = {"loopback": "on this machine", "150ms": "over a line of 150 ms"}


def rows(bench: Bench) -> Iterator[Row]:
    program = BENCH / "click.py"
    if not program.exists():
        raise Unmeasured("no measuring of clicks yet")
    found = json.loads(output([program, *(["5"] if bench.is_quick else [])], seconds=240).splitlines()[-1])
    for line, times in found["click_to_paint_ms"].items():
        base = f"not ahead {times['without']:.0f} ms"
        figure = f"Click to painted list, asked for ahead, {LINES.get(line, line)}"
        yield Row.told(figure, f"{times['with']:.0f} ms", base, times["with"] / times["without"])
