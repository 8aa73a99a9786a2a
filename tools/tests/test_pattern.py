"""Tests by their name: what is taken into the shop that stays up, and what is handed to the runner."""

import contextlib
import io
import re
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from souk import cli
from souk.build import BINARIES, OF_ONE_APP, SERVICES, Build
from souk.errors import Refusal
from souk.layout import Checkout, ShopFolder
from souk.testing import pattern


class TakenTest(unittest.TestCase):
    def setUp(self) -> None:
        self.taken = {**dict.fromkeys(BINARIES, 1), **dict.fromkeys(OF_ONE_APP, "as built")}

    def test_a_shop_that_has_all_that_is_built_goes_on(self) -> None:
        self.assertEqual(pattern.outdated(self.taken, self.taken), [])

    def test_only_a_service_whose_program_changed_is_renewed(self) -> None:
        self.assertEqual(pattern.outdated(self.taken, {**self.taken, "souk-orders": 2, "souk-demo": 2}), ["orders"])

    def test_changed_pages_are_the_gateways(self) -> None:
        self.assertEqual(pattern.outdated(self.taken, {**self.taken, "dashboard": "anew"}), ["gateway"])

    def test_a_shop_of_which_nothing_is_known_is_renewed_whole(self) -> None:
        self.assertEqual(pattern.outdated({}, self.taken), list(SERVICES))


class KeepTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.shop = mock.Mock(folder=ShopFolder(Path(temporary.name)))
        self.shop.running.return_value = None
        self.shop.ports.free_port.return_value = 21000
        self.builder = mock.Mock()
        self.builder.stamps.return_value = dict.fromkeys(BINARIES, 1)
        self.builder.pages.side_effect = lambda app: self.pages[app]
        self.pages = dict.fromkeys(OF_ONE_APP, "as built")

    def test_it_is_started_once_and_lives_without_the_command(self) -> None:
        pattern.keep(self.shop, self.builder)
        self.assertIsNone(self.shop.start.call_args.args[1])
        self.shop.running.return_value = {"url": "http://localhost:21000"}
        pattern.keep(self.shop, self.builder)
        self.assertEqual(self.shop.start.call_count, 1)
        self.shop.renew.assert_called_once_with([])

    def test_what_was_not_taken_is_taken_the_next_time(self) -> None:
        pattern.keep(self.shop, self.builder)
        self.shop.running.return_value = {"url": "http://localhost:21000"}
        self.pages["dashboard"] = "anew"
        self.shop.renew.side_effect = Refusal("It didn't become healthy.")
        with self.assertRaises(Refusal):
            pattern.keep(self.shop, self.builder)
        self.shop.renew.side_effect = None
        pattern.keep(self.shop, self.builder)
        self.shop.renew.assert_called_with(["gateway"])
        pattern.keep(self.shop, self.builder)
        self.shop.renew.assert_called_with([])


class PagesTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.checkout = Checkout(Path(temporary.name))
        self.build = Build(self.checkout)
        for name in ("package.json", "src/ui/a.tsx", "src/dashboard/a.tsx", "src/storefront/a.tsx"):
            self.write(name, "")

    def write(self, name: str, text: str) -> None:
        path = self.checkout.web / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def changed_by(self, name: str) -> list[str]:
        before = {app: self.build.pages(app) for app in OF_ONE_APP}
        self.write(name, "anew")
        return [app for app in OF_ONE_APP if self.build.pages(app) != before[app]]

    def test_each_app_follows_its_own_sources_and_what_both_have(self) -> None:
        self.assertEqual(self.changed_by("src/dashboard/a.tsx"), ["dashboard"])
        self.assertEqual(self.changed_by("messages/storefront/fr.json"), ["storefront"])
        self.assertEqual(self.changed_by("src/ui/a.tsx"), list(OF_ONE_APP))
        self.assertEqual(self.changed_by("package-lock.json"), list(OF_ONE_APP))

    def test_tests_and_what_is_generated_build_nothing(self) -> None:
        for name in ("e2e/a.e2e.ts", "src/ui/a.test.tsx", "src/i18n/paraglide.gen/a.js", "dist/a.js"):
            self.assertEqual(self.changed_by(name), [], name)

    def test_what_is_of_one_app_alone_is_there(self) -> None:
        web = Checkout.here().web
        for paths in OF_ONE_APP.values():
            for path in paths:
                self.assertTrue((web / path).exists(), path)


class NamesTest(unittest.TestCase):
    def test_names_are_words_and_no_expressions(self) -> None:
        self.assertEqual(pattern.name_options([]), [])
        option, words = pattern.name_options(["a.b", "stays up (really)"])
        self.assertEqual(option, "--testNamePattern")
        self.assertTrue(re.search(words, "it stays up (really)"))
        self.assertFalse(re.search(words, "axb"))

    def test_a_browser_test_that_is_not_there_starts_no_shop(self) -> None:
        with self.assertRaisesRegex(Refusal, "nowhere"):
            pattern.e2e(Checkout.here(), "nowhere", [])

    def test_a_part_without_names_refuses_one(self) -> None:
        shown = io.StringIO()
        with contextlib.redirect_stderr(shown):
            self.assertEqual(cli.main(["test", "fuzz", "orders"]), 1)
        self.assertIn("fuzz", shown.getvalue())


if __name__ == "__main__":
    unittest.main()
