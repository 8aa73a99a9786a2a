"""A migration that was released stays as it is, and a release says which those are."""

import argparse
import contextlib
import io
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from check import released
from souk.commands import release_protos
from souk.errors import Refusal
from souk.layout import Checkout


def commit(root: Path) -> str:
    """All that is there, in a repository of its own."""
    who = ["-c", "user.name=test", "-c", "user.email=test@souk.test"]
    for words in (["init", "--quiet"], ["add", "--all"], [*who, "commit", "--quiet", "--allow-empty", "-m", "all"]):
        subprocess.run(["git", *words], cwd=root, check=True)
    return subprocess.run(["git", "rev-parse", "HEAD"], cwd=root, check=True, capture_output=True, text=True).stdout.strip()


class ReleasedTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = Path(temporary.name)
        self.orders = self.write("services/orders/migrations/0001_orders.sql", "CREATE TABLE orders ();")
        self.bus = self.write("crates/bus/migrations/0001_outbox.sql", "CREATE TABLE bus.outbox ();")
        (self.root / "proto").mkdir()
        self.commit = commit(self.root)
        self.release()

    def write(self, name: str, text: str) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def release(self) -> None:
        with mock.patch.object(Checkout, "here", return_value=Checkout(self.root)), contextlib.redirect_stdout(io.StringIO()):
            release_protos.run(argparse.Namespace())

    def test_it_says_which_commit_it_is_and_what_it_has(self) -> None:
        found = released.read(self.root)
        self.assertEqual(found.commit, self.commit)
        self.assertEqual(sorted(found.migrations), ["crates/bus/migrations/0001_outbox.sql", "services/orders/migrations/0001_orders.sql"])
        self.assertEqual(list(released.problems(self.root)), [])

    def test_another_migration_breaks_nothing_and_is_of_the_next_release(self) -> None:
        self.write("services/orders/migrations/0002_gifts.sql", "CREATE TABLE gifts ();")
        self.assertEqual(list(released.problems(self.root)), [])
        self.release()
        self.assertEqual(len(released.read(self.root).migrations), 3)

    def test_not_even_its_comment_changes_nor_does_it_go(self) -> None:
        self.orders.write_text("-- Orders.\nCREATE TABLE orders ();")
        self.bus.unlink()
        gone, changed = released.problems(self.root)
        self.assertIn("0001_outbox.sql is gone", gone)
        self.assertIn("0001_orders.sql is changed", changed)
        with self.assertRaisesRegex(Refusal, "0001_orders.sql is changed"):
            self.release()


if __name__ == "__main__":
    unittest.main()
