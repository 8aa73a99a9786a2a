"""`./souk test abuse`: one address asks for far too much, and a shopper at another one must hardly notice.

The limits are production's, on a shop of its own. Each attack is measured against the same shopper just before and just after it.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from souk import console
from souk.layout import Checkout
from souk.shop import Shop
from souk.tally import Tally
from souk.testing.abuse.attacks import ATTACKS
from souk.testing.abuse.bystander import Waits, memory, shop_around
from souk.testing.check import Checks
from souk.testing.own_shop import own_shop
from souk.testing.people import Visitor

PRODUCT = "savon-olive-laurier"
# A shopper's median and 95th percentile may be so many times as long; below so many seconds more it is the machine's noise.
SLOWER, NOISE_SECONDS = 2.0, 0.010
# Memory is taken when an attack has had this long, at most, to fill what is bounded; after that it may grow so much more.
FILLED_SECONDS = 60.0
GROWTH, GROWTH_BYTES = 1.10, 8 * 1024 * 1024
# Time for what an attack left to end, before the shopper is alone again.
REST_SECONDS = 3.0
MIB = 1024 * 1024


@dataclass(frozen=True)
class Outcome:
    """What the shopper and the processes noticed of one attack."""

    attack: str
    alone: Waits
    beside: Waits
    before: dict[str, int]
    after: dict[str, int]
    got: dict[str, int]

    def row(self) -> str:
        """A line of the table: milliseconds alone and beside, the process that grew most, what the attacker got."""
        grown = max(self.after, key=lambda name: self.after[name] - self.before.get(name, 0))
        growth = (self.after[grown] - self.before.get(grown, 0)) / MIB
        waits = [1000 * wait for wait in (self.alone.median, self.beside.median, self.alone.p95, self.beside.p95)]
        got = ", ".join(f"{count} {what}" for what, count in sorted(self.got.items()))
        return f"{self.attack:20}" + "".join(f"{wait:9.1f}" for wait in waits) + f"  {growth:+6.1f} {grown:12}  {got}"

    def problems(self) -> Iterator[str]:
        for what in ("median", "p95"):
            alone, beside = getattr(self.alone, what), getattr(self.beside, what)
            if beside > SLOWER * alone and beside > alone + NOISE_SECONDS:
                yield f"the shopper's {what} went from {alone * 1000:.1f} to {beside * 1000:.1f} ms"
        for name, bytes_ in self.after.items():
            if bytes_ > GROWTH * self.before.get(name, 0) + GROWTH_BYTES:
                yield f"{name} grew from {self.before.get(name, 0) // MIB} to {bytes_ // MIB} MiB"
        if not self.got:
            yield "the attacker got nowhere, so nothing was tried"


HEAD = f"{'attack':20}{'median':>9}{'beside':>9}{'p95':>9}{'beside':>9}  {'MiB':>6} {'grew most':12}  the attacker got"


def run(checkout: Checkout, tally: Tally, seconds: int) -> None:
    """Each attack for so many seconds."""
    with own_shop(checkout, "abuse", demo_limits=False) as (shop, options):
        checks = Checks(checkout, tally, os.environ, checkout.root)
        session = Visitor(options.port).headers
        outcomes = []
        for attack in ATTACKS:
            outcome = _suffer(checkout, shop, options.port, session, attack, seconds)
            outcomes.append(outcome)
            wrong = list(outcome.problems())
            checks.note(f"A shopper beside {attack}", len(wrong), "\n".join(wrong))
        console.say("\n".join([HEAD, *(outcome.row() for outcome in outcomes)]))


def _suffer(checkout: Checkout, shop: Shop, port: int, session: dict, attack: str, seconds: int) -> Outcome:
    alone = shop_around(port, PRODUCT, session, seconds / 4)
    with _attacker(checkout, attack, port, seconds) as attacker:
        filled = min(FILLED_SECONDS, seconds / 2)
        times = shop_around(port, PRODUCT, session, filled)
        before = memory(_processes(shop))
        times += shop_around(port, PRODUCT, session, seconds - filled - 1)
        after = memory(_processes(shop))
        said, _ = attacker.communicate(timeout=60)
    time.sleep(REST_SECONDS)
    alone += shop_around(port, PRODUCT, session, seconds / 4)
    return Outcome(attack, Waits.of(alone), Waits.of(times), before, after, json.loads(said or "{}"))


@contextlib.contextmanager
def _attacker(checkout: Checkout, attack: str, port: int, seconds: int) -> Iterator[subprocess.Popen]:
    """Nice to all others: it takes the shop's time, not the machine's."""
    command = ["nice", "-n", "19", sys.executable, "-m", "souk.testing.abuse", attack, str(port), str(seconds)]
    environment = {**os.environ, "PYTHONPATH": str(Path(checkout.root, "tools"))}
    attacker = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE)
    try:
        yield attacker
    finally:
        attacker.kill()
        attacker.wait()


def _processes(shop: Shop) -> dict[str, int]:
    found = {spec.name: shop.remote.process(spec.name)[0] for spec in shop.remote.wanted()}
    return {name: identity.pid for name, identity in found.items() if identity}
