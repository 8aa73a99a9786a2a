"""A check that can't be made on this machine is told and counted."""

import contextlib
import io
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from souk.errors import Refusal
from souk.layout import Checkout
from souk.tally import Tally
from souk.testing import rust, tools
from souk.testing.check import Checks


class SkippedTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.tally = Tally()
        self.checkout = Checkout(Path(temporary.name))
        self.checks = Checks(self.checkout, self.tally, os.environ, self.checkout.root)
        self.said = io.StringIO()
        quiet = contextlib.redirect_stdout(self.said)
        quiet.__enter__()
        self.addCleanup(quiet.__exit__, None, None, None)

    def test_tools_that_can_not_be_had(self) -> None:
        with mock.patch("souk.toolchains.promtool", return_value=None):
            tools._alerts(self.checkout, self.checks)
        with mock.patch("souk.toolchains.kustomize", return_value=None):
            tools.kubernetes.run(self.checkout, self.checks)
        with mock.patch("souk.toolchains.tool", side_effect=Refusal("pip failed\n  no such host")):
            rust._dependencies(self.checkout, self.checks)
        self.assertEqual(str(self.tally), "0 passed, 0 failed")
        self.assertEqual(len(self.tally.skipped), 3)
        self.assertIn("Dependencies: skipped, no such host", self.said.getvalue())


if __name__ == "__main__":
    unittest.main()
