"""Committed query descriptions are compared with the live ones, each way."""

import tempfile
import unittest
from pathlib import Path

from souk.testing.rust import query_differences


class QueryDifferencesTest(unittest.TestCase):
    def test_missing_left_over_and_changed(self) -> None:
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
            committed, described = Path(one), Path(other)
            for folder, names in ((committed, "abc"), (described, "bcd")):
                for name in names:
                    (folder / f"query-{name}.json").write_text("same" if name != "c" else folder.name)
            found = [line.partition("query-")[2] for line in query_differences(committed, described)]
        expected = ["a.json belongs to no query any more", "d.json is missing", "c.json isn't what the database says"]
        self.assertEqual(found, expected)
