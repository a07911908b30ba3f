"""Paths of the package."""

import os
from pathlib import Path

BENCH = Path(__file__).resolve().parent
ROOT = BENCH.parents[1]
BUILT = Path(os.environ.get("FOURFOLD_BUILT", ROOT / ".build" / "release"))
BINARY, BASES = BUILT / "fourfold", BUILT / "fourfold-bases"
