"""What is missing is named with the command that installs it, where we can't install it ourselves."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
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

    def refused(self, present: tuple[str, ...], user: int) -> str:
        """What somebody is told for whom these programs exist."""
        found = {name: f"/usr/bin/{name}" for name in present}
        with mock.patch("os.geteuid", return_value=user), mock.patch("shutil.which", found.get):
            with mock.patch("subprocess.run", return_value=mock.Mock(returncode=1)), mock.patch("sys.stdin.isatty", return_value=False):
                with self.assertRaises(Refusal) as refused:
                    machine.require([PRESENT, MISSING])
        return str(refused.exception)

    def test_without_root_and_sudo_it_says_the_exact_command(self) -> None:
        said = self.refused(("apt-get",), 1000)
        self.assertIn("the moon", said)
        self.assertIn("there is no sudo here", said)
        self.assertIn("apt-get install -y --no-install-recommends moon-utils", said)
        self.assertNotIn("here ", said.partition("apt-get install")[2])
        self.assertIn("no terminal to ask", self.refused(("apt-get", "sudo"), 1000))

    def test_root_without_apt_is_told_just_that(self) -> None:
        said = self.refused((), 0)
        self.assertIn("There is no apt here", said)
        self.assertIn("what Debian calls moon-utils", said)
        self.assertNotIn("sudo", said)

    def test_the_browser_is_the_one_that_counts_as_present(self) -> None:
        for name in machine.BROWSERS:
            with mock.patch("shutil.which", lambda wanted, name=name: f"/opt/{name}" if wanted == name else None):
                self.assertTrue(machine.CHROMIUM.present())
                self.assertEqual(machine.browser(), f"/opt/{name}")
        with mock.patch("shutil.which", return_value=None), self.assertRaises(Refusal):
            machine.browser()

    def test_the_better_package_is_taken_where_the_system_knows_it(self) -> None:
        for known, package in ((0, "moon-shell"), (100, "moon-utils")):
            wanted = Need("the moon", "moon-utils", iter((False, True)).__next__, rather="moon-shell")
            with mock.patch("subprocess.run", return_value=mock.Mock(returncode=known)), mock.patch.object(machine, "_install") as install:
                with mock.patch.object(machine, "_root_prefix", return_value=[]), mock.patch("shutil.which", return_value="/usr/bin/apt-get"):
                    machine.require([wanted])
            install.assert_called_once_with("the moon", [package], [])

    def test_a_postgresql_that_is_too_old_is_none_and_it_says_where_a_newer_one_is(self) -> None:
        with tempfile.TemporaryDirectory() as servers, mock.patch.object(machine, "POSTGRES_SERVERS", Path(servers)):
            for version, enough in (("9.6", False), ("14", False), ("15", True)):
                programs = Path(servers) / version / "bin"
                programs.mkdir(parents=True)
                (programs / "initdb").touch()
                self.assertEqual(machine.POSTGRES.present(), enough, version)
            shutil.rmtree(Path(servers) / "15")
            with mock.patch.object(machine, "_root_prefix", return_value=[]), mock.patch.object(machine, "_install"):
                with mock.patch("shutil.which", return_value="/usr/bin/apt-get"), self.assertRaises(Refusal) as refused:
                    machine.require([machine.POSTGRES])
        self.assertIn("there is no PostgreSQL 15 or newer here", str(refused.exception))
        self.assertIn("apt.postgresql.org.sh", str(refused.exception))
        self.assertIn("SOUK_POSTGRES_URL", str(refused.exception))

    def test_without_debian_s_folders_the_one_of_the_path_counts(self) -> None:
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(machine, "POSTGRES_SERVERS", Path(folder) / "none"):
            with mock.patch.dict(os.environ, {"PATH": folder}):
                self.assertFalse(machine.POSTGRES.present())
                for version, enough in (("14.9", False), ("16.1", True)):
                    initdb = Path(folder) / "initdb"
                    initdb.write_text(f"#!/bin/sh\necho 'initdb (PostgreSQL) {version}'\n")
                    initdb.chmod(0o755)
                    self.assertEqual(machine.POSTGRES.present(), enough, version)

    def test_a_first_build_is_refused_where_it_has_no_room(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            needed = {Path(folder) / ".souk": 2 << 30, Path(folder) / "target/release": 1 << 30}
            with mock.patch("shutil.disk_usage", return_value=mock.Mock(free=3 << 30)):
                machine.require_space(needed)
            with mock.patch("shutil.disk_usage", return_value=mock.Mock(free=(3 << 30) - 1)):
                with self.assertRaisesRegex(Refusal, f"disk of {folder} has .* GB free, and the first build takes up to 3.0 more"):
                    machine.require_space(needed)

    def test_a_first_build_that_was_cut_off_needs_room_for_the_rest(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            made, whole = Path(folder) / "target/release", Path(folder) / ".souk"
            needed = {made: 3 << 20, whole: 1 << 20}
            for part, size in ((made, 2 << 20), (whole, 2 << 20)):
                (part / "deps").mkdir(parents=True)
                (part / "deps/one").write_bytes(b"x" * size)
            taken = machine.held(made)
            self.assertGreaterEqual(taken, 2 << 20)
            with mock.patch("shutil.disk_usage", return_value=mock.Mock(free=(3 << 20) - taken)):
                machine.require_space(needed)
            with mock.patch("shutil.disk_usage", return_value=mock.Mock(free=(3 << 20) - taken - 1)):
                with self.assertRaisesRegex(Refusal, "first build"):
                    machine.require_space(needed)

    def test_nobody_but_root_changes_user(self) -> None:
        with mock.patch("os.geteuid", return_value=1000):
            self.assertIsNone(machine.unprivileged_user("postgres"))


class NothingStartsTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.policy = Path(temporary.name) / "policy-rc.d"
        replaced = mock.patch.object(machine, "POLICY", self.policy)
        replaced.start()
        self.addCleanup(replaced.stop)

    def answer(self) -> int:
        return subprocess.run([self.policy, "postgresql", "start"]).returncode

    def test_no_server_starts_while_packages_arrive(self) -> None:
        with machine.nothing_starts([]):
            self.assertEqual(self.answer(), 101)
        self.assertFalse(self.policy.exists())

    def test_the_policy_of_a_killed_run_forbids_nothing_and_goes_with_the_next(self) -> None:
        killed = subprocess.Popen(["true"])
        killed.wait()
        self.policy.write_text(machine.policy(killed.pid))
        self.policy.chmod(0o755)
        self.assertEqual(self.answer(), 0)
        with machine.nothing_starts([]):
            self.assertEqual(self.answer(), 101)
            self.assertIn(f"/proc/{os.getpid()} ", self.policy.read_text())
        self.assertFalse(self.policy.exists())

    def test_a_policy_of_the_machine_stays(self) -> None:
        self.policy.write_text("#!/bin/sh\nexit 104\n")
        with machine.nothing_starts([]):
            self.assertIn("104", self.policy.read_text())
        self.assertIn("104", self.policy.read_text())
