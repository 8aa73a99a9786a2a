"""Kills one replica of each service, then both, then the broker, with -9 under orders that go on: every acknowledged order must
exist once."""

from __future__ import annotations

import contextlib
import http.client
import itertools
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping

from souk.shop import Shop
from souk.testing.people import Clerk, Visitor

SERVICES = ("orders", "inventory", "catalog", "payments", "gateway")
# Which die together: the others go on; nobody is left; nobody hears of anything.
VICTIMS = (
    *((f"{service}-1",) for service in SERVICES),
    *((f"{service}-1", f"{service}-2") for service in SERVICES),
    ("rabbitmq",),
)
SHOPPERS = 4
BETWEEN_KILLS_SECONDS = 4.0
# A shopper who gets no clear answer tries again with the same key for this long.
PATIENCE_SECONDS = 60.0
PRODUCT = "tasse-a-cafe-zellige"
# Of their phones and keys, another one for each order.
NUMBERS = itertools.count(int(time.time()) % 80_000_000)


class Journal:
    """What the shoppers were told."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.accepted: dict[str, str] = {}
        self.problems: list[str] = []
        # What a shopper was told where there was no clear answer, and tried again.
        self.unclear: list[str] = []

    def accept(self, key: str, order: str) -> None:
        with self._lock:
            self.accepted[key] = order

    def complain(self, problem: str) -> None:
        with self._lock:
            self.problems.append(problem)

    def wonder(self, answer: str) -> None:
        with self._lock:
            self.unclear.append(answer)


def problems(shop: Shop, port: int) -> list[str]:
    """What went wrong for the shoppers, or afterwards with their orders."""
    with shoppers(port, wanted(port)) as journal:
        for victims in VICTIMS:
            time.sleep(BETWEEN_KILLS_SECONDS)
            for victim in victims:
                identity, _ = shop.remote.process(victim)
                if identity is None:
                    journal.complain(f"{victim} doesn't run")
                else:
                    identity.signal(signal.SIGKILL)
        time.sleep(BETWEEN_KILLS_SECONDS)
    return journal.problems + missing(port, journal.accepted)


def wanted(port: int) -> dict:
    """What the shoppers order, of which there is enough then."""
    clerk = Clerk(port)
    product = Visitor(port).page(PRODUCT)["id"]
    clerk.add_stock(clerk.warehouses()[0]["id"], product, None, 100_000)
    return {**Visitor(port).form(""), "product": product}


def highest(shop: Shop) -> int:
    """The number of the order that was placed last."""
    return int(shop.place().databases["orders"].execute("SELECT max(number) FROM orders;"))


@contextlib.contextmanager
def shoppers(port: int, form: dict, number: int = SHOPPERS) -> Iterator[Journal]:
    """Some who order all the while; at the end each has had its answer."""
    journal, stop = Journal(), threading.Event()
    threads = [threading.Thread(target=_shop, args=(port, form, NUMBERS, stop, journal)) for _ in range(number)]
    for thread in threads:
        thread.start()
    try:
        yield journal
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def _shop(port: int, form: dict, numbers, stop: threading.Event, journal: Journal) -> None:
    while not stop.is_set():
        number = next(numbers)
        _order(port, {**form, "phone": f"05{10_000_000 + number}"}, f"torture-{number}", journal)
        time.sleep(0.05)


def _order(port: int, form: dict, key: str, journal: Journal) -> None:
    """One order, tried again with its key until there is a clear answer."""
    until = time.monotonic() + PATIENCE_SECONDS
    visitor = None
    last = "nothing"
    while time.monotonic() < until:
        try:
            visitor = visitor or Visitor(port)
            answer = visitor.checkout(form, key)
            if answer.ok:
                return journal.accept(key, answer.json()["orderId"])
            last = f"{answer.status} {answer.body[:200]!r}"
            if answer.status not in (409, 429, 502, 503, 504) or answer.code == "orders.out_of_stock":
                return journal.complain(f"{key}: {last}")
        except (OSError, http.client.HTTPException, AssertionError) as error:
            last = repr(error)
        journal.wonder(f"{time.strftime('%H:%M:%S')} {key}: {last}")
        time.sleep(0.3)
    journal.complain(f"{key}: no answer in {PATIENCE_SECONDS:.0f} s, last {last}")


def missing(port: int, accepted: Mapping[str, str]) -> list[str]:
    """Which of the orders that were accepted, by their keys, aren't there."""
    if not accepted:
        return ["no order was accepted at all"]
    found = [f"{order} answers {times} keys" for order, times in Counter(accepted.values()).items() if times > 1]
    clerk = Clerk(port)
    for key, order in accepted.items():
        answer = clerk.call("GET", f"/dashboard/api/orders/{order}")
        if not answer.ok:
            found.append(f"{key}: acknowledged as {order}, which answers {answer.status}")
    return found
