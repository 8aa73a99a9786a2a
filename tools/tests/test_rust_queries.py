"""Committed query descriptions are compared with the live ones, each way, and a login that opens too much is told."""

import tempfile
import unittest
from pathlib import Path
from unittest import mock

from souk.postgres import Server
from souk.testing.database_roles import open_to_others
from souk.testing.rust import query_differences


class LoginTest(unittest.TestCase):
    URLS = {service: f"postgres://souk_{service}:x@127.0.0.1:1/souk_{service}" for service in ("orders", "gateway")}

    def problems(self, opens: list[tuple[str, str]]) -> list[str]:
        def trouble(server: Server) -> str:
            return "" if (server.user, server.database) in opens else "permission denied"

        with mock.patch.object(Server, "trouble", trouble):
            return open_to_others(self.URLS)

    def test_a_login_opens_its_own_database_alone(self) -> None:
        own = [("souk_orders", "souk_orders"), ("souk_gateway", "souk_gateway")]
        self.assertEqual(self.problems(own), [])
        found = self.problems([*own, ("souk_orders", "souk_gateway")])
        self.assertEqual(found, ["orders's login opens the database of gateway"])
        self.assertEqual(self.problems(own[1:]), ["orders can't open its own database: permission denied"])


class QueryDifferencesTest(unittest.TestCase):
    def test_missing_left_over_and_changed(self) -> None:
        with tempfile.TemporaryDirectory() as temporary:
            one, other, described = (Path(temporary) / name for name in ("one", "other", "described"))
            for folder, names in ((one, "ab"), (other, "c"), (described, "bcd")):
                folder.mkdir()
                for name in names:
                    (folder / f"query-{name}.json").write_text(folder.name if name == "c" else "same")
            found = list(query_differences([one, other], described))
        self.assertEqual(len(found), 3)
        self.assertTrue(found[0].startswith("a query of the code is in no .sqlx"))
        self.assertTrue(found[1].endswith("query-a.json belongs to no query any more"))
        self.assertTrue(found[2].endswith("query-c.json isn't what the database says"))

    def test_one_query_in_two_folders(self) -> None:
        with tempfile.TemporaryDirectory() as temporary:
            folders = [Path(temporary) / name for name in ("bus", "gateway", "described")]
            for folder in folders:
                folder.mkdir()
                (folder / "query-a.json").write_text("same")
            found = list(query_differences(folders[:2], folders[2]))
        self.assertEqual(len(found), 1)
        self.assertIn("gateway/query-a.json is there already: ", found[0])
