"""The model that random actions are compared with: it lets what is right pass, and nothing else."""

import unittest
from collections import Counter

from souk.testing.fuzz.model import (
    ENDS,
    NEXT,
    Asked,
    Books,
    Since,
    as_read,
    change_fault,
    money_faults,
    step_fault,
    walk,
)


def asked(role: str = "admin", status: str = "placed", to: str = "confirmed", **more: bool) -> Asked:
    given = {"has_reason": True, "is_stale": False, "moves_goods": False, "was_delivered": False, **more}
    return Asked(role, status, to, **given)


def order(status: str, *kinds: str, quantity: int = 2, **more: object) -> dict:
    lines = [{"unitPrice": 10.5, "quantity": quantity, "total": 10.5 * quantity}]
    lines[0]["stockItems"] = [{"productId": "p", "combinationId": None, "quantity": quantity}]
    timeline = [{"kind": kind} for kind in ("placed", *kinds)]
    total = 10.5 * quantity + 400
    own = {"number": "A-1", "status": status, "stock": "reserved", "lines": lines, "timeline": timeline}
    return {**own, "deliveryPrice": 400, "total": total, **more}


STILL, OWN, MOVED = Since(), Since(has_own=True), Since(has_moved=True)


class StepTest(unittest.TestCase):
    def test_right_answers_pass(self) -> None:
        for case, answer in [
            (asked(), (200, "", "confirmed", OWN)),
            (asked(status="confirmed"), (200, "", "confirmed", STILL)),
            (asked(is_stale=True), (200, "", "confirmed", Since(("confirmed",), has_moved=True))),
            (asked(status="settled", to="delivered"), (200, "", "delivered", Since(("payment_reversed",), has_moved=True))),
            (asked(role="payments"), (403, "forbidden", "", STILL)),
            (asked(to="shipped"), (409, "orders.illegal_transition", "", STILL)),
            (asked(is_stale=True), (409, "orders.stale_version", "", STILL)),
            (asked(), (409, "orders.stale_version", "", MOVED)),
            (asked(), (409, "orders.out_of_stock", "", STILL)),
            (asked(status="delivered", to="returning", has_reason=False), (422, "invalid_request", "", STILL)),
            (asked(role="sales", status="returning", to="lost"), (200, "", "lost", OWN)),
            (asked(role="sales", status="returning", to="lost", was_delivered=True), (403, "forbidden", "", STILL)),
            (asked(status="returning", to="lost", was_delivered=True), (200, "", "lost", OWN)),
        ]:
            self.assertEqual(step_fault(case, *answer), "", case)

    def test_wrong_answers_do_not(self) -> None:
        for case, answer in [
            (asked(to="shipped"), (200, "", "shipped", OWN)),
            (asked(role="payments"), (200, "", "confirmed", OWN)),
            (asked(is_stale=True), (200, "", "confirmed", OWN)),
            (asked(), (200, "", "placed", OWN)),
            (asked(), (200, "", "confirmed", STILL)),
            (asked(status="settled", to="delivered"), (200, "", "delivered", OWN)),
            (asked(status="settled", to="delivered"), (200, "", "delivered", STILL)),
            (asked(), (403, "forbidden", "", STILL)),
            (asked(), (409, "orders.stale_version", "", STILL)),
            (asked(), (409, "orders.illegal_transition", "", STILL)),
            (asked(to="cancelled"), (409, "orders.out_of_stock", "", STILL)),
            (asked(status="delivered", to="returning"), (422, "invalid_request", "", STILL)),
            (asked(status="settled", to="settled"), (200, "", "settled", STILL)),
            (asked(role="payments", status="attempted", to="lost", was_delivered=True), (200, "", "lost", OWN)),
        ]:
            self.assertNotEqual(step_fault(case, *answer), "", case)

    def test_every_status_can_be_walked_to_and_two_end(self) -> None:
        self.assertEqual({status for status, after in NEXT.items() if not after} - {"settled"}, ENDS)


