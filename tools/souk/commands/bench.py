"""`./souk bench`: load on the running shop, and the limits that its results are compared with."""

from __future__ import annotations

import argparse
import subprocess
import sys

from souk import toolchains
from souk.errors import Refusal
from souk.layout import Checkout
from souk.shop import Shop

HELP = "measure the running shop, and what the machine could do at best"
DETAILS = "Further arguments go to bench/run.py (./souk bench -- --help)."


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rest", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)


def run(arguments: argparse.Namespace) -> int:
    checkout = Checkout.here()
    script = checkout.root / "bench" / "run.py"
    if not script.exists():
        raise Refusal("There is no bench/run.py in this checkout.")
    environment = Shop(checkout, checkout.shop()).tool_environment()
    environment["SOUK_K6"] = str(toolchains.k6(checkout))
    environment["SOUK_ENVOY"] = str(toolchains.envoy(checkout) or "")
    rest = [word for word in arguments.rest if word != "--"]
    return subprocess.run([sys.executable, script, *rest], env=environment, cwd=checkout.root).returncode
