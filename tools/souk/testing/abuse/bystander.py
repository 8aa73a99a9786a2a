"""Who must not notice: a shopper at another address, and the memory of the shop's processes."""

from __future__ import annotations

import contextlib
import http.client
import itertools
import math
import os
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from souk.ports import LOOPBACK

ADDRESS = "127.77.0.1"
TIMEOUT_SECONDS = 10.0
# Between two requests, so that who is measured is no load.
PAUSE_SECONDS = 0.02


@dataclass(frozen=True)
class Waits:
    """How long the shopper waited, in seconds; for ever where no right answer came."""

    median: float
    p95: float

    @staticmethod
    def of(times: Iterable[float]) -> Waits:
        ordered = sorted(times)
        return Waits(statistics.median(ordered), ordered[min(len(ordered) - 1, math.ceil(0.95 * len(ordered)) - 1)])


def shop_around(port: int, slug: str, session: Mapping[str, str], seconds: float) -> list[float]:
    """Home page, product and a search that no cache has, over and over, each on a connection of its own."""
    times = []
    deadline = time.monotonic() + seconds
    for turn in itertools.count():
        if time.monotonic() > deadline:
            return times
        search = f"/web/public/api/search/products?q=savon{random.getrandbits(40)}"
        path = ("/", f"/web/public/api/product/{slug}", search)[turn % 3]
        times.append(_wait(port, path, session))
        time.sleep(PAUSE_SECONDS)
    return times


def _wait(port: int, path: str, session: Mapping[str, str]) -> float:
    began = time.monotonic()
    connection = http.client.HTTPConnection(LOOPBACK, port, timeout=TIMEOUT_SECONDS, source_address=(ADDRESS, 0))
    with contextlib.closing(connection):
        try:
            connection.request("GET", path, headers=dict(session))
            answer = connection.getresponse()
            answer.read()
            return time.monotonic() - began if answer.status == 200 else math.inf
        except (OSError, http.client.HTTPException):
            return math.inf


def memory(processes: Mapping[str, int]) -> dict[str, int]:
    """Bytes that each process and its children have for themselves."""
    children = defaultdict(list)
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            children[parent].append(int(folder.name))
    return {name: sum(map(_own_bytes, _family(pid, children))) for name, pid in processes.items()}


def _family(pid: int, children: Mapping[int, list[int]]) -> list[int]:
    found = [pid]
    for member in found:
        found += children.get(member, [])
    return found


def _own_bytes(pid: int) -> int:
    with contextlib.suppress(OSError):
        _, resident, shared, *_ = map(int, Path(f"/proc/{pid}/statm").read_text().split())
        return (resident - shared) * os.sysconf("SC_PAGESIZE")
    return 0
