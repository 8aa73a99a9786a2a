"""A visitor and a clerk, as the tests and the benchmark need them: they call the shop as its own pages do."""

from __future__ import annotations

import http.client
import json
import threading
import time
from dataclasses import dataclass
from typing import Any, Optional
from urllib.parse import quote

from souk.ports import LOOPBACK

PASSWORD = "souk-demo-2026"
TIMEOUT_SECONDS = 15.0
# The shop closes a connection on which nothing was asked for longer; nobody asks on one that may be closed meanwhile.
KEPT_SECONDS = 10.0


@dataclass(frozen=True)
class Answer:
    """What the shop said."""

    status: int
    body: bytes
    headers: dict[str, str]

    @property
    def ok(self) -> bool:
        return 200 <= self.status < 300

    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The problem's stable code; empty for a success."""
        return "" if self.ok else str(self.json().get("code", ""))


class Person:
    """Somebody at the front door. Safe to use from several threads: each keeps a connection of its own."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._local = threading.local()
        self.headers: dict[str, str] = {"Accept-Language": "fr"}

    def call(self, method: str, path: str, body: object = None, more: Optional[dict[str, str]] = None) -> Answer:
        """Sends JSON, or bytes as they are."""
        data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        headers = {**self.headers, **(more or {})}
        if data is not None:
            headers.setdefault("Content-Type", "application/json")
        connection = self._connection()
        try:
            connection.request(method, path, data, headers)
            answer = connection.getresponse()
            return Answer(answer.status, answer.read(), {k.lower(): v for k, v in answer.getheaders()})
        except (OSError, http.client.HTTPException):
            connection.close()
            self._local.connection = None
            raise

    def get(self, path: str) -> Any:
        answer = self.call("GET", path)
        if not answer.ok:
            raise AssertionError(f"GET {path}: {answer.status} {answer.body[:300]!r}")
        return answer.json()

    def _connection(self) -> http.client.HTTPConnection:
        now = time.monotonic()
        kept = getattr(self._local, "connection", None)
        if kept is not None and now - self._local.asked > KEPT_SECONDS:
            kept.close()
            kept = None
        if kept is None:
            self._local.connection = http.client.HTTPConnection(LOOPBACK, self._port, timeout=TIMEOUT_SECONDS)
        self._local.asked = now
        return self._local.connection


class Visitor(Person):
    """A browser with a session of its own."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        session = self.get("/web/api/session")
        self.headers["Authorization"] = f"Bearer {session['token']}"
        self.headers["X-CSRF-Token"] = session["csrfToken"]

    def checkout(self, form: dict, key: str = "") -> Answer:
        more = {"Idempotency-Key": key} if key else {}
        return self.call("POST", "/web/api/cart/checkout", form, more)

    def page(self, slug: str) -> dict:
        return self.get(f"/web/public/api/product/{quote(slug)}")

    def form(self, phone: str) -> dict:
        """A checkout form without goods: Algiers, its first commune, the first offer."""
        commune = self.get("/public/utilis/api/commune/wilaya/16")[0]["id"]
        offer = self.get(f"/public/utilis/api/transport/commune/{commune}")[0][0]
        return {
            "firstname": "Amina",
            "lastname": "Benali",
            "phone": phone,
            "wilaya": "16",
            "commune": commune,
            "transporter": offer["id"],
            "deliveryType": offer["deliveryType"],
            "address": "Cité 100 logements",
            "quantity": 1,
        }


class Clerk(Person):
    """A signed-in member of the demo's staff."""

    def __init__(self, port: int, role: str = "admin") -> None:
        super().__init__(port)
        answer = self.call("POST", "/dashboard/api/session", {"email": f"{role}@souk.test", "password": PASSWORD})
        if not answer.ok:
            raise AssertionError(f"{role} can't sign in: {answer.status} {answer.body[:300]!r}")
        self.headers["X-CSRF-Token"] = answer.json()["csrfToken"]
        self.headers["Cookie"] = answer.headers["set-cookie"].split(";")[0]

    def warehouses(self) -> list[dict]:
        found = self.get("/dashboard/api/warehouses")
        return found if isinstance(found, list) else found["warehouses"]

    def add_stock(self, warehouse: str, product: str, combination: Optional[str], quantity: int) -> None:
        body = {"productId": product, "combinationId": combination, "quantity": quantity, "reason": "test"}
        answer = self.call("POST", f"/dashboard/api/warehouse/{warehouse}/add-stock", body)
        if not answer.ok:
            raise AssertionError(f"add-stock: {answer.status} {answer.body[:300]!r}")

    def available(self, product: str, combination: Optional[str]) -> int:
        """Pieces that can be sold, over all warehouses."""
        total = 0
        for warehouse in self.warehouses():
            rows = self.get(f"/dashboard/api/warehouse/{warehouse['id']}/stocks?size=200")["stocks"]
            wanted = (row for row in rows if row["productId"] == product and row.get("combinationId") == combination)
            total += sum(row["available"] for row in wanted)
        return total
