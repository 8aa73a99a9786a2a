"""Shoppers and staff who do what comes to their mind to a few orders and shelves, all at once: each answer must fit the
model.
"""

from __future__ import annotations

import contextlib
import random
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Optional

from souk.testing.fuzz.model import (
    ENDS,
    MAY,
    NEXT,
    Asked,
    Key,
    Since,
    as_read,
    centimes,
    change_fault,
    step_fault,
)
from souk.testing.people import Answer, Clerk, Visitor

ROLES = ("admin", "sales", "warehouse", "payments")
# Nothing of these is anybody's fault: somebody else was faster, or it is to be tried again.
OUTRUN = frozenset({"catalog.stale_version", "payments.already_paid", "payments.already_reversed", "payments.stale_version"})
BUSY = frozenset({"catalog.busy", "orders.busy", "orders.in_flight", "unavailable", "inventory.crowded"})
SOLD_OUT = frozenset({"orders.out_of_stock", "orders.price_changed"})
UNCHANGED = SOLD_OUT | {"orders.stale_version", "orders.goods_taken"}
MISCOUNTED = frozenset({"inventory.stock_moved", "inventory.count_below_reserved"})
# What of a checkout's form says who orders and where that goes.
CUSTOMER = ("firstname", "lastname", "address", "wilaya", "commune", "transporter", "deliveryType")
CHANGEABLE = frozenset({"placed", "unreachable", "confirmed"})
MOST_PIECES = 3
# So many orders are worked on at once, until they end.
IN_WORK = 20
# Of the orders that have ended, or that nothing can be changed of, this share is left in peace; the others are asked for what they can't.
LEFT_IN_PEACE = 0.8
# How much likelier each other step is than a cancellation, which may come nearly anywhere and ends all.
LIKELIER = 5


@dataclass
class Scene:
    """What all of them share: who they are, the few goods that it is all about, and what came of it."""

    port: int
    clerks: Mapping[str, Clerk]
    goods: Mapping[Key, str]
    warehouses: list[str]
    form: Mapping[str, object]
    delivery: int
    last_phone: int
    orders: list[str] = field(default_factory=list)
    in_work: list[str] = field(default_factory=list)
    received: Counter[Key] = field(default_factory=Counter)
    payments: list[str] = field(default_factory=list)
    outcomes: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def phone(self) -> str:
        """Another one for each order: a phone waits after one."""
        with self.lock:
            self.last_phone += 1
            return f"06{self.last_phone}"

    def judge(self, what: str, answer: Answer, refusals: frozenset[str]) -> bool:
        """Counts the answer; one that was no success must be one of these."""
        with self.lock:
            self.outcomes[f"{what}: {answer.code or 'done'}"] += 1
            if not answer.ok and answer.code not in refusals | BUSY:
                self.faults.append(f"{what}: {answer.status} {answer.body[:300]!r}")
        return answer.ok

    def complain(self, fault: str) -> None:
        with self.lock:
            self.faults.append(fault)


