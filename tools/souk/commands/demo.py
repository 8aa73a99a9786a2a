"""`./souk demo`: fills the running shop with the demo's products, orders and logins, or with a shop of any size."""

from __future__ import annotations

import argparse

from souk.layout import Checkout
from souk.shop import Shop

HELP = "load the demo shop into the running one, of any size"
DETAILS = """\
The first ./souk up does it by itself. What is there stays as it is; a load that was cut off is completed.

With --products (and --orders) it then adds so many products with their combinations and stock, and orders of the past three
years with their payments, straight into the databases; it refuses in a shop that has orders beyond the demo's. A load that is
cut off leaves nothing. While it runs the shop answers nothing.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--products", type=_count, help="products to add, about three combinations to each")
    parser.add_argument("--orders", type=_count, default=0, help="orders to add (default none)")
    parser.add_argument("--seed", type=_count, default=1, help="the same seed makes the same shop (default 1)")


def run(arguments: argparse.Namespace) -> int:
    checkout = Checkout.here()
    shop = Shop(checkout, checkout.shop())
    shop.load_demo()
    if arguments.products:
        shop.load_sized(arguments.products, arguments.orders, arguments.seed)
    return 0


def _count(text: str) -> int:
    if not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text} is no number")
    return int(text)
