"""Races and lies through the front door of a running demo shop: the promises of the checkout, as buyers meet them."""

from __future__ import annotations

import http.client
import itertools
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from souk.testing.people import Answer, Clerk, Visitor

BUYERS = 200
UNITS = 20
TWINS = 50
TRIES = 5
HANDS = 32
PRODUCT = "savon-olive-laurier"
LIES = ["0.01", "-1", "NaN", "1e308", "gratuit", 0.01, -1, 1e308, None, [], {"amount": 1}]

Result = TypeVar("Result")


class FrontDoor:
    """The checks, each a list of what went wrong."""

    def __init__(self, port: int) -> None:
        self._port = port
        # Other numbers at each run: a phone waits after an order.
        self._phones = itertools.count(10_000_000 + int(time.time()) % 80_000_000)
        self._clerk = Clerk(port)

    def checks(self) -> Iterator[tuple[str, Callable[[], list[str]]]]:
        yield f"{BUYERS} buyers of {UNITS} pieces make {UNITS} orders", self.last_pieces
        yield f"{TWINS} identical submits make one order", self.twins
        yield "Two clerks confirm one order once", self.two_clerks
        yield "An order is paid once by two payments at once", self.two_payments
        yield "The browser's prices are not believed", self.lies

    def last_pieces(self) -> list[str]:
        product = Visitor(self._port).page(PRODUCT)
        self._leave(product["id"], UNITS)

        def buy(number: int) -> Answer:
            return self._insist(product["id"], f"last-{number}-{time.time()}")

        answers = at_once(buy, range(BUYERS))
        outcomes = Counter(answer.code or "accepted" for answer in answers)
        if outcomes != {"accepted": UNITS, "orders.out_of_stock": BUYERS - UNITS}:
            return [f"outcomes: {dict(outcomes)}"]
        if not all(answer.json().get("errors") for answer in answers if not answer.ok):
            return ["a refusal names no line"]
        left = self._clerk.available(product["id"], None)
        return [] if left == 0 else [f"{left} pieces left"]

    def twins(self) -> list[str]:
        product = self._in_stock("bougie-ambre")
        visitor = Visitor(self._port)
        form = {**visitor.form(self._phone()), "product": product}

        def submit(_: int) -> Answer:
            for _ in range(100):
                answer = visitor.checkout(form)
                if answer.status != 409 or "retry-after" not in answer.headers:
                    return answer
                time.sleep(0.05)
            return answer

        answers = at_once(submit, range(TWINS))
        bodies = {answer.body for answer in answers}
        if len(bodies) == 1 and all(answer.ok for answer in answers):
            return []
        return [f"{len(bodies)} different answers, statuses {Counter(answer.status for answer in answers)}"]

    def two_clerks(self) -> list[str]:
        product = self._in_stock("bougie-ambre")
        order = self._accepted(self._order(product, 1))["orderId"]
        clerks = [Clerk(self._port, "sales"), Clerk(self._port, "admin")]
        version = self._clerk.get(f"/dashboard/api/orders/{order}")["version"]

        def confirm(clerk: Clerk) -> Answer:
            return clerk.call(
                "POST", f"/dashboard/api/orders/{order}/transitions", {"to": "confirmed", "version": version}
            )

        answers = at_once(confirm, clerks)
        timeline = self._clerk.get(f"/dashboard/api/orders/{order}")["timeline"]
        confirmed = sum(entry["kind"] == "confirmed" for entry in timeline)
        won = sum(answer.ok for answer in answers)
        lost = [(answer.status, answer.code) for answer in answers if not answer.ok]
        if confirmed == 1 and won == 1 and lost == [(409, "orders.stale_version")] * (len(clerks) - 1):
            return []
        return [f"confirmed {confirmed} times, {won} won, the others got {lost}"]

    def two_payments(self) -> list[str]:
        transporter, order = self._unpaid()
        body = {"transporterId": transporter, "orderIds": [order], "reference": "test"}

        def pay(key: str) -> Answer:
            more = {"Idempotency-Key": key}
            return self._clerk.call("POST", "/dashboard/api/payments/transporter-payments", body, more)

        answers = at_once(pay, [f"first-{order}", f"second-{order}"])
        statuses = sorted(200 if answer.ok else answer.status for answer in answers)
        return [] if statuses == [200, 409] else [f"answers {statuses}"]

    def lies(self) -> list[str]:
        wrong = []
        visitor = Visitor(self._port)
        page = visitor.page("bougie-ambre")
        self._in_stock("bougie-ambre")
        price = page["productPriceAfterPromotion"] or page["priceHt"]
        for lie in LIES:
            # A browser's NaN is a word in quotes: JSON has no other way to say it.
            form = {**visitor.form(self._phone()), "deliveryPrice": lie, "totalPrice": lie, "unitPrice": lie}
            form["products"] = [{"product": page["id"], "combination": None, "unitPrice": lie, "quantity": 1}]
            answer = Visitor(self._port).checkout(form)
            if answer.status >= 500:
                wrong.append(f"{lie!r}: {answer.status}")
            elif answer.ok and answer.json()["total"] != price + self._delivery(visitor, form):
                wrong.append(f"{lie!r}: charged {answer.json()['total']}")
        return wrong

    def _delivery(self, visitor: Visitor, form: dict) -> float:
        offers = visitor.get(f"/public/utilis/api/transport/commune/{form['commune']}")[0]
        wanted = (form["transporter"], form["deliveryType"])
        return next(offer["price"] for offer in offers if (offer["id"], offer["deliveryType"]) == wanted)

    def _phone(self) -> str:
        return f"07{next(self._phones)}"

    def _order(self, product: str, quantity: int) -> Answer:
        visitor = Visitor(self._port)
        return visitor.checkout({**visitor.form(self._phone()), "product": product, "quantity": quantity})

    def _insist(self, product: str, key: str) -> Answer:
        """One piece, asked for again with the same key while the shop says that it is too busy."""
        visitor = Visitor(self._port)
        form = {**visitor.form(self._phone()), "product": product}
        for _ in range(TRIES):
            answer = visitor.checkout(form, key)
            if answer.status != 503 and not (answer.status == 409 and "retry-after" in answer.headers):
                break
            time.sleep(float(answer.headers.get("retry-after", "1")))
        return answer

    def _accepted(self, answer: Answer) -> dict:
        if not answer.ok:
            raise AssertionError(f"checkout: {answer.status} {answer.body[:300]!r}")
        return answer.json()

    def _in_stock(self, slug: str) -> str:
        """The product of this name, with pieces enough for every check."""
        product = Visitor(self._port).page(slug)["id"]
        self._clerk.add_stock(self._clerk.warehouses()[0]["id"], product, None, 100)
        return product

    def _leave(self, product: str, pieces: int) -> None:
        """Brings what can be sold of the product to exactly so many pieces."""
        have = self._clerk.available(product, None)
        if have < pieces:
            self._clerk.add_stock(self._clerk.warehouses()[0]["id"], product, None, pieces - have)
        elif have > pieces:
            self._accepted(self._order(product, have - pieces))

    def _unpaid(self) -> tuple[str, str]:
        for transporter in self._clerk.get("/dashboard/api/payments/balances"):
            orders = self._clerk.get(
                f"/dashboard/api/payments/get/transporters/nonPaidOrders/{transporter['transporterId']}"
            )
            if orders:
                return transporter["transporterId"], orders[0]["id"]
        raise AssertionError("no transporter owes anything")


def at_once(work: Callable[..., Result], items) -> list[Result]:
    """Runs the work for all items, as many hands at once as there may be, all starting together."""
    items = list(items)
    hands = min(HANDS, len(items))
    gate = threading.Barrier(hands)
    first = threading.local()

    def one(item) -> Result:
        if not getattr(first, "came", False):
            first.came = True
            gate.wait(30)
        return work(item)

    with ThreadPoolExecutor(hands) as pool:
        return list(pool.map(one, items))


def run(port: int) -> Iterator[tuple[str, list[str]]]:
    """Every check by name, with what went wrong."""
    door = FrontDoor(port)
    for name, check in door.checks():
        try:
            yield name, check()
        except (AssertionError, KeyError, OSError, http.client.HTTPException) as error:
            yield name, [repr(error)]
