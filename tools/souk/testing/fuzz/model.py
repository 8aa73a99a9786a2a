"""What may become of an order (design 6), and what must add up once everybody went home. Pure: answers are given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

NEXT: Mapping[str, frozenset[str]] = {
    "placed": frozenset({"confirmed", "unreachable", "cancelled"}),
    "unreachable": frozenset({"confirmed", "unreachable", "cancelled"}),
    "confirmed": frozenset({"preparing", "cancelled"}),
    "preparing": frozenset({"shipped", "cancelled"}),
    "shipped": frozenset({"delivered", "attempted", "returning", "lost"}),
    "attempted": frozenset({"delivered", "attempted", "returning", "lost"}),
    "delivered": frozenset({"returning"}),
    "settled": frozenset(),
    "returning": frozenset({"returned", "attempted", "delivered", "lost"}),
    "lost": frozenset({"delivered", "returning"}),
    "returned": frozenset(),
    "cancelled": frozenset(),
}
MAY: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("confirmed", "unreachable", "cancelled"), frozenset({"admin", "sales"})),
    **dict.fromkeys(("preparing", "shipped", "returned"), frozenset({"admin", "warehouse"})),
    **dict.fromkeys(("attempted", "delivered", "returning", "lost"), frozenset({"admin", "sales", "payments"})),
}
# May call lost what was delivered.
WRITES_OFF = frozenset({"admin"})
# Of some of the statuses that they are reached from.
NEEDS_REASON = frozenset({"attempted", "delivered", "returning", "lost"})
ENDS = frozenset({"cancelled", "returned"})
HOLDS_GOODS = frozenset({"placed", "unreachable", "confirmed", "preparing"})
# A step to these asks inventory, which may have nothing left.
ASKS_FOR_STOCK = frozenset({"confirmed", "preparing", "shipped"})
NO_STOCK = frozenset({"orders.out_of_stock", "orders.stock_not_held"})


@dataclass(frozen=True)
class Asked:
    """A step that somebody asked for, and the order as they had read it."""

    role: str
    status: str
    to: str
    has_reason: bool
    is_stale: bool
    moves_goods: bool
    # A delivery of it was recorded.
    was_delivered: bool
    # What it has was changed, which inventory may hear a moment later.
    was_changed: bool = False

    @property
    def is_legal(self) -> bool:
        return self.to in NEXT[self.status]

    @property
    def is_allowed(self) -> bool:
        able = WRITES_OFF if self.to == "lost" and self.was_delivered else MAY.get(self.to, frozenset())
        return self.role in able


@dataclass(frozen=True)
class Since:
    """What happened to an order since it was read for a step: the kinds of its timeline's new entries, oldest first."""

    kinds: tuple[str, ...] = ()
    # One of the entries is the step's own.
    has_own: bool = False
    # Somebody else changed the order.
    has_moved: bool = False

    def was(self, status: str, read: str) -> bool:
        """Whether the order had a status at any time since it was `read` in one."""
        met = {read, *self.kinds} | ({"delivered"} if "payment_reversed" in self.kinds else set())
        return status in met


def step_fault(asked: Asked, status: int, code: str, reached: str, since: Since) -> str:
    """Why the answer doesn't fit; empty when it does."""
    told = f"{asked.role}: {asked.status} -> {asked.to}: {status} {code or reached}"
    has_moved = since.has_moved
    if status == 200:
        # A step to where the order is already changes nothing, whoever brought it there.
        is_right = asked.is_legal and not asked.is_stale if since.has_own else since.was(asked.to, asked.status)
        return "" if asked.is_allowed and is_right and (reached == asked.to or has_moved) else f"{told}, which it must not"
    reasons = set()
    is_delivered_since = asked.to == "lost" and "delivered" in since.kinds
    if not asked.is_allowed or asked.role == "warehouse" or is_delivered_since:
        # A clerk may be assigned to some of the warehouses only.
        reasons |= {"forbidden", "orders.foreign_warehouse", "inventory.foreign_warehouse"}
    if not asked.is_legal:
        reasons |= {"orders.illegal_transition"}
    if asked.is_stale or has_moved:
        reasons |= {"orders.stale_version", "orders.illegal_transition"}
    if asked.to in ASKS_FOR_STOCK:
        reasons |= NO_STOCK
    if asked.moves_goods or has_moved:
        reasons |= {"inventory.out_of_stock", "inventory.not_held", "inventory.already_shipped", "inventory.order_cancelled"}
    if asked.moves_goods and (asked.was_changed or has_moved):
        reasons |= {"invalid_request"}
    if asked.to in NEEDS_REASON and not asked.has_reason:
        reasons |= {"invalid_request"}
    if asked.to == "delivered":
        # Paid while it was taken back.
        reasons |= {"orders.still_paid"}
    return "" if code in reasons else f"{told}, which is no answer to that"


