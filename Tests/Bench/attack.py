#!/usr/bin/env python3
"""One account that repeats one action as often as it can, until it is stopped: python3 Tests/Bench/attack.py KIND PORT PLAN

PLAN is a JSON file with the parameters of that kind. At the end it prints a line of JSON: the number of responses by status.
It runs in a process of its own on idle processors, so that it slows down others through the server only."""

import json
import re
import signal
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

from connection import FORM, HOST, Connection
from machine import run_when_idle

VERSION = re.compile(rb'name="version" value="(\d+)"')
ended = threading.Event()
# Responses may be long.
ROOM = 128 << 20


def main() -> None:
    kind, port, plan = sys.argv[1], int(sys.argv[2]), json.loads(Path(sys.argv[3]).read_text())
    signal.signal(signal.SIGTERM, lambda *_: ended.set())
    run_when_idle()
    counts = KINDS[kind](port, plan)
    print(json.dumps({str(status): count for status, count in counts.items()}))


def looping(port: int, count: int, step: Callable[[Connection, int], int]) -> Counter:
    """Several connections, each of which repeats the step."""
    counts, lock = Counter(), threading.Lock()

    def loop(number: int) -> None:
        while not ended.is_set():
            try:
                with Connection(port, ROOM) as connection:
                    while not ended.is_set():
                        status = step(connection, number)
                        with lock:
                            counts[status] += 1
                        if status in (429, 503):
                            # After a rejection it continues, but not in a busy loop.
                            time.sleep(0.01)
            except OSError as problem:
                with lock:
                    counts[type(problem).__name__] += 1
                time.sleep(0.01)

    threads = [threading.Thread(target=loop, args=(number,), daemon=True) for number in range(count)]
    for thread in threads:
        thread.start()
    while not ended.wait(0.2):
        pass
    for thread in threads:
        thread.join(5)
    return counts


def idling(_port: int, _plan: dict) -> Counter:
    """Nothing, as a control: what the same requests of others differ by in the same run."""
    while not ended.wait(0.2):
        pass
    return Counter({"nothing": 1})


def reading(port: int, plan: dict) -> Counter:
    """Six readers that request pages in a loop."""
    headers = {"Cookie": plan["cookie"], "Accept-Encoding": "identity"}
    return looping(port, 6, lambda connection, number: connection.get(plan["paths"][number % len(plan["paths"])], headers).status)


def clearing(port: int, plan: dict) -> Counter:
    """Moves all completed tasks of a list to the trash, and back."""
    headers = {"Cookie": plan["cookie"]}

    def step(connection: Connection, _: int) -> int:
        cleared = connection.post(f"/lists/{plan['list']}/clear-completed", "version=", headers)
        change = re.search(r"did=(\d+)", cleared.headers.get("location", ""))
        if cleared.status != 303 or not change:
            return cleared.status
        return connection.post(f"/changes/{change[1]}/undo", "", headers).status

    return looping(port, 1, step)


def signing_in(port: int, plan: dict) -> Counter:
    """Ten loops of successful sign-ins, all from one network."""
    body = urlencode({"username": plan["name"], "password": plan["password"], "next": "/lists"})
    headers = {"X-Forwarded-For": plan["network"]}
    return looping(port, 10, lambda connection, _: connection.post("/sign-in", body, headers).status)


def exporting(port: int, plan: dict) -> Counter:
    """Exports that are not read, one for each account; an export that is cut off is requested again."""
    counts, sockets = Counter(), {}
    while not ended.is_set():
        for cookie in plan["cookies"]:
            if cookie in sockets and is_open(sockets[cookie]):
                continue
            body = b"password="
            head = (
                f"POST /settings/export HTTP/1.1\r\nHost: {HOST}:{port}\r\nOrigin: http://{HOST}:{port}\r\nCookie: {cookie}\r\n"
                f"Content-Type: {FORM}\r\nContent-Length: {len(body)}\r\n\r\n"
            )
            reader = socket.create_connection((HOST, port), timeout=30)
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            reader.sendall(head.encode() + body)
            sockets[cookie] = reader
            counts["begun"] += 1
        ended.wait(1)
    for reader in sockets.values():
        reader.close()
    return counts


def is_open(reader: socket.socket) -> bool:
    try:
        return bool(reader.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT))
    except BlockingIOError:
        return True
    except OSError:
        return False


def looking(port: int, plan: dict) -> Counter:
    """Eight readers of lists whose sources accept connections and never respond."""
    headers = {"Cookie": plan["cookie"]}

    def step(connection: Connection, number: int) -> int:
        connection.post(f"/lists/{plan['lists'][number]}/refresh", "", headers)
        connection.socket.settimeout(3)
        try:
            return connection.get(f"/lists/{plan['lists'][number]}", headers).status
        except TimeoutError:
            raise ConnectionError from None

    return looping(port, len(plan["lists"]), step)


def editing(port: int, plan: dict) -> Counter:
    """Edits the notes of two tasks, back and forth."""
    headers = {"Cookie": plan["cookie"]}
    rounds = Counter()

    def step(connection: Connection, number: int) -> int:
        task = plan["tasks"][number]
        found = VERSION.search(connection.get(f"/tasks/{task}", headers).body)
        if not found:
            return 0
        rounds[number] += 1
        notes = f"{rounds[number]} " + "ab"[rounds[number] % 2] * plan["bytes"]
        fields = {"title": "Edited", "notes": notes, "due": "", "priority": "none", "version": found[1].decode()}
        return connection.post(f"/tasks/{task}", urlencode(fields), headers).status

    return looping(port, 2, step)


def moving(port: int, plan: dict) -> Counter:
    """Moves the tasks of a long list to its top, one after the other."""
    headers, made = {"Cookie": plan["cookie"]}, Counter()

    def step(connection: Connection, number: int) -> int:
        made[number] += 1
        task = plan["tasks"][(made[number] * 2 + number) % len(plan["tasks"])]
        return connection.post(f"/tasks/{task}/move", "to=top", headers).status

    return looping(port, 2, step)


KINDS = {
    "idling": idling,
    "reading": reading,
    "clearing": clearing,
    "signing-in": signing_in,
    "exporting": exporting,
    "looking": looking,
    "editing": editing,
    "moving": moving,
}

if __name__ == "__main__":
    main()
