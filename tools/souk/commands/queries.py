"""`./souk queries`: describes the SQL queries anew, for builds that have no database."""

from __future__ import annotations

import argparse
import os

from souk import console, machine, rust_toolchain
from souk.layout import Checkout
from souk.queries import renew
from souk.shop import Shop
from souk.testing import rust

HELP = "describe the SQL queries anew, after one of them or a migration changed"
DETAILS = """\
Writes the .sqlx folder of each crate from a PostgreSQL of its own, with the migrations as they are in the checkout.
Commit what it writes together with the change.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """No arguments."""


def run(_: argparse.Namespace) -> int:
    checkout = Checkout.here()
    machine.require([machine.COMPILER, machine.CERTIFICATES, machine.POSTGRES, machine.RABBITMQ])
    environment = rust_toolchain.environment(checkout)
    shop = Shop(checkout, checkout.passing_shop("queries"), forgetful=True)
    try:
        live = rust.live_environment(shop, *shop.start_servers(os.getpid()))
        changed = renew(checkout, {**environment, **live}, shop.folder.path)
    finally:
        shop.throw_away()
    for path in changed:
        console.say(f"  {path.relative_to(checkout.root)}")
    console.say(f"{len(changed)} descriptions changed." if changed else "Nothing changed.")
    return 0
