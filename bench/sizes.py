"""`./souk bench --sizes 1000,1000000`: the same work on shops of several sizes, one after the other in one run, each made by
`./souk demo --products N --orders N` in a folder of its own. Prints what an answer costs in each and the ratio of the largest
to the smallest, and writes the results as JSON."""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Optional
from urllib.parse import quote

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))

import promotion  # noqa: E402
import workload  # noqa: E402
import shopper  # noqa: E402
from sized_shop import OF_ITS_OWN, SizedShop, sized_shop, until  # noqa: E402
from souk.layout import Checkout  # noqa: E402
from souk.testing.people import Clerk, Visitor  # noqa: E402

USERS = 8
EDITS = 40
ORDERS_PER_SECOND = 40
# Each page of it is asked for once: a small shop would have all of its pages in the cache after a second.
NEVER_BEFORE = "product page, never asked for before"


@dataclass
class Row:
    """One kind of work on one shop. Milliseconds; CPU of all the shop's processes for one answer, databases included."""

    name: str
    per_second: Optional[float]
    p50_ms: float
    p99_ms: float
    cpu_ms: Optional[float]
    # Share of the answers that were not right.
    failed: float
    # The same milliseconds of CPU by process; for whoever reads the JSON.
    cpu_ms_by_process: dict[str, float] = field(default_factory=dict)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=sizes, required=True, help="products and orders of each shop: 1000,1000000 or 1000:5000")
    parser.add_argument("--seconds", type=int, default=8, help="length of each load (default 8)")
    parser.add_argument("--without-reindex", action="store_true", help="leave out how long an index takes that is made anew")
    parser.add_argument("--keep", action="store_true", help="leave the shops in .souk/bench for the next run")
    parser.add_argument("--out", type=Path, default=ROOT / ".souk/bench-sizes.json", help="where the JSON goes")
    arguments = parser.parse_args()
    report = {"commit": commit(), "cores": os.cpu_count(), "load_average_before": os.getloadavg()[0], "shops": []}
    for products, orders in arguments.sizes:
        print(f"A shop of {products} products and {orders} orders", flush=True)
        with sized_shop(Checkout.here(), products, orders, arguments.keep) as shop:
            report["shops"].append({"products": products, "orders": orders, **measure(shop, arguments.seconds, not arguments.without_reindex)})
        arguments.out.write_text(json.dumps(report, indent=2) + "\n")
    show(report)
    print(f"\nWritten to {arguments.out}")
    return 0


def sizes(text: str) -> list[tuple[int, int]]:
    pairs = [word.partition(":") for word in text.split(",")]
    return [(int(products), int(orders or products)) for products, _, orders in pairs]


def measure(shop: SizedShop, seconds: int, with_reindex: bool) -> dict:
    random.seed(1)
    before = shop.memory_mb(OF_ITS_OWN)
    rows = []
    goods = workload.products_of(shop)
    for row in work(shop, goods, seconds):
        rows.append(asdict(row))
        print(f"  {row.name:<40}{cell(rows[-1])}", flush=True)
    found = {
        "rows": rows,
        "own_mb_before": before,
        "own_mb_after_load": shop.memory_mb(OF_ITS_OWN),
        "promotion": promotion.measure(shop, goods[EDITS:]),
        "seconds": {**shop.seconds, **verify(shop), "start to ready": shop.restart()},
    }
    if with_reindex:
        found["seconds"]["reindex"] = shop.restart(forget_index=True)
        found["own_mb_after_reindex"] = shop.memory_mb(OF_ITS_OWN)
    return found


