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
DETAILS = "Further arguments go to bench/run.py."


def configure(parser: argparse.ArgumentParser) -> None:
    """Its arguments are those of the program behind it."""
    parser.set_defaults(hands_on=True)


def run(arguments: argparse.Namespace) -> int:
    checkout = Checkout.here()
    script = checkout.root / "bench" / "run.py"
    if not script.exists():
        raise Refusal("There is no bench/run.py in this checkout.")
    environment = Shop(checkout, checkout.shop()).tool_environment()
    environment["SOUK_K6"] = str(toolchains.k6(checkout))
    environment["SOUK_ENVOY"] = str(toolchains.envoy(checkout) or "")
    return subprocess.run([sys.executable, script, *arguments.rest], env=environment, cwd=checkout.root).returncode
