"""Which functions run for a request: the difference between runs of the instrumented server with it and without it. `bin/trace` builds it."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlencode

sys.path.append(str(Path(__file__).resolve().parents[1] / "Bench"))

from connection import Connection
from data import World, begin
from places import BINARY, ROOT
from server import Fourfold

# The most files that a request may be passed on through: those in which an asynchronous function runs for it. What these call computes values.
BOUNDS = {"GET": 28, "POST": 24}


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="fourfold-trace-") as folder:
        # What runs beside the requests runs more or less often, so each is asked for twice.
        without = counts(Path(folder) / "0", None) | counts(Path(folder) / "1", None)
        failed = False
        for method, bound in BOUNDS.items():
            ran = counts(Path(folder) / method, method) & counts(Path(folder) / f"{method}-again", method)
            functions = [key for key, count in ran.items() if count > without[key]]
            files = {file for file, _ in functions}
            way = {file for (file, _), text in zip(functions, demangled(name for _, name in functions)) if is_asynchronous(text)}
            print(f"{'files on the way of a ' + method:<46} {len(way):7d} of {bound:7d}")
            print(f"{'files in which a function runs for it':<46} {len(files):7d}")
            if "--list" in sys.argv:
                for file in sorted(files):
                    print(f"  {'*' if file in way else ' '} {file}")
            failed = failed or len(way) > bound
        return 1 if failed else 0


def is_asynchronous(function: str) -> bool:
    """Whether the function itself is, not only a closure that it takes or that it stands in: `closure #1 () -> B in a(c: () async -> D) -> B`."""
    text = ""
    while text != function:
        text, function = function, re.sub(r"\([^()]*\)", "", function)
    return re.search(r"\basync\b", text.partition(" in ")[0]) is not None


def demangled(names: Iterable[str]) -> list[str]:
    found = subprocess.run([tool("swift-demangle"), "-compact"], check=True, capture_output=True, text=True, input="\n".join(names))
    return found.stdout.splitlines()


def counts(folder: Path, method: str | None) -> Counter:
    """How often each function ran, by its file and name, in a server that was asked for this and that, and in the end for the request."""
    folder.mkdir()
    profile, merged = folder / "raw", folder / "data"
    os.environ["LLVM_PROFILE_FILE"] = str(folder / "made")
    database = begin(folder)
    os.environ["LLVM_PROFILE_FILE"] = str(profile)
    with Fourfold(World(database, 0, [])) as server, Connection(server.port) as connection:
        Browser(server, connection).run(method)
    subprocess.run([tool("llvm-profdata"), "merge", "-sparse", profile, "-o", merged], check=True)
    command = [tool("llvm-cov"), "export", str(BINARY), f"-instr-profile={merged}", "-skip-expansions", "-format=text"]
    exported = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    sources = str(ROOT / "Sources") + "/"
    found: Counter = Counter()
    for function in exported["data"][0]["functions"]:
        file = function["filenames"][0]
        if file.startswith(sources):
            found[file.removeprefix(sources), function["name"].partition(":")[2] or function["name"]] += function["count"]
    return found


class Browser:
    """Ann's, with two lists that look alike. What is made once has been made for the first one."""

    def __init__(self, server: Fourfold, connection: Connection):
        self.headers, self.connection = server.headers(), connection

    def run(self, method: str | None) -> None:
        lists = [self.post("/lists", name=name) for name in ("Kitchen", "Garden")]
        for path in lists:
            for title in ("Milk", "Bread", "Salt"):
                self.add(path, title)
        self.get(lists[0])
        self.add(lists[0], "Rice")
        self.get(lists[0])
        match method:
            case "GET": self.get(lists[1])
            case "POST": self.add(lists[1], "Rice")
            case _: pass

    def add(self, path: str, title: str) -> None:
        self.post(f"{path}/tasks", title=title)

    def get(self, path: str) -> None:
        answer = self.connection.get(path, self.headers)
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status}")

    def post(self, path: str, **fields: str) -> str:
        """The path that the form leads to."""
        answer = self.connection.post(path, urlencode({"version": "", **fields}), self.headers)
        if answer.status != 303:
            raise RuntimeError(f"{path}: {answer.status} {answer.body[:2000]!r}")
        return answer.headers["location"].partition("?")[0].partition("#")[0]


def tool(name: str) -> str:
    # That of the toolchain that has compiled: the formats differ from version to version.
    found = shutil.which(name, path=str(Path(shutil.which("swiftc") or "").resolve().parent)) or shutil.which(name)
    if not found:
        raise SystemExit(f"{name} is missing; it comes with Swift's toolchain.")
    return found


if __name__ == "__main__":
    sys.exit(main())
