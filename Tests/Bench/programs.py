"""Figures that are measured by a program of their own."""

import os
import signal
import subprocess
import sys

from bench import Unmeasured


def output(command: list, seconds: float) -> str:
    """The output of a Python program with options. On a timeout it is stopped with all its child processes."""
    words = [sys.executable, *map(str, command)]
    program = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        printed, complaints = program.communicate(timeout=seconds)
    except BaseException:
        end(program)
        raise
    if program.returncode != 0 or not printed.strip():
        raise Unmeasured("its program failed: " + (complaints.strip().splitlines() or ["it printed nothing"])[-1][:200])
    return printed.strip()


def end(program: subprocess.Popen) -> None:
    """Interrupts it like Ctrl-C, so that it can clean up, and then kills the rest of it."""
    try:
        os.killpg(program.pid, signal.SIGINT)
        program.communicate(timeout=20)
        os.killpg(program.pid, signal.SIGKILL)
    except subprocess.TimeoutExpired:
        os.killpg(program.pid, signal.SIGKILL)
        program.communicate()
    except ProcessLookupError:
        pass
