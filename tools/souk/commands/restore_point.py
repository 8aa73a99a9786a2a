"""`./souk restore-point`: a moment of all databases that PostgreSQL's own means recover to."""

from __future__ import annotations

import argparse
import re
from datetime import datetime, timezone

from souk import console
from souk.backup import moment
from souk.backup.place import Place
from souk.errors import Refusal
from souk.layout import Checkout
from souk.shop import Shop

HELP = "name this moment in the logs of the databases' servers"
DETAILS = """\
For recovery to a point in time where the five databases are on several servers, whose clocks and logs have no second in common: while
no outbox is being written, each server's log gets a restore point of the same name (`recovery_target_name`). Of the shop that runs here,
or of one elsewhere, which the environment names as for ./souk backup. The services' roles must be allowed to, in their databases:
GRANT EXECUTE ON FUNCTION pg_create_restore_point(text) TO souk_orders. Prints the name. See docs/RUNBOOK.md.
"""
# PostgreSQL cuts longer ones off at 63.
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,61}")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", type=name, help="never used before (default souk- and the time)")


def run(arguments: argparse.Namespace) -> int:
    checkout = Checkout.here()
    place = Place.elsewhere() or Shop(checkout, checkout.shop()).place()
    given = arguments.name or datetime.now(timezone.utc).strftime("souk-%Y-%m-%dT%H:%M:%SZ")
    try:
        stood_still = moment.marked(place.databases, given)
    except Refusal as refusal:
        # A log that has it goes on having it, and recovery ends at the first of a name.
        raise Refusal(f"{refusal}\nSome logs may have {given} now: name the next moment otherwise.") from refusal
    console.say(f"{given}; changes waited {stood_still} ms.")
    return 0


def name(text: str) -> str:
    if not NAME.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text} is no name: letters, digits, . _ : and -, 62 at most")
    return text
