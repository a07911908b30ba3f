"""The process: running out of descriptors, a log that is not read, closed standard files, and signals."""

import json
import os
import resource
import signal
import socket
import subprocess
import time
from urllib.parse import urlsplit

import pytest

import web
from server import Server


class Process(Server):
    """A server with chosen standard files and limits; its port is known before it starts."""

    def begin(self, *, files: int | None = None, ignoring: int | None = None, closing: int | None = None, **options) -> "Process":
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            self.url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        web.cookies[urlsplit(self.url).netloc] = self.cookie

        def prepare() -> None:
            # The tests may have been started with nohup.
            signal.signal(signal.SIGHUP, signal.SIG_DFL)
            if files:
                resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
            if ignoring:
                signal.signal(ignoring, signal.SIG_IGN)
            if closing is not None:
                os.close(closing)

        streams = {"stdout": subprocess.DEVNULL, "stderr": self.log.open("wb")} | options
        self.process = subprocess.Popen(self.command(), cwd=self.folder, preexec_fn=prepare, **streams)
        until(self.answers)
        return self

    def answers(self) -> bool:
        assert self.process.poll() is None, self.log.read_text("utf-8", "replace")
        try:
            return web.get(f"{self.url}/lists").status in (200, 401)
        except OSError:
            return False

    @property
    def lines(self) -> list[dict]:
        text = self.log.read_text("utf-8", "replace")
        return [json.loads(line) for line in text.splitlines() if line.startswith("{")]

    def said(self, words: str) -> list[dict]:
        return [line for line in self.lines if words in line["message"]]

    @property
    def seconds(self) -> float:
        """The CPU time on all cores."""
        fields = open(f"/proc/{self.process.pid}/stat").read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def until(holds) -> None:
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline, "that never happened"
        time.sleep(0.02)


@pytest.fixture
def process(tmp_path, registered):
    process = Process(tmp_path)
    process.adopt(registered)
    yield process
    if process.running:
        process.kill()


def test_with_few_descriptors_it_serves_fewer_connections_and_recovers(process):
    process.begin(files=80)
    [warning] = process.said("fewer connections")
    assert warning["level"] == "warning" and int(warning["files"]) == 80 and int(warning["connections"]) == 40
    host, port = urlsplit(process.url).hostname, urlsplit(process.url).port
    waiting = [socket.create_connection((host, port), timeout=60) for _ in range(120)]
    # Accepting in a loop would take a whole core during this time.
    before, began = process.seconds, time.monotonic()
    time.sleep(2)
    assert process.seconds - before < 0.5 * (time.monotonic() - began)
    for connection in waiting:
        connection.close()
    until(process.answers)
    assert process.stop() == 0


def test_a_closed_log_pipe_stops_nothing(process):
    process.options = ("--log-level", "trace")
    process.begin(stderr=subprocess.PIPE)
    process.process.stderr.close()
    assert all(web.get(f"{process.url}/lists").status == 200 for _ in range(5))
    assert process.stop() == 0


@pytest.mark.parametrize("descriptor", [0, 1, 2])
def test_a_standard_file_that_is_closed_at_the_start(process, descriptor):
    process.begin(closing=descriptor)
    assert web.post(f"{process.url}/lists", {"name": "Errands", "version": ""}).status == 303
    # The descriptor is not reused for a connection or the database, where log lines would be written.
    assert os.readlink(f"/proc/{process.process.pid}/fd/{descriptor}") == "/dev/null"
    assert process.stop() == 0


def test_full_standard_files(process):
    with open("/dev/full", "wb") as full:
        process.begin(stdout=full, stderr=full)
    assert web.get(f"{process.url}/lists").status == 200
    assert process.stop() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_end_is_logged(process, number):
    process.begin()
    process.process.send_signal(number)
    assert process.process.wait(300) == 0
    assert len(process.said("stopped")) == 1
    # The database's log is checkpointed into the one file.
    assert not process.database.with_name(process.database.name + "-wal").exists()


def test_started_with_nohup_it_survives_its_terminal(process):
    process.begin(ignoring=signal.SIGHUP)
    process.process.send_signal(signal.SIGHUP)
    assert all(process.answers() for _ in range(3))
    assert process.stop() == 0
