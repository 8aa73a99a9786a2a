"""What the benchmark of both search engines is asked, of what process it tells the memory, and how it compares."""

import argparse
import os
import random
import sys
import unittest
from unittest import mock

from souk.commands import bench
from souk.errors import Refusal
from souk.layout import Checkout
from souk.ports import Holder

sys.path.insert(0, str(Checkout.here().root / "bench"))

import search  # noqa: E402  (found through the line above)
import workload  # noqa: E402


class BenchTest(unittest.TestCase):
    def test_both_engines_are_compared_only_where_there_is_a_server(self) -> None:
        for words in (["--search"], ["--search=1000"], ["--search", "1000"]):
            with mock.patch.dict("os.environ", {"SOUK_MEILI_URL": ""}), mock.patch.object(bench, "_run") as started:
                with self.assertRaisesRegex(Refusal, "SOUK_MEILI_URL"):
                    bench.run(argparse.Namespace(rest=words))
                started.assert_not_called()

    def test_a_server_is_a_process_of_this_machine_or_nobody_s(self) -> None:
        own = os.getpid()
        with mock.patch.object(search.ports, "holder", return_value=Holder(7700, own)) as holder:
            self.assertIsNone(search.Server("https://search.example.dz", None).pid())
            holder.assert_not_called()
            self.assertIsNone(search.Server("http://127.0.0.1:7700", None).pid(), "some other program forwards the port")
            with mock.patch.object(search.Path, "read_text", return_value="meilisearch\n"):
                self.assertEqual(search.Server("http://localhost:7700", None).pid(), own)
            holder.return_value = Holder(7700, None)
            self.assertIsNone(search.Server("http://127.0.0.1:7700", None).pid(), "another user's")

    def test_ratios_are_of_what_both_have(self) -> None:
        own = {"per_second": 800.0, "p50_ms": 4.0, "p99_ms": 10.0, "cpu_ms": 0.0}
        other = {"per_second": 200.0, "p50_ms": 10.0, "p99_ms": 25.0, "cpu_ms": 3.0}
        self.assertEqual(search.ratios(own, other), {"per_second": 0.25, "p50_ms": 2.5, "p99_ms": 2.5})

    def test_no_answer_is_never_the_same(self) -> None:
        self.assertEqual(search.same([3, 5, None, 0], [3, 6, None, 0]), 0.5)
        self.assertEqual(search.same([], []), 0.0)

    def test_a_misspelt_word_has_its_letters_and_begins_alike(self) -> None:
        random.seed(1)
        for word in ("jasmin", "Écouteurs", "ياسمين", "ab", "l", "mmmm", ""):
            found = workload.misspelt(word)
            self.assertEqual(sorted(found), sorted(word))
            self.assertEqual(found[:1], word[:1])
            self.assertEqual(found != word, len(set(word[1:])) > 1, word)

    def test_what_is_asked_of_categories_is_never_the_same_twice(self) -> None:
        random.seed(1)
        asked = workload.in_categories([("soins", 30), ("savons", 200)], ("page={page}",))
        self.assertEqual(len({each["path"] for each in asked}), workload.CHOICES)
        self.assertLessEqual({each["path"].split("&")[0] for each in asked if "/soins?" in each["path"]}, {"/web/public/api/category/products/soins?page=1"})
        self.assertEqual(workload.in_categories([], ("page=40",)), [])

    def test_only_values_that_find_something_are_chosen(self) -> None:
        data = {
            "brands": [{"value": "nour", "count": 3}, {"value": "zahra", "count": 0}],
            "subCategories": [],
            "attributes": [{"label": "color", "data": [{"value": "noir", "count": 1}]}],
            "features": [{"label": "notes", "data": [{"value": "ambre", "count": 0}]}],
        }
        self.assertEqual(workload.groups_of(data), {"brands": ["nour"], "attributes.color": ["noir"]})


if __name__ == "__main__":
    unittest.main()