class Actor:
    """One of them, with dice of their own: what they do depends on these and on what the others did."""

    def __init__(self, scene: Scene, dice: random.Random) -> None:
        self._scene = scene
        self._dice = dice
        self._visitor = Visitor(scene.port)
        self._actions: Mapping[Callable[[], None], int] = {
            self.place: 4,
            self.take: 2,
            self.change: 5,
            self.step: 20,
            self.receive: 1,
            self.count: 1,
            self.reprice: 1,
            self.pay: 2,
            self.reverse: 1,
        }

    def act(self) -> None:
        [action] = self._dice.choices(list(self._actions), weights=list(self._actions.values()))
        action()

    # As a shopper

    def place(self) -> None:
        """One or two goods at the prices shown; now and then the same again with the same key."""
        scene, dice = self._scene, self._dice
        if len(scene.in_work) >= IN_WORK:
            return
        chosen = dice.sample(sorted(scene.goods), dice.randint(1, 2))
        lines = [self._line(key) for key in chosen]
        shown = sum(centimes(line["unitPrice"]) * line["quantity"] for line in lines) + scene.delivery
        form = {**scene.form, "phone": scene.phone(), "products": lines, "shownTotal": shown / 100}
        shopper, key = Visitor(scene.port), f"fuzz-{dice.getrandbits(64):x}"
        answer = shopper.checkout(form, key)
        if not scene.judge("place", answer, SOLD_OUT):
            return
        order = answer.json()
        if centimes(order["total"]) != shown:
            scene.complain(f"{order['orderNumber']} was shown for {shown} centimes and charged {order['total']}")
        self._ordered(order["orderId"])
        if dice.random() < 0.3 and shopper.checkout(form, key).body != answer.body:
            scene.complain(f"{order['orderNumber']}: the same order again got another answer")

    def _ordered(self, order: str) -> None:
        with self._scene.lock:
            self._scene.orders.append(order)
            self._scene.in_work.append(order)

    def _line(self, key: Key) -> dict:
        page = self._visitor.page(self._scene.goods[key])
        price = page["priceHt"] if page["productPriceAfterPromotion"] is None else page["productPriceAfterPromotion"]
        quantity = self._dice.randint(1, MOST_PIECES)
        return {"product": key[0], "combination": None, "unitPrice": price, "quantity": quantity}

    # As staff

    def take(self) -> None:
        """A telephone order, confirmed at once or not; now and then the same again with the same key."""
        scene, dice = self._scene, self._dice
        if len(scene.in_work) >= IN_WORK:
            return
        products = [self._wanted(key) for key in dice.sample(sorted(scene.goods), dice.randint(1, 2))]
        form = {name: scene.form[name] for name in CUSTOMER}
        form |= {"phone": scene.phone(), "products": products, "confirm": dice.random() < 0.5}
        named = {"Idempotency-Key": f"fuzz-{dice.getrandbits(64):x}"}
        answer = scene.clerks["sales"].call("POST", "/dashboard/api/orders", form, named)
        if not scene.judge("take", answer, SOLD_OUT):
            return
        order = answer.json()
        self._ordered(order["id"])
        if dice.random() < 0.3:
            again = scene.clerks["sales"].call("POST", "/dashboard/api/orders", form, named)
            if scene.judge("take again", again, frozenset()) and again.json()["id"] != order["id"]:
                scene.complain(f"{order['number']}: the same order again made another")

    def change(self) -> None:
        """Another quantity, one product out, one in; sometimes sent twice, sometimes as read long ago."""
        scene, dice = self._scene, self._dice
        order = self._any_order()
        if order is None or (order["status"] not in CHANGEABLE and dice.random() < LEFT_IN_PEACE):
            return
        kept = [(at, line) for at, line in enumerate(order["lines"]) if dice.random() < 0.8]
        products = [self._wanted((line["productId"], ""), at) for at, line in kept]
        if not products or dice.random() < 0.3:
            products.append(self._wanted(dice.choice(sorted(scene.goods))))
        role = "sales" if dice.random() < 0.9 else "warehouse"
        body = {"version": max(0, order["version"] - (dice.random() < 0.1)), "products": products}
        path = f"/dashboard/api/orders/{order['id']}/products"
        answer = scene.clerks[role].call("PUT", path, body)
        may = UNCHANGED if role == "sales" else frozenset({"forbidden"})
        if not scene.judge("change", answer, may):
            return
        if role == "warehouse":
            scene.complain(f"{order['number']}: the warehouse changed what it has")
        if fault := change_fault(order, [line for _, line in kept], answer.json()):
            scene.complain(f"{order['number']}: {fault}")
        if dice.random() < 0.3:
            again = scene.clerks[role].call("PUT", path, body)
            # Where it had that already nothing was written, by which a repeat would be known after somebody else's change.
            may = frozenset() if answer.json()["version"] > order["version"] else UNCHANGED
            if scene.judge("change again", again, may) and again.json()["version"] < answer.json()["version"]:
                scene.complain(f"{order['number']}: a change that was sent twice was lost")

    def _wanted(self, key: Key, line: Optional[int] = None) -> dict:
        return {"line": line, "product": key[0], "combination": None, "quantity": self._dice.randint(1, MOST_PIECES)}

    def step(self) -> None:
        """Some step of some order: mostly one that may follow, by whoever, sometimes as they read it long ago."""
        order = self._any_order()
        if order is None:
            return
        dice, scene = self._dice, self._scene
        likely = sorted(NEXT[order["status"]]) if dice.random() < 0.85 else []
        steps = likely or sorted(NEXT)
        [to] = dice.choices(steps, weights=[1 if step == "cancelled" else LIKELIER for step in steps])
        able = sorted(MAY.get(to, ())) if dice.random() < 0.8 else []
        role = dice.choice(able or ROLES)
        moves = self._moves(order) if to == "preparing" and dice.random() < 0.5 else []
        was_delivered = any(entry["kind"] == "delivered" for entry in as_read(order["timeline"], order["status"]))
        has_reason, is_stale = dice.random() < 0.9, dice.random() < 0.1
        was_changed = any(entry["lines"] for entry in order["timeline"])
        asked = Asked(role, order["status"], to, has_reason, is_stale, bool(moves), was_delivered, was_changed)
        body = {"to": to, "version": max(0, order["version"] - asked.is_stale), "allocations": moves}
        body["reason"] = "fuzz" if asked.has_reason else ""
        body["note"] = f"fuzz-{dice.getrandbits(64):x}"
        answer = scene.clerks[role].call("POST", f"/dashboard/api/orders/{order['id']}/transitions", body)
        scene.judge(f"{order['status']} -> {to}", answer, frozenset({answer.code}))
        if answer.code in BUSY:
            return
        reached = answer.json()["status"] if answer.ok else ""
        now = self._scene.clerks["admin"].get(f"/dashboard/api/orders/{order['id']}")
        read = as_read(order["timeline"], order["status"])
        entries = [entry for entry in now["timeline"] if entry["id"] not in {known["id"] for known in read}]
        has_own = any(entry["note"] == body["note"] for entry in entries)
        since = Since(
            kinds=tuple(entry["kind"] for entry in entries),
            has_own=has_own,
            has_moved=now["version"] > order["version"] + has_own,
        )
        if fault := step_fault(asked, answer.status, answer.code, reached, since):
            scene.complain(f"{order['number']}: {fault}")

    def _any_order(self) -> Optional[dict]:
        scene = self._scene
        with scene.lock:
            if not scene.in_work:
                return None
            chosen = self._dice.choice(scene.in_work)
        order = scene.clerks["admin"].get(f"/dashboard/api/orders/{chosen}")
        if order["status"] in ENDS and self._dice.random() < LEFT_IN_PEACE:
            with scene.lock, contextlib.suppress(ValueError):
                scene.in_work.remove(chosen)
        return order

    def _moves(self, order: dict) -> list[dict]:
        """The order's goods from one warehouse that offers all of them, if there is one."""
        wanted = Counter()
        for line in order["lines"]:
            for item in line["stockItems"]:
                wanted[item["productId"], item["combinationId"]] += item["quantity"]
        offers = (order["reservation"] or {"offers": []})["offers"]
        has = {(one["warehouseId"], one["productId"], one["combinationId"]): one["available"] for one in offers}
        able = [
            warehouse
            for warehouse in self._scene.warehouses
            if all(has.get((warehouse, *key), 0) >= quantity for key, quantity in wanted.items())
        ]
        if not able:
            return []
        warehouse = self._dice.choice(able)
        return [
            {"warehouseId": warehouse, "productId": product, "combinationId": combination, "quantity": quantity}
            for (product, combination), quantity in wanted.items()
        ]

    def receive(self) -> None:
        """A few pieces come in; sent twice with one key they come in once."""
        scene, dice = self._scene, self._dice
        key, pieces = dice.choice(sorted(scene.goods)), dice.randint(1, MOST_PIECES)
        body = {"productId": key[0], "combinationId": None, "quantity": pieces, "reason": "fuzz"}
        path = f"/dashboard/api/warehouse/{dice.choice(scene.warehouses)}/add-stock"
        named = {"Idempotency-Key": f"fuzz-{dice.getrandbits(64):x}"}
        for _ in range(dice.randint(1, 2)):
            answer = scene.clerks["admin"].call("POST", path, body, named)
            if not scene.judge("receive", answer, frozenset()):
                return
        with scene.lock:
            scene.received[key] += pieces

    def count(self) -> None:
        """Somebody finds a few pieces more or fewer; what orders hold or moved meanwhile can't be counted away."""
        scene, dice = self._scene, self._dice
        key, warehouse = dice.choice(sorted(scene.goods)), dice.choice(scene.warehouses)
        path = f"/dashboard/api/warehouse/{warehouse}"
        levels = scene.clerks["admin"].get(f"{path}/stocks?productId={key[0]}")["stocks"]
        on_hand = next((level["onHand"] for level in levels), 0)
        counted = max(0, on_hand + dice.randint(-1, 1))
        body = {"productId": key[0], "combinationId": None, "onHand": on_hand, "counted": counted, "reason": "fuzz"}
        named = {"Idempotency-Key": f"fuzz-{dice.getrandbits(64):x}"}
        for _ in range(dice.randint(1, 2)):
            answer = scene.clerks["admin"].call("POST", f"{path}/adjust-stock", body, named)
            if not scene.judge("count", answer, MISCOUNTED):
                return
        with scene.lock:
            scene.received[key] += counted - on_hand

    def reprice(self) -> None:
        scene, dice = self._scene, self._dice
        path = f"/dashboard/api/products/{dice.choice(sorted(scene.goods))[0]}"
        version = scene.clerks["admin"].get(path)["version"]
        price = dice.randint(10_000, 500_000) / 100
        answer = scene.clerks["admin"].call("PATCH", path, {"version": version, "priceHt": price})
        if scene.judge("reprice", answer, OUTRUN) and answer.json()["priceHt"] != price:
            scene.complain(f"{path} costs {answer.json()['priceHt']} after it was set to {price}")

    def pay(self) -> None:
        """The transporter remits some of our orders; sent twice with one key it is booked once."""
        scene, dice = self._scene, self._dice
        transporter = scene.form["transporter"]
        path = f"/dashboard/api/payments/get/transporters/nonPaidOrders/{transporter}"
        with scene.lock:
            ours = set(scene.orders)
        owed = [row for row in scene.clerks["payments"].get(path) if row["id"] in ours]
        if not owed:
            return
        chosen = dice.sample(owed, dice.randint(1, len(owed)))
        body = {"transporterId": transporter, "orderIds": [row["id"] for row in chosen], "reference": "fuzz"}
        named = {"Idempotency-Key": f"fuzz-{dice.getrandbits(64):x}"}
        path = "/dashboard/api/payments/transporter-payments"
        answers = [scene.clerks["payments"].call("POST", path, body, named) for _ in range(dice.randint(1, 2))]
        # One that was taken back meanwhile is owed no more.
        fits = [scene.judge("pay", answer, OUTRUN | {"payments.unknown_order"}) for answer in answers]
        if not all(fits):
            return
        if len({(answer.json()["id"], answer.json()["total"]) for answer in answers}) != 1:
            scene.complain("a payment that was sent twice was booked twice")
        if centimes(answers[0].json()["total"]) != sum(centimes(row["total"]) for row in chosen):
            scene.complain(f"payment {answers[0].json()['number']} isn't the sum of its orders")
        with scene.lock:
            scene.payments.append(answers[0].json()["id"])

    def reverse(self) -> None:
        """Some of a payment's orders, or all that it still covers."""
        scene, dice = self._scene, self._dice
        with scene.lock:
            known = list(scene.payments)
        if not known:
            return
        path = f"/dashboard/api/payments/transporter-payments/{dice.choice(known)}"
        payment = scene.clerks["payments"].get(path)
        left = [row["id"] for row in payment["orders"] if row["reversalId"] is None]
        if not left:
            return
        some = dice.sample(left, dice.randint(1, len(left))) if dice.random() < 0.7 else None
        body = {"version": payment["version"], "orderIds": some, "reason": "fuzz"}
        named = {"Idempotency-Key": f"fuzz-{dice.getrandbits(64):x}"}
        scene.judge("reverse", scene.clerks["payments"].call("POST", f"{path}/reversals", body, named), OUTRUN)
