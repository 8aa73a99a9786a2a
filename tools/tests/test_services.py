"""Scaling arguments, and which secrets a service gets."""

import dataclasses
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from souk import services
from souk.credentials import Credentials
from souk.errors import Refusal
from souk.layout import Checkout, ShopFolder
from souk.ports import PortBook
from souk.services import Backends, Scale, Services


class ServicesTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = ShopFolder(Path(temporary.name))
        databases = {name: f"postgres://{name}" for name in services.SERVICES}
        owned = {name: f"postgres://owner-of-{name}" for name in services.SERVICES}
        self.backends = backends = Backends(databases, "amqp://broker", "file:///media", "http://mesh", "http://shop", True, owned_databases=owned)
        self.credentials = credentials = Credentials(self.folder.path / "secrets.json")
        self.services = Services(Checkout.here(), self.folder, credentials, backends)
        self.limited = Services(Checkout.here(), self.folder, credentials, backends, demo_limits=False)
        self.ports = PortBook(self.folder.path / "ports.json")

    def test_scale_words(self) -> None:
        scale = Scale.of_words(["catalog=2", "gateway=3"])
        self.assertEqual([scale.of(name) for name in ("catalog", "gateway", "orders")], [2, 3, 1])
        for word in ("catalog", "catalog=", "catalog=0", "catalog=99", "postgres=2", "catalog=-1"):
            with self.assertRaises(Refusal, msg=word):
                Scale.of_words([word])

    def test_a_replica_keeps_its_ports_when_others_come(self) -> None:
        one = services.replicas(Scale(), self.ports, choose=True)
        more = services.replicas(Scale({"catalog": 2}), self.ports, choose=True)
        self.assertEqual(set(one) - set(more), set())
        self.assertEqual(len(more), len(one) + 1)

    def test_a_service_gets_its_own_database_and_no_other(self) -> None:
        environment = self.services.environment("orders")
        self.assertEqual(environment["SOUK_DATABASE_URL"], "postgres://orders")
        self.assertFalse(
            [value for value in environment.values() if value.startswith("postgres://") and "orders" not in value]
        )
        self.assertNotIn("SOUK_SECRET", environment)

    def test_who_owns_a_database_is_known_to_commands_and_to_no_process_that_serves(self) -> None:
        replica = next(each for each in services.replicas(Scale(), self.ports, choose=True) if each.service == "orders")
        given = {"SOUK_MIGRATION_DATABASE_URL": "postgres://somebody", "SOUK_MIGRATION_DATABASE_URL_FILE": "/a/file"}
        with mock.patch.dict("os.environ", given):
            for environment in (self.services.environment("orders", replica), self.services.tool_environment("http://shop")):
                self.assertFalse([name for name in environment if "MIGRATION" in name])
                self.assertNotIn("postgres://owner-of-orders", environment.values())
            command = self.services.command_environment("orders")
            self.assertEqual(command["SOUK_MIGRATION_DATABASE_URL"], "postgres://owner-of-orders")
            self.assertEqual(command["SOUK_DATABASE_URL"], "postgres://orders")
            # A release before there were owners reads the other one.
            migrating = self.services.migration_environment("orders")
            self.assertEqual(migrating["SOUK_DATABASE_URL"], "postgres://owner-of-orders")
        self.assertEqual(self.services.owner_environment("http://shop")["ORDERS_DATABASE_URL"], "postgres://owner-of-orders")

    def test_a_shop_from_before_there_were_owners_has_one_role_for_all(self) -> None:
        backends = Backends({"orders": "postgres://orders"}, "amqp://", "file:///", "http://", "http://shop", True)
        self.assertEqual(backends.as_owners(), {"orders": "postgres://orders"})
        self.assertEqual(self.services.verify_environment("http://shop")["ORDERS_DATABASE_URL"], "postgres://orders")

    def test_who_verifies_reads_as_one_who_changes_nothing(self) -> None:
        read = {name: f"postgres://reader-of-{name}" for name in services.SERVICES}
        made = dataclasses.replace(self.backends, read_databases=read)
        environment = Services(Checkout.here(), self.folder, self.credentials, made).verify_environment("http://shop")
        self.assertEqual([environment[f"{name.upper()}_DATABASE_URL"] for name in services.SERVICES], list(read.values()))

    def test_a_search_server_is_catalogs_and_none_that_the_shop_was_not_given(self) -> None:
        with mock.patch.dict("os.environ", {"SOUK_MEILI_URL": "http://somebody", "SOUK_MEILI_KEY": "key"}):
            self.assertNotIn("SOUK_MEILI_URL", self.services.environment("catalog"))
            databases = {name: f"postgres://{name}" for name in services.SERVICES}
            backends = Backends(databases, "amqp://", "file:///", "http://", "http://shop", True, meili_url="http://search")
            given = Services(Checkout.here(), self.folder, Credentials(self.folder.path / "secrets.json"), backends)
            told = [given.environment(service).get("SOUK_MEILI_URL") for service in ("catalog", "orders")]
        self.assertEqual(told, ["http://search", None])

    def test_a_shop_without_the_demo_s_limits_has_those_of_production(self) -> None:
        lifted = {"SOUK_PHONE_PIECES", "SOUK_ADDRESS_ORDERS", "SOUK_ADDRESS_DRAFTS"}
        self.assertLessEqual(lifted, set(self.services.environment("orders")))
        self.assertFalse(lifted & set(self.limited.environment("orders")))
        demo = [services.environment("gateway")["SOUK_DEMO"] for services in (self.services, self.limited)]
        self.assertEqual(demo, ["true", "false"])

    def test_replicas_of_the_catalogue_index_apart(self) -> None:
        found = [r for r in services.replicas(Scale({"catalog": 2}), self.ports, choose=True) if r.service == "catalog"]
        folders = {self.services.environment("catalog", replica)["SOUK_INDEX_DIR"] for replica in found}
        self.assertEqual(len(folders), 2)
