"""`./souk dev` restarts what was built anew, and leaves the shop to other commands between its restarts."""

import tempfile
import unittest
from collections.abc import Collection
from pathlib import Path
from unittest import mock

from souk import build, state
from souk.build import SERVICES
from souk.commands import dev
from souk.errors import Refusal


class FollowTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        for patch in (mock.patch.object(dev, "INTERVAL_SECONDS", 0), mock.patch.object(dev, "console")):
            patch.start()
            self.addCleanup(patch.stop)
        self.runs = True
        self.shop = mock.Mock()
        self.shop.folder.command_lock = Path(temporary.name) / "command.lock"
        self.shop.remote.identity.side_effect = lambda: self.runs
        self.shop.renew.side_effect = self.restart
        self.stamps = {build.binary(name): 1 for name in SERVICES}
        self.builder = mock.Mock()
        self.builder.stamps.side_effect = lambda: dict(self.stamps)
        self.builder.binaries.side_effect = self.compile
        self.refusals = 0
        self.restarted: list[Collection[str]] = []

    def compile(self) -> None:
        self.assertTrue(self.is_free(), "another command may end the shop meanwhile")
        self.stamps[build.binary("orders")] = 2

    def restart(self, services: Collection[str]) -> None:
        self.assertFalse(self.is_free(), "nobody ends the shop in the middle of a restart")
        self.restarted.append(services)
        if self.refusals:
            self.refusals -= 1
            raise Refusal("It didn't become healthy.")
        self.runs = False

    def is_free(self) -> bool:
        try:
            with state.exclusive(self.shop.folder.command_lock, state.BUSY):
                return True
        except Refusal:
            return False

    def follow(self) -> None:
        dev.follow(self.shop, self.builder, mock.Mock(changed=mock.Mock(return_value=True)))

    def test_only_what_was_built_anew_is_restarted(self) -> None:
        self.follow()
        self.assertEqual(self.restarted, [["orders"]])

    def test_a_restart_that_failed_is_tried_again_with_the_next_change(self) -> None:
        self.refusals = 1
        self.follow()
        self.assertEqual(self.restarted, [["orders"], ["orders"]])

    def test_a_shop_that_another_command_ended_is_not_restarted(self) -> None:
        self.builder.binaries.side_effect = lambda: setattr(self, "runs", False)
        self.follow()
        self.assertEqual(self.restarted, [])


if __name__ == "__main__":
    unittest.main()
