"""Which logs there are to read."""

import argparse
import contextlib
import io
import tempfile
import unittest
from pathlib import Path
from typing import Optional
from unittest import mock

from souk.commands import logs
from souk.errors import Refusal
from souk.layout import Checkout


class LogsTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        checkout = Checkout(Path(temporary.name))
        self.folder = checkout.shop().logs
        here = mock.patch.object(Checkout, "here", return_value=checkout)
        here.start()
        self.addCleanup(here.stop)

    def read(self, service: Optional[str]) -> str:
        with contextlib.redirect_stdout(io.StringIO()) as said:
            logs.run(argparse.Namespace(service=service, follow=False))
        return said.getvalue()

    def test_before_the_first_run_there_is_none_of_anything(self) -> None:
        for service in (None, "orders"):
            with self.assertRaisesRegex(Refusal, "no logs yet.*souk up"):
                self.read(service)

    def test_a_name_that_none_has_is_answered_with_those_that_there_are(self) -> None:
        self.folder.mkdir(parents=True)
        (self.folder / "orders-1.log").write_text("taken\n")
        (self.folder / "envoy.log").write_text("listening\n")
        self.assertEqual(self.read("orders"), "taken\n")
        with self.assertRaisesRegex(Refusal, "no log of order. Logs: envoy, orders-1"):
            self.read("order")


if __name__ == "__main__":
    unittest.main()
