"""A shop of one size for the benchmark: a folder of its own, made once, and what a load on it costs."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from souk import processes
from souk import shop as shops
from souk.layout import Checkout
from souk.services import Scale
from souk.shop import Options, Shop

SERVICES = ("catalog", "orders", "inventory", "payments", "gateway")
CATALOG = "catalog-1"
# Of what the kernel tells of a process: all that is in memory, and that without the files that it has mapped.
RESIDENT, OF_ITS_OWN = "VmRSS:", "RssAnon:"
# A million products are indexed before catalog is ready.
READY_SECONDS = 3600.0


@dataclass
class SizedShop:
    """A running shop, and how long it took to make."""

    shop: Shop
    options: Options
    seconds: dict[str, float] = field(default_factory=dict)
    # Pids by name of what works for it and isn't its own.
    beside: dict[str, int] = field(default_factory=dict)

    @property
    def port(self) -> int:
        return self.options.port

    @property
    def front(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def environment(self) -> dict[str, str]:
        return self.shop.tool_environment()

    def rows(self, service: str, query: str) -> list[list[str]]:
        """What a service's database answers."""
        command = [program_of_postgres("psql"), self.environment()[f"{service.upper()}_DATABASE_URL"]]
        done = subprocess.run([*command, "-X", "-q", "-t", "-A", "-F", "\t", "-c", query], capture_output=True, text=True, check=True)
        return [line.split("\t") for line in done.stdout.splitlines()]

    def restart(self, forget_index: bool = False) -> float:
        """Stops everything, starts it again, and says how long it took until all was healthy."""
        self.shop.stop()
        if forget_index:
            self.forget_index()
        began = time.monotonic()
        self.shop.start(self.options, os.getpid())
        return time.monotonic() - began

    def forget_index(self) -> None:
        for entry in self.shop.folder.index.glob("*/*"):
            subprocess.run(["rm", "-rf", entry], check=True)

    def restart_catalog(self, settings: dict[str, str]) -> float:
        """Starts catalog alone with these settings beside its own and no index, and says when; it isn't ready yet."""
        spec = next(spec for spec in self.shop.remote.wanted() if spec.name == CATALOG)
        identity, _ = self.shop.remote.process(CATALOG)
        self.shop.remote.unwant(CATALOG)
        processes.wait_gone([identity] if identity else [], shops.RESTART_SECONDS)
        self.forget_index()
        began = time.monotonic()
        self.shop.remote.want(dataclasses.replace(spec, environment={**spec.environment, **settings}))
        return began

    def cpu_seconds(self) -> dict[str, float]:
        """CPU time that each of the shop's processes has used so far; PostgreSQL's with all of its sessions."""
        used = {}
        for name in [spec.name for spec in self.shop.remote.wanted()]:
            identity, _ = self.shop.remote.process(name)
            if identity:
                used[name] = process_cpu(identity.pid, "postgres" in name)
        return {**used, **{name: process_cpu(pid, False) for name, pid in self.beside.items()}}

    def memory_mb(self, kind: str) -> dict[str, float]:
        found = {}
        for spec in self.shop.remote.wanted():
            identity, _ = self.shop.remote.process(spec.name)
            if identity and spec.name.rpartition("-")[0] in SERVICES:
                found[spec.name] = memory_mb(identity.pid, kind)
        return found


@contextlib.contextmanager
def sized_shop(checkout: Checkout, products: int, orders: int, keep: bool) -> Iterator[SizedShop]:
    """Made where it is not there yet; stopped at the end, and thrown away unless it is kept."""
    shops.READY_SECONDS = READY_SECONDS
    shop = Shop(checkout, checkout.shop(checkout.private / "bench" / f"{products}-{orders}"))
    options = Options(shop.ports.free_port("front"), Scale())
    made = shop.folder.path / "sized"
    sized = SizedShop(shop, options)
    try:
        shop.start(options, os.getpid())
        if not made.exists():
            sized.seconds["load"] = sized_load(shop, products, orders)
            made.touch()
            sized.seconds["load until indexed"] = sized.seconds["load"] + sized.restart()
        yield sized
    finally:
        shop.stop()
        if not keep:
            shop.throw_away()


def sized_load(shop: Shop, products: int, orders: int) -> float:
    began = time.monotonic()
    shop.load_sized(products, orders, seed=1)
    return time.monotonic() - began


def until(is_so: Callable[[], bool], seconds: float, pause: float = 0.01) -> bool:
    deadline = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > deadline:
            return False
        time.sleep(pause)
    return True


def memory_mb(pid: int, kind: str) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return round(int(next(line for line in lines if line.startswith(kind)).split()[1]) / 1024, 1)


def process_cpu(pid: int, with_children: bool) -> float:
    """CPU seconds that a process has used so far, with its children's where these work for it."""
    ticks = _ticks(pid, reaped=with_children)
    if with_children:
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit() and _parent(entry) == pid:
                ticks += _ticks(int(entry.name), reaped=False)
    return ticks / os.sysconf("SC_CLK_TCK")


def _ticks(pid: int, reaped: bool) -> int:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0
    return sum(int(value) for value in fields[11 : 15 if reaped else 13])


def _parent(entry: Path) -> int:
    try:
        return int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
    except OSError:
        return 0


def program_of_postgres(name: str) -> str:
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(found[-1]) if found else name
