"""Where the servers' data lives."""

import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from souk import layout, machine, servers
from souk.layout import Checkout, ShopFolder


class ServersTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        root = Path(temporary.name)
        self.memory = root / "memory"
        self.memory.mkdir()
        for module in (layout, servers):
            patched = mock.patch.object(module, "MEMORY", self.memory)
            patched.start()
            self.addCleanup(patched.stop)
        self.passing = ShopFolder(root / "passing", is_passing=True)
        self.kept = ShopFolder(root / "kept")

    def base(self, folder: ShopFolder, free: int = servers.NEEDED_MEMORY) -> Path:
        disk = mock.Mock(free=free)
        with mock.patch("shutil.disk_usage", return_value=disk), mock.patch.object(machine, "free_memory", return_value=free):
            return servers.base(folder, None)

    def test_a_passing_shop_is_in_memory_and_one_that_stays_on_disk(self) -> None:
        self.assertEqual(self.memory, self.base(self.passing).parent)
        self.assertEqual(self.kept.servers, self.base(self.kept))
        checkout = Checkout(self.kept.path)
        self.assertEqual(self.memory, self.base(checkout.shop(checkout.test_servers)).parent, "tests keep nothing there")
        self.assertEqual(checkout.test_shop / "servers", self.base(checkout.shop(checkout.test_shop)))

    def test_where_memory_is_short_a_passing_shop_is_on_disk(self) -> None:
        self.assertEqual(self.passing.servers, self.base(self.passing, servers.NEEDED_MEMORY - 1))

    def test_data_stay_where_they_are_when_memory_comes_or_goes(self) -> None:
        first = self.base(self.passing)
        self.assertEqual(first, self.base(self.passing, 0))
        servers.remove(self.passing)
        self.assertEqual([], os.listdir(self.memory))
        (self.base(self.passing, 0) / "postgres").mkdir()
        self.assertEqual(self.passing.servers, self.base(self.passing))

    def outside(self) -> Path:
        """Of a shop that its servers' user can't enter."""
        with mock.patch.object(machine, "can_enter", return_value=False):
            return self.base(self.kept)

    def test_what_is_outside_lies_where_nobody_cleans_but_stays_where_it_was_made(self) -> None:
        for name in ("OF_SYSTEM", "CLEANED"):
            patched = mock.patch.object(layout, name, self.memory.with_name(name))
            patched.start()
            self.addCleanup(patched.stop)
            self.memory.with_name(name).mkdir()
        self.assertEqual(layout.OF_SYSTEM, self.outside().parent)
        self.kept.former_servers.symlink_to(self.memory)
        self.assertEqual(layout.OF_SYSTEM, self.outside().parent, "somebody else's is not taken")
        self.kept.former_servers.unlink()
        (self.kept.former_servers / "postgres").mkdir(parents=True)
        self.assertEqual(layout.CLEANED, self.outside().parent)
        self.assertIn(self.kept.former_servers, servers.data_folders(self.kept))
        servers.remove(self.kept)
        self.assertEqual(layout.OF_SYSTEM, self.outside().parent)
