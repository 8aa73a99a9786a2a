"""`./souk test upgrade`: a shop of the last release becomes one of this release and goes back, in both orders, under people who go on
(docs/UPGRADING.md)."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Optional

from souk import build, console
from souk.errors import Refusal
from souk.layout import Checkout
from souk.shop import Shop
from souk.tally import Tally
from souk.testing import torture
from souk.testing.check import Checks
from souk.testing.own_shop import own_shop
from souk.testing.upgrade.crew import Crew, at_work
from souk.testing.upgrade.release import built
from souk.testing.upgrade.rollout import Front, Rollout, Sweep, plan

# What an older release put aside is offered again every 15 seconds.
SETTLE_SECONDS = 60


def run(checkout: Checkout, tally: Tally, revision: Optional[str], seed: int) -> None:
    """From a revision, or the last release, to what is in the checkout."""
    build.use_dev_profile()
    former = built(checkout, revision)
    console.say(f"  From {former.root.name}; at random, from --seed {seed}")
    with own_shop(checkout, "upgrade", release=former) as (shop, options):
        checks = Checks(checkout, tally, {**os.environ, **shop.tool_environment()}, checkout.root)
        front = Front(former)
        rollout = Rollout(shop, options, front)
        highest = torture.highest(shop)
        with at_work(options.port, former, front, seed) as crew:
            stuck = _go_through(rollout, plan(former, checkout))
        checks.note("Every service came up in each release", len(stuck), "\n".join(stuck))
        for name, wrong in crew.found():
            checks.note(name, len(wrong), "\n".join(wrong))
        checks.judge("No order is there that nobody was told of, or twice", lambda: _uncounted(shop, highest, crew))
        verify = [str(checkout.binaries / "souk-verify"), "--settle", str(SETTLE_SECONDS)]
        checks.run("Stock and money agree, no event is on its way or dead", verify, shop.verify_environment())


def _go_through(rollout: Rollout, sweeps: Iterable[Sweep]) -> list[str]:
    """What it broke off at; what people met until then is told too."""
    try:
        for sweep in sweeps:
            rollout.make(sweep)
    except Refusal as refusal:
        return [str(refusal)]
    return []


def _uncounted(shop: Shop, highest: int, crew: Crew) -> list[str]:
    """Whoever was told of an order was told of one: there are as many as were told."""
    stored = f"SELECT count(*) FROM orders WHERE number > {highest};"
    found = int(shop.place().databases["orders"].execute(stored))
    return [] if found == crew.acknowledged else [f"{found} orders are stored, {crew.acknowledged} were acknowledged"]
