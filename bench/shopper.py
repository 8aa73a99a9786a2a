"""A shopper and a clerk of the demo shop, as the benchmark needs them."""

from __future__ import annotations

import json
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar
from typing import Any, Optional

# Enough of each product that no order of a benchmark is refused.
PIECES = 500_000


class Shopper:
    """Calls the shop as its own pages do."""

    def __init__(self, front: str) -> None:
        self.front = front.rstrip("/")
        self._open = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar())).open
        self._headers: dict[str, str] = {}

    def call(self, method: str, path: str, body: Optional[dict] = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "Accept-Language": "fr", **self._headers}
        request = urllib.request.Request(self.front + path, data=data, headers=headers, method=method)
        with self._open(request) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def prepare_checkout(self) -> dict:
        """Products with plenty of stock and a place to deliver them to."""
        session = self.call("GET", "/web/api/session")
        self._headers["Authorization"] = f"Bearer {session['token']}"
        items = self._items()
        wilaya = "16"
        commune = self.call("GET", f"/public/utilis/api/commune/wilaya/{wilaya}")[0]["id"]
        offer = self.call("GET", f"/public/utilis/api/transport/commune/{commune}")[0][0]
        self._stock_up(items)
        return {
            "items": items,
            "wilaya": wilaya,
            "commune": commune,
            "transporter": offer["id"],
            "deliveryType": offer["deliveryType"],
        }

    def _items(self) -> list[dict]:
        cards = self.call("GET", "/web/public/api/new/products?size=50")["products"]
        found = []
        for card in cards:
            page = self.call("GET", f"/web/public/api/product/{urllib.parse.quote(card['slug'])}")
            if page["productsInPackSerialized"]:
                continue
            keys = [combination["id"] for combination in page["combinations"]] or [None]
            found += [{"product": page["id"], "combination": key} for key in keys]
        return found

    def _stock_up(self, items: list[dict]) -> None:
        signed_in = self.call("POST", "/dashboard/api/session", {"email": "admin@souk.test", "password": "souk-demo-2026"})
        self._headers["X-CSRF-Token"] = signed_in["csrfToken"]
        warehouse = self.call("GET", "/dashboard/api/warehouses")
        warehouse = (warehouse if isinstance(warehouse, list) else warehouse["warehouses"])[0]["id"]
        for item in items:
            body = {
                "productId": item["product"],
                "combinationId": item["combination"],
                "quantity": PIECES,
                "reason": "benchmark",
            }
            self.call("POST", f"/dashboard/api/warehouse/{warehouse}/add-stock", body)
