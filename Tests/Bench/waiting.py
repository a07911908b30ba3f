#!/usr/bin/env python3
"""What readers cost that wait for a slow source: memory, threads, reads of the database, and the time of other readers.

    Tests/Bench/waiting.py .build/release/fourfold [--readers 1000] [--pairs 3] [--spread] [--gzip]

Starts a server on a database of its own, and a source that accepts every connection and never responds. Readers request pages like
a browser, read the first part and wait. Prints a line of JSON; sizes are in bytes, times in milliseconds.

`per_reader` is what the first crowd adds to the resident memory of a server that has served a few: later crowds reuse what the first
one has freed, so they show whether memory accumulates, and `after` shows what stays.
"""

import argparse
import contextlib
import glob
import http.client
import json
import os
import re
import resource
import select
import shutil
import signal
import socket
import statistics
import subprocess
import tempfile
import threading
import time
import urllib.parse

HOST = "127.0.0.1"
PASSWORD = "correct horse battery"


class SilentSource:
    """Accepts connections and never responds, until the client disconnects."""

    def __init__(self):
        self.listener = socket.create_server((HOST, 0), backlog=512)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        connections = []
        poll = select.epoll()
        poll.register(self.listener, select.EPOLLIN)
        by_number = {}
        while True:
            for number, _ in poll.poll():
                if number == self.listener.fileno():
                    connection, _ = self.listener.accept()
                    by_number[connection.fileno()] = connection
                    poll.register(connection, select.EPOLLIN)
                elif not self.heard(by_number[number]):
                    by_number.pop(number).close()

    @staticmethod
    def heard(connection):
        try:
            return connection.recv(4096)
        except OSError:
            return b""


