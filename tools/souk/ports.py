"""Ports: chosen once and kept, so that addresses stay the same from one `up` to the next."""

from __future__ import annotations

import contextlib
import errno
import os
import random
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from souk import processes, state

LOOPBACK = "127.0.0.1"
# Below the range from which Linux takes the ports of outgoing connections: those come and go.
CHOICE = range(21000, 32000)
LISTENING = "0A"


def is_free(port: int) -> bool:
    return _hindrance(port) is None


def is_forbidden(port: int) -> bool:
    """Whether the system keeps it for root, be it in use or not."""
    return _hindrance(port) == errno.EACCES


def _hindrance(port: int) -> Optional[int]:
    """What the system says when we would listen there; None when we may."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError as error:
            return error.errno
        return None


@dataclass(frozen=True)
class Holder:
    """Who listens on a port; `pid` is None where it is another user's process."""

    port: int
    pid: Optional[int]

    def __str__(self) -> str:
        if self.pid is None:
            return f"port {self.port} is in use by a process of another user"
        return f"port {self.port} is in use by pid {self.pid} ({processes.command_line(self.pid)})"


def holder(port: int) -> Optional[Holder]:
    """Who has the port, or None when it is free."""
    inodes = _listening_inodes(port)
    if not inodes:
        return None if is_free(port) else Holder(port, None)
    for folder in Path("/proc").glob("[0-9]*"):
        if _open_sockets(folder) & inodes:
            return Holder(port, int(folder.name))
    return Holder(port, None)


def _open_sockets(process: Path) -> set[str]:
    """`socket:[inode]` of every socket that a process has open, as far as we may look."""
    found = set()
    with contextlib.suppress(OSError):
        for descriptor in os.listdir(process / "fd"):
            with contextlib.suppress(OSError):
                found.add(os.readlink(process / "fd" / descriptor))
    return found


def _listening_inodes(port: int) -> set[str]:
    found = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        try:
            lines = Path(table).read_text().splitlines()[1:]
        except OSError:
            continue
        for fields in map(str.split, lines):
            if fields[3] == LISTENING and int(fields[1].rsplit(":", 1)[1], 16) == port:
                found.add(f"socket:[{fields[9]}]")
    return found


class PortBook:
    """Names to ports, in a file. A kept port that somebody else took meanwhile is chosen anew."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._ports: dict[str, int] = {}
        kept = state.read(path, {})
        if isinstance(kept, dict):
            self._ports = {name: port for name, port in kept.items() if isinstance(port, int)}

    def port(self, name: str) -> int:
        """The kept port of a name, chosen now if there is none."""
        if name not in self._ports:
            self._choose(name)
        return self._ports[name]

    def free_port(self, name: str) -> int:
        """As `port`, for one that is about to be listened on: never one that is in use."""
        if name not in self._ports or not is_free(self._ports[name]):
            self._choose(name)
        return self._ports[name]

    def _choose(self, name: str) -> None:
        taken = set(self._ports.values())
        candidates = random.sample(CHOICE, len(CHOICE))
        self._ports[name] = next(port for port in candidates if port not in taken and is_free(port))
        state.write(self._path, self._ports, 0o644)
