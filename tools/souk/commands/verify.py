"""`./souk verify`: do stock and money agree, over all databases?"""

from __future__ import annotations

import argparse
import subprocess

from souk.layout import Checkout
from souk.shop import Shop

HELP = "check that stock and money agree in the running shop"
DETAILS = "Prints every broken invariant with the ids that break it; exit code 0 when all of them hold."


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rest", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)


def run(arguments: argparse.Namespace) -> int:
    checkout = Checkout.here()
    shop = Shop(checkout, checkout.shop())
    environment = shop.tool_environment()
    program = checkout.binaries / "souk-verify"
    return subprocess.run([program, *arguments.rest], env=environment, cwd=checkout.root).returncode
