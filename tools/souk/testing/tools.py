"""The tests of `./souk` itself and the checks of the tree."""

from __future__ import annotations

import os
import sys

from souk.layout import Checkout
from souk.tally import Tally
from souk.testing.check import Checks


def run(checkout: Checkout, tally: Tally) -> None:
    checks = Checks(checkout, tally, os.environ, checkout.root)
    checks.run("Tests of ./souk", [sys.executable, "-m", "unittest", "discover", "-s", "tools/tests", "-t", "tools"])
    checks.run("Layers, events, environment and tree", [sys.executable, "tools/check/run.py"])
