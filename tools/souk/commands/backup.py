"""`./souk backup`: the whole shop in one file, while it runs."""

from __future__ import annotations

import argparse
from pathlib import Path

from souk import console
from souk.backup import copy
from souk.backup.place import Place
from souk.layout import Checkout
from souk.shop import Shop

HELP = "write the whole shop into one file, while it runs"
DETAILS = """\
All five databases as they stood at one moment, and the pictures; orders go on meanwhile. Of the shop that runs here, or of one
elsewhere, where the environment names it: CATALOG_DATABASE_URL, ORDERS_…, INVENTORY_…, PAYMENTS_…, GATEWAY_DATABASE_URL (the
services' logins, for ./souk restore their databases' owners) and SOUK_MEDIA_URL, with SOUK_MEDIA_ENDPOINT, …_REGION, …_KEY_ID and …_SECRET_KEY for a bucket. The file has every shopper's name and phone: keep it as you keep the databases. Secrets are
not in it. Where it breaks off after the databases, which are of one moment, FILE.part is left and --resume adds what is missing.
See docs/RUNBOOK.md.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="a new file")
    parser.add_argument("--resume", action="store_true", help="go on with the pictures of one that broke off")


def run(arguments: argparse.Namespace) -> int:
    checkout = Checkout.here()
    place = Place.elsewhere() or Shop(checkout, checkout.shop()).place()
    with console.step(f"Backing up into {arguments.file}") as current:
        manifest = copy.take(place, arguments.file, current.tell, arguments.resume)
    console.say(f"  {copy.summary(manifest)}; changes waited {manifest.stood_still_ms} ms.")
    return 0
