"""Schemathesis's own file for one person: who they are, and what is in the shop that their requests may name."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from souk.ports import LOOPBACK
from souk.testing.people import Clerk, Person, Visitor

# Of the texts that name something of the shop, this share is of something that is there.
REAL = 0.7


# What a request may name, by the beginning of the path: by place and name of a parameter or field its values.
Values = Mapping[str, Mapping[str, list]]


def values(port: int) -> Values:
    """What is in the shop."""
    clerk = Clerk(port)
    products = [row["id"] for row in clerk.get("/dashboard/api/products?size=12")["products"]]
    details = [clerk.get(f"/dashboard/api/products/{product}") for product in products]
    orders = [row["id"] for row in clerk.get("/dashboard/api/orders?size=24")["orders"]]
    customers = [row["id"] for row in clerk.get("/dashboard/api/customers?size=12")["customers"]]
    payments = [row["id"] for row in clerk.get("/dashboard/api/payments/transporter-payments")["payments"]]
    employees = [row["id"] for row in clerk.get("/dashboard/api/orders/assignees")]
    transporters = [row["id"] for row in clerk.get("/dashboard/api/transporters")]
    expeditions = [row["id"] for row in clerk.get("/dashboard/api/internal-expeditions")["expeditions"]]
    carried = [clerk.get(f"/dashboard/api/internal-expeditions/{expedition}") for expedition in expeditions]
    parts = [part["id"] for one in carried for part in one["parts"]]
    reviews = [row["id"] for row in clerk.get("/dashboard/api/reviews")["reviews"]]
    attributes = clerk.get("/dashboard/api/attributes")
    features = clerk.get("/dashboard/api/features")
    feature_sets = clerk.get("/dashboard/api/feature-sets")
    pages = clerk.get("/dashboard/api/cms-pages")["pages"]
    posts = clerk.get("/dashboard/api/blog-posts")["posts"]
    filed = clerk.get("/dashboard/api/blog-categories")["categories"]
    lines = clerk.get("/dashboard/api/brand-lines")["lines"]
    collections = clerk.get("/dashboard/api/collections")["collections"]
    menu_items = clerk.get("/dashboard/api/menu-items")["items"]
    running = clerk.get("/dashboard/api/promotions?state=running")["promotions"]
    shown = Visitor(port).get("/web/public/api/new/products")["products"]
    brands = [product["brandRead"] for product in shown if product["brandRead"]]
    categories = [product["mainCategoryRead"] for product in shown]
    statuses = ["placed", "confirmed", "unreachable", "preparing", "shipped", "delivered", "returning", "lost", "cancelled"]
    return {
        "/": {
            "path.transporter_id": transporters,
            "path.slug": [product["slug"] for product in shown],
            "path.category": [category["slug"] for category in categories],
            "path.brand": [brand["slug"] for brand in brands],
            "path.brandLine": [line["slug"] for line in lines],
            "path.collection": [collection["link"].rpartition("/")[2] for collection in collections],
            "path.product_uid": [product["uid"] for product in shown],
            "path.brand_uuid": [brand["uuid"] for brand in brands],
            "path.category_uuid": [category["uuid"] for category in categories],
            "path.wilaya_id": ["16", "31", "25"],
            "path.commune_id": ["1601", "3101"],
            "query.page": [1, 2],
            "query.size": [12, 24],
            "query.status": statuses,
            "query.wilaya": ["16"],
            "query.transporter": transporters,
            "query.transporterId": transporters,
            "query.employee": employees,
            "query.productId": products,
            "query.ids": [products[0], ",".join(products[:3])],
            "body.productId": products,
            "body.categoryId": [category["uuid"] for category in categories],
            "body.parentId": [category["uuid"] for category in categories],
            "body.featureSetId": [one["id"] for one in feature_sets],
            "body.product": products,
            "body.firstname": ["Amina", "يوسف"],
            "body.lastname": ["Benali"],
            "body.phone": ["0550123456", "0661 23 45 67"],
            "body.wilaya": ["16"],
            "body.commune": ["1601"],
            "body.transporter": transporters,
            "body.deliveryType": ["home", "desk"],
            "body.quantity": [1, 2, 3],
            "body.transporterId": transporters,
            "body.employeeId": employees,
            "body.orderIds[*]": orders,
            "body.version": [1, 2, 3, 4, 5],
            "body.to": statuses,
            "body.productUuid": products,
            "body.purchaseDate": ["2026-01-02"],
            "body.rating": [1, 5],
            "body.email": ["amina@example.dz"],
        },
        "/web/public/api/": {"query.sort": ["default", "price_asc", "price_desc"], "query.priceMin": ["0", "99.5"]},
        "/web/public/api/search/": {"query.q": ["savon", "ambre", "عطر"]},
        "/dashboard/api/orders": {
            "query.sort": ["newest", "oldest"],
            "query.period": ["today", "yesterday", "week", "month"],
            "query.from": ["2026-01-01"],
            "query.until": ["2099-12-31"],
        },
        "/dashboard/api/orders/papers": {"query.ids": orders},
        "/dashboard/api/orders/": {"path.id": orders},
        "/dashboard/api/customers": {"query.q": ["ami", "0550"]},
        "/dashboard/api/customers/": {
            "path.id": [*customers, *orders],
            "body.wilayaId": ["", "16"],
            "body.communeId": ["", "1601"],
        },
        "/dashboard/api/products": {
            "query.sort": ["default", "name", "price_asc"],
            "query.tag": ["cadeau", "Fait main"],
            "path.id": products,
        },
        "/dashboard/api/products/": {
            "path.id": products,
            "path.language": ["fr", "ar", "en"],
            "body.page": ["full", "simpler", "minimal", "no_picker"],
            "body.featureId": [feature["id"] for feature in features],
            "body.number": ["8", "8.5"],
            "body.optionId": [option["id"] for feature in features for option in feature["options"]],
            "path.combination": [own["id"] for product in details for own in product["combinations"]],
            "path.image": [own["id"] for product in details for own in product["images"]],
        },
        "/dashboard/api/product/product/": {"path.id": products},
        "/dashboard/api/no-result-searches": {
            "query.period": ["1d", "7d", "90d"],
            "query.language": ["fr", "ar", "en"],
            "query.sort": ["default", "recent", "term"],
        },
        "/dashboard/api/synonyms/": {"body.words[*]": ["parfum", "عطر", "machine à laver", "lave-linge", "savon noir"]},
        "/dashboard/api/attributes": {"body.input": ["text", "color"], "body.color": ["#aa0044", ""]},
        "/dashboard/api/attributes/": {"path.id": [attribute["id"] for attribute in attributes]},
        "/dashboard/api/features": {"body.input": ["text", "number", "choice", "yes_no"], "body.position": [1, 1_000_000]},
        "/dashboard/api/features/": {
            "path.id": [feature["id"] for feature in features],
            "body.input": ["text", "number", "choice", "yes_no"],
        },
        "/dashboard/api/feature-sets/": {
            "path.id": [one["id"] for one in feature_sets],
            "body.features": [feature["id"] for feature in features],
        },
        "/dashboard/api/brands": {"query.sort": ["default", "name", "products"]},
        "/dashboard/api/brands/": {
            "path.id": [brand["uuid"] for brand in brands],
            "body.into": [brand["uuid"] for brand in brands],
        },
        "/dashboard/api/brand-lines": {
            "query.sort": ["default", "name", "products"],
            "query.brand": [brand["uuid"] for brand in brands],
        },
        "/dashboard/api/brand-lines/": {
            "path.id": [line["id"] for line in lines],
            "body.brandId": [brand["uuid"] for brand in brands],
        },
        "/dashboard/api/collections": {"query.state": ["active", "draft"], "query.sort": ["default", "name"]},
        "/dashboard/api/collections/": {
            "path.id": [collection["id"] for collection in collections],
            "body.products[*]": products,
            "body.categories[*]": [category["uuid"] for category in categories],
            "body.brands[*]": [brand["uuid"] for brand in brands],
        },
        "/dashboard/menu/api/brand-lines": {"query.brand": [brand["uuid"] for brand in brands]},
        "/web/public/api/product/": {"query.sort": ["default", "rating_desc", "rating_asc"]},
        "/dashboard/api/reviews": {
            "query.state": ["pending", "approved", "refused"],
            "query.rating": ["1", "5"],
            "query.product": products,
            "query.sort": ["default", "oldest"],
        },
        "/dashboard/api/reviews/": {"path.id": reviews, "body.to": ["approved", "refused"]},
        "/web/public/api/promotions/": {
            # In force: one that is over or planned has no page.
            "path.discount": [promotion["id"] for promotion in running],
        },
        "/dashboard/api/home-blocks/": {
            "path.id": [block["id"] for block in clerk.get("/dashboard/api/home-blocks")["blocks"]],
            "body.language": ["fr", "ar", "en"],
            "body.type": ["banner", "banner_carousel", "products_carousel", "tag_products", "html_block"],
            "body.source": ["", "new", "tag:cadeau", *(f"category:{category['uuid']}" for category in categories)],
        },
        "/dashboard/api/cms-pages": {"query.state": ["active", "draft"], "query.sort": ["default", "changed"]},
        "/dashboard/api/cms-pages/": {"path.id": [page["id"] for page in pages]},
        "/web/public/api/cms-page/": {"path.slug": [page["link"].rpartition("/")[2] for page in pages]},
        "/dashboard/api/blog-posts": {
            "query.category": [category["id"] for category in filed],
            "query.state": ["published", "planned", "draft"],
            "query.sort": ["default", "title", "changed"],
        },
        "/dashboard/api/blog-posts/": {
            "path.id": [post["id"] for post in posts],
            "body.categoryId": [category["id"] for category in filed],
        },
        "/dashboard/api/blog-categories": {"query.sort": ["default", "name", "posts"]},
        "/dashboard/api/blog-categories/": {"path.id": [category["id"] for category in filed]},
        "/web/public/api/blog/post/": {"path.slug": [post["link"].rpartition("/")[2] for post in posts]},
        "/web/public/api/blog/category/": {"path.slug": [category["link"].rpartition("/")[2] for category in filed]},
        "/dashboard/api/menu-items/": {
            "path.id": [item["id"] for item in menu_items],
            "body.parentId": ["", *(item["id"] for item in menu_items)],
        },
        "/dashboard/api/menus/": {"path.menu": ["main", "footer"]},
        "/dashboard/menu/api/products/search/": {"path.text": ["savon", "eau de", "صابون"]},
        "/dashboard/api/warehouse/": {
            "path.id": [row["id"] for row in clerk.warehouses()],
            "body.onHand": [0, 10, 50],
            "body.counted": [0, 10, 50],
            "body.lines[*].productId": products,
            "body.lines[*].quantity": [1, 12],
        },
        "/dashboard/api/internal-expeditions": {
            "query.status": ["inprogress", "sent", "completed"],
            "query.warehouse": [row["id"] for row in clerk.warehouses()],
            "body.sourceId": [row["id"] for row in clerk.warehouses()],
            "body.destinationId": [row["id"] for row in clerk.warehouses()],
        },
        "/dashboard/api/internal-expeditions/": {"path.id": expeditions},
        "/dashboard/api/internal-expedition/": {"path.id": expeditions, "body.productId": products},
        "/dashboard/api/internal-expedition/receive/part/": {"path.id": parts, "body.qtyReceived": [1, 2]},
        "/dashboard/api/delivery-area": {"body.opened[*]": ["1601", "5801"], "body.closed[*]": ["5801"]},
        "/dashboard/api/payments/transporter-payments/": {"path.id": payments},
    }


def text(port: int, who: Person, may_name: Values, description: dict) -> str:
    """The whole file; JSON's texts and lists are TOML's too."""
    lines = [
        f'base-url = "http://{LOOPBACK}:{port}"',
        'hooks = "souk.testing.fuzz.hooks"',
        "continue-on-failure = true",
        "warnings = false",
        "request-timeout = 20",
        # What it prints must be what it sent; these are a demo's tokens.
        "output.sanitization.enabled = false",
        'generation.database = "none"',
        # Texts of a path that are empty or have a slash are thrown away, mostly so where a path has three of them: no fault of ours.
        'suppress-health-check = ["filter_too_much"]',
        # Of the methods that no path has: whoever tried all would sign out.
        'phases.coverage.unexpected-methods = ["PUT", "TRACE"]',
        # A guest stays one, the others are who they are.
        "generation.with-security-parameters = false",
        *_credentials(who),
        "[dictionaries]",
        *_dictionaries(may_name),
    ]
    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            lines += _operation(f"{method.upper()} {path}", operation, may_name, description)
    return "\n".join(lines) + "\n"


def _credentials(who: Person) -> list[str]:
    """What each person has of what the description asks for, by its names."""
    bearer = who.headers.get("Authorization", "").removeprefix("Bearer ")
    csrf = who.headers.get("X-CSRF-Token", "")
    session = who.headers.get("Cookie", "").partition("=")[2]
    has = {"visitor": ("bearer", bearer), "csrf": ("api_key", csrf), "staff": ("api_key", session)}
    lines = [f"{name} = {{ {key} = {json.dumps(value)} }}" for name, (key, value) in has.items() if value]
    return ["[auth.openapi]", *lines] if lines else []


def _dictionaries(may_name: Values) -> Iterator[str]:
    for prefix, named in may_name.items():
        for name, found in named.items():
            if found:
                yield f"{json.dumps(prefix + name)} = {{ values = {json.dumps(found)} }}"


def _operation(label: str, operation: dict, may_name: Values, description: dict) -> Iterator[str]:
    """The parameters and fields of one operation that name something of the shop."""
    bound = dictionaries(label, operation, may_name, description)
    if bound:
        yield "[[operations]]"
        yield f"include-name = {json.dumps(label)}"
        yield "[operations.parameters]"
    for name, dictionary in bound.items():
        yield f"{json.dumps(name)} = {{ dictionary = {json.dumps(dictionary)}, probability = {REAL} }}"


def dictionaries(label: str, operation: dict, may_name: Values, description: dict) -> dict[str, str]:
    """By place and name of the operation's parameters and fields, where their values are."""
    path = label.partition(" ")[2]
    has = {f"{one['in']}.{one['name']}" for one in operation.get("parameters", [])}
    has |= {f"body.{name}" for name in _fields(operation, description)}
    bound = {}
    for prefix, named in may_name.items():
        if path.startswith(prefix):
            bound.update({name: prefix + name for name, found in named.items() if found and name.partition("[")[0] in has})
    return bound


def _fields(operation: dict, description: dict) -> list[str]:
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
    return list(description["components"]["schemas"].get(name, {}).get("properties", {}))
