"""One account sends what a broken or hostile client may, again and again, while another one reads Today and stores a task.

Each line tells of one kind of request: what was sent and answered, the processor time of the server for each, the growth of its memory, and the
99th percentile of what the other account waited. The line of "nothing" comes first, since machines differ."""

import multiprocessing
import os
import re
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from calendars import Calendar, make, todo
from connection import Connection
from hostility import endless, message, requests
from percentile import percentile
from room import Failed, Room, check
from senders import Sent, opened, repeat, run
from server import Fourfold

# What is too much: of memory, and of the 99th percentile of others' requests on a machine that may have other work, too.
MOST_MEGABYTES, MOST_SECONDS = 256, 1.0
SPAN = 0.04
LONG_BYTES = 100_000


def drill(room: Room) -> Iterator[str]:
    world, seconds, count = room.world(), 1 if room.is_quick else 4, 500 if room.is_quick else 5_000
    too_much = []
    with Fourfold(world) as server:
        hostile, other = make(server, "hostile"), make(server, "other", "Bea")
        fill(hostile, count)
        watch = Watch(server, other, seconds)
        yield f"{count:,} tasks of {count // 12 * LONG_BYTES / 1e6:.0f} MB; each for {seconds} s by two connections"
        for name, send in kinds(server.port, hostile):
            told, is_too_much = watch.line(name, send)
            too_much += [name] if is_too_much else []
            yield told
    check(world.database)
    if too_much:
        raise Failed(f"too much memory, too long for others, or 500: {'; '.join(too_much)}")


def kinds(port: int, hostile: Calendar) -> Iterator[tuple[str, Callable[[float], Sent]]]:
    yield "nothing", pause
    for name, method, path, body in requests(hostile.path):
        if method == "PUT" and hostile.send("PUT", path, body).status < 300:
            # Every other text is another one, of a client that knows an old one.
            old = hostile.send("GET", path).headers["ETag"]
            one, two = (message(hostile, method, path, body, **known) for known in ({}, {"If_Match": old}))
            yield name, lambda until, texts=(one, two): repeat(port, lambda n: texts[n % 2].replace(b"Hostile 000000", b"Hostile %06d" % n), until)
        else:
            yield name, lambda until, data=message(hostile, method, path, body): repeat(port, lambda _: data, until)
    yield "PUT: pieces without end", lambda until, data=endless(hostile): repeat(port, lambda _: data, until)
    data = message(hostile, "PROPFIND", hostile.path, " " * 100)
    yield "PROPFIND: 200 slow bodies", lambda until: opened(port, data[:-100], data[-100:], 200, until)
    name, method, path, body = next(one for one in requests(hostile.path) if one[0] == "REPORT: all texts")
    yield "REPORT: 100 times all texts, unread", lambda until: opened(port, message(hostile, method, path, body), b"", 100, until)


def pause(until: float) -> Sent:
    time.sleep(until - time.monotonic())
    return Sent()


def fill(calendar: Calendar, count: int) -> None:
    for number in range(count):
        name, lines = ("long", ["X-LONG:" + "a" * LONG_BYTES]) if number < count // 12 else ("task", [])
        status = calendar.put(f"{name}-{number}.ics", todo(f"task-{number}", f"SUMMARY:Task {number}", *lines)).status
        if status != 201:
            raise Failed(f"a task could not be stored: {status}")


class Watch:
    """What requests cost the server and another account."""

    def __init__(self, server: Fourfold, other: Calendar, seconds: float):
        self.server, self.other, self.seconds, self.calm = server, other, seconds, 0.0
        self.process = Path(f"/proc/{server.process.pid}")
        self.headers = {"Cookie": server.cookie("Bea")}

    def line(self, name: str, send: Callable[[float], Sent]) -> tuple[str, bool]:
        (self.process / "clear_refs").write_text("5")
        memory, processor, began = self.memory("RSS"), self.processor(), time.monotonic()
        with Others(self.server.port, self.other, self.headers) as others:
            sent = send(time.monotonic() + self.seconds)
        if self.server.process.poll() is not None:
            raise Failed(f"{name}: the server has ended with {self.server.process.returncode}")
        grown, spent, elapsed = self.memory("HWM") - memory, self.processor() - processor, time.monotonic() - began
        if name == "nothing":
            self.calm = spent / elapsed
        count = max(1, sent.answers.total())
        each = (spent - self.calm * elapsed) / count
        waits = [percentile(waited, 99) for waited in others.waited]
        answers = ", ".join(f"{count:,} × {answer}" for answer, count in sent.answers.most_common())
        told = (
            f"{name}: {sent.sent / count:,.0f} bytes, answered {answers or 'nothing'} of {sent.received / count:,.0f} bytes, {max(0, each) * 1e3:,.1f} ms of "
            f"processor each, {grown:+,.0f} MB, others' GET {waits[0] * 1e3:,.0f} ms, PUT {waits[1] * 1e3:,.0f} ms"
        )
        return told, grown > MOST_MEGABYTES or max(waits) > MOST_SECONDS or 500 in sent.answers

    def memory(self, kind: str) -> float:
        return int(re.search(rf"Vm{kind}:\s+(\d+) kB", (self.process / "status").read_text())[1]) / 1000

    def processor(self) -> float:
        fields = (self.process / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Others:
    """Another account, which sends fifty requests a second from a process of its own for the duration of its `with`."""

    def __init__(self, port: int, calendar: Calendar, headers: dict[str, str]):
        self.pipe, end = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("fork").Process(target=self.act, args=(end, port, calendar, headers), daemon=True)
        # How long reading and writing took, in seconds.
        self.waited: tuple[list[float], list[float]] = ([], [])

    def act(self, pipe, port: int, calendar: Calendar, headers: dict[str, str]) -> None:
        calendar.close()
        found, is_over = ([], []), threading.Event()

        def again(action: Callable[[int], bool], waited: list[float]) -> None:
            turn = 0
            while not is_over.is_set():
                began = time.monotonic()
                is_done, turn = action(turn), turn + 1
                took = time.monotonic() - began if is_done else 60
                # Those that would have been sent meanwhile would have waited, too.
                waited.extend(took - late * SPAN for late in range(int(took / SPAN) + 1))
                time.sleep(max(0, SPAN - took))

        with Connection(port) as connection:
            actions = [
                lambda _: connection.get("/today", headers).status == 200,
                lambda turn: calendar.put("other.ics", todo("other", f"SUMMARY:Other {turn}")).status in (201, 204),
            ]
            threading.Thread(target=lambda: (pipe.recv(), is_over.set()), daemon=True).start()
            run([threading.Thread(target=again, args=one) for one in zip(actions, found, strict=True)])
        pipe.send(found)

    def __enter__(self) -> "Others":
        self.process.start()
        time.sleep(0.1)
        return self

    def __exit__(self, *_) -> None:
        self.pipe.send(None)
        self.waited = self.pipe.recv() if self.pipe.poll(100) else ([100], [100])
        self.process.join(5)
