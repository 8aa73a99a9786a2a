"""What counts as being noticed, how memory is added up, and that every attack is one."""

import math
import os
import subprocess
import sys
import unittest

from souk.testing.abuse import MIB, Outcome
from souk.testing.abuse.attacks import ATTACKS
from souk.testing.abuse.bystander import Waits, memory


def outcome(beside: Waits = Waits(0.004, 0.010), after: int = 100, **more: object) -> Outcome:
    given = {"alone": Waits(0.004, 0.010), "before": {"orders-1": 100 * MIB}, "got": {"429": 1}, **more}
    return Outcome("drafts", beside=beside, after={"orders-1": after * MIB}, **given)


class OutcomeTest(unittest.TestCase):
    def problems(self, **given: object) -> str:
        return "; ".join(outcome(**given).problems())

    def test_a_shopper_who_hardly_notices_is_no_problem(self) -> None:
        self.assertEqual(self.problems(), "")
        self.assertEqual(self.problems(beside=Waits(0.013, 0.019), after=117), "", "noise of the machine")
        self.assertEqual(self.problems(alone=Waits(0.1, 0.2), beside=Waits(0.19, 0.39)), "")

    def test_a_shopper_who_waits_is_one(self) -> None:
        self.assertIn("median went from 4.0 to 15.0 ms", self.problems(beside=Waits(0.015, 0.018)))
        self.assertIn("p95 went from 10.0 to 21.0 ms", self.problems(beside=Waits(0.004, 0.021)))
        self.assertIn("median", self.problems(beside=Waits(math.inf, math.inf)))

    def test_memory_that_grows_is_one(self) -> None:
        self.assertIn("orders-1 grew from 100 to 119 MiB", self.problems(after=119))

    def test_an_attack_that_never_came_proves_nothing(self) -> None:
        self.assertIn("nothing was tried", self.problems(got={}))

    def test_the_table_has_a_line_for_each(self) -> None:
        row = outcome(after=103).row()
        self.assertIn("+3.0 orders-1", row)
        self.assertTrue(row.endswith("1 429"))


class WaitsTest(unittest.TestCase):
    def test_an_answer_that_never_came_took_for_ever(self) -> None:
        self.assertEqual(Waits.of([0.1] * 19 + [math.inf]), Waits(0.1, 0.1))
        self.assertEqual(Waits.of([0.1] * 18 + [math.inf] * 2).p95, math.inf)


class MemoryTest(unittest.TestCase):
    def test_a_process_is_counted_with_its_children(self) -> None:
        grow = "import sys; block = bytearray(30 << 20); print(); sys.stdin.read()"
        child = subprocess.Popen([sys.executable, "-c", grow], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(child.communicate)
        child.stdout.readline()
        self.assertGreater(memory({"all": os.getpid()})["all"], 30 * MIB)
        self.assertGreater(memory({"child": child.pid})["child"], 30 * MIB)
        self.assertEqual(memory({"gone": 2**22 + 1})["gone"], 0)


class AttacksTest(unittest.TestCase):
    def test_each_kind_of_flood_is_there(self) -> None:
        held = {"20,000 connections", "slow headers"}
        asked = {"random paths", "junk queries", "searches", "drafts", "sign-ins", "tracking guesses"}
        self.assertEqual(set(ATTACKS), held | asked)
