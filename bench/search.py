"""`./souk bench --search 10000,100000`: the same questions to both search engines, catalog's own and the Meilisearch server that
SOUK_MEILI_URL names, on shops of several sizes. Each is filled anew, by a catalog that starts without an index; the server in an
index of the benchmark's, which is removed at the end. Prints what an answer costs with each and the ratios, and writes the
results as JSON."""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import os
import random
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Optional
from urllib.parse import quote, urlsplit

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))

import sizes  # noqa: E402
import workload  # noqa: E402
from sized_shop import CATALOG, OF_ITS_OWN, RESIDENT, SizedShop, memory_mb, sized_shop  # noqa: E402
from souk import ports  # noqa: E402
from souk.layout import Checkout  # noqa: E402
from souk.testing.people import Visitor  # noqa: E402

SIZES = "10000,100000"
EMBEDDED, MEILISEARCH = "embedded", "Meilisearch"
INDEX_SECONDS = 3600.0
# Answers of each kind whose totals are compared: an engine may be quick because it finds less.
COMPARED = 40
MEASURES = ("per_second", "p50_ms", "p99_ms", "cpu_ms")


@dataclass(frozen=True)
class Server:
    """A Meilisearch server."""

    url: str
    key: Optional[str]

    def ask(self, method: str, path: str) -> Any:
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        request = urllib.request.Request(self.url.rstrip("/") + path, method=method, headers=headers)
        # As catalog asks it: through no proxy.
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=10) as answer:
            return json.load(answer)

    def version(self) -> str:
        try:
            return self.ask("GET", "/version")["pkgVersion"]
        except (OSError, ValueError) as error:
            raise SystemExit(f"The Meilisearch server at {self.url} doesn't answer: {error}") from error

    def pid(self) -> Optional[int]:
        """Where it is a process of this machine; whoever forwards its port is none."""
        address = urlsplit(self.url)
        holder = ports.holder(address.port or 80) if address.hostname in ("localhost", ports.LOOPBACK, "::1") else None
        if holder is None or holder.pid is None:
            return None
        return holder.pid if Path(f"/proc/{holder.pid}/comm").read_text().strip() == "meilisearch" else None

    @contextlib.contextmanager
    def index(self, name: str) -> Iterator[dict[str, str]]:
        """What catalog is told to fill one of this name."""
        try:
            yield {"SOUK_MEILI_URL": self.url, "SOUK_MEILI_INDEX": name}
        finally:
            for index in self.ask("GET", "/indexes?limit=1000")["results"]:
                if index["uid"].startswith(f"{name}-"):
                    self.ask("DELETE", f"/indexes/{index['uid']}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--search", type=counts, nargs="?", const=SIZES, required=True, help=f"products of each shop (default {SIZES})")
    parser.add_argument("--seconds", type=int, default=8, help="longest that each load takes (default 8)")
    parser.add_argument("--keep", action="store_true", help="leave the shops in .souk/bench for the next run")
    parser.add_argument("--out", type=Path, default=ROOT / ".souk/bench-search.json", help="where the JSON goes")
    arguments = parser.parse_args()
    # The shop is made with its own engine; which one answers is said at each start of catalog.
    server = Server(os.environ.pop("SOUK_MEILI_URL"), os.environ.get("SOUK_MEILI_KEY"))
    report = {"commit": sizes.commit(), "cores": os.cpu_count(), "load_average_before": os.getloadavg()[0], "meilisearch": server.version()}
    report["shops"] = []
    for products in arguments.search:
        print(f"A shop of {products} products", flush=True)
        # The shop ends first: it would fill an index that is taken from it.
        with server.index(f"souk-bench-{os.getpid()}") as settings, sized_shop(Checkout.here(), products, 0, arguments.keep) as shop:
            report["shops"].append({"products": products, **compare(shop, server, settings, arguments.seconds)})
        arguments.out.write_text(json.dumps(report, indent=2) + "\n")
    show(report)
    print(f"\nWritten to {arguments.out}")
    return 0


def counts(text: str) -> list[int]:
    return [int(word) for word in text.split(",")]


def compare(shop: SizedShop, server: Server, settings: dict[str, str], seconds: int) -> dict:
    random.seed(1)
    questions = workload.questions(shop, Visitor(shop.port))
    embedded = measure(shop, EMBEDDED, {}, questions, seconds)
    pid = server.pid()
    shop.beside = {} if pid is None else {MEILISEARCH: pid}
    meilisearch = measure(shop, MEILISEARCH, settings, questions, seconds)
    for own, other in zip(embedded["rows"], meilisearch["rows"]):
        other["ratios"] = ratios(own, other)
        other["same_totals"] = same(own.pop("totals"), other.pop("totals"))
    return {EMBEDDED: embedded, MEILISEARCH: meilisearch}


