"""`./souk test`: every check and every test, on servers of its own that are thrown away."""

from __future__ import annotations

import argparse
import functools
import os
import shutil
import traceback
from collections.abc import Callable

from souk import console, servers
from souk.errors import Refusal
from souk.layout import Checkout, ShopFolder
from souk.supervisor import Remote
from souk.tally import Tally
from souk.testing import abuse, fuzz, package, pattern, rust, shop, tools, upgrade, web

HELP = "run the checks and tests, all or those of one part"
DETAILS = """\
rust   format, clippy and queries against the live schemas, the tests on a real PostgreSQL and RabbitMQ, layers
web    types, lint, unit tests, build and budgets of the web app
e2e    a shop of its own with the demo, the browser tests through Envoy, random requests, then verify

fuzz     by hand: a shop of its own, random actions at once against a model, random requests, then verify; --seconds, --seed
abuse    by hand: with production's limits, what a shopper notices of one address that asks for far too much; --seconds
upgrade  by hand: a shop of the last release, or of --from, becomes one of what is here and goes back, service by service and in both
         orders, while people shop and work in it: no failed request, then verify (docs/UPGRADING.md); builds both; --from, --seed

rust PACKAGE [NAME …]   only these tests of one package (orders, kernel, …), built against the live schemas
web PATTERN [NAME …]    only the unit tests whose file has PATTERN in its path (money, recipe/list)
e2e PATTERN [NAME …]    only such browser tests (brands, storefront/buy), on a shop with what changed since
                        with names: only tests whose name holds one. Servers and shop stay up; ./souk down ends them

Ends with a line `N passed, N failed`; what this machine can't have or reach what it needs for is named above it as skipped. The exit
code is 0 when nothing failed.
"""
PARTS = {"rust": rust.run, "web": web.run, "e2e": shop.run}
# The tests that are named, for the minutes between two commits.
NAMED = {"rust": package.run, "web": pattern.web, "e2e": pattern.e2e}
# Of the whole, of each attack.
FUZZ_SECONDS, ATTACK_SECONDS = 300, 10
BY_HAND = {
    "fuzz": lambda checkout, tally, given: fuzz.run(checkout, tally, given.seconds or FUZZ_SECONDS, given.seed),
    "abuse": lambda checkout, tally, given: abuse.run(checkout, tally, given.seconds or ATTACK_SECONDS),
    "upgrade": lambda checkout, tally, given: upgrade.run(checkout, tally, given.revision, given.seed),
}


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("part", nargs="?", choices=sorted({**PARTS, **BY_HAND}), help="only this part")
    parser.add_argument("of", nargs="?", help="only tests of this package, or of files with this in their path")
    parser.add_argument("names", nargs="*", metavar="name", help="parts of the names of the tests to run")
    parser.add_argument("--seconds", type=int, default=None, help="how long fuzz takes (300), or each attack (10)")
    parser.add_argument("--seed", type=int, default=None, help="of fuzz and upgrade: what is at random follows from it")
    parser.add_argument("--from", dest="revision", metavar="REV", help="of upgrade: the older revision, if not the last release")


def run(arguments: argparse.Namespace) -> int:
    checkout = Checkout.here()
    if arguments.of:
        if arguments.part not in NAMED:
            raise Refusal(f"Only tests of {', '.join(NAMED)} can be named, not of {arguments.part}.")
        return NAMED[arguments.part](checkout, arguments.of, arguments.names)
    _sweep(checkout)
    tally = Tally()
    arguments.seed = fuzz.any_seed() if arguments.seed is None else arguments.seed
    if arguments.part in BY_HAND:
        _run_part(tally, arguments.part, functools.partial(BY_HAND[arguments.part], checkout, tally, arguments))
    else:
        tools.run(checkout, tally)
        for name in [arguments.part] if arguments.part else PARTS:
            _run_part(tally, name, functools.partial(PARTS[name], checkout, tally))
    for failure in tally.failures:
        console.say(f"failed: {failure}")
    for skipped in tally.skipped:
        console.say(f"skipped: {skipped}")
    console.say(str(tally))
    return 1 if tally.failed else 0


def _run_part(tally: Tally, name: str, part: Callable[[], None]) -> None:
    """A part that breaks off is one failure; the others still run."""
    try:
        part()
    except Exception as error:
        console.warn("" if isinstance(error, Refusal) else traceback.format_exc())
        console.say(f"✗ {name} broke off: {error}")
        tally.add(f"{name}: {error}", "", 1)


def _sweep(checkout: Checkout) -> None:
    """Ends and removes what test runs left that were killed; a run that still goes on is left alone."""
    for path in checkout.passing_shops.glob("*"):
        pid = path.name.rpartition("-")[2]
        if path.is_dir() and not os.path.exists(f"/proc/{pid}"):
            folder = ShopFolder(path)
            Remote(folder).stop()
            servers.remove(folder)
            shutil.rmtree(path, ignore_errors=True)
