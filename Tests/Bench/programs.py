"""Figures that have a program of their own."""

import os
import signal
import subprocess
import sys

from bench import Unmeasured


def output(command: list, seconds: float) -> str:
    """What a program in Python printed, with its options. It ends in time, and all that it started with it."""
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
    """As Ctrl-C would, so that it can tidy up; what is left of it then, without a word."""
    try:
        os.killpg(program.pid, signal.SIGINT)
        program.communicate(timeout=20)
        os.killpg(program.pid, signal.SIGKILL)
    except subprocess.TimeoutExpired:
        os.killpg(program.pid, signal.SIGKILL)
        program.communicate()
    except ProcessLookupError:
        pass
