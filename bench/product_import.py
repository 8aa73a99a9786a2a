"""`./souk bench --import 100000`: a file of that many products taken into shops of several sizes, as the dashboard sends it. Prints how long
its sending, its check and the import took, and what a shopper and an employee waited meanwhile, beside what they waited before; writes the
results as JSON."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
import uuid
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))

import sizes  # noqa: E402
import workload  # noqa: E402
from sized_shop import SizedShop, sized_shop, until  # noqa: E402
from souk.layout import Checkout  # noqa: E402
from souk.testing.people import Clerk, Visitor  # noqa: E402
from waits import Waits, filtered_listings, right, saves  # noqa: E402

ITS_PATH = "/dashboard/api/product-imports"
# As many as the dashboard sends at once.
PORTION = 100
BEFORE_SECONDS = 20.0
# Between two questions of one person, and two looks at how far it is.
PAUSE_SECONDS = 0.1
LONGEST_SECONDS = 7200.0


@dataclass(frozen=True)
class Found:
    """Of one shop. Seconds of the three steps, and milliseconds of those who did something else before and meanwhile."""

    products: int
    lines: int
    sent_s: float
    checked_s: float
    imported_s: float
    listed_s: float
    verified_s: float
    listing_before_ms: tuple[float, float]
    listing_meanwhile_ms: tuple[float, float]
    save_before_ms: tuple[float, float]
    save_meanwhile_ms: tuple[float, float]
    failed: int


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--import", dest="lines", type=int, required=True, help="products of the file, 100,000 at most")
    parser.add_argument("--into", type=sizes.sizes, default="1000", help="products and orders of each shop (default 1000)")
    parser.add_argument("--keep", action="store_true", help="leave the shops in .souk/bench for the next run")
    parser.add_argument("--out", type=Path, default=ROOT / ".souk/bench-import.json", help="where the JSON goes")
    arguments = parser.parse_args()
    report = {"commit": sizes.commit(), "cores": os.cpu_count(), "load_average_before": os.getloadavg()[0], "shops": []}
    for products, orders in arguments.into:
        print(f"A shop of {products} products and {orders} orders", flush=True)
        with sized_shop(Checkout.here(), products, orders, arguments.keep) as shop:
            report["shops"].append(asdict(measure(shop, products, arguments.lines)))
        arguments.out.write_text(json.dumps(report, indent=2) + "\n")
        show(report["shops"][-1])
    print(f"\nWritten to {arguments.out}")
    return 0


def measure(shop: SizedShop, products: int, lines: int) -> Found:
    category, _ = workload.categories_of(shop)[0]
    goods = workload.products_of(shop)
    look, save = filtered_listings(Visitor(shop.port), goods), saves(Clerk(shop.port), goods)
    with Waits(look, PAUSE_SECONDS) as looks_before, Waits(save, PAUSE_SECONDS) as saves_before:
        time.sleep(BEFORE_SECONDS)
    with Waits(look, PAUSE_SECONDS) as looks_meanwhile, Waits(save, PAUSE_SECONDS) as saves_meanwhile:
        id_, clerk, portions = str(uuid.uuid4()), Clerk(shop.port), (lines + PORTION - 1) // PORTION
        began = time.monotonic()
        right(clerk.call("POST", ITS_PATH, {"id": id_, "name": f"{lines}.csv", "portions": portions}))
        for position in range(portions):
            of_portion = range(position * PORTION, min(lines, (position + 1) * PORTION))
            body = {"products": [{"line": number + 2, "cells": cells(id_, number, category)} for number in of_portion]}
            right(clerk.call("PUT", f"{ITS_PATH}/{id_}/portions/{position}", body))
        sent = time.monotonic()
        step(clerk, id_, "check", "checked")
        checked = time.monotonic()
        step(clerk, id_, "start", "done")
        imported = time.monotonic()
        view = clerk.get(f"{ITS_PATH}/{id_}")
        if view["made"] != lines:
            raise SystemExit(f"the import made {view['made']} products of {lines}: {view}")
        last = f"/web/public/api/search/products?q={quote(name(id_, lines - 1))}"
        if not until(lambda: Visitor(shop.port).get(last)["total"] > 0, 60.0, PAUSE_SECONDS):
            raise SystemExit("the last product was never found")
        listed = time.monotonic()
    # The other services learn of the products after that, one by one.
    if not until(lambda: not sizes.findings(shop)[0], LONGEST_SECONDS / 4, 1.0):
        sizes.verify(shop)
    return Found(
        products=products,
        lines=lines,
        sent_s=round(sent - began, 1),
        checked_s=round(checked - sent, 1),
        imported_s=round(imported - checked, 1),
        listed_s=round(listed - imported, 1),
        verified_s=round(time.monotonic() - imported, 1),
        listing_before_ms=looks_before.p50_and_p99,
        listing_meanwhile_ms=looks_meanwhile.p50_and_p99,
        save_before_ms=saves_before.p50_and_p99,
        save_meanwhile_ms=saves_meanwhile.p50_and_p99,
        failed=sum(each.failed for each in (looks_before, saves_before, looks_meanwhile, saves_meanwhile)),
    )


def name(id_: str, number: int) -> str:
    return f"Import {id_[:8]} {number}"


def cells(id_: str, number: int, category: str) -> dict[str, str]:
    """As a file of another shop may say it: three languages, a price, what a package is, and in sale."""
    called = name(id_, number)
    return {
        "name_fr": called,
        "name_ar": f"منتج {number}",
        "name_en": f"Product {called}",
        "short_description_fr": f"Ce que {called} a de bien, en une phrase de longueur ordinaire.",
        "description_fr": f"<p>{called} en détail. {'Une phrase de plus sur le produit. ' * 5}</p>",
        "price_ht": str(500 + number % 9_000),
        "category": category,
        "sku": f"{id_[:8]}-{number}",
        "weight": str(100 + number % 900),
        "active": "1",
    }


def step(clerk: Clerk, id_: str, begin: str, end: str) -> None:
    right(clerk.call("POST", f"{ITS_PATH}/{id_}/{begin}"))
    if not until(lambda: clerk.get(f"{ITS_PATH}/{id_}")["phase"] == end, LONGEST_SECONDS, PAUSE_SECONDS):
        raise SystemExit(f"the import never was {end}")


def show(found: dict) -> None:
    print(f"  a file of {found['lines']} products: sent in {found['sent_s']} s, checked in {found['checked_s']} s, ", end="")
    print(f"taken in in {found['imported_s']} s, the last found {found['listed_s']} s after that, ", end="")
    print(f"all services agree {found['verified_s']} s after it")
    print("  p50/p99 ms of who did something else, before and meanwhile:")
    for what, before, meanwhile in (
        ("filtered listing", found["listing_before_ms"], found["listing_meanwhile_ms"]),
        ("product save", found["save_before_ms"], found["save_meanwhile_ms"]),
    ):
        print(f"  {what:<40}{before[0]:g}/{before[1]:g}   {meanwhile[0]:g}/{meanwhile[1]:g}")
    print(f"  failed: {found['failed']}")


if __name__ == "__main__":
    sys.exit(main())
