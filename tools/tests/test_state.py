"""Files that survive being cut off, and locks."""

import os
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from souk import state
from souk.errors import Refusal


class StateTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.path = Path(temporary.name) / "deep" / "file.json"

    def test_what_was_written_is_read(self) -> None:
        state.write(self.path, {"a": [1, 2]})
        self.assertEqual(state.read(self.path), {"a": [1, 2]})

    def test_secrets_are_for_their_owner_only(self) -> None:
        state.write(self.path, {})
        self.assertEqual(self.path.stat().st_mode & 0o777, 0o600)

    def test_a_missing_or_cut_off_file_is_the_default(self) -> None:
        self.assertEqual(state.read(self.path, 7), 7)
        self.path.parent.mkdir()
        self.path.write_text('{"a": [1,')
        self.assertEqual(state.read(self.path, 7), 7)

    def test_nothing_is_left_beside_the_file(self) -> None:
        state.write(self.path, 1)
        self.assertEqual([path.name for path in self.path.parent.iterdir()], ["file.json"])

    def test_a_lock_names_who_holds_it(self) -> None:
        with state.exclusive(self.path, "busy"):
            with self.assertRaisesRegex(Refusal, rf"busy \(pid {os.getpid()}\)"):
                with state.exclusive(self.path, "busy"):
                    self.fail("two hold one lock")
        with state.exclusive(self.path, "busy"):
            pass

    def test_threads_that_write_at_once_leave_one_whole_file(self) -> None:
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda number: state.write(self.path, {"number": number}), range(200)))
        self.assertIn(state.read(self.path)["number"], range(200))
        self.assertEqual([path.name for path in self.path.parent.iterdir()], ["file.json"])