class Server:
    """The server, with a signed-in account."""

    def __init__(self, command, folder, source):
        self.command, self.file = command, os.path.join(folder, "lists.sqlite")
        self.port = free_port()
        subprocess.run(
            [command, "account", "add", "ann", "--database", self.file], input=PASSWORD + "\n", text=True, check=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.log = open(os.path.join(folder, "log"), "w")
        self.process = subprocess.Popen(
            [command, "serve", "--database", self.file, "--port", str(self.port), "--trusted-proxies", HOST,
             "--allow-private-sources", "--source-ports", str(source.port), "--refresh-every", "0"],
            stdout=self.log, stderr=self.log)
        self.headers = {"Origin": f"http://{HOST}:{self.port}", "Content-Type": "application/x-www-form-urlencoded"}
        for _ in range(200):
            with contextlib.suppress(OSError):
                socket.create_connection((HOST, self.port)).close()
                break
            time.sleep(0.05)
        answer = self.post("/sign-in", username="ann", password=PASSWORD, next="/lists")
        self.headers["Cookie"] = answer.getheader("set-cookie").split(";")[0]

    def post(self, path, **fields):
        connection = http.client.HTTPConnection(HOST, self.port)
        connection.request("POST", path, urllib.parse.urlencode(fields), self.headers)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        assert answer.status == 303, (path, answer.status)
        return answer

    def new_list(self, path, **fields):
        return re.search(r"/lists/\d+", self.post(path, **fields).getheader("location")).group()

    def get(self, path):
        connection = http.client.HTTPConnection(HOST, self.port)
        connection.request("GET", path, headers=self.headers)
        answer = connection.getresponse()
        answer.read()
        connection.close()

    @property
    def figures(self):
        with open(f"/proc/{self.process.pid}/status") as file:
            status = dict(line.split(":", 1) for line in file)
        return {
            "resident": int(status["VmRSS"].split()[0]) * 1024,
            "threads": int(status["Threads"]),
            "files": len(os.listdir(f"/proc/{self.process.pid}/fd")),
            "reads": self.reads(),
        }

    def reads(self):
        """The number of read transactions: each holds one of the write-ahead log's read locks (bytes 123 to 127 of its index)."""
        inode = os.stat(self.file + "-shm").st_ino
        with open("/proc/locks") as file:
            locks = [line.split() for line in file]
        return sum(
            lock[-3].endswith(f":{inode}") and 123 <= int(lock[-2]) <= 127 for lock in locks if lock[1] != "->")

    def end(self):
        """The time that the shutdown took in seconds, or None."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return None
        return round(time.monotonic() - began, 2)


class Crowd:
    """Readers that request pages and receive the first part of them."""

    def __init__(self, server, paths, count, coding, pace=0.0):
        self.readers, self.ended, self.first = [], 0, b""
        self.poll = select.epoll()
        begun = set()
        for index in range(count):
            reader = socket.create_connection((HOST, server.port))
            lines = [
                f"GET {paths[index % len(paths)]} HTTP/1.1", f"Host: {HOST}:{server.port}", "Sec-Fetch-Dest: document",
                "Sec-Fetch-Mode: navigate", "Sec-Fetch-Site: same-origin", "User-Agent: Mozilla/5.0 (X11; Linux x86_64)",
                "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "Accept-Language: en",
                *([f"Accept-Encoding: {coding}"] if coding else []), f"Cookie: {server.headers['Cookie']}"]
            reader.sendall("\r\n".join([*lines, "", ""]).encode())
            reader.setblocking(False)
            self.readers.append(reader)
            self.poll.register(reader, select.EPOLLIN)
            self.read(pace, begun)
        self.by_number = {reader.fileno(): reader for reader in self.readers}
        until = time.monotonic() + 20
        while len(begun) < count and time.monotonic() < until:
            self.read(0.1, begun)
        self.waiting = len(begun) - self.ended
        self.stop = threading.Event()
        self.drain = threading.Thread(target=self.keep_reading, args=(begun,), daemon=True)
        self.drain.start()

    def read(self, patience, begun):
        until = time.monotonic() + patience
        self.read_once(patience, begun)
        while (left := until - time.monotonic()) > 0:
            self.read_once(left, begun)

    def read_once(self, patience, begun):
        by_number = getattr(self, "by_number", None) or {reader.fileno(): reader for reader in self.readers[-64:]}
        for number, _ in self.poll.poll(patience):
            reader = by_number.get(number)
            if not reader:
                continue
            with contextlib.suppress(OSError):
                part = reader.recv(1 << 18)
                if not self.first:
                    self.first = part
                if not part or part.endswith(b"0\r\n\r\n"):
                    self.ended += 1
                    self.poll.unregister(reader)
                begun.add(number)

    def keep_reading(self, begun):
        while not self.stop.is_set():
            self.read(0.2, begun)

    def leave(self):
        self.stop.set()
        self.drain.join()
        for reader in self.readers:
            reader.close()


def free_port():
    with socket.socket() as listener:
        listener.bind((HOST, 0))
        return listener.getsockname()[1]


def wrk(server, path, seconds):
    """The 99th percentile of the times of four readers, and their pages a second."""
    out = subprocess.run(
        ["wrk", "-t1", "-c4", f"-d{seconds}s", "--latency", "-H", f"Cookie: {server.headers['Cookie']}",
         f"http://{HOST}:{server.port}{path}"], capture_output=True, text=True).stdout
    number, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", out).groups()
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", out).group(1))
    return float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit], rate


def main():
    options = argparse.ArgumentParser()
    options.add_argument("command")
    options.add_argument("--readers", type=int, default=1000)
    options.add_argument("--lists", type=int, default=10, help="lists in the pane")
    options.add_argument("--pairs", type=int, default=3, help="measurements of other readers' pages, with and without")
    options.add_argument("--seconds", type=int, default=6)
    options.add_argument("--waves", type=int, default=3)
    options.add_argument("--spread", action="store_true", help="over 100 sources instead of one")
    options.add_argument("--pace", type=float, default=0, help="milliseconds between two who come")
    options.add_argument("--gzip", action="store_true")
    options.add_argument("--hold", type=int, default=0, help="seconds to wait with the first crowd there")
    options = options.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    folder = tempfile.mkdtemp()
    server = None
    try:
        source = SilentSource()
        server = Server(options.command, folder, source)
        result = measure(server, source, options)
        print(json.dumps(result))
    finally:
        if server and server.process.poll() is None:
            server.process.kill()
        shutil.rmtree(folder)


def measure(server, source, options):
    plain = [server.new_list("/lists", name=f"List number {index}", version="") for index in range(options.lists)]
    for path in plain:
        titles = "\n".join(f"Task {number} of things to do" for number in range(100 if path == plain[0] else 6))
        server.post(path + "/tasks", titles=titles, version="")
    slow = [
        server.new_list("/remote", url=f"http://{HOST}:{source.port}/{index}", name=f"Elsewhere {index}")
        for index in range(100 if options.spread else 1)]
    coding = "gzip, deflate, br" if options.gzip else None

    def crowd(count):
        return Crowd(server, slow, count, coding, options.pace / 1000)

    for _ in range(50):
        server.get(plain[0])
    few = crowd(20)
    time.sleep(0.5)
    few.leave()
    time.sleep(1)
    result = {"readers": options.readers, "lists": options.lists, "spread": options.spread, "gzip": options.gzip}
    result["before"] = server.figures
    waves = []
    for wave in range(options.waves):
        there = crowd(options.readers)
        time.sleep(1)
        while_there = server.figures
        if wave == 0 and options.hold:
            time.sleep(options.hold)
        waiting = there.waiting
        there.leave()
        time.sleep(2)
        waves.append({"waiting": waiting, "while": while_there, "after": server.figures})
        if wave == 0:
            result["first_part"] = len(there.first)
    result["waves"] = waves
    grown = waves[0]["while"]["resident"] - result["before"]["resident"]
    result["per_reader"] = grown // max(1, waves[0]["waiting"])
    if options.pairs and shutil.which("wrk"):
        wrk(server, plain[0], 1)
        pairs = []
        for _ in range(options.pairs):
            without, rate_without = wrk(server, plain[0], options.seconds)
            there = crowd(options.readers)
            among, rate_among = wrk(server, plain[0], options.seconds)
            there.leave()
            time.sleep(2)
            pairs.append({
                "p99_without": without, "p99_with": among, "ratio": round(among / without, 2),
                "rate_without": rate_without, "rate_with": rate_among, "waiting": there.waiting, "ended": there.ended})
        result["pairs"] = pairs
        result["p99_ratio"] = statistics.median(pair["ratio"] for pair in pairs)
    there = crowd(options.readers)
    time.sleep(0.5)
    result["seconds_to_end"] = server.end()
    there.stop.set()
    there.drain.join()
    result["ended_properly"] = there.ended
    return result


if __name__ == "__main__":
    main()
