"""What `sizes.py` and `search.py` ask of a shop: for each kind of work many different requests, each with words that its answer must hold."""

from __future__ import annotations

import random
from urllib.parse import quote

from sized_shop import SizedShop
from souk.testing.people import Person

# Requests that a load chooses from: more than the caches of a small shop could make cheap.
CHOICES = 4_000
# Cards of a page.
PAGE_SIZE = 24
# A page that few look at, and that an engine may have to count its way to.
DEEP_PAGE = 40
# Categories whose filters are chosen from.
LARGEST = 40


def request(path: str, *holds: str) -> dict:
    return {"path": path, "holds": list(holds)}


def products_of(shop: SizedShop) -> list[dict]:
    """A sample of the visible products, from all parts of the shop, that no promotion reaches and whose combinations cost the same."""
    query = f"""SELECT p.id, p.slug, p.price_ht, c.slug, p.category_id, p.brand_id, p.version FROM products p
        JOIN categories c ON c.id = p.category_id WHERE p.active AND p.brand_id IS NOT NULL AND p.slug ~ '[0-9]$'
        AND NOT EXISTS (SELECT FROM promotions WHERE active AND (entity_id IN (p.id, p.brand_id) OR rule IN ('category', 'all')))
        AND NOT EXISTS (SELECT FROM combinations WHERE product_id = p.id AND price_ht > 0)
        ORDER BY md5(p.slug) LIMIT {CHOICES}"""
    names = ("id", "slug", "price", "category_slug", "category", "brand", "version")
    return [dict(zip(names, row)) for row in shop.rows("catalog", query)]


def dinars(centimes: str) -> str:
    whole, rest = divmod(int(centimes), 100)
    return str(whole) if rest == 0 else f"{whole}.{rest:02}".rstrip("0")


def categories_of(shop: SizedShop) -> list[tuple[str, int]]:
    """Slug and visible products of each category and everything below it."""
    query = """WITH RECURSIVE below AS (SELECT id AS top, id FROM categories
              UNION ALL SELECT b.top, c.id FROM below b JOIN categories c ON c.parent_id = b.id)
        SELECT t.slug, count(p.id) FROM below b JOIN categories t ON t.id = b.top
          JOIN products p ON p.category_id = b.id AND p.active GROUP BY t.slug ORDER BY 1"""
    return [(slug, int(count)) for slug, count in shop.rows("catalog", query)]


