"""What `./souk up` and `./souk demo` refuse to be."""

import os
import shutil
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from souk.errors import Refusal
from souk.layout import Checkout, ShopFolder
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

    def test_services_are_told_that_it_is_development_and_whom_to_believe(self) -> None:
        databases = dict.fromkeys(("orders", "gateway"), "postgres://")
        backends = Backends(databases, "amqp://", "file:///", "http://", "https://shop.dz", behind_proxy=True)
        services = Services(self.shop.checkout, self.shop.folder, self.shop.credentials, backends)
        self.assertEqual(services.environment("orders")["SOUK_ENVIRONMENT"], "development")
        with mock.patch.dict(os.environ, {"SOUK_TRUSTED_PROXIES": "10.0.0.5"}):
            told = services.environment("gateway")
        self.assertEqual(told["SOUK_TRUSTED_PROXIES"], "127.0.0.1,10.0.0.5")
        self.assertEqual(told["SOUK_PUBLIC_URL"], "https://shop.dz")
