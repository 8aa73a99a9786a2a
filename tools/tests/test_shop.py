"""What `./souk up` and `./souk demo` refuse to be, and which shops get the demo."""

import contextlib
import io
import os
import shutil
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from souk.backup import copy
from souk.backup.place import Place
from souk.build import Build
from souk.commands import up
from souk.errors import Refusal
from souk.layout import Checkout, ShopFolder
from souk.postgres import Server
from souk.services import Backends, Scale, Services
from souk.shop import Options, Shop


class ShopTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        self.shop = Shop(Checkout.here(), ShopFolder(folder))

    def test_a_demo_is_never_production(self) -> None:
        with mock.patch.dict(os.environ, {"SOUK_ENVIRONMENT": "production"}):
            with self.assertRaisesRegex(Refusal, "production"):
                self.shop.start(Options(0, Scale()), None)
            with self.assertRaisesRegex(Refusal, "production"):
                self.shop.load_demo()

    def test_a_port_of_root_s_is_refused_as_such(self) -> None:
        with mock.patch("souk.ports.is_forbidden", return_value=True):
            with self.assertRaisesRegex(Refusal, "Port 80 is for root alone on this machine. .* --port 8080"):
                self.shop.start(Options(80, Scale()), None)

    def test_a_server_that_is_too_old_is_refused_before_anything_is_built(self) -> None:
        given = {"SOUK_POSTGRES_URL": "postgres://souk:x@db:5432/postgres"}
        with mock.patch.dict(os.environ, given), mock.patch("souk.machine.require"), mock.patch("souk.shop.Build") as build:
            with mock.patch.object(Server, "trouble", return_value=""), mock.patch.multiple("souk.toolchains", needs=mock.DEFAULT, envoy=mock.DEFAULT):
                with mock.patch.object(Server, "execute", return_value="140012\n"):
                    with self.assertRaisesRegex(Refusal, "at db:5432 is 14, and the shop needs 15"):
                        self.shop.prepare()
                build.return_value.everything.assert_not_called()
                with mock.patch.object(Server, "execute", return_value="150004\n"):
                    self.shop.prepare()
                build.return_value.everything.assert_called()

    def test_what_can_t_be_fetched_is_told_before_the_services_are_built(self) -> None:
        done: list[str] = []
        steps = dict.fromkeys(("require_space", "web", "binaries"), mock.DEFAULT)
        with mock.patch("souk.machine.require"), mock.patch("souk.toolchains.needs", return_value=[]):
            with mock.patch("souk.toolchains.envoy", side_effect=lambda _: done.append("Envoy")):
                with mock.patch.multiple(Build, **steps) as made, contextlib.redirect_stdout(io.StringIO()) as told:
                    for name in steps:
                        made[name].side_effect = lambda name=name: done.append(name)
                    self.shop.prepare()
        self.assertEqual(done, ["require_space", "Envoy", "web", "binaries"])
        self.assertIn("one replica of each service", told.getvalue())

    def test_services_are_told_that_it_is_development_and_whom_to_believe(self) -> None:
        databases = dict.fromkeys(("orders", "gateway"), "postgres://")
        backends = Backends(databases, "amqp://", "file:///", "http://", "https://shop.dz", behind_proxy=True)
        services = Services(self.shop.checkout, self.shop.folder, self.shop.credentials, backends)
        self.assertEqual(services.environment("orders")["SOUK_ENVIRONMENT"], "development")
        with mock.patch.dict(os.environ, {"SOUK_TRUSTED_PROXIES": "10.0.0.5"}):
            told = services.environment("gateway")
        self.assertEqual(told["SOUK_TRUSTED_PROXIES"], "127.0.0.1,10.0.0.5")
        self.assertEqual(told["SOUK_PUBLIC_URL"], "https://shop.dz")