def work(shop: SizedShop, goods: list[dict], seconds: int) -> Iterator[Row]:
    visitor, clerk = Visitor(shop.port), Clerk(shop.port)
    page = {"Accept-Language": "fr", "Accept-Encoding": "identity"}
    shopper_headers = {**page, **visitor.headers}
    for name, requests, headers in (
        ("listing page", workload.listing_pages(shop), page),
        ("listing page, never asked for before", workload.new_listing_pages(shop), page),
        ("product page", workload.product_pages(goods), page),
        (NEVER_BEFORE, workload.product_pages_in_other_languages(goods), page),
        ("filtered listing", workload.filtered_listings(shop), shopper_headers),
        ("text search", workload.searches(shop), shopper_headers),
        ("suggestions", workload.suggestions(shop), shopper_headers),
        ("cross-selling", workload.cross_sellings(goods), shopper_headers),
        ("order list, filters", workload.order_lists(shop), {**page, **clerk.headers}),
        ("order list, far pages", workload.far_pages(shop), {**page, **clerk.headers}),
        ("order search: phone, number, name", workload.order_searches(shop), {**page, **clerk.headers}),
        ("order", workload.single_orders(shop), {**page, **clerk.headers}),
        ("product list with a word", workload.product_lists(shop), {**page, **clerk.headers}),
    ):
        yield load(shop, name, requests, headers, seconds, once=name == NEVER_BEFORE)
    yield checkouts(shop, seconds)
    # The last: what they leave to the index is worked off for seconds after them.
    yield from edits(shop, goods)


def load(shop: SizedShop, name: str, requests: list[dict], headers: dict, seconds: int, once: bool) -> Row:
    """With `once` no request is sent a second time, nor before it is measured."""
    values = {"FRONT": shop.front, "HEADERS": json.dumps(headers), "USERS": USERS}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(requests, file)
        file.flush()
        values["REQUESTS"] = file.name
        if once:
            return measured(shop, name, "requests.js", {**values, "SECONDS": seconds, "ONCE": 1})
        k6("requests.js", {**values, "SECONDS": 2})
        return measured(shop, name, "requests.js", {**values, "SECONDS": seconds})


def measured(shop: SizedShop, name: str, script: str, values: dict) -> Row:
    before = shop.cpu_seconds()
    metrics = k6(script, values)
    used = {process: now - before.get(process, 0) for process, now in shop.cpu_seconds().items()}
    trend = metrics.get("checkout_duration") or metrics["http_req_duration"]
    count, rate = metrics["iterations"]["count"], metrics["iterations"]["rate"]
    per_second = round(rate if values.get("ONCE") else count / values["SECONDS"], 1)
    failed = round(1 - metrics["checks"]["value"], 5)
    cpu = {process: round(1000 * seconds / count, 3) for process, seconds in used.items()}
    return Row(name, per_second, round(trend["p(50)"], 2), round(trend["p(99)"], 2), round(sum(cpu.values()), 3), failed, cpu)


def k6(script: str, values: dict) -> dict:
    with tempfile.NamedTemporaryFile(suffix=".json") as summary:
        environment = [word for key, value in values.items() for word in ("-e", f"{key}={value}")]
        command = [os.environ["SOUK_K6"], "run", "--quiet", "--no-usage-report", "--summary-export", summary.name]
        done = subprocess.run([*command, *environment, ROOT / "bench/k6" / script], capture_output=True, text=True)
        text = Path(summary.name).read_text()
    for line in sorted(set(done.stderr.splitlines()))[:3]:
        print(f"    {line[:300]}")
    if not text:
        raise SystemExit(f"k6 failed:\n{done.stderr[-2000:]}")
    return json.loads(text)["metrics"]


# What is changed


def edits(shop: SizedShop, goods: list[dict]) -> Iterator[Row]:
    """Saves of a price, and how long each takes to be seen in the listing of its category under that price alone."""
    # Of their own: connections that say nothing during the loads before are closed.
    visitor, clerk = Visitor(shop.port), Clerk(shop.port)
    saves, visible, failed = [], [], 0
    began = sum(shop.cpu_seconds().values())
    for number, product in enumerate(goods[:EDITS]):
        price = 700_000 + number
        version = clerk.get(f"/dashboard/api/products/{product['id']}")["version"]
        began_edit = time.perf_counter()
        answer = clerk.call("PATCH", f"/dashboard/api/products/{product['id']}", {"version": version, "priceHt": price})
        saves.append(1000 * (time.perf_counter() - began_edit))
        failed += not answer.ok
        listing = f"/web/public/api/category/products/{quote(product['category_slug'])}?priceMin={price}&priceMax={price}"
        failed += not until(lambda: visitor.get(listing)["total"] == 1, 10.0)
        visible.append(1000 * (time.perf_counter() - began_edit))
    used = sum(shop.cpu_seconds().values()) - began
    yield row_of("product save", saves, None, failed / EDITS)
    yield row_of("price edit until visible in its listing", visible, 1000 * used / EDITS, failed / EDITS)


