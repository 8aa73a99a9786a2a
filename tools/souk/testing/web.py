"""The web app's own checks: `npm run verify` in web/."""

from __future__ import annotations

from souk import machine, rust_toolchain, toolchains
from souk.build import Build
from souk.errors import Refusal
from souk.layout import Checkout
from souk.tally import Tally
from souk.testing.check import Checks


def run(checkout: Checkout, tally: Tally) -> None:
    environment = toolchains.node_environment(checkout)
    checks = Checks(checkout, tally, environment, checkout.web)
    try:
        Build(checkout).node_modules(environment)
    except Refusal as refusal:
        checks.note("Web packages", 1, str(refusal))
        return
    gateway = checkout.cargo_target / "debug" / "souk-gateway"
    if not gateway.exists():
        # It says what the API is, which the client in web/ must agree with.
        _build(checkout, tally)
    checks.run("Web: npm run verify", ["npm", "run", "verify"], {"SOUK_GATEWAY_BIN": str(gateway)})


def _build(checkout: Checkout, tally: Tally) -> None:
    machine.require([machine.COMPILER, machine.CERTIFICATES])
    environment = {**rust_toolchain.environment(checkout), "CARGO_TERM_COLOR": "never", "SQLX_OFFLINE": "true"}
    command = ["cargo", "build", "--locked", "--workspace"]
    Checks(checkout, tally, environment, checkout.root).run("Build of the gateway", command)