class ForgottenTest(unittest.TestCase):
    """The data are removed as `./souk down` says, and what is known of them goes too."""

    def setUp(self) -> None:
        folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        self.shop = Shop(Checkout.here(), ShopFolder(folder))
        self.data = folder / "servers/postgres/data"
        private = mock.Mock(create=self.create, **{"has_data.side_effect": lambda: (self.data / "PG_VERSION").exists()})
        self.put(mock.patch.object(self.shop, "_private_server", return_value=private))
        self.put(mock.patch.object(self.shop, "_private_broker"))
        self.put(mock.patch.object(self.shop, "remote"))
        self.put(mock.patch.object(self.shop, "tool_environment", return_value={}))
        self.put(mock.patch.dict(os.environ, {}, clear=True))
        self.loaded = self.put(mock.patch("souk.console.run"))

    def put(self, patch: contextlib.AbstractContextManager) -> mock.Mock:
        self.addCleanup(patch.__exit__, None, None, None)
        return patch.__enter__()

    def create(self) -> None:
        self.data.mkdir(parents=True)
        (self.data / "PG_VERSION").write_text("15\n")

    def up(self) -> str:
        """Its databases and its demo, as far as they are missing, and what the user is told."""
        told = io.StringIO()
        with contextlib.redirect_stdout(told):
            self.shop._want_servers()
            self.shop._load_demo_once()
            up._tell(self.shop, Options(8080, Scale()), True)
        return told.getvalue()

    def test_new_databases_get_the_demo_and_a_restore_may_fill_them(self) -> None:
        self.assertFalse(self.shop.has_data())
        self.assertIn("admin@souk.test", self.up())
        self.up()
        self.assertEqual(self.loaded.call_count, 1, "what is there stays")
        self.assertTrue(self.shop.has_data())
        (self.shop.folder.index / "catalog-1").mkdir(parents=True)
        self.up()
        self.assertTrue((self.shop.folder.index / "catalog-1").exists())
        shutil.rmtree(self.data)
        self.assertFalse(self.shop.has_data())
        self.up()
        self.assertEqual(self.loaded.call_count, 2)
        self.assertFalse((self.shop.folder.index / "catalog-1").exists(), "of products that are gone")

    def test_the_shop_of_a_backup_has_no_demo_and_no_logins_of_one(self) -> None:
        with mock.patch.object(self.shop, "prepare"), mock.patch.object(self.shop, "_start_servers", side_effect=self.servers):
            with mock.patch.object(copy, "require_empty"), mock.patch.object(Place, "of"):
                for step in ("_migrate", "_start_services", "_describe"):
                    self.put(mock.patch.object(self.shop, step, return_value={}))
                self.shop.remote.end_leftovers.return_value = 0
                with contextlib.redirect_stdout(io.StringIO()):
                    self.shop.start(Options(1, Scale()), None, mock.Mock())
        self.assertNotIn("logins", self.up())
        self.loaded.assert_not_called()
        with contextlib.redirect_stdout(io.StringIO()):
            self.shop.load_demo()
        self.assertIn("logins", self.up(), "./souk demo was asked for")

    def servers(self, *_: object) -> mock.Mock:
        self.shop._want_servers()
        return mock.Mock()

    def test_a_shop_with_data_that_a_restore_refuses_stays_a_shop(self) -> None:
        with mock.patch.object(self.shop, "prepare"), mock.patch.object(self.shop, "_start_servers", side_effect=self.servers):
            with mock.patch.object(copy, "require_empty", side_effect=Refusal("tables")), mock.patch.object(Place, "of"):
                self.shop.remote.end_leftovers.return_value = 0
                fill = mock.Mock()
                with self.assertRaisesRegex(Refusal, "tables"):
                    self.shop.start(Options(1, Scale()), None, fill)
        fill.assert_not_called()
        self.shop._refuse_half_filled()

    def test_pictures_that_a_restore_refuses_leave_no_shop_behind(self) -> None:
        picture = self.shop.folder.media / "products/one.jpg"
        picture.parent.mkdir(parents=True)
        picture.touch()
        fill = mock.Mock()
        with mock.patch.object(self.shop, "prepare"), mock.patch.object(self.shop, "_start_servers", side_effect=self.servers):
            self.shop.remote.end_leftovers.return_value = 0
            with self.assertRaisesRegex(Refusal, "There are pictures in"):
                self.shop.start(Options(1, Scale()), None, fill)
        fill.assert_not_called()
        self.assertFalse(self.shop.has_data())
