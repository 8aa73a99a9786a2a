"""The tests of `./souk` itself, the checks of the tree, of manifests and alerts, and Envoy's own opinion of its configuration."""

from __future__ import annotations

import os
import sys

from souk import toolchains
from souk.errors import Refusal
from souk.layout import Checkout
from souk.tally import Tally
from souk.testing import kubernetes
from souk.testing.check import Checks


def run(checkout: Checkout, tally: Tally) -> None:
    checks = Checks(checkout, tally, os.environ, checkout.root)
    checks.run("Layers, events, environment, documents and tree", [sys.executable, "tools/check/run.py"])
    kubernetes.run(checkout, checks)
    _alerts(checkout, checks)
    envoy = toolchains.envoy(checkout)
    if envoy is None:
        checks.note("Envoy", 1, "Envoy can't be had here, and its tests need it.")
        return
    checks.run("Envoy accepts its configuration", [str(envoy), "--mode", "validate", "-c", "deploy/envoy/envoy.yaml"])
    checks.run("Tests of ./souk", [sys.executable, "-m", "unittest", "discover", "-s", "tools/tests", "-t", "tools"])


def _alerts(checkout: Checkout, checks: Checks) -> None:
    try:
        promtool = toolchains.promtool(checkout)
    except Refusal as refusal:
        checks.note("Alerts", 1, str(refusal))
        return
    if promtool is None:
        checks.skip("Alerts", "promtool can't be had here")
        return
    tests = sorted(str(path.relative_to(checkout.root)) for path in checkout.root.glob("deploy/observe/*.test.yaml"))
    checks.run("Alerts call when they should", [str(promtool), "test", "rules", *tests])
