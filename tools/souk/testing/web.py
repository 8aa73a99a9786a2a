"""The web app's own checks: `npm run verify` in web/."""

from __future__ import annotations

from souk.build import Build
from souk.errors import Refusal
from souk.layout import Checkout
from souk.tally import Tally
from souk.testing.check import Checks
from souk.toolchains import node_environment


def run(checkout: Checkout, tally: Tally) -> None:
    environment = node_environment(checkout)
    checks = Checks(checkout, tally, environment, checkout.web)
    try:
        Build(checkout).node_modules(environment)
    except Refusal as refusal:
        checks.note("Web packages", 1, str(refusal))
        return
    gateway = {"SOUK_GATEWAY_BIN": str(checkout.cargo_target / "debug" / "souk-gateway")}
    checks.run("Web: npm run verify", ["npm", "run", "verify"], gateway)
