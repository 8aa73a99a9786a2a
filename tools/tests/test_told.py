"""What is found of people and secrets in logs."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

from souk.testing import told


class Told(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.log = Path(folder.name) / "orders-1.log"

    def found(self, line: str, *values: str) -> list[str]:
        self.log.write_text(f'{{"message":"ready"}}\n{line}\n', "utf-8")
        return told.lines_with(told.private(values), [self.log])

    def test_names_the_line_of_a_phone_in_either_spelling(self) -> None:
        for spelled in ("0555123456", "+213555123456", "213555123456"):
            line = f"duplicate key (phone)=({spelled})"
            self.assertEqual(self.found(line, "0555123456"), [f"orders-1.log:2: {line}"])

    def test_finds_names_in_arabic_and_secrets(self) -> None:
        self.assertEqual(len(self.found('{"who":"أمينة بن سالم"}', "أمينة بن سالم")), 1)
        self.assertEqual(len(self.found("amqp://orders:00ff00ff00ff@localhost", "00ff00ff00ff")), 1)

    def test_takes_no_part_of_a_longer_number_for_a_phone(self) -> None:
        self.assertEqual(self.found('{"elapsed_ns":10555123456}', "0555123456"), [])

    def test_looks_for_nothing_that_is_a_word_like_others(self) -> None:
        self.assertEqual(told.private(["Alger", " ", ""]), [])


if __name__ == "__main__":
    unittest.main()
