"""The browser tests: a shop of its own with the demo, through Envoy; then `verify` on what they left."""

from __future__ import annotations

import os

from souk import build, machine
from souk.build import Build
from souk.errors import Refusal
from souk.layout import Checkout
from souk.shop import Options, Shop
from souk.tally import Tally
from souk.testing import front_door, fuzz, restored, told, torture
from souk.testing.check import Checks
from souk.testing.own_shop import own_shop
from souk.testing.replicas import lost_answers, lost_orders
from souk.toolchains import node_environment


def run(checkout: Checkout, tally: Tally) -> None:
    machine.require([machine.CHROMIUM])
    build.use_dev_profile()
    node = node_environment(checkout)
    checks = Checks(checkout, tally, node, checkout.web)
    try:
        with own_shop(checkout, "e2e") as (shop, options):
            Build(checkout).node_modules(node)
            _tests(checkout, checks, shop, options, node)
    except Refusal as refusal:
        checks.note("A shop for the browser tests", 1, str(refusal))


def _tests(checkout: Checkout, checks: Checks, shop: Shop, options: Options, node: dict[str, str]) -> None:
    browser = os.environ.get("CHROMIUM") or machine.browser()
    environment = {**shop.tool_environment(), **node, "SOUK_URL": shop.front_url(options), "CHROMIUM": browser}
    checks.run("Browser tests", ["npm", "run", "e2e"], environment)
    checks.judge("No answer is lost when a replica is killed", lambda: lost_answers(shop, options.port))
    checks.judge("No order and no answer is lost when a replica is told to end", lambda: lost_orders(shop, options.port))
    for name, wrong in front_door.run(options.port):
        checks.note(name, len(wrong), "\n".join(wrong))
    killing = "No acknowledged order is lost when anything is killed"
    checks.judge(killing, lambda: torture.problems(shop, options.port))
    backup = "A backup that is taken while orders are placed makes a new shop that agrees"
    checks.judge(backup, lambda: restored.problems(checkout, shop, options.port))
    # Before: what random requests call people may be anything that a log holds.
    words = told.words_of(shop)
    fuzz.short(checkout, checks, options.port)
    checks.judge("No log tells of a person or a secret", lambda: told.problems(shop, words))
    checks.run("Stock and money agree afterwards", [str(checkout.binaries / "souk-verify")], shop.verify_environment())
