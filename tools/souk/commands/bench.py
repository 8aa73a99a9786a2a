"""`./souk bench`: load on the running shop, and the limits that its results are compared with."""

from __future__ import annotations

import argparse
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
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Its arguments are those of the program behind it."""
    parser.set_defaults(hands_on=True)


def run(arguments: argparse.Namespace) -> int:
    checkout = Checkout.here()
    script = checkout.root / "bench" / "run.py"
    if not script.exists():
        raise Refusal("There is no bench/run.py in this checkout.")
    limit = checkout.binaries / BENCH_LIMIT
    environment = Shop(checkout, checkout.shop()).tool_environment()
    if not limit.exists():
        raise Refusal("The shop was built without the program to compare it with: ./souk down, then ./souk up")
    environment["SOUK_BENCH_LIMIT"] = str(limit)
    environment["SOUK_K6"] = str(toolchains.k6(checkout))
    environment["SOUK_ENVOY"] = str(toolchains.envoy(checkout) or "")
    return subprocess.run([sys.executable, script, *arguments.rest], env=environment, cwd=checkout.root).returncode