def row_of(name: str, times: list[float], cpu: Optional[float], failed: float) -> Row:
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    return Row(name, None, round(cuts[49], 2), round(cuts[98], 2), None if cpu is None else round(cpu, 3), round(failed, 5))


def checkouts(shop: SizedShop, seconds: int) -> Row:
    """Orders at a rate that a shop of any size should keep up with."""
    values = {
        "FRONT": shop.front,
        "CHOICE": json.dumps(shopper.prepare(shop.port)),
        "RATE": ORDERS_PER_SECOND,
        "SECONDS": seconds,
        "USERS": 32,
        "PHONES": int(time.time() * 1000) % 90_000_000,
    }
    return measured(shop, "checkout", "checkout.js", values)


def verify(shop: SizedShop) -> dict[str, float]:
    """How long the verifier takes and the memory that it needs; it must find nothing."""
    print("  verify …", flush=True)
    began = time.monotonic()
    found, resident_mb = findings(shop)
    if found:
        print(f"  verify found:\n{found[:2000]}")
    return {"verify": round(time.monotonic() - began, 1), "verify_resident_mb": resident_mb}


def findings(shop: SizedShop) -> tuple[str, float]:
    """What the verifier finds, and the memory that it needs in megabytes."""
    program = Checkout.here().binaries / "souk-verify"
    process = subprocess.Popen([program], env=shop.environment(), stdout=subprocess.PIPE, text=True)
    said = process.stdout.read() if process.stdout else ""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    found = "" if process.returncode == 0 else said or f"it ended with {process.returncode}"
    return found, round(usage.ru_maxrss / 1024, 1)


# The report


def commit() -> str:
    done = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.strip() or "unknown"


def show(report: dict) -> None:
    shops = report["shops"]
    print(f"\ncommit {report['commit']}, {report['cores']} cores, load {report['load_average_before']:.2f} before")
    print("p50 / p99 ms, CPU ms of all processes for one answer, wrong answers; the last column is the largest by the smallest\n")
    print(f"{'':<40}" + "".join(f"{shop['products']:>12,} products, {shop['orders']:>9,} orders" for shop in shops))
    for rows in zip(*(shop["rows"] for shop in shops)):
        cells = "".join(f"{cell(row):>40}" for row in rows)
        print(f"{rows[0]['name']:<40}{cells}{ratio(rows[0], rows[-1]):>10}")
    print()
    for name in dict.fromkeys(name for shop in shops for name in shop["seconds"]):
        print(f"{name:<40}" + "".join(f"{round(shop['seconds'].get(name, 0), 1):>40}" for shop in shops))
    for name in shops[0]["promotion"]:
        print(f"{name:<40}" + "".join(f"{shop['promotion'][name]:>40}" for shop in shops))
    for when in ("own_mb_after_load", "own_mb_after_reindex"):
        for name in shops[0].get(when, {}):
            told = f"{name} {when.removeprefix('own_mb_').replace('_', ' ')}, MB"
            print(f"{told:<40}" + "".join(f"{shop[when].get(name, 0):>40}" for shop in shops))


def cell(row: dict) -> str:
    rate = "" if row["per_second"] is None else f"{row['per_second']:g}/s "
    cost = "" if row["cpu_ms"] is None else f" {row['cpu_ms']:g}"
    wrong = f" ✗{row['failed']:.1%}" if row["failed"] else ""
    return f"{rate}{row['p50_ms']:g}/{row['p99_ms']:g}{cost}{wrong}"


def ratio(small: dict, large: dict) -> str:
    measure = "cpu_ms" if small["cpu_ms"] else "p50_ms"
    return f"×{large[measure] / small[measure]:.2f}" if small[measure] else ""


if __name__ == "__main__":
    sys.exit(main())
