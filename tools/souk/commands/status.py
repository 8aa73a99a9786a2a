"""`./souk status`: what runs, since when, and whether it is well."""

from __future__ import annotations

import argparse
import json

from souk import console
from souk.layout import Checkout
from souk.shop import Shop, answers
from souk.spec import Spec

HELP = "what runs and whether it is well"
DETAILS = "Exit code 0 when everything that should run is well, 1 otherwise."


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="for programs")


def run(arguments: argparse.Namespace) -> int:
    shop = Shop(Checkout.here(), Checkout.here().shop())
    running = shop.running()
    if running is None:
        console.say("[]" if arguments.json else "The shop isn't running.")
        return 1
    rows = [_row(shop, spec) for spec in sorted(shop.remote.wanted(), key=lambda spec: (spec.group, spec.name))]
    if arguments.json:
        console.say(json.dumps(rows, indent=2))
    else:
        console.say(f"{running['url']}\n")
        for row in rows:
            console.say(
                f"  {row['name']:<13}{row['state']:<11}pid {row['pid'] or '-':<9}up {row['up']:<9}restarts {row['restarts']}"
            )
    return 0 if all(row["state"] == "well" for row in rows) else 1


def _row(shop: Shop, spec: Spec) -> dict:
    identity, restarts = shop.remote.process(spec.name)
    well = identity is not None and (spec.health is None or answers(spec.health))
    state = "well" if well else "not ready" if identity else "down"
    up = _duration(identity.age()) if identity else "-"
    return {"name": spec.name, "state": state, "pid": identity and identity.pid, "up": up, "restarts": restarts}


def _duration(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}h{minutes:02}m" if hours else f"{minutes}m{rest:02}s" if minutes else f"{rest}s"
