"""Everybody at once on a few goods, for some seconds; then the shop's books are compared with what they did to it."""

from __future__ import annotations

import http.client
import random
import secrets
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from souk.testing.fuzz.actors import ROLES, Actor, Scene
from souk.testing.fuzz.model import Books, Key, centimes, money_faults
from souk.testing.people import Clerk, Visitor

ACTORS = 6
# Of which the demo has few, so that they run out; returns and deliveries bring some again.
GOODS = ("lampe-kobba", "lampe-lune", "vase-olive")
PIECES = 10
# A payment and its order agree within moments; a busy machine gets longer.
SETTLE_SECONDS = 30.0
# Without so many of each the model was not tried.
TRIED = {"place: done": 5, "take: done": 1, "change: done": 3, "receive: done": 1, "count: done": 1, "-> shipped: done": 1, "-> delivered: done": 1}


class Actions:
    """The actions against one shop."""

    def __init__(self, port: int, actors: int = ACTORS) -> None:
        self._actors = actors
        self._home = threading.Event()
        self._clerks = {role: Clerk(port, role) for role in ROLES}
        self._admin = self._clerks["admin"]
        visitor = Visitor(port)
        goods = {(visitor.page(slug)["id"], ""): slug for slug in GOODS}
        form = visitor.form("")
        offers = visitor.get(f"/public/utilis/api/transport/commune/{form['commune']}")[0]
        wanted = (form["transporter"], form["deliveryType"])
        offer = next(one for one in offers if (one["id"], one["deliveryType"]) == wanted)
        self._scene = Scene(
            port,
            self._clerks,
            goods,
            [row["id"] for row in self._admin.warehouses() if row["isActive"]],
            form,
            centimes(offer["price"]),
            # Other numbers at each run: a phone waits after an order.
            10_000_000 + secrets.randbelow(80_000_000),
        )

    def send_home(self) -> None:
        """Everybody ends what they do, before the time is up."""
        self._home.set()

    @property
    def orders(self) -> int:
        """So many were acknowledged."""
        return len(self._scene.orders)

    def unavailable(self) -> list[str]:
        """What could not be done because a service did not answer: nobody's fault, and no fault of the model."""
        ends = sorted(self._scene.outcomes.items())
        return [f"{what}, {times} times" for what, times in ends if what.endswith(": unavailable")]

    def run(self, seconds: float, seed: int) -> Iterator[tuple[str, list[str]]]:
        """Each check with what went wrong."""
        self._stock_up()
        before = self._found()
        self._act(seconds, seed)
        scene = self._scene
        done = sum(count for what, count in scene.outcomes.items() if what.endswith(": done"))
        name = f"{sum(scene.outcomes.values())} random actions at once, {done} done, fit the model"
        yield name, scene.faults + self._untried()
        self._undo_overpaid()
        yield "Stock and money are what the actions made of them", self._differences(before)

    def _stock_up(self) -> None:
        """Every one of the goods has a few pieces that can be sold, whoever bought of them before."""
        for number, (product, _) in enumerate(self._scene.goods):
            missing = PIECES - self._admin.available(product, None)
            if missing > 0:
                warehouse = self._scene.warehouses[number % len(self._scene.warehouses)]
                self._admin.add_stock(warehouse, product, None, missing)

    def _act(self, seconds: float, seed: int) -> None:
        deadline = time.monotonic() + seconds
        seeds = [f"{seed}-{number}" for number in range(self._actors)]
        threads = [threading.Thread(target=self._one, args=(own, deadline)) for own in seeds]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _one(self, seed: str, deadline: float) -> None:
        try:
            actor = Actor(self._scene, random.Random(seed))
            while time.monotonic() < deadline and not self._home.is_set():
                actor.act()
        except (AssertionError, KeyError, ValueError, OSError, http.client.HTTPException) as error:
            self._scene.complain(f"an actor broke off: {error!r}")

    def _untried(self) -> list[str]:
        counts = {end: sum(n for what, n in self._scene.outcomes.items() if what.endswith(end)) for end in TRIED}
        return [f"only {counts[end]} times {end}" for end, least in TRIED.items() if counts[end] < least]

    def _undo_overpaid(self) -> None:
        """An order taken back while it was being paid: staff are told to take it out of the payment, so we do."""
        for id_ in self._scene.payments:
            path = f"/dashboard/api/payments/transporter-payments/{id_}"
            payment = self._admin.get(path)
            wrong = [row["id"] for row in payment["orders"] if row["isTakenBack"] and row["reversalId"] is None]
            if wrong:
                body = {"version": payment["version"], "orderIds": wrong, "reason": "taken back"}
                self._scene.judge("undo", self._admin.call("POST", f"{path}/reversals", body), frozenset())

    def _differences(self, before: Books) -> list[str]:
        """Asks until events have arrived, or for so long that they won't."""
        deadline = time.monotonic() + SETTLE_SECONDS
        while (wrong := self._compare(before)) and time.monotonic() < deadline:
            time.sleep(0.5)
        return wrong

    def _compare(self, before: Books) -> list[str]:
        orders = self._orders()
        books = Books(before.on_hand + self._scene.received, Counter(before.reserved))
        wrong = [fault for order in orders.values() for fault in books.add_order(order)]
        wrong += books.differences(self._found(), self._scene.goods)
        payments = [self._admin.get(f"/dashboard/api/payments/transporter-payments/{id_}") for id_ in self._scene.payments]
        unpaid = self._admin.get(
            f"/dashboard/api/payments/get/transporters/nonPaidOrders/{self._scene.form['transporter']}"
        )
        return wrong + list(money_faults(orders, payments, unpaid))

    def _orders(self) -> dict[str, dict]:
        with ThreadPoolExecutor(ACTORS) as pool:
            found = pool.map(lambda id_: self._admin.get(f"/dashboard/api/orders/{id_}"), self._scene.orders)
            return {order["id"]: order for order in found}

    def _found(self) -> Books:
        """What the shop says that it has."""
        books = Books()
        for product, combination in self._scene.goods:
            key: Key = (product, combination)
            for warehouse in self._scene.warehouses:
                level = self._level(warehouse, product)
                books.on_hand[key] += level["onHand"]
                books.reserved[key] += level["reserved"]
        return books

    def _level(self, warehouse: str, product: str) -> dict:
        rows = self._admin.get(f"/dashboard/api/warehouse/{warehouse}/stocks?productId={product}")["stocks"]
        return next(iter(rows), {"onHand": 0, "reserved": 0, "available": 0})
