"""`./souk test fuzz`: what nobody thought of, at random but from a seed, against a running shop; then `verify`."""

from __future__ import annotations

import os
import secrets

from souk import console
from souk.layout import Checkout
from souk.tally import Tally
from souk.testing.check import Checks
from souk.testing.fuzz.api import Api
from souk.testing.own_shop import own_shop

# What the browser tests' shop gets of it.
SHORT_SECONDS = 30


def any_seed() -> int:
    return secrets.randbelow(2**32)


def run(checkout: Checkout, tally: Tally, seconds: int, seed: int) -> None:
    """On a shop of its own."""
    with own_shop(checkout, "fuzz") as (shop, options):
        checks = Checks(checkout, tally, {**os.environ, **shop.tool_environment()}, checkout.root)
        judge(checkout, checks, options.port, seconds, seed)
        checks.run("Stock and money agree afterwards", [str(checkout.binaries / "souk-verify")])


def judge(checkout: Checkout, checks: Checks, port: int, seconds: int, seed: int) -> None:
    """Against the shop behind this port, for so many seconds and a little more."""
    console.say(f"  Random requests for {seconds} s; again with: ./souk test fuzz --seconds {seconds} --seed {seed}")
    for name, wrong in Api(checkout, port).run(seconds, seed):
        checks.note(name, len(wrong), "\n".join(wrong))
