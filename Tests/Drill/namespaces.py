"""Two machines on one: each has a network and a file system of its own. They reach each other over a cable that can be cut."""

import ctypes
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from room import Failed

NETWORK = 0x40000000  # CLONE_NEWNET
CABLE = "cable"


class Machine:
    """A pair of namespaces. Its folder is a file system in memory that outlives them, as a disk outlives a power failure."""

    def __init__(self, folder: Path, address: str):
        self.folder, self.address = folder, address
        folder.mkdir()
        run("mount", "-t", "tmpfs", "tmpfs", folder)

    def boot(self, other: "Machine") -> None:
        """Makes the namespaces, in which the folder of the other machine is not mounted."""
        script = 'umount "$0" && ip link set lo up && echo up && exec sleep infinity'
        self.holder = subprocess.Popen(
            ["unshare", "--net", "--mount", "sh", "-c", script, other.folder], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        if (line := self.holder.stdout.readline()) != "up\n":
            raise Failed(f"a machine does not start: {line.strip()}")

    def within(self, *words: object) -> list[str]:
        """The command that runs the words on this machine, in one process."""
        spaces = f"/proc/{self.holder.pid}/ns"
        return ["nsenter", f"--net={spaces}/net", f"--mount={spaces}/mnt", *map(str, words)]

    @contextmanager
    def entered(self) -> Iterator[None]:
        """This thread, and those that it starts, are clients on this machine. Its files remain those of both machines."""
        before = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
        there = os.open(f"/proc/{self.holder.pid}/ns/net", os.O_RDONLY)
        try:
            enter(there)
            yield
        finally:
            enter(before)
            os.close(before)
            os.close(there)

    def cable(self, state: str) -> None:
        run(*self.within("ip", "link", "set", CABLE, state))

    def die(self) -> None:
        """The other machine hears nothing more; then all processes end by kill -9."""
        run(*self.within("ip", "link", "delete", CABLE))
        network = os.stat(f"/proc/{self.holder.pid}/ns/net").st_ino
        for process in Path("/proc").glob("[0-9]*"):
            try:
                if int(process.name) != os.getpid() and (process / "ns/net").stat().st_ino == network:
                    os.kill(int(process.name), signal.SIGKILL)
            except (FileNotFoundError, ProcessLookupError):
                pass
        self.holder.wait()


def connect(first: Machine, second: Machine) -> None:
    ends = [["name", CABLE, "netns", machine.holder.pid] for machine in (first, second)]
    run("ip", "link", "add", *ends[0], "type", "veth", "peer", *ends[1])
    for machine in (first, second):
        run(*machine.within("ip", "address", "add", f"{machine.address}/24", "dev", CABLE))
        machine.cable("up")


def run(*words: object) -> None:
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        raise Failed(f"{' '.join(map(str, words))}: {done.stderr.strip()}")


def enter(network: int) -> None:
    if ctypes.CDLL(None, use_errno=True).setns(network, NETWORK) != 0:
        raise OSError(ctypes.get_errno(), "setns")
