"""What the benchmark orders: products with plenty of stock, and a place to deliver them to."""

from __future__ import annotations

from souk.testing.people import Clerk, Visitor

# Enough of each product that no order of a benchmark is refused.
PIECES = 500_000


def prepare(port: int) -> dict:
    """Stocks up and answers what `k6/checkout.js` chooses from."""
    visitor, clerk = Visitor(port), Clerk(port)
    cards = visitor.get("/web/public/api/new/products?size=50")["products"]
    items = [item for card in cards for item in _items(visitor.page(card["slug"]))]
    warehouse = clerk.warehouses()[0]["id"]
    for item in items:
        clerk.add_stock(warehouse, item["product"], item["combination"], PIECES)
    form = visitor.form("")
    place = {name: form[name] for name in ("wilaya", "commune", "transporter", "deliveryType")}
    return {"items": items, **place}


def _items(page: dict) -> list[dict]:
    # What is ordered by one.
    if page["productsInPackSerialized"] or page.get("quantityRule"):
        return []
    keys = [combination["id"] for combination in page["combinations"]] or [None]
    return [{"product": page["id"], "combination": key} for key in keys]
