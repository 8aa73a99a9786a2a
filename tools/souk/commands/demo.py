"""`./souk demo`: fills the running shop with the demo's products, orders and logins."""

from __future__ import annotations

import argparse

from souk.layout import Checkout
from souk.shop import Shop

HELP = "load the demo shop into the running one"
DETAILS = "The first ./souk up does it by itself. What is there stays as it is; a load that was cut off is completed."


def configure(parser: argparse.ArgumentParser) -> None:
    """No arguments."""


def run(_: argparse.Namespace) -> int:
    checkout = Checkout.here()
    Shop(checkout, checkout.shop()).load_demo()
    return 0
