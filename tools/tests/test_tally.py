"""What the test programs print is counted right."""

import unittest

from souk.tally import Tally, counts


class TallyTest(unittest.TestCase):
    def test_the_programs_that_we_run(self) -> None:
        for output, expected in (
            ("     Summary [   1.203s] 36 tests run: 35 passed (1 slow), 1 failed, 2 skipped", (35, 1)),
            ("test result: ok. 3 passed; 0 failed; 0 ignored\ntest result: FAILED. 4 passed; 2 failed;", (7, 2)),
            ("Ran 12 tests in 0.1s\n\nFAILED (failures=1, errors=2)", (9, 3)),
            ("Ran 12 tests in 0.1s\n\nOK", (12, 0)),
            ("Ran 12 tests in 0.1s\n\nOK (skipped=2)", (10, 0)),
            ("Ran 12 tests in 0.1s\n\nFAILED (failures=1, skipped=2)", (9, 1)),
            ("      Tests  1 failed | 39 passed (40)", (39, 1)),
            ("ℹ pass 5\nℹ fail 1", (5, 1)),
            ("  1 failed\n    [chromium] › a.ts\n  8 passed (3s)", (8, 1)),
            ("      Tests  3 failed\n12 passed, 1 failed\n", (12, 1)),
            ("all is well", (0, 0)),
        ):
            self.assertEqual(counts(output), expected, output)

    def test_a_check_without_tests_counts_as_one(self) -> None:
        tally = Tally()
        tally.add("fmt", "", 0)
        tally.add("clippy", "error: no", 101)
        self.assertEqual((str(tally), tally.failures), ("1 passed, 1 failed", ["clippy"]))

    def test_what_could_not_be_checked_is_counted(self) -> None:
        tally = Tally(skipped=["Alerts (promtool can't be had here)"])
        tally.add("fmt", "", 0)
        tally.add("of ./souk", "Ran 12 tests in 0.1s\n\nOK (skipped=2)", 0)
        self.assertEqual((str(tally), len(tally.skipped)), ("11 passed, 0 failed", 3))

    def test_a_build_that_broke_is_a_failure_even_after_passed_tests(self) -> None:
        tally = Tally()
        tally.add("tests", "test result: ok. 3 passed; 0 failed;", 101)
        self.assertEqual(str(tally), "3 passed, 1 failed")
