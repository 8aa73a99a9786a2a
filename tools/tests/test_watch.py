"""What counts as a change of the sources."""

import tempfile
import unittest
from pathlib import Path
from unittest import mock

from souk import watch
from souk.watch import Watch


class WatchTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = Path(temporary.name)
        self.write("services/orders/src/lib.rs", "//! Orders.")
        self.watch = Watch(self.root, ["services", "Cargo.toml"])
        quick = mock.patch.object(watch, "REST_SECONDS", 0.01)
        quick.start()
        self.addCleanup(quick.stop)

    def write(self, name: str, text: str) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def test_nothing_is_no_change(self) -> None:
        self.assertFalse(self.watch.changed())

    def test_a_file_that_came_went_or_was_written_is_one_change(self) -> None:
        self.write("services/orders/src/lib.rs", "//! Orders, and more.")
        self.assertTrue(self.watch.changed())
        self.assertFalse(self.watch.changed())
        added = self.write("Cargo.toml", "[workspace]")
        self.assertTrue(self.watch.changed())
        added.unlink()
        self.assertTrue(self.watch.changed())

    def test_what_is_built_or_belongs_to_nobody_is_no_source(self) -> None:
        self.write("services/orders/target/debug/souk-orders", "made")
        self.write("docs/ARCHITECTURE.md", "text")
        self.assertFalse(self.watch.changed())


if __name__ == "__main__":
    unittest.main()
