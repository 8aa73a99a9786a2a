"""`./souk status`: what runs, since when, and whether it is well."""

from __future__ import annotations

import argparse
import json
from typing import Optional

from souk import console
from souk.layout import Checkout
from souk.shop import Shop, answers

HELP = "what runs and whether it is well"
DETAILS = "Exit code 0 when everything that should run is well, 1 otherwise."


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="for programs")


def run(arguments: argparse.Namespace) -> int:
    return report(Shop(Checkout.here(), Checkout.here().shop()), arguments.json)


def report(shop: Shop, as_json: bool) -> int:
    running = shop.running()
    left = shop.remote.leftovers()
    rows = [{**_row(shop, name, None), "state": "left over"} for name in left]
    if running is not None:
        wanted = sorted(shop.remote.wanted(), key=lambda spec: (spec.group, spec.name))
        rows = [_row(shop, spec.name, spec.health) for spec in wanted]
    if as_json:
        console.say(json.dumps(rows, indent=2))
    else:
        console.say(_heading(running, left) + "".join(_line(row) for row in rows))
    return 0 if running is not None and all(row["state"] == "well" for row in rows) else 1


def _heading(running: Optional[dict], left: list[str]) -> str:
    if running is not None:
        return f"{running['url']}\n"
    if left:
        return f"The shop was cut off, and {len(left)} of its processes live on. End them: ./souk down\n"
    return "The shop isn't running."


def _line(row: dict) -> str:
    return (
        f"\n  {row['name']:<13}{row['state']:<11}pid {row['pid'] or '-':<9}up {row['up']:<9}restarts {row['restarts']}"
    )


def _row(shop: Shop, name: str, health: Optional[str]) -> dict:
    identity, restarts = shop.remote.process(name)
    well = identity is not None and (health is None or answers(health))
    state = "well" if well else "not ready" if identity else "down"
    up = _duration(identity.age()) if identity else "-"
    return {"name": name, "state": state, "pid": identity and identity.pid, "up": up, "restarts": restarts}


def _duration(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}h{minutes:02}m" if hours else f"{minutes}m{rest:02}s" if minutes else f"{rest}s"
