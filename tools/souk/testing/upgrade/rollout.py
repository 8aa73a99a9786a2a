"""The order in which programs of one release take the place of those of another, one replica beside the other for a while."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass

from souk import console, services
from souk.build import SERVICES
from souk.layout import Checkout
from souk.shop import READY_SECONDS, Options, Shop, answers
from souk.testing.upgrade import release

# docs/UPGRADING.md: who listens and answers before who publishes and asks.
ORDER = ("inventory", "payments", "orders", "catalog", "gateway")
BACK = tuple(reversed(ORDER))
BESIDE_SECONDS = 3.0
# A replica takes the name, and so the search index, that one of the other release left.
NUMBERS = 3


@dataclass(frozen=True)
class Sweep:
    """All services change over to one release, one after the other."""

    to: Checkout
    services: tuple[str, ...]
    what: str


def plan(former: Checkout, newer: Checkout) -> Iterator[Sweep]:
    """There and back in both orders; at the end all is of the newer release."""
    yield Sweep(newer, ORDER, "forward")
    yield Sweep(former, BACK, "back")
    yield Sweep(newer, BACK, "forward, the other way round")
    yield Sweep(former, ORDER, "back, the other way round")
    yield Sweep(newer, ORDER, "forward again")


def next_number(number: int) -> int:
    return number % NUMBERS + 1


class Front:
    """Whose gateways take calls, and so whose pages' files can be had."""

    def __init__(self, first: Checkout) -> None:
        self._lock = threading.Lock()
        self._files = {first: frozenset(release.files(first))}

    def comes(self, one: Checkout) -> None:
        with self._lock:
            self._files = {**self._files, one: frozenset(release.files(one))}

    def goes(self, one: Checkout) -> None:
        with self._lock:
            self._files = {known: files for known, files in self._files.items() if known != one}

    def has(self, file: str) -> bool:
        return any(file in files for files in self._now())

    def files(self) -> list[str]:
        return sorted(frozenset().union(*self._now()))

    def _now(self) -> list[frozenset[str]]:
        with self._lock:
            return list(self._files.values())


class Rollout:
    """Changes the programs of a shop that began with one replica of each service."""

    def __init__(self, shop: Shop, options: Options, front: Front) -> None:
        self._shop = shop
        self._options = options
        self._front = front
        ports = shop.ports
        self._running = {service: services.replica(service, 1, ports, choose=False) for service in SERVICES}

    def make(self, sweep: Sweep) -> None:
        """As a release does it: first what its migrations ask for, then its programs."""
        former, self._shop.release = self._shop.release, sweep.to
        console.say(f"  {time.strftime('%H:%M:%S')} {', '.join(sweep.services)}")
        self._shop.migrate()
        for service in sweep.services:
            with console.step(f"{service} {sweep.what}") as current:
                self._replace(service, former, current)

    def _replace(self, service: str, former: Checkout, current: console.Step) -> None:
        number = next_number(self._running[service].number)
        comes = services.replica(service, number, self._shop.ports, choose=True)
        self._shop.become([*self._running.values(), comes], current)
        if service == "gateway":
            self._wait_asked(current)
            self._front.comes(self._shop.release)
        time.sleep(BESIDE_SECONDS)
        if service == "gateway":
            self._front.goes(former)
        self._running[service] = comes
        self._shop.become(list(self._running.values()), current)

    def _wait_asked(self, current: console.Step) -> None:
        """Envoy sends nobody to a gateway before it has asked how that is: then a file that it alone has is there."""
        own = sorted(set(release.files(self._shop.release)) - set(self._front.files()))
        deadline = time.monotonic() + READY_SECONDS
        while own and not answers(self._shop.front_url(self._options) + own[0]) and time.monotonic() < deadline:
            current.show()
            time.sleep(0.1)
