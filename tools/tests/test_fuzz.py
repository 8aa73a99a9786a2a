"""The judge of refusals, and what Schemathesis is told of who calls and what is there."""

import json
import tempfile
import unittest
from pathlib import Path

from souk.ports import LOOPBACK
from souk.testing.fuzz import api, configuration, refusals
from souk.testing.people import Person

CODES = frozenset({"orders.out_of_stock", "invalid_request", "internal", "unavailable"})


def problem(status: int, code: str, **more: object) -> bytes:
    return json.dumps({"type": f"urn:souk:{code}", "status": status, "code": code, "requestId": "1", **more}).encode()


class RefusalsTest(unittest.TestCase):
    def faults(self, status: int, body: bytes, **headers: str) -> str:
        given = {"content-type": "application/problem+json", **{k.replace("_", "-"): v for k, v in headers.items()}}
        return "; ".join(refusals.faults(status, given, body, CODES))

    def test_an_honest_refusal_has_no_fault(self) -> None:
        field = {"products[0].quantity": [{"key": "form.validation.quantity", "text": "1 or more"}]}
        self.assertEqual(self.faults(200, b""), "")
        self.assertEqual(self.faults(409, problem(409, "orders.out_of_stock")), "")
        self.assertEqual(self.faults(422, problem(422, "invalid_request", errors=field)), "")
        self.assertEqual(self.faults(503, problem(503, "unavailable"), retry_after="1"), "")

    def test_each_fault_is_told(self) -> None:
        for wrong, told in [
            (self.faults(500, problem(500, "internal")), "must not break the shop"),
            (self.faults(503, problem(503, "unavailable")), "when to try again"),
            (self.faults(404, b"<html>", content_type="text/html"), "no problem"),
            (self.faults(404, b"{"), "no JSON"),
            (self.faults(409, problem(409, "orders.made_up")), "nobody knows the code"),
            (self.faults(422, problem(422, "invalid_request")), "names no field"),
            (self.faults(422, problem(422, "invalid_request", errors={"a": []})), "the field 'a'"),
            (self.faults(404, problem(409, "orders.out_of_stock")), "the answer 404"),
        ]:
            self.assertIn(told, wrong)

    def test_a_code_is_known_by_the_sources(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "services/orders/src/error.rs"
            source.parent.mkdir(parents=True)
            source.write_text('Self::not_found("orders.unknown_order", text)')
            self.assertEqual(refusals.known_codes(Path(folder)), {"orders.unknown_order"})


class ConfigurationTest(unittest.TestCase):
    DESCRIPTION = {
        "paths": {
            "/dashboard/api/orders/{id}/notes": {
                "post": {
                    "parameters": [{"in": "path", "name": "id"}],
                    "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Note"}}}},
                }
            }
        },
        "components": {"schemas": {"Note": {"properties": {"note": {}}}}},
    }
    MAY_NAME = {"/": {"body.note": ["bonjour"], "body.other": ["x"]}, "/dashboard/api/orders/": {"path.id": ["o1"]}}

    def text(self, **headers: str) -> str:
        person = Person(1)
        person.headers.update(headers)
        return configuration.text(1, person, self.MAY_NAME, self.DESCRIPTION)

    def test_an_operation_names_what_is_there_where_it_has_a_place_for_it(self) -> None:
        text = self.text()
        self.assertIn(f'base-url = "http://{LOOPBACK}:1"', text)
        self.assertIn('include-name = "POST /dashboard/api/orders/{id}/notes"', text)
        self.assertIn('"path.id" = { dictionary = "/dashboard/api/orders/path.id", probability = 0.7 }', text)
        self.assertIn('"body.note" = { dictionary = "/body.note"', text)
        self.assertNotIn('"body.other" = { dictionary', text)

    def test_everybody_carries_what_they_have(self) -> None:
        self.assertNotIn("[auth.openapi]", self.text())
        text = self.text(**{"X-CSRF-Token": "c", "Cookie": "souk_session=s"})
        self.assertIn('csrf = { api_key = "c" }\nstaff = { api_key = "s" }', text)
        self.assertIn('visitor = { bearer = "v" }', self.text(Authorization="Bearer v"))

    def test_only_a_guest_signs_in_and_out(self) -> None:
        self.assertNotIn("--exclude-name-regex", api.scope("guest"))
        self.assertEqual(api.scope("admin")[:2], ["--include-tag", "dashboard"])
        excluded = api.scope("admin")[-1]
        for label in ("POST /dashboard/api/session", "DELETE /dashboard/api/session"):
            self.assertRegex(label, excluded)
        for label in ("GET /dashboard/api/session", "POST /dashboard/api/orders/{id}/notes"):
            self.assertNotRegex(label, excluded)

    def test_a_path_is_known_by_the_ids_that_are_there(self) -> None:
        label = "POST /dashboard/api/orders/{id}/notes"
        operation = self.DESCRIPTION["paths"]["/dashboard/api/orders/{id}/notes"]["post"]
        bound = configuration.dictionaries(label, operation, self.MAY_NAME, self.DESCRIPTION)
        self.assertEqual(set(bound), {"path.id", "body.note"})


class FindingsTest(unittest.TestCase):
    def test_what_was_found_is_shown_with_its_request(self) -> None:
        output = "Schemathesis\n===== FAILURES =====\nReproduce with:\n    curl /x\n===== SUMMARY ====="
        self.assertEqual(api.findings(output)[0], "===== FAILURES =====")
        self.assertEqual(api.findings("no such option"), ["no such option"])
