"""`./souk bench`: load on the running shop, and the limits that its results are compared with."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys

from souk import toolchains
from souk.build import BENCH_LIMIT
from souk.errors import Refusal
from souk.layout import Checkout
from souk.shop import Shop

HELP = "measure the running shop, and what the machine could do at best"
DETAILS = """\
Adds to the running shop: half a million pieces of stock to its newest products, and every order that the load
places. Measure a demo shop, not one whose data matter.

Further arguments go to bench/run.py:
  --only pages|orders   one of the two parts alone
  --seconds n           length of each load (default 10)
  --order-rate n        orders offered a second (default 800)
  --out file            where the JSON goes (default .souk/bench.json)

With --sizes 1000,100000 (products and orders of each, or products:orders) it needs no running shop: it makes one of each size in
.souk/bench, does the same work on each, one after the other, and tells what the larger one costs more:
  --seconds n           length of each load (default 8)
  --keep                leave the shops for the next run
  --without-reindex     leave out how long an index takes that is made anew
  --out file            where the JSON goes (default .souk/bench-sizes.json)

With --search (or --search 10000,100000: products of each shop) it needs no running shop either: it makes one of each size and asks
both search engines the same, catalog's own and the Meilisearch server of SOUK_MEILI_URL (and SOUK_MEILI_KEY), which it fills in an
index of its own and takes it away again. Tells answers a second, p50 and p99, processor time, memory where the server is a process
of this machine, and the time to index, and what Meilisearch costs more:
  --seconds n           longest that each load takes (default 8)
  --keep                leave the shops for the next run
  --out file            where the JSON goes (default .souk/bench-search.json)

With --import 100000 it needs no running shop either: it takes a file of that many products into shops of --into 1000 products (or of
several sizes, as with --sizes) and tells how long that takes, and what shoppers and staff wait meanwhile:
  --keep                leave the shops for the next run
  --out file            where the JSON goes (default .souk/bench-import.json)
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Its arguments are those of the program behind it."""
    parser.set_defaults(hands_on=True)


def run(arguments: argparse.Namespace) -> int:
    checkout = Checkout.here()
    options = {word.partition("=")[0] for word in arguments.rest}
    if "--search" in options:
        if not os.environ.get("SOUK_MEILI_URL"):
            raise Refusal(
                "--search compares catalog's own engine with a Meilisearch server, and SOUK_MEILI_URL (with SOUK_MEILI_KEY) names none: "
                "docs/DEPLOYMENT.md, Search on a server"
            )
        return _run(checkout, "search.py", arguments.rest, dict(os.environ))
    if "--import" in options:
        return _run(checkout, "product_import.py", arguments.rest, dict(os.environ))
    if "--sizes" in options:
        return _run(checkout, "sizes.py", arguments.rest, dict(os.environ))
    limit = checkout.binaries / BENCH_LIMIT
    environment = Shop(checkout, checkout.shop()).owner_environment()
    if not limit.exists():
        raise Refusal("The shop was built without the program to compare it with: ./souk down, then ./souk up")
    environment["SOUK_BENCH_LIMIT"] = str(limit)
    environment["SOUK_ENVOY"] = str(toolchains.envoy(checkout) or "")
    return _run(checkout, "run.py", arguments.rest, environment)


def _run(checkout: Checkout, script: str, words: list[str], environment: dict[str, str]) -> int:
    environment["SOUK_K6"] = str(toolchains.k6(checkout))
    command = [sys.executable, checkout.root / "bench" / script, *words]
    return subprocess.run(command, env=environment, cwd=checkout.root).returncode