class ChangeTest(unittest.TestCase):
    def test_what_stays_keeps_its_price_and_all_adds_up(self) -> None:
        line = {"productId": "p", "name": "Lampe", "unitPrice": 10.5, "quantity": 2}
        before = {"version": 3, "lines": [line], "productsTotal": 21, "deliveryPrice": 400, "total": 421}
        more = {**line, "quantity": 3}
        after = {**before, "version": 4, "lines": [more], "productsTotal": 31.5, "total": 431.5}
        self.assertEqual(change_fault(before, [line], after), "")
        dearer = {**after, "lines": [{**more, "unitPrice": 11}], "productsTotal": 33, "total": 433}
        self.assertIn("lost the price", change_fault(before, [line], dearer))
        self.assertEqual(change_fault(before, [], dearer), "", "it was taken out, and came in at today's price")
        self.assertIn("come to 3150", change_fault(before, [line], {**after, "productsTotal": 21}))
        self.assertIn("sum of products and delivery", change_fault(before, [line], {**after, "total": 421}))


class WalkTest(unittest.TestCase):
    def test_a_history_is_followed(self) -> None:
        kinds = ["placed", "stock", "confirmed", "note", "preparing", "shipped", "delivered", "settled"]
        flow = walk("A-1", [*kinds, "payment_reversed", "returning", "overpaid", "returned"])
        self.assertEqual((flow.status, flow.shipped, flow.returned, flow.faults), ("returned", 1, 1, []))

    def test_what_came_after_the_status_was_read_is_new(self) -> None:
        timeline = [{"kind": kind} for kind in ("placed", "note", "confirmed", "note")]
        self.assertEqual(as_read(timeline, "placed"), timeline[:2])
        self.assertEqual(as_read(timeline, "confirmed"), timeline)

    def test_a_leap_is_told(self) -> None:
        self.assertEqual(walk("A-1", ["placed", "shipped"]).faults, ["A-1 went from placed to shipped"])
        self.assertEqual(walk("A-1", ["placed", "settled"]).faults, ["A-1 was settled while it was placed"])


class BooksTest(unittest.TestCase):
    def test_pieces_follow_the_orders(self) -> None:
        books = Books(Counter({("p", ""): 10}))
        gone = order("shipped", "confirmed", "preparing", "shipped", quantity=3)
        for one in (order("placed"), gone, order("cancelled", "cancelled"), order("placed", stock="pending")):
            self.assertEqual(list(books.add_order(one)), [])
        self.assertEqual((books.on_hand["p", ""], books.reserved["p", ""]), (7, 2))
        right = Books(Counter({("p", ""): 7}), Counter({("p", ""): 2}))
        self.assertEqual(list(books.differences(right, [("p", "")])), [])
        oversold = Books(Counter({("p", ""): 7}), Counter({("p", ""): 8}))
        self.assertEqual(len(list(books.differences(oversold, [("p", "")]))), 2)

    def test_an_order_that_does_not_add_up_is_told(self) -> None:
        self.assertIn("costs", "".join(Books().add_order(order("placed", total=1))))
        self.assertIn("its history ends as placed", "".join(Books().add_order(order("shipped"))))


class MoneyTest(unittest.TestCase):
    def faults(self, status: str, covered: int, owed: int) -> list[str]:
        payment = {"number": "P-1", "total": 421, "reversedTotal": 0}
        payment["orders"] = [{"id": "o", "total": 421, "reversalId": None}]
        unpaid = [{"id": "o", "number": "A-1", "total": 421}]
        return list(money_faults({"o": order(status)}, [payment] * covered, unpaid * owed))

    def test_an_order_is_owed_once_or_paid_once(self) -> None:
        for right in [("placed", 0, 0), ("delivered", 0, 1), ("settled", 1, 0)]:
            self.assertEqual(self.faults(*right), [])
        for wrong in [("delivered", 0, 2), ("delivered", 1, 1), ("settled", 2, 0), ("settled", 0, 1), ("placed", 0, 1)]:
            self.assertEqual(len(self.faults(*wrong)), 1, wrong)

    def test_a_payment_is_the_sum_of_its_orders(self) -> None:
        line = {"id": "x", "total": 421, "reversalId": "r"}
        payment = {"number": "P-1", "total": 420, "reversedTotal": 421, "orders": [line]}
        self.assertEqual(list(money_faults({}, [payment], [])), ["payment P-1 isn't the sum of its orders"])
        payment = {**payment, "total": 421, "reversedTotal": 0}
        self.assertIn("isn't reversed by the sum", "".join(money_faults({}, [payment], [])))
