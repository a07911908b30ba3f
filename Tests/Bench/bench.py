"""What figures use: worlds, which are made on first use, and how long and how often to measure."""

import sys
from collections.abc import Callable
from functools import cached_property
from pathlib import Path

import data
import wrk
from pairs import Pairs, in_turn


class Unmeasured(Exception):
    """A figure that cannot be measured, and the reason, for the table."""


class Bench:
    def __init__(self, folder: Path, is_quick: bool):
        self.folder, self.is_quick, self.copies = folder, is_quick, 0
        self.times = 3 if is_quick else 5
        self.seconds = 1 if is_quick else 3

    @cached_property
    def small(self) -> data.World:
        """A thousand tasks."""
        return data.make(self.folder / "small", 1_000, 8)

    @cached_property
    def medium(self) -> data.World:
        """Five thousand tasks of sixty accounts."""
        return data.make(self.folder / "medium", 5_000, 60)

    @cached_property
    def large(self) -> data.World:
        """A million tasks of ten thousand accounts."""
        self.say("  a database with a million tasks of ten thousand accounts")
        return data.make(self.folder / "large", 1_000_000, 10_000)

    @cached_property
    def one_person(self) -> data.World:
        """A million tasks of one account."""
        self.say("  a database with a million tasks of one account")
        return data.make_one_person(self.folder / "one-person", 1_000_000)

    def copy(self, world: data.World) -> data.World:
        """A copy that may be written to and is thrown away."""
        self.copies += 1
        return world.copy(self.folder / f"copy-{self.copies}")

    def rates(self, measured: tuple[int, str], base: tuple[int, str], headers: dict, base_headers: dict | None = None) -> Pairs:
        """Responses a second at a port and a path compared with those of a base, with 16 connections."""
        return in_turn(lambda: self.rate(*measured, headers), lambda: self.rate(*base, base_headers or headers), self.times)

    def rate(self, port: int, path: str, headers: dict) -> float:
        load = wrk.load(port, path, headers, self.seconds)
        if load.failed:
            raise Unmeasured(f"{load.failed} of {load.requests} requests of {path} failed")
        return load.rate

    def say(self, what: str) -> None:
        print(what, file=sys.stderr, flush=True)


def expect(status: int, wanted: int, what: str) -> None:
    if status != wanted:
        raise Unmeasured(f"{what} answered {status}")


Figure = Callable[[Bench], object]
