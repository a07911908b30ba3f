"""Imitates a power loss: what the disk may contain, given what a process has written and synced until then."""

import random
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

HEAD = struct.Struct("<QcIQQ")
SECTOR = 512


@dataclass
class Event:
    time: float
    kind: str
    path: str
    offset: int
    data: bytes


def events(log: Path) -> Iterator[Event]:
    content = log.read_bytes()
    place = 0
    while place < len(content):
        time, kind, path, offset, count = HEAD.unpack_from(content, place)
        place += HEAD.size
        name, place = content[place : place + path].decode(), place + path
        data, place = content[place : place + count], place + count
        yield Event(time / 1e9, kind.decode(), name, offset, data)


@dataclass
class File:
    """What is certainly on the disk, and the writes that may be there or not."""

    durable: bytearray = field(default_factory=bytearray)
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)
    # The number of pending writes that a sync that has begun will make durable.
    begun: int = 0

    def sync(self) -> None:
        for offset, data in self.pending[: self.begun]:
            apply(self.durable, offset, data)
        del self.pending[: self.begun]
        self.begun = 0

    def image(self, choose: random.Random | None) -> bytearray:
        """The content after a power loss. Without `choose`, nothing is there that was not synced."""
        content = bytearray(self.durable)
        for offset, data in self.pending if choose else []:
            fate = choose.random()
            if fate < 0.4:
                continue
            if fate < 0.7 or data is None:
                apply(content, offset, data)
            else:
                # Torn: some sectors were written, in any order.
                for start in range(0, len(data), SECTOR):
                    if choose.random() < 0.5:
                        apply(content, offset + start, data[start : start + SECTOR])
        return content


def apply(content: bytearray, offset: int, data: bytes | None) -> None:
    """Writes the data, or changes the size if there is none."""
    size = offset + len(data or b"")
    if data is None:
        del content[offset:]
    if len(content) < size:
        content.extend(bytes(size - len(content)))
    if data:
        content[offset:size] = data


class Disk:
    """A folder as its file system has it, and as it certainly is on the disk."""

    def __init__(self, folder: Path):
        self.names = {str(path): File(bytearray(path.read_bytes())) for path in folder.iterdir() if path.is_file()}
        self.durable = dict(self.names)

    def happen(self, event: Event, *, lies: bool = False) -> None:
        """- lies: the disk reports every sync as done, and does nothing."""
        names, path = self.names, event.path
        if event.kind == "O":
            names.setdefault(path, File())
        elif event.kind == "W" and path in names:
            names[path].pending.append((event.offset, event.data))
        elif event.kind == "T" and path in names:
            names[path].pending.append((event.offset, None))
        elif event.kind == "B" and path in names:
            names[path].begun = len(names[path].pending)
        elif event.kind == "S" and path in names and not lies:
            names[path].sync()
        elif event.kind == "D" and not lies:
            inside = lambda name: str(Path(name).parent) == path.rstrip("/")  # noqa: E731
            self.durable = {name: file for name, file in self.durable.items() if not inside(name)}
            self.durable |= {name: file for name, file in names.items() if inside(name)}
        elif event.kind == "U":
            names.pop(path, None)
        elif event.kind == "R" and path in names:
            names[event.data.decode()] = names.pop(path)

    def lose_power(self, target: Path, choose: random.Random | None) -> None:
        """Writes what may be on the disk into another folder."""
        target.mkdir()
        for name in self.names.keys() | self.durable.keys():
            now, before = self.names.get(name), self.durable.get(name)
            file = before if choose is None or choose.random() < 0.5 else now
            if file is not None:
                (target / Path(name).name).write_bytes(file.image(choose))
