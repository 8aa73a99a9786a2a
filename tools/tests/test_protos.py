"""A release that renames, renumbers or drops what the one before says on the wire is stopped; one that adds is not."""

import argparse
import contextlib
import io
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from check import protos, released
from souk.commands import release_protos
from souk.errors import Refusal
from souk.layout import Checkout

from .test_released import commit

FILE = """\
syntax = "proto3";
package souk.orders.v1;
import "souk/common/v1/common.proto";

// Each { of a comment; counts for nothing.
service Orders {
  rpc GetOrder(GetOrderRequest) returns (Order);
  rpc StreamOrders(GetOrderRequest) returns (stream Order) { option deprecated = true; }
}
message GetOrderRequest {}
message Order {
  reserved 2, 7 to 8;
  reserved "price";
  string id = 1;
  optional uint32 total = 3;
  map<string, uint64> counts = 4;
  string note = 5 [deprecated = true];
  enum Kind {
    KIND_UNSPECIFIED = 0;
    KIND_GIFT = 1;
  }
  oneof given {
    string name = 9;
    souk.common.v1.Actor actor = 10;
  }
}
"""


class ProtosTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = Path(temporary.name)
        self.file = self.root / "proto/souk/orders/v1/orders.proto"
        self.file.parent.mkdir(parents=True)
        self.file.write_text(FILE)
        (self.root / "services").mkdir()
        (self.root / released.RELEASED).write_text("commit: c2c54f9e\n")
        (self.root / protos.RELEASED).write_text(protos.listing("c2c54f9e", protos.wire(self.root)))

    def found(self, before: str, after: str) -> list[str]:
        self.assertIn(before, FILE)
        self.file.write_text(FILE.replace(before, after))
        return [problem.removeprefix(f"{protos.RELEASED}: ") for problem in protos.problems(self.root)]

    def test_what_is_listed(self) -> None:
        self.assertEqual(
            (self.root / protos.RELEASED).read_text().splitlines(),
            [
                "commit: c2c54f9e",
                "souk.orders.v1.GetOrderRequest: message",
                "souk.orders.v1.Order: message",
                "souk.orders.v1.Order 1: string id",
                "souk.orders.v1.Order 2: reserved",
                "souk.orders.v1.Order 3: optional uint32 total",
                "souk.orders.v1.Order 4: map<string, uint64> counts",
                "souk.orders.v1.Order 5: string note deprecated",
                "souk.orders.v1.Order 7: reserved",
                "souk.orders.v1.Order 8: reserved",
                "souk.orders.v1.Order 9: oneof given string name",
                "souk.orders.v1.Order 10: oneof given souk.common.v1.Actor actor",
                "souk.orders.v1.Order.Kind: enum",
                "souk.orders.v1.Order.Kind 0: KIND_UNSPECIFIED",
                "souk.orders.v1.Order.Kind 1: KIND_GIFT",
                "souk.orders.v1.Orders: service",
                "souk.orders.v1.Orders/GetOrder: (GetOrderRequest) returns (Order)",
                "souk.orders.v1.Orders/StreamOrders: (GetOrderRequest) returns (stream Order) deprecated",
            ],
        )

    def test_adding_breaks_nothing(self) -> None:
        self.assertEqual(self.found("  string id = 1;", "  string id = 1;\n  string phone = 6;"), [])
        self.assertEqual(self.found("KIND_GIFT = 1;", "KIND_GIFT = 1; KIND_TRIAL = 2;"), [])
        self.assertEqual(self.found("service Orders {", "service Orders { rpc Close(Order) returns (Order);"), [])
        self.assertEqual(self.found("message GetOrderRequest {}", "message GetOrderRequest { string id = 1; }"), [])
        self.assertEqual(self.found("string id = 1;", "string id = 1 [deprecated = true];"), [])

    def test_a_field_that_changes(self) -> None:
        total = "souk.orders.v1.Order 3"
        self.assertEqual(self.found("uint32 total", "uint64 total"), [f"{total} was optional uint32 total, and is now optional uint64 total"])
        self.assertEqual(self.found("optional uint32", "uint32"), [f"{total} was optional uint32 total, and is now uint32 total"])
        self.assertEqual(len(self.found("total = 3", "total = 6")), 1)
        self.assertEqual(len(self.found("string name = 9;", "string nickname = 9;")), 1)

    def test_what_goes_was_deprecated_a_release_before(self) -> None:
        gone = "is gone; deprecate it for a release, then reserve its number"
        self.assertEqual(self.found("  string id = 1;\n", ""), [f"souk.orders.v1.Order 1 (string id) {gone}"])
        self.assertEqual(len(self.found("  string id = 1;", "  reserved 1;")), 1)
        self.assertEqual(len(self.found("  string note = 5 [deprecated = true];\n", "")), 1)
        self.assertEqual(self.found("  string note = 5 [deprecated = true];", "  reserved 5;"), [])
        self.assertEqual(len(self.found("  rpc GetOrder(GetOrderRequest) returns (Order);\n", "")), 1)
        self.assertEqual(self.found("  rpc StreamOrders(GetOrderRequest) returns (stream Order) { option deprecated = true; }\n", ""), [])
        self.assertEqual(len(self.found("    KIND_GIFT = 1;\n", "")), 1)

    def test_a_whole_message_is_told_of_once(self) -> None:
        self.assertEqual(len(self.found(FILE[FILE.index("message Order {") :], "")), 2)  # the message, and its enum

    def test_a_reserved_number_is_never_used_again(self) -> None:
        self.assertEqual(
            self.found("reserved 2, 7 to 8;", "reserved 7 to 8; string price = 2;"),
            ["souk.orders.v1.Order 2 was reserved, and is now string price"],
        )
        self.assertEqual(len(self.found("reserved 2, 7 to 8;", "reserved 2, 7;")), 1)

    def test_a_release_writes_down_what_it_adds_and_refuses_what_it_breaks(self) -> None:
        head = commit(self.root)
        with mock.patch.object(Checkout, "here", return_value=Checkout(self.root)), contextlib.redirect_stdout(io.StringIO()):
            self.file.write_text(FILE.replace("string id = 1;", "string id = 1; string phone = 6;"))
            release_protos.run(argparse.Namespace())
            self.assertIn("souk.orders.v1.Order 6: string phone\n", (self.root / protos.RELEASED).read_text())
            self.assertEqual([protos.commit(self.root), released.read(self.root).commit], [head, head])
            self.file.write_text(FILE)
            with self.assertRaisesRegex(Refusal, "phone.* is gone"):
                release_protos.run(argparse.Namespace())

    def test_a_list_of_another_release_than_the_migrations_is_told(self) -> None:
        self.assertEqual(list(protos.problems(self.root)), [])
        (self.root / released.RELEASED).write_text("commit: 06bec642\n")
        (problem,) = protos.problems(self.root)
        self.assertIn("is of c2c54f9e, and services/released.txt of 06bec642", problem)
        (self.root / protos.RELEASED).write_text("")
        (problem,) = protos.problems(self.root)
        self.assertIn("is of no commit", problem)

    def test_what_it_cannot_read_is_no_silence(self) -> None:
        (problem,) = self.found("message GetOrderRequest {}", "extend Order {}")
        self.assertIn("what is 'extend Order'?", problem)


if __name__ == "__main__":
    unittest.main()