def change_fault(before: Mapping, kept: Iterable[Mapping], after: Mapping) -> str:
    """What is wrong with an order after what it has was changed; empty for nothing. `kept`: the lines that stayed, in whatever quantity."""
    total = sum(centimes(line["unitPrice"]) * line["quantity"] for line in after["lines"])
    if total != centimes(after["productsTotal"]):
        return f"its lines come to {total} centimes and not to {after['productsTotal']}"
    if total + centimes(after["deliveryPrice"]) != centimes(after["total"]):
        return f"{after['total']} is not the sum of products and delivery"
    if after["version"] <= before["version"]:
        return ""  # It had that already.
    prices = {line["productId"]: line["unitPrice"] for line in after["lines"]}
    wrong = [line for line in kept if prices.get(line["productId"]) != line["unitPrice"]]
    if wrong and after["version"] == before["version"] + 1:
        return f"{wrong[0]['name']} lost the price that was agreed"
    return ""


@dataclass
class Flow:
    """What one order did on its way, as its timeline tells."""

    status: str = "placed"
    shipped: int = 0
    returned: int = 0
    faults: list[str] = field(default_factory=list)


def walk(number: str, kinds: Iterable[str]) -> Flow:
    """Follows the kinds of a timeline's entries, oldest first."""
    flow = Flow()
    for kind in kinds:
        if kind == "payment_reversed" and flow.status == "settled":
            flow.status = "delivered"
        elif kind == "settled":
            if flow.status != "delivered":
                flow.faults.append(f"{number} was settled while it was {flow.status}")
            flow.status = kind
        elif kind in NEXT and kind != "placed":
            if kind not in NEXT[flow.status]:
                flow.faults.append(f"{number} went from {flow.status} to {kind}")
            flow.status = kind
            flow.shipped += kind == "shipped"
            flow.returned += kind == "returned"
    return flow


def as_read(timeline: list[dict], status: str) -> list[dict]:
    """The entries that were there when the status was read: a colleague's step may come between it and the timeline."""
    while timeline and walk("", [entry["kind"] for entry in timeline]).status != status:
        timeline = timeline[:-1]
    return timeline


Key = tuple[str, str]


@dataclass
class Books:
    """Pieces by sellable (product, combination or empty): what was there, what came, what orders did to it."""

    on_hand: Counter[Key] = field(default_factory=Counter)
    reserved: Counter[Key] = field(default_factory=Counter)

    def add_order(self, order: dict) -> Iterator[str]:
        """Takes an order's final state into account; tells what is wrong with the order itself."""
        flow = walk(order["number"], [entry["kind"] for entry in order["timeline"]])
        yield from flow.faults
        if flow.status != order["status"]:
            yield f"{order['number']} is {order['status']}, its history ends as {flow.status}"
        if not flow.returned <= flow.shipped <= 1:
            yield f"{order['number']} was shipped {flow.shipped} times and returned {flow.returned} times"
        lines = sum(centimes(line["total"]) for line in order["lines"])
        each = sum(centimes(line["unitPrice"]) * line["quantity"] for line in order["lines"])
        if not lines == each == centimes(order["total"]) - centimes(order["deliveryPrice"]):
            yield f"{order['number']} costs {order['total']}, its lines {lines} and {each} centimes"
        holds = order["status"] in HOLDS_GOODS and order["stock"] == "reserved"
        for line in order["lines"]:
            for item in line["stockItems"]:
                key = (item["productId"], item["combinationId"] or "")
                self.on_hand[key] += (flow.returned - flow.shipped) * item["quantity"]
                self.reserved[key] += holds * item["quantity"]

    def differences(self, found: Books, keys: Iterable[Key]) -> Iterator[str]:
        """Where the shop has other pieces than it should."""
        for key in keys:
            for what in ("on_hand", "reserved"):
                should, has = getattr(self, what)[key], getattr(found, what)[key]
                if should != has:
                    yield f"{what} of {key[0]} {key[1]}: {has} pieces, should be {should}"
            if not 0 <= found.reserved[key] <= found.on_hand[key]:
                yield f"{key[0]} {key[1]}: {found.reserved[key]} of {found.on_hand[key]} pieces are reserved"


def centimes(dinars: float) -> int:
    """A JSON price has at most two decimals, so this is exact."""
    return round(dinars * 100)


def money_faults(orders: Mapping[str, dict], payments: Iterable[dict], unpaid: Iterable[dict]) -> Iterator[str]:
    """Delivered orders are owed once, settled ones are in one payment, each at its total; nothing else is either."""
    covered: Counter[str] = Counter()
    for payment in payments:
        lines = payment["orders"]
        covered.update(line["id"] for line in lines if line["reversalId"] is None)
        if sum(centimes(line["total"]) for line in lines) != centimes(payment["total"]):
            yield f"payment {payment['number']} isn't the sum of its orders"
        reversed_lines = [line for line in lines if line["reversalId"] is not None]
        if sum(centimes(line["total"]) for line in reversed_lines) != centimes(payment["reversedTotal"]):
            yield f"payment {payment['number']} isn't reversed by the sum of what was taken out of it"
    owed = list(unpaid)
    owed_times = Counter(row["id"] for row in owed)
    for row in owed:
        if row["id"] in orders and centimes(row["total"]) != centimes(orders[row["id"]]["total"]):
            yield f"{row['number']} is owed at another price"
    for id_, order in orders.items():
        should = (int(order["status"] == "settled"), int(order["status"] == "delivered"))
        if (covered[id_], owed_times[id_]) != should:
            yield f"{order['number']}, {order['status']}: in {covered[id_]} payments, owed {owed_times[id_]} times"
