"""`./souk test fuzz`: what nobody thought of, at random but from a seed, against a running shop; then `verify`.

Shoppers and staff act at once against a model; then requests are made from the API's description.
"""

from __future__ import annotations

import os
import secrets

from souk import console
from souk.layout import Checkout
from souk.tally import Tally
from souk.testing.check import Checks
from souk.testing.fuzz.actions import Actions
from souk.testing.fuzz.api import SHORT, Api, Effort
from souk.testing.own_shop import own_shop

# Of the time this share is for the actions, the rest for the requests.
ACTING = 1 / 3
SHORT_ACTING_SECONDS = 15
# The gate tries the same each time: what it finds is there again at the next run.
SHORT_SEED = 1


def any_seed() -> int:
    return secrets.randbelow(2**32)


def run(checkout: Checkout, tally: Tally, seconds: int, seed: int) -> None:
    """On a shop of its own, for so many seconds and a little more."""
    with own_shop(checkout, "fuzz") as (shop, options):
        checks = Checks(checkout, tally, {**os.environ, **shop.tool_environment()}, checkout.root)
        acting = round(ACTING * seconds)
        _judge(checkout, checks, options.port, acting, Effort.of_seconds(seconds - acting), seed)
        checks.run("Stock and money agree afterwards", [str(checkout.binaries / "souk-verify")], shop.verify_environment())


def short(checkout: Checkout, checks: Checks, port: int) -> None:
    """Some two minutes of it, against a shop that runs for other tests too."""
    _judge(checkout, checks, port, SHORT_ACTING_SECONDS, SHORT, SHORT_SEED)


def _judge(checkout: Checkout, checks: Checks, port: int, acting: int, effort: Effort, seed: int) -> None:
    console.say(f"  At random, from --seed {seed}")
    for name, wrong in Actions(port).run(acting, seed):
        checks.note(name, len(wrong), "\n".join(wrong))
    for name, wrong in Api(checkout, port).run(effort, seed):
        checks.note(name, len(wrong), "\n".join(wrong))
