"""`./souk test web PATTERN [NAME …]` and `./souk test e2e PATTERN [NAME …]`: the test files whose path holds the pattern, for the minutes
between two commits; with names, those of their tests whose name holds one.

The browser tests are shown a shop that stays up: what changed of its pages or its services is built and taken into it first.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from souk import build, console, machine, state
from souk.build import OF_ONE_APP, SERVICES, Build
from souk.errors import Refusal
from souk.layout import Checkout
from souk.services import Scale
from souk.shop import Options, Shop
from souk.toolchains import node_environment

BUSY = "Another ./souk test starts the shop"
BROWSER_TESTS = ("--config", "e2e/vitest.config.ts")


def web(checkout: Checkout, pattern: str, names: Sequence[str]) -> int:
    """Unit and component tests; the exit code of the test runner."""
    environment = node_environment(checkout)
    Build(checkout).node_modules(environment)
    return _vitest(checkout, [], pattern, names, environment)


def e2e(checkout: Checkout, pattern: str, names: Sequence[str]) -> int:
    """Browser tests, on the shop that stays up."""
    if not any(pattern in str(path.relative_to(checkout.web)) for path in (checkout.web / "e2e").rglob("*.e2e.ts")):
        raise Refusal(f"No browser test in web/e2e has {pattern} in its path.")
    build.use_dev_profile()
    machine.require([machine.CHROMIUM])
    shop = Shop(checkout, checkout.shop(checkout.test_shop), forgetful=True)
    with state.exclusive(shop.folder.command_lock, BUSY):
        keep(shop, Build(checkout))
    browser = os.environ.get("CHROMIUM") or machine.browser()
    environment = {**shop.tool_environment(), **node_environment(checkout), "CHROMIUM": browser}
    environment["SOUK_URL"] = (shop.running() or {})["url"]
    return _vitest(checkout, BROWSER_TESTS, pattern, names, environment)


def keep(shop: Shop, builder: Build) -> None:
    """Starts the shop, or takes what was built anew into the one that an earlier run left."""
    marks = shop.folder.path / "taken.json"
    if shop.running():
        shop.prepare()
        built = made(builder)
        shop.renew(outdated(state.read(marks, {}), built))
    else:
        shop.start(Options(shop.ports.free_port("front"), Scale()), None)
        built = made(builder)
    state.write(marks, built)


def made(builder: Build) -> dict[str, object]:
    """What there is of each program and of each app's pages."""
    return {**builder.stamps(), **{app: builder.pages(app) for app in OF_ONE_APP}}


def outdated(taken: Mapping[str, object], built: Mapping[str, object]) -> list[str]:
    """The services that run something older; the gateway has read the pages when it began."""

    def changed(name: str) -> bool:
        return taken.get(name) != built[name]

    pages = any(map(changed, OF_ONE_APP))
    return [name for name in SERVICES if changed(build.binary(name)) or (name == "gateway" and pages)]


def _vitest(
    checkout: Checkout, options: Sequence[str], pattern: str, names: Sequence[str], environment: Mapping[str, str]
) -> int:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = ["node_modules/.bin/vitest", "run", *options, "--reporter=verbose", "--reporter=json"]
        command += [f"--outputFile={report}", pattern, *name_options(names)]
        code = subprocess.run(command, env=dict(environment), cwd=checkout.web).returncode
        done = json.loads(report.read_text()) if report.exists() else {}
    passed, failed = done.get("numPassedTests", 0), done.get("numFailedTests", 0)
    console.say(f"{passed} passed, {failed} failed")
    # A name that no test has is a mistake, not a success.
    return code or (0 if passed else 1)


def name_options(names: Sequence[str]) -> list[str]:
    return ["--testNamePattern", "|".join(map(re.escape, names))] if names else []
