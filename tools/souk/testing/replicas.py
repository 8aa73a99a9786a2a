"""Ends replicas of a shop that people look at and order in, one of each service: no answer may be lost. Two of each stay for what is tried
next."""

from __future__ import annotations

import http.client
import itertools
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from souk.build import SERVICES
from souk.services import Scale
from souk.shop import READY_SECONDS, Options, Shop, answers
from souk.testing import torture
from souk.testing.people import Answer, Clerk, Visitor

LOOKERS = 4
REPLICAS = 2
ENDED_EVERY_SECONDS = 2.0
# A way of looking: from the number of the call to its answer.
Look = Callable[[int], Answer]


class Views:
    """What the lookers were told."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.served: Counter[str] = Counter()
        self.lost: list[str] = []

    def take(self, service: str, look: Look, number: int) -> None:
        try:
            answer = look(number)
            problem = "" if answer.ok else f"{answer.status} {answer.body[:200]!r}"
        except (OSError, http.client.HTTPException) as error:
            problem = repr(error)
        with self._lock:
            if problem:
                self.lost.append(f"{time.strftime('%H:%M:%S')} {service}, call {number}: {problem}")
            else:
                self.served[service] += 1

    def unasked(self, looks: Mapping[str, Look]) -> list[str]:
        """What was not tried at all."""
        return [f"{service} was never asked" for service in looks if not self.served[service]]


def lost_answers(shop: Shop, port: int) -> list[str]:
    """What went wrong for people who only look around while one replica of each service after the other is killed."""
    shop.scale(Options(port, Scale(dict.fromkeys(SERVICES, REPLICAS))))
    looks = each_service(port)
    with lookers(looks, LOOKERS) as views:
        killed = _end_each(shop, signal.SIGKILL)
    return killed + views.lost + views.unasked(looks) + _gone(shop)


def lost_orders(shop: Shop, port: int) -> list[str]:
    """What went wrong for people who order and look around while one replica of each service after the other is told to end, of which its
    callers hear from itself alone: as where a cluster makes them fewer. Each order is taken at once."""
    looks, form = each_service(port), torture.wanted(port)
    with torture.shoppers(port, form) as journal, lookers(looks, LOOKERS) as views:
        ended = _end_each(shop, signal.SIGTERM)
    orders = journal.problems + journal.unclear + torture.missing(port, journal.accepted)
    return ended + orders + views.lost + views.unasked(looks) + _gone(shop)


@contextmanager
def lookers(looks: Mapping[str, Look], number: int) -> Iterator[Views]:
    """Some who look all the while."""
    views, stop = Views(), threading.Event()
    threads = [threading.Thread(target=_look_around, args=(looks, stop, views)) for _ in range(number)]
    for thread in threads:
        thread.start()
    try:
        yield views
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def _end_each(shop: Shop, by: signal.Signals) -> list[str]:
    missing = []
    for service in SERVICES:
        time.sleep(ENDED_EVERY_SECONDS)
        identity, _ = shop.remote.process(f"{service}-1")
        if identity is None:
            missing.append(f"{service}-1 doesn't run")
        else:
            identity.signal(by)
    time.sleep(ENDED_EVERY_SECONDS)
    return missing


def _gone(shop: Shop) -> list[str]:
    """What doesn't come back: whoever races next must meet two of each."""
    deadline = time.monotonic() + READY_SECONDS
    gone = [spec for spec in shop.remote.wanted() if spec.health]
    while gone and time.monotonic() < deadline:
        gone = [spec for spec in gone if not answers(str(spec.health))]
        time.sleep(0.1)
    return [f"{spec.name} doesn't come back" for spec in gone]


def each_service(port: int) -> dict[str, Look]:
    """One read through each service behind the gateway, which no cache answers."""
    visitor, clerk = Visitor(port), Clerk(port)
    warehouse = clerk.warehouses()[0]["id"]
    return {
        "catalog": lambda number: visitor.call("GET", f"/web/public/api/search/products?q=souk{number}"),
        "orders": lambda _: clerk.call("GET", "/dashboard/api/orders"),
        "inventory": lambda _: clerk.call("GET", f"/dashboard/api/warehouse/{warehouse}/stocks"),
        "payments": lambda _: clerk.call("GET", "/dashboard/api/payments/balances"),
    }


def _look_around(looks: Mapping[str, Look], stop: threading.Event, views: Views) -> None:
    """Through every service in turn, by way of both Envoy listeners."""
    for number in itertools.count():
        for service, look in looks.items():
            if stop.is_set():
                return
            # No two lookers search for the same words.
            views.take(service, look, threading.get_ident() + number)
