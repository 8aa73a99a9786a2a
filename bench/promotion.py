"""A promotion of all products, begun and ended on a shop of any size: how soon checkout charges its prices and a listing shows them,
and how long whoever saves a product meanwhile waits."""

from __future__ import annotations

import statistics
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import quote

from sized_shop import SizedShop, until
from souk.testing.people import Answer, Clerk, Visitor
from waits import Waits, right, saves

PERCENT = 50
# Dinars that nothing else costs, so that a filter finds it alone.
PRICE = 777_777
LONGEST_SECONDS = 60.0
# Between two saves of a product, and two looks.
PAUSE_SECONDS = 0.02
BEFORE_SECONDS = 4.0
ITS_PATH = "/dashboard/api/promotions"


@dataclass
class Change:
    """Seconds from when it was sent: until checkout charged it, and a listing showed it."""

    charged: float
    listed: float


def measure(shop: SizedShop, goods: list[dict]) -> dict[str, float]:
    """Seconds and milliseconds by what they are of. The product that is looked at is saved by nobody."""
    seen, saved = goods[0], goods[1:]
    save = saves(Clerk(shop.port), saved)
    with Waits(save, PAUSE_SECONDS) as before:
        time.sleep(BEFORE_SECONDS)
    id_, clerk, shopper = str(uuid.uuid4()), Clerk(shop.port), _Shopper(Visitor(shop.port), seen)
    path = f"/dashboard/api/products/{seen['id']}"
    right(clerk.call("PATCH", path, {"version": clerk.get(path)["version"], "priceHt": PRICE}))
    _until(lambda: shopper.is_listed_at(PRICE))
    with Waits(save, PAUSE_SECONDS) as meanwhile:
        try:
            begun = _change(shopper, lambda: clerk.call("POST", ITS_PATH, {"id": id_, "terms": _terms()}), falls=True)
        finally:
            ending = {"version": clerk.get(f"{ITS_PATH}/{id_}")["version"], "isActive": False}
            ended = _change(shopper, lambda: clerk.call("PATCH", f"{ITS_PATH}/{id_}", ending), falls=False)
        time.sleep(BEFORE_SECONDS)
    if before.failed or meanwhile.failed:
        raise SystemExit(f"{before.failed + meanwhile.failed} saves of products failed")
    return {
        "promotion of all begun, charged, s": round(begun.charged, 3),
        "promotion of all begun, listed, s": round(begun.listed, 3),
        "promotion of all ended, charged, s": round(ended.charged, 3),
        "promotion of all ended, listed, s": round(ended.listed, 3),
        "product save before, p50 ms": round(statistics.median(before.took), 1),
        "product save before, longest ms": round(max(before.took), 1),
        "product save meanwhile, p50 ms": round(statistics.median(meanwhile.took), 1),
        "product save meanwhile, longest ms": round(max(meanwhile.took), 1),
    }


class _Shopper:
    """Looks at one product of a price of its own, in checkout and in its category's listing."""

    def __init__(self, visitor: Visitor, product: dict) -> None:
        self._visitor = visitor
        page = visitor.page(product["slug"])
        self._form = {**visitor.form("0770000001"), "product": page["id"], "shownTotal": 0}
        self._form["combination"] = next((each["id"] for each in page["combinations"]), None)
        self._listing = f"/web/public/api/category/products/{quote(product['category_slug'])}"

    def charged(self) -> int:
        """The total that checkout says in the place of one that nothing costs."""
        return self._visitor.checkout(self._form).json()["facts"]["total"]

    def is_listed_at(self, price: float) -> bool:
        return self._visitor.get(f"{self._listing}?priceMin={price}&priceMax={price}")["total"] == 1


def _change(shopper: _Shopper, send: Callable[[], Answer], falls: bool) -> Change:
    old, began = shopper.charged(), time.perf_counter()
    right(send())
    new_price = PRICE * (100 - PERCENT) / 100 if falls else PRICE
    moments: dict[str, float] = {}
    signs = {"charged": lambda: shopper.charged() != old, "listed": lambda: shopper.is_listed_at(new_price)}

    def is_all_seen() -> bool:
        for name in [name for name in signs if name not in moments]:
            if signs[name]():
                moments[name] = time.perf_counter() - began
        return len(moments) == len(signs)

    _until(is_all_seen)
    return Change(**moments)


def _until(is_so: Callable[[], bool]) -> None:
    if not until(is_so, LONGEST_SECONDS, PAUSE_SECONDS):
        raise SystemExit("the prices never came")


def _terms() -> dict:
    title = {"fr": "Tout à moitié prix", "ar": "كل شيء بنصف الثمن", "en": "Everything at half price"}
    return {"title": title, "discountValue": PERCENT, "ruleType": "percentage", "rule": "all", "ruleEntityId": None}
