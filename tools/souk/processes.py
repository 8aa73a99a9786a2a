"""Processes by identity. A pid alone may have been given to somebody else; pid, start time and boot can't."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Optional


@lru_cache(maxsize=1)
def boot_id() -> str:
    return Path("/proc/sys/kernel/random/boot_id").read_text().strip()


def _stat(pid: int) -> Optional[list[str]]:
    """Fields of /proc/<pid>/stat after the command name, which may itself contain spaces and brackets."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return text[text.rindex(")") + 2 :].split()


@dataclass(frozen=True)
class Identity:
    """One process, once and for ever."""

    pid: int
    started: int
    boot: str

    @staticmethod
    def of(pid: int) -> Optional[Identity]:
        fields = _stat(pid)
        if fields is None or fields[0] in "ZX":
            return None
        return Identity(pid, int(fields[19]), boot_id())

    @staticmethod
    def of_record(record: Any) -> Optional[Identity]:
        """From what `record` wrote; None where the file was cut off or is somebody else's."""
        try:
            return Identity(int(record["pid"]), int(record["started"]), str(record["boot"]))
        except (KeyError, TypeError, ValueError):
            return None

    def record(self) -> dict[str, Any]:
        return asdict(self)

    def alive(self) -> bool:
        return Identity.of(self.pid) == self

    def signal(self, number: int) -> None:
        """Signals the process, and its group if it leads one, if it is still the one that we know."""
        if not self.alive():
            return
        with contextlib.suppress(ProcessLookupError):
            if os.getpgid(self.pid) == self.pid:
                os.killpg(self.pid, number)
            else:
                os.kill(self.pid, number)

    def age(self) -> float:
        """Seconds since it started."""
        uptime = float(Path("/proc/uptime").read_text().split()[0])
        return uptime - self.started / os.sysconf("SC_CLK_TCK")


def end(identities: Iterable[Identity], number: int = signal.SIGTERM, seconds: float = 10.0) -> None:
    """Asks the processes to end, waits, and kills those that didn't listen."""
    left = [identity for identity in identities if identity.alive()]
    for identity in left:
        identity.signal(number)
    if not wait_gone(left, seconds):
        for identity in left:
            identity.signal(signal.SIGKILL)
        wait_gone(left, 5.0)


def wait_gone(identities: Iterable[Identity], seconds: float) -> bool:
    identities = list(identities)
    deadline = time.monotonic() + seconds
    while any(identity.alive() for identity in identities):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def command_line(pid: int) -> str:
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return "unknown command"
    return b" ".join(words).decode(errors="replace").strip()[:120] or "unknown command"