def measure(shop: SizedShop, engine: str, settings: dict[str, str], questions: dict[str, list[dict]], seconds: int) -> dict:
    # While catalog doesn't answer it would give what it kept of the other engine's answers.
    shop.shop.renew(["gateway"])
    indexed = index(shop, settings)
    print(f"  {engine}: indexed in {indexed:.1f} s", flush=True)
    visitor = Visitor(shop.port)
    headers = {"Accept-Language": "fr", "Accept-Encoding": "identity", **visitor.headers}
    rows = []
    for kind, requests in questions.items():
        row = asdict(sizes.load(shop, kind, requests, headers, seconds, once=True))
        print(f"    {kind:<38}{sizes.cell(row)}", flush=True)
        rows.append({**row, "totals": [total(visitor, each["path"]) for each in requests[:COMPARED]]})
    return {"seconds_to_index": round(indexed, 1), "rows": rows, "memory_mb": memory(shop)}


def index(shop: SizedShop, settings: dict[str, str]) -> float:
    """Seconds from a start of catalog without an index until the listings have all products."""
    visitor = Visitor(shop.port)
    roots = {row[0] for row in shop.rows("catalog", "SELECT slug FROM categories WHERE parent_id IS NULL")}
    expected = {slug: count for slug, count in workload.categories_of(shop) if slug in roots}
    began = shop.restart_catalog(settings)
    asked = 0

    def is_listed() -> bool:
        nonlocal asked
        asked += 1
        # Never asked before, or the gateway would answer what it keeps.
        paths = {slug: f"/web/public/api/category/products/{quote(slug)}?priceMin={asked % 4_000 / 100}" for slug in expected}
        return all(total(visitor, paths[slug]) == count for slug, count in expected.items())

    if not sizes.until(is_listed, INDEX_SECONDS, pause=0.1):
        raise SystemExit(f"The listings don't get all products: see {shop.shop.folder.logs / CATALOG}.log")
    return time.monotonic() - began


def total(visitor: Visitor, path: str) -> Optional[int]:
    """None where there is no answer."""
    try:
        answer = visitor.call("GET", path)
    except (OSError, http.client.HTTPException):
        return None
    return answer.json()["total"] if answer.ok else None


def memory(shop: SizedShop) -> dict[str, float]:
    """Of whoever searches, in all and without what is only a mapped file."""
    identity, _ = shop.shop.remote.process(CATALOG)
    pids = {**({CATALOG: identity.pid} if identity else {}), **shop.beside}
    kinds = {"": RESIDENT, ", without files": OF_ITS_OWN}
    return {f"{name}{words}": memory_mb(pid, kind) for name, pid in pids.items() for words, kind in kinds.items()}


def ratios(own: dict, other: dict) -> dict[str, float]:
    """Meilisearch / embedded, of what both have."""
    return {measure: round(other[measure] / own[measure], 2) for measure in MEASURES if own[measure] and other[measure] is not None}


def same(own: list[Optional[int]], other: list[Optional[int]]) -> float:
    """Share of the questions to which both found as many products."""
    return round(sum(a is not None and a == b for a, b in zip(own, other)) / len(own), 2) if own else 0.0


def show(report: dict) -> None:
    print(f"\ncommit {report['commit']}, Meilisearch {report['meilisearch']}, {report['cores']} cores, load {report['load_average_before']:.2f} before")
    print("A second, p50 / p99 ms, CPU ms of all processes for one answer, wrong answers; Meilisearch / embedded; answers of one total\n")
    for shop in report["shops"]:
        own, other = shop[EMBEDDED], shop[MEILISEARCH]
        title = f"{shop['products']:,} products"
        print(f"{title:<26}{EMBEDDED:>30}{MEILISEARCH:>30}{'a second':>11}{'p50':>9}{'p99':>9}{'CPU':>9}{'same':>7}")
        for ours, theirs in zip(own["rows"], other["rows"]):
            compared = [f"×{theirs['ratios'][each]:.2f}" if each in theirs["ratios"] else "" for each in MEASURES]
            shown = "".join(f"{each:>{11 if place == 0 else 9}}" for place, each in enumerate(compared))
            print(f"{ours['name']:<26}{sizes.cell(ours):>30}{sizes.cell(theirs):>30}{shown}{theirs['same_totals']:>7.0%}")
        seconds = [each["seconds_to_index"] for each in (own, other)]
        print(f"{'time to index, s':<26}{seconds[0]:>30}{seconds[1]:>30}{f'×{seconds[1] / seconds[0]:.2f}':>11}")
        for name in other["memory_mb"]:
            print(f"{'MB of ' + name:<26}{own['memory_mb'].get(name, ''):>30}{other['memory_mb'][name]:>30}")
        if MEILISEARCH not in other["memory_mb"]:
            print("Meilisearch's memory and CPU are not known: it is no process of this machine that may be looked at.")
        print()


if __name__ == "__main__":
    sys.exit(main())
