"""A shop of one size for the benchmark: a folder of its own, made once, and what a load on it costs."""

from __future__ import annotations

import contextlib
import os
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from souk import shop as shops
from souk.layout import Checkout
from souk.services import Scale
from souk.shop import Options, Shop

SERVICES = ("catalog", "orders", "inventory", "payments", "gateway")
# A million products are indexed before catalog is ready.
READY_SECONDS = 3600.0


@dataclass
class SizedShop:
    """A running shop, and how long it took to make."""

    shop: Shop
    options: Options
    seconds: dict[str, float] = field(default_factory=dict)

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
            for folder in self.shop.folder.index.iterdir():
                subprocess.run(["rm", "-rf", folder], check=True)
        began = time.monotonic()
        self.shop.start(self.options, os.getpid())
        return time.monotonic() - began

    def cpu_seconds(self) -> dict[str, float]:
        """CPU time that each of the shop's processes has used so far; PostgreSQL's with all of its sessions."""
        used = {}
        for name in [spec.name for spec in self.shop.remote.wanted()]:
            identity, _ = self.shop.remote.process(name)
            if identity:
                used[name] = process_cpu(identity.pid, "postgres" in name)
        return used

    def resident_mb(self) -> dict[str, float]:
        found = {}
        for spec in self.shop.remote.wanted():
            identity, _ = self.shop.remote.process(spec.name)
            if identity and spec.name.rpartition("-")[0] in SERVICES:
                lines = Path(f"/proc/{identity.pid}/status").read_text().splitlines()
                resident = next(line for line in lines if line.startswith("VmRSS"))
                found[spec.name] = round(int(resident.split()[1]) / 1024, 1)
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
