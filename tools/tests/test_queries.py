"""New descriptions of queries replace the committed ones, each crate's in its own folder."""

import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from souk import console, queries
from souk.errors import Refusal
from souk.layout import Checkout

# Calls the compiler for two crates as cargo does: through the wrapper, with the name of the package.
CARGO = """\
#!/bin/sh
for crate in souk-bus souk-orders; do
  CARGO_PKG_NAME=$crate "$RUSTC_WORKSPACE_WRAPPER" sh -c 'echo "$0" >"$SQLX_OFFLINE_DIR/query-$0.json"' $crate
done
"""


class QueriesTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.checkout = Checkout(Path(temporary.name))
        for crate in ("crates/bus", "services/orders", "services/catalog"):
            self.write(f"{crate}/src/lib.rs", "")
            self.write(f"{crate}/.sqlx/query-old.json", "old")

    def write(self, name: str, text: str) -> Path:
        path = self.checkout.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def test_each_crate_describes_into_a_folder_of_its_own(self) -> None:
        self.write("bin/cargo", CARGO).chmod(0o755)
        path = f"{self.checkout.root}/bin:{os.environ['PATH']}"
        into = self.checkout.root / "described"
        with mock.patch.dict(os.environ, PATH=path), mock.patch.object(console, "say"):
            queries.describe(self.checkout, {"PATH": path}, into)
        found = {str(path.relative_to(into)) for path in into.rglob("*.json")}
        self.assertEqual(found, {"souk-bus/query-souk-bus.json", "souk-orders/query-souk-orders.json"})

    def test_each_migration_is_applied_whole(self) -> None:
        self.write("services/orders/migrations/0001_a.sql", "LOCK TABLE a;")
        self.write("services/orders/migrations/0002_b.sql", "-- no-transaction\nCREATE INDEX CONCURRENTLY b;")
        script = queries.migrations(self.checkout.root, "orders")
        self.assertIn("BEGIN;\nLOCK TABLE a;\nCOMMIT;", script)
        self.assertNotIn("BEGIN;\n-- no-transaction", script)

    def test_descriptions_come_go_and_change(self) -> None:
        folder = self.checkout.root / "crates/bus/.sqlx"
        self.write("crates/bus/.sqlx/query-same.json", "same")
        self.write("crates/bus/.sqlx/query-changed.json", "before")
        described = self.write("described/query-same.json", "same").parent
        self.write("described/query-changed.json", "after")
        self.write("described/query-new.json", "new")
        changed = [path.name for path in queries.replace(folder, described)]
        self.assertEqual(changed, ["query-changed.json", "query-new.json", "query-old.json"])
        self.assertEqual({path.name: path.read_text() for path in folder.iterdir()}, {
            "query-same.json": "same",
            "query-changed.json": "after",
            "query-new.json": "new",
        })

    def test_a_crate_that_was_not_compiled_keeps_its_descriptions(self) -> None:
        folder = self.checkout.root / "services/catalog/.sqlx"
        with self.assertRaises(Refusal):
            queries.replace(folder, self.checkout.root / "missing")
        self.assertEqual([path.name for path in folder.iterdir()], ["query-old.json"])
