"""A shop whose supervisor was killed: nobody says that all is well, and nothing of it lives on unseen."""

import contextlib
import io
import json
import signal
import tempfile
import threading
import time
import unittest
from pathlib import Path

from souk.commands import status, up
from souk.layout import Checkout, ShopFolder
from souk.shop import Shop
from souk.spec import Spec


class CutOffTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.shop = Shop(Checkout.here(), ShopFolder(Path(temporary.name)))
        self.addCleanup(self.shop.stop)
        self.shop.remote.start(None)
        folder = self.shop.folder
        for name in ("a", "b"):
            log = str(folder.logs / f"{name}.log")
            self.shop.remote.want(Spec(name, ("/bin/sleep", "600"), {}, str(folder.path), log))
        while not all(self.shop.remote.process(name)[0] for name in ("a", "b")):
            time.sleep(0.02)

    def kill_supervisor(self) -> None:
        self.shop.remote.identity().signal(signal.SIGKILL)
        while self.shop.remote.identity():
            time.sleep(0.02)

    def test_the_waiting_command_ends_what_is_left_and_fails(self) -> None:
        left = [self.shop.remote.process(name)[0] for name in ("a", "b")]
        self.kill_supervisor()
        told = io.StringIO()
        with contextlib.redirect_stderr(told):
            self.assertEqual(up.stay(self.shop), 1)
        self.assertIn("supervisor was killed; ended the 2 processes", told.getvalue())
        self.assertFalse([identity for identity in left if identity.alive()])

    def test_a_shop_that_was_stopped_elsewhere_is_no_failure(self) -> None:
        stopping = threading.Thread(target=self.shop.stop)
        stopping.start()
        self.addCleanup(stopping.join)
        told = io.StringIO()
        with contextlib.redirect_stdout(told):
            self.assertEqual(up.stay(self.shop), 0)
        self.assertEqual(told.getvalue(), "The shop was stopped.\n")

    def test_the_status_names_what_is_left(self) -> None:
        self.assertEqual(self.shop.remote.leftovers(), [], "a supervisor is there")
        self.kill_supervisor()
        told = io.StringIO()
        with contextlib.redirect_stdout(told):
            self.assertEqual(status.report(self.shop, as_json=False), 1)
        self.assertIn("2 of its processes live on", told.getvalue())
        self.assertIn("./souk down", told.getvalue())
        listed = io.StringIO()
        with contextlib.redirect_stdout(listed):
            self.assertEqual(status.report(self.shop, as_json=True), 1)
        found = [(row["name"], row["state"]) for row in json.loads(listed.getvalue())]
        self.assertEqual(found, [("a", "left over"), ("b", "left over")])