def listing_pages(shop: SizedShop) -> list[dict]:
    found = categories_of(shop)
    choices = []
    for _ in range(CHOICES):
        slug, count = random.choice(found)
        page = random.randint(1, max(1, min(40, count // PAGE_SIZE)))
        choices.append(request(f"/catalog/category/{quote(slug)}?page={page}", f'"total":{count}'))
    return choices


def new_listing_pages(shop: SizedShop) -> list[dict]:
    """Listing pages that no cache has, in a shop of any size: each from another price on, of which no product is below."""
    pages = listing_pages(shop)
    return [{**page, "path": f"{page['path']}&priceMin={cents / 100}"} for cents, page in enumerate(pages, 1)]


def product_pages(goods: list[dict]) -> list[dict]:
    pages = "/catalog/product/{}/{}"
    return [
        request(pages.format(quote(each["category_slug"]), quote(each["slug"])), each["slug"], f'"priceHt":{dinars(each["price"])},')
        for each in goods
    ]


def product_pages_in_other_languages(goods: list[dict]) -> list[dict]:
    """Pages that the French ones before have not brought into any cache."""
    return [{**each, "path": f"/{language}{each['path']}"} for language in ("ar", "en") for each in product_pages(goods)]


def filtered_listings(shop: SizedShop) -> list[dict]:
    found = categories_of(shop)
    choices = []
    for _ in range(CHOICES):
        slug, _ = random.choices(found, weights=[count for _, count in found])[0]
        lowest = random.randint(200, 3_000)
        filters = f"priceMin={lowest}&priceMax={lowest + random.randint(500, 9_000)}&sort={random.choice(['default', 'price_asc', 'price_desc'])}"
        choices.append(request(f"/web/public/api/category/products/{quote(slug)}?{filters}", '"filterData"', '"total":'))
    return choices


def words_of(shop: SizedShop, language: str = "fr") -> list[list[str]]:
    query = f"SELECT name FROM product_texts WHERE language = '{language}' ORDER BY md5(product_id::text) LIMIT {CHOICES}"
    return [row[0].replace(",", " ").split() for row in shop.rows("catalog", query)]


def searches(shop: SizedShop, language: str = "fr") -> list[dict]:
    texts = [" ".join(random.sample(words, min(2, len(words)))) for words in words_of(shop, language)]
    return [search(text) for text in texts]


def search(text: str) -> dict:
    return request(f"/web/public/api/search/products?q={quote(text)}", '"products":[{')


def misspelt_searches(shop: SizedShop) -> list[dict]:
    """Two words of a name, the longest of them with a typo."""
    found = []
    for words in words_of(shop):
        longest = max(words, key=len)
        found.append(search(f"{misspelt(longest)} {random.choice([word for word in words if word != longest] or [''])}".strip()))
    return found


def misspelt(word: str) -> str:
    """With two letters in each other's place, never the first one; as it is where it has no two such letters."""
    places = [place for place in range(1, len(word) - 1) if word[place] != word[place + 1]]
    if not places:
        return word
    place = random.choice(places)
    return word[:place] + word[place + 1] + word[place] + word[place + 2 :]


def suggestions(shop: SizedShop) -> list[dict]:
    texts = [words[0][: random.randint(3, 6)] for words in words_of(shop)]
    return [request(f"/web/public/api/search/suggest?q={quote(text)}", '"products":[') for text in texts]


def cross_sellings(goods: list[dict]) -> list[dict]:
    path = "/web/api/product/cross_selling/{id}/{brand}/{category}"
    return [request(path.format(**each), "[") for each in goods]


def order_lists(shop: SizedShop) -> list[dict]:
    wilayas = [row[0] for row in shop.rows("orders", "SELECT DISTINCT wilaya_code FROM tariffs")]
    transporters = [row[0] for row in shop.rows("orders", "SELECT id FROM transporters")]
    filters = [
        *(f"status={status}" for status in ("placed", "confirmed", "shipped", "delivered", "settled", "cancelled", "returned")),
        *(f"wilaya={code}" for code in wilayas),
        *(f"transporter={each}" for each in transporters),
        *(f"status=settled&wilaya={code}&transporter={each}" for code in wilayas for each in transporters),
        "sort=oldest",
    ]
    return [request(f"/dashboard/api/orders?size=50&{each}", '"orders":[') for each in filters]


def far_pages(shop: SizedShop) -> list[dict]:
    last = max(1, int(shop.rows("orders", "SELECT count(*) FROM orders")[0][0]) // 50)
    pages = [random.randint(1, min(last, 2_000)) for _ in range(500)]
    return [request(f"/dashboard/api/orders?size=50&page={page}", '"orders":[') for page in pages]


def order_searches(shop: SizedShop) -> list[dict]:
    query = f"SELECT phone, number, last_name, first_name FROM orders ORDER BY md5(id::text) LIMIT {CHOICES // 4}"
    choices = []
    for phone, number, last, first in shop.rows("orders", query):
        choices += [(phone, phone), (f"A-{number}", f"A-{number}"), (f"{first} {last}", last), (last, last)]
    return [request(f"/dashboard/api/orders?q={quote(text)}", words) for text, words in choices]


def single_orders(shop: SizedShop) -> list[dict]:
    query = f"SELECT id, number, total FROM orders ORDER BY md5(id::text) LIMIT {CHOICES}"
    rows = shop.rows("orders", query)
    return [request(f"/dashboard/api/orders/{id}", f"A-{number}", f'"total":{dinars(total)}') for id, number, total in rows]


def product_lists(shop: SizedShop) -> list[dict]:
    texts = [random.choice(words) for words in words_of(shop)[:500]]
    return [request(f"/dashboard/api/products?q={quote(text)}", '"products":[{') for text in texts if len(text) > 2]


# What is asked of both search engines


def questions(shop: SizedShop, visitor: Person) -> dict[str, list[dict]]:
    """By what they are, no two of a kind alike; without a kind that the shop has too few products for."""
    found = categories_of(shop)
    deep = [(slug, count) for slug, count in found if count >= DEEP_PAGE * PAGE_SIZE]
    asked = {
        "search, French": searches(shop),
        "search, Arabic": searches(shop, "ar"),
        "search with a typo": misspelt_searches(shop),
        "category with its filters": in_categories(found, ("page={page}",)),
        "filters of several values": several_values(found, visitor),
        "sorted by price": in_categories(found, ("sort=price_asc&page={page}", "sort=price_desc&page={page}")),
        f"page {DEEP_PAGE}": in_categories(deep, (f"page={DEEP_PAGE}",)),
    }
    return {kind: list({each["path"]: each for each in requests}.values()) for kind, requests in asked.items() if requests}


def in_categories(found: list[tuple[str, int]], forms: tuple[str, ...]) -> list[dict]:
    """Each from another price on, of which no product is below: no two are alike, and the answer is that of the category."""
    choices = []
    for cents in range(1, CHOICES + 1 if found else 1):
        slug, count = random.choice(found)
        asked = random.choice(forms).format(page=random.randint(1, max(1, min(5, count // PAGE_SIZE))))
        path = f"/web/public/api/category/products/{quote(slug)}?{asked}&size={PAGE_SIZE}&priceMin={cents / 100}"
        choices.append(request(path, '"filterData"', f'"total":{count}'))
    return choices


def several_values(found: list[tuple[str, int]], visitor: Person) -> list[dict]:
    """Two brands or more and two values of something else, in the largest categories."""
    choices = []
    for slug, _ in sorted(found, key=lambda each: -each[1])[:LARGEST]:
        listing = f"/web/public/api/category/products/{quote(slug)}"
        groups = groups_of(visitor.get(listing)["filterData"])
        for _ in range(CHOICES // LARGEST):
            chosen = [("brands", groups["brands"]), random.choice(list(groups.items()))]
            pairs = [f"{quote(name)}={quote(value)}" for name, values in chosen for value in random.sample(values, min(2, len(values)))]
            choices.append(request(f"{listing}?{'&'.join(dict.fromkeys(pairs))}", '"filterData"', '"total":'))
    return choices


def groups_of(data: dict) -> dict[str, list[str]]:
    """The values that choosing finds products by, by the parameter that chooses them."""
    groups = {"brands": data["brands"], "subCategories": data["subCategories"]}
    groups.update({f"{kind}.{group['label']}": group["data"] for kind in ("attributes", "features") for group in data[kind]})
    values = {name: [each["value"] for each in of_group if each["count"]] for name, of_group in groups.items()}
    return {name: found for name, found in values.items() if found}
