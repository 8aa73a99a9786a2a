"""What is missing is named with the command that installs it, where we can't install it ourselves."""

import unittest
from unittest import mock

from souk import machine
from souk.errors import Refusal
from souk.machine import Need

PRESENT = Need("a thing that is here", "here", lambda: True)
MISSING = Need("the moon", "moon-utils", lambda: False)


class MachineTest(unittest.TestCase):
    def test_what_is_there_needs_nobody(self) -> None:
        with mock.patch.object(machine, "_root_prefix", side_effect=AssertionError("asked for root")):
            machine.require([PRESENT])

    def test_without_root_and_sudo_it_says_the_exact_command(self) -> None:
        with mock.patch("os.geteuid", return_value=1000), mock.patch("shutil.which", return_value=None):
            with self.assertRaises(Refusal) as refused:
                machine.require([PRESENT, MISSING])
        self.assertIn("the moon", str(refused.exception))
        self.assertIn("apt-get install -y --no-install-recommends moon-utils", str(refused.exception))
        self.assertNotIn("here ", str(refused.exception).partition("apt-get install")[2])

    def test_nobody_but_root_changes_user(self) -> None:
        with mock.patch("os.geteuid", return_value=1000):
            self.assertIsNone(machine.unprivileged_user("postgres"))
