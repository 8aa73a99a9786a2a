"""One package's tests: which package is meant, and when a service's kept database has to be made anew."""

import tempfile
import unittest
from pathlib import Path

from souk.errors import Refusal
from souk.layout import Checkout
from souk.testing import package


class PackageTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.checkout = Checkout(Path(temporary.name))
        for manifest in ("services/orders/Cargo.toml", "crates/bus/Cargo.toml", "demo/Cargo.toml"):
            self.write(manifest, "")

    def write(self, name: str, text: str) -> None:
        path = self.checkout.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def test_a_package_is_named_by_its_folder_or_by_itself(self) -> None:
        for named in ("orders", "souk-orders"):
            self.assertEqual(package.package_name(self.checkout, named), "souk-orders")
        self.assertEqual(package.package_name(self.checkout, "demo"), "souk-demo")

    def test_a_package_that_is_not_there_is_refused_with_those_that_are(self) -> None:
        with self.assertRaises(Refusal) as refused:
            package.package_name(self.checkout, "order")
        self.assertIn("bus, orders", str(refused.exception))

    def test_the_filters_reach_whichever_runner_the_machine_has(self) -> None:
        programs = self.checkout.root / "programs"
        command = package.test_command("souk-orders", ["checkout", "carts"], str(programs))
        self.assertEqual(command[:2], ["cargo", "test"])
        self.assertEqual(command[-5:], ["-p", "souk-orders", "--", "checkout", "carts"])
        self.write("programs/cargo-nextest", "#!/bin/sh\n")
        (programs / "cargo-nextest").chmod(0o755)
        command = package.test_command("souk-orders", ["checkout", "carts"], str(programs))
        self.assertEqual(command[:3], ["cargo", "nextest", "run"])
        self.assertEqual(command[-4:], ["-p", "souk-orders", "checkout", "carts"])

    def test_a_new_migration_of_the_service_or_of_the_bus_changes_its_schema(self) -> None:
        self.write("services/orders/migrations/0001_orders.sql", "CREATE TABLE orders ();")
        first = package.schema_digest(self.checkout, "orders")
        self.write("services/catalog/migrations/0001_products.sql", "CREATE TABLE products ();")
        self.assertEqual(package.schema_digest(self.checkout, "orders"), first)
        self.write("crates/bus/migrations/0001_outbox.sql", "CREATE TABLE outbox ();")
        second = package.schema_digest(self.checkout, "orders")
        self.assertNotEqual(second, first)
        self.write("services/orders/migrations/0002_more.sql", "CREATE TABLE more ();")
        self.assertNotEqual(package.schema_digest(self.checkout, "orders"), second)


if __name__ == "__main__":
    unittest.main()
