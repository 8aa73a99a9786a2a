"""`./souk verify`: do stock and money agree, over all databases?"""

from __future__ import annotations

import argparse
import subprocess

from souk.layout import Checkout
from souk.shop import Shop

HELP = "check that stock and money agree in the running shop"
DETAILS = """\
Prints every broken invariant with the ids that break it; exit code 0 when all of them hold. It only reads, in bounded memory
whatever the shop's size. Arguments go to souk-verify.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Its arguments are those of the program behind it."""
    parser.set_defaults(hands_on=True)


def run(arguments: argparse.Namespace) -> int:
    checkout = Checkout.here()
    shop = Shop(checkout, checkout.shop())
    environment = shop.verify_environment()
    program = checkout.binaries / "souk-verify"
    return subprocess.run([program, *arguments.rest], env=environment, cwd=checkout.root).returncode
