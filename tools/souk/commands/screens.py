"""`./souk screens`: the pictures of docs/screens, taken from the running shop."""

from __future__ import annotations

import argparse
import os
import subprocess

from souk import machine, toolchains
from souk.build import Build
from souk.errors import Refusal
from souk.layout import Checkout
from souk.shop import Shop

HELP = "take the pictures of docs/screens from the running demo shop"
DETAILS = """\
Signs in as the demo's admin and takes each screen of the guide in French and Arabic with Chromium. Run it on a shop that was
just loaded: what was tried on it by hand is in the pictures too.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """No arguments."""


def run(_: argparse.Namespace) -> int:
    checkout = Checkout.here()
    running = Shop(checkout, checkout.shop()).running()
    if running is None:
        raise Refusal("The shop isn't running. Start it first: ./souk up --detach")
    machine.require([machine.CHROMIUM])
    node = toolchains.node_environment(checkout)
    Build(checkout).node_modules(node)
    browser = os.environ.get("CHROMIUM") or machine.browser()
    environment = {**node, "SOUK_URL": running["url"], "CHROMIUM": browser}
    return subprocess.run(["node", "scripts/take-screens.mjs"], env=environment, cwd=checkout.web).returncode
