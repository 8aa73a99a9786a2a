"""`./souk backup`: the whole shop in one file, while it runs."""

from __future__ import annotations

import argparse
from pathlib import Path

from souk import console
from souk.backup import copy, nights
from souk.backup.place import Place
from souk.errors import Refusal
from souk.layout import Checkout
from souk.shop import Shop

HELP = "write the whole shop into one file, while it runs"
DETAILS = """\
All five databases as they stood at one moment, and the pictures; orders go on meanwhile. Of the shop that runs here, or of one
elsewhere, where the environment names it: CATALOG_DATABASE_URL, ORDERS_…, INVENTORY_…, PAYMENTS_…, GATEWAY_DATABASE_URL (the
services' logins, for ./souk restore their databases' owners) and SOUK_MEDIA_URL, with SOUK_MEDIA_ENDPOINT, …_REGION, …_KEY_ID and …_SECRET_KEY for a bucket. The file has every shopper's name and phone: keep it as you keep the databases. Secrets are
not in it. Where it breaks off after the databases, which are of one moment, FILE.part is left and --resume adds what is missing.
A folder in place of FILE gets one named by its time; with --keep 7 the newest seven named so stay, and none that broke off: for a
crontab. See docs/RUNBOOK.md.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="a new file, or a folder that gets one")
    parser.add_argument("--resume", action="store_true", help="go on with the pictures of one that broke off")
    parser.add_argument("--keep", type=positive, metavar="N", help="of a folder: delete all but the newest N, once the new one is whole")


def positive(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is no number above 0")
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    folder = arguments.file if arguments.file.is_dir() else None
    if folder is None and arguments.keep:
        raise Refusal(f"--keep is for a folder, and {arguments.file} is none.")
    if folder and arguments.resume:
        raise Refusal(f"--resume goes on with one file, and {folder} is a folder: name the file, without its {nights.PART}.")
    checkout = Checkout.here()
    place = Place.elsewhere() or Shop(checkout, checkout.shop()).place()
    file = nights.next_of(folder) if folder else arguments.file
    if arguments.keep:
        nights.forget_parts(folder)
    with console.step(f"Backing up into {file}") as current:
        manifest = copy.take(place, file, current.tell, arguments.resume)
    console.say(f"  {copy.summary(manifest)}; changes waited {manifest.stood_still_ms} ms.")
    try:
        copy.note(place, file, manifest)
    except Refusal as refusal:
        console.warn(f"The file is whole, but the shop was not told, and its metrics go on naming the backup before: {refusal}")
    if arguments.keep:
        for old in nights.forget_old(folder, arguments.keep):
            console.say(f"  deleted {old}")
    return 0
