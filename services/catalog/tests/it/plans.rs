//! What the requests of shoppers and the follower read in a large shop: what they answer, and no more. Told by
//! PostgreSQL's own counters, so that no statement stands here a second time.

use souk_kernel::{ProductId, Role};
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::attributes_server::Attributes as _;
use souk_proto::catalog::v1::brands_server::Brands as _;
use souk_proto::catalog::v1::features_server::Features as _;
use souk_proto::catalog::v1::imported_product::Outcome;
use souk_proto::catalog::v1::price_changes_server::PriceChanges as _;
use souk_proto::catalog::v1::product_files_server::ProductFiles as _;
use souk_proto::catalog::v1::products_server::Products as _;
use souk_proto::catalog::v1::reviews_server::Reviews as _;
use souk_proto::common::v1::PageRequest;
use souk_rpc::Actor;
use souk_testkit::{Database, Reads, planned_each_time};

use crate::support::{SCHEMA, Shop, by, content, product_text, staff, text};

const PRODUCTS: i64 = 60_000;
/// A shop, and one of half its size: what a request reads in both.
const SIZES: [&str; 2] = ["SET shop.size = 30000", "SET shop.size = 60000"];

/// Products, each with three texts, two combinations, stock and sales. Every fifth isn't sold and has no price. Every second is in
/// category 0, and of those in it that aren't sold all are of brand 2; every fourth is of brand 1, of which nothing is in
/// category 0. Each third is a "Parfum", the first is called "Rare", one in seven of the older half was an "Ancien". Each third has one of 30 tags.
const SHOP: &[&str] = &[
    "INSERT INTO categories (id, slug, name, created_at)
     SELECT gen_random_uuid(), 'c' || n, jsonb_build_object('fr', 'C' || n), now() FROM generate_series(0, 99) n",
    "INSERT INTO brands (id, slug, name, created_at)
     SELECT gen_random_uuid(), 'b' || n, 'B' || n, now() FROM generate_series(0, 199) n",
    "INSERT INTO products (id, revision, slug, active, price_ht, tax_rate, category_id, brand_id, created_at, updated_at,
                           tags)
     SELECT gen_random_uuid(), 1, 'p' || n, n % 5 <> 0, CASE WHEN n % 5 = 0 THEN 0 ELSE 100 + n * 37 % 5000 END, 1900, c.id, b.id,
            now(), now(), CASE WHEN n % 3 = 0 THEN ARRAY['t' || n % 90] ELSE '{}' END
       FROM generate_series(1, current_setting('shop.size')::int) n
       JOIN categories c ON c.slug = 'c' || CASE WHEN n % 2 = 0 THEN 0 ELSE n % 100 END
       JOIN brands b ON b.slug = 'b' || CASE WHEN n % 10 = 0 THEN 2 WHEN n % 4 = 1 THEN 1 ELSE n % 200 END
      ORDER BY n",
    "INSERT INTO product_texts (product_id, language, name)
     SELECT p.id, l, CASE WHEN p.number = 1 THEN 'Rare' WHEN p.number % 7 = 1 AND p.number < size / 2 THEN 'Ancien '
                          WHEN p.number % 3 = 0 THEN 'Parfum ' ELSE 'Savon ' END || p.number
       FROM products p, unnest(ARRAY['fr', 'ar', 'en']) l, current_setting('shop.size') s, CAST(s AS int) size",
    "INSERT INTO combinations (id, product_id, position, is_default, active, chosen)
     SELECT gen_random_uuid(), p.id, n, n = 0, true, '[]' FROM products p, generate_series(0, 1) n",
    "INSERT INTO availability (product_id, combination_id, version, available)
     SELECT product_id, id, 1, 5 FROM combinations",
    "INSERT INTO bestsellers (product_id, units) SELECT id, number FROM products",
    "INSERT INTO daily_sales (product_id, day, units) SELECT id, current_date, number FROM products",
    "INSERT INTO price_changes (product_id, priced_id, nth, changed_at, before, after, employee_name)
     SELECT id, id, n, now() - n * interval '1 day', n, n + 1, 'souk' FROM products, generate_series(1, 3) n",
    "UPDATE revision SET current = 1",
];

/// The label of the larger.
const LARGE: &str = "catalog";

/// A shop of a size on one connection, whose counters are told at once when it asks for them, and what goes with the test.
async fn of_size(size: &'static str, label: &str) -> (Shop, Database) {
    let database = Database::copy_of(label, SCHEMA, &[&[size], SHOP].concat()).await.expect("a copy");
    (Shop::open(database.single()), database)
}

async fn large() -> (Shop, Database) {
    of_size(SIZES[1], LARGE).await
}

/// The large one with more in it.
async fn large_with(label: &str, more: &[&'static str]) -> (Shop, Database) {
    let large = [&[SIZES[1]], SHOP].concat();
    let database = Database::copy_of_more(label, (LARGE, SCHEMA, &large), more).await.expect("a copy");
    (Shop::open(database.single()), database)
}

async fn half() -> (Shop, Database) {
    of_size(SIZES[0], "half_catalog").await
}

async fn read_by(shop: &Shop, work: impl AsyncFnOnce()) -> Reads {
    Reads::of(shop.pool(), work()).await.1
}

#[tokio::test]
async fn requests_read_what_they_answer_in_a_large_shop() {
    let (shop, _database) = large().await;
    let page = read_by(&shop, async || {
        shop.page("p30001").await.expect("found");
    });
    let page = page.await;
    assert!(page.scanned == 0 && page.fetched <= 20, "a page: {page:?}");

    let id: uuid::Uuid = sqlx::query_scalar("SELECT id FROM products WHERE slug = 'p30001'")
        .fetch_one(shop.pool())
        .await
        .expect("there");
    let changes = read_by(&shop, async || {
        let request = proto::ListPriceChangesRequest { product_id: id.to_string(), page: None };
        let listed = shop.catalog.price_changes().list_price_changes(by(&content(), request)).await;
        assert_eq!(listed.expect("listed").into_inner().total, 3);
        let mut conn = shop.pool().acquire().await.expect("a connection");
        let since = time::OffsetDateTime::UNIX_EPOCH;
        souk_catalog::price_changes::past(&mut conn, ProductId::from_uuid(id), since).await.expect("read");
    });
    let changes = changes.await;
    assert!(changes.scanned == 0 && changes.fetched <= 9, "what a price was: {changes:?}");

    let lists = read_by(&shop, async || {
        let request = proto::ListBrandsRequest::default();
        let brands = shop.brands.list_brands(by(&Actor::shopper(), request)).await.expect("listed");
        let brands = brands.into_inner().brands;
        let seventh = brands.iter().find(|brand| brand.slug == "b7").expect("listed");
        assert_eq!(seventh.products, PRODUCTS.unsigned_abs() / 200);
    });
    let lists = lists.await;
    assert!(lists.scanned == 0 && lists.fetched == 0, "brands with their counts: {lists:?}");

    sqlx::query("UPDATE brands SET behind_after = 0 WHERE slug = 'b7'")
        .execute(shop.pool())
        .await
        .expect("renamed");
    let follow = read_by(&shop, async || {
        assert!(shop.catalog.product_cases().follow_brand().await.expect("a step"), "its products follow");
    });
    let follow = follow.await;
    let (mine, looks) = (PRODUCTS / 200, 6);
    assert!(follow.scanned == 0 && follow.fetched <= looks * mine, "products of a renamed brand: {follow:?}");

    sqlx::query("UPDATE brands SET behind_after = 50000 WHERE slug = 'b1'")
        .execute(shop.pool())
        .await
        .expect("renamed");
    let step = read_by(&shop, async || {
        assert!(shop.catalog.product_cases().follow_brand().await.expect("a step"), "its products follow");
    });
    let step = step.await;
    // Led by the index of brands or, where that is cheaper, by the numbers: of five products one is the brand's and sold, of
    // twenty one is and is not sold.
    let most = looks * 500 + (5 + 20) * 500;
    assert!(step.scanned == 0 && step.fetched <= most, "a step of a large brand: {step:?}");

    let best = read_by(&shop, async || {
        let mut conn = shop.pool().acquire().await.expect("a connection");
        let best = souk_catalog::sales::bestsellers(&mut conn, 24).await.expect("read");
        assert_eq!(best.len(), 24);
    });
    let best = best.await;
    assert!(best.scanned == 0 && best.fetched <= 60, "bestsellers: {best:?}");

    sqlx::query(
        r#"INSERT INTO images (id, product_id, position, content_hash, sizes, webp_tried)
           SELECT gen_random_uuid(), id, place, 'picture ' || place, '[{"name": "PRODUCT_PAGE_LARGE", "url": "/media/a.jpg"}]', true
             FROM products, generate_series(0, 1) AS place"#,
    )
    .execute(shop.pool())
    .await
    .expect("pictured");
    let addresses = read_by(&shop, async || {
        let request = by(&Actor::shopper(), proto::ListAddressesRequest { part: 2 });
        let listed = shop.products.list_addresses(request).await.expect("listed").into_inner();
        assert_eq!((listed.addresses.len(), listed.parts), (400, 121), "four of five are sold");
        assert!(listed.addresses.iter().all(|address| address.images.len() == 2), "with their pictures");
    });
    let addresses = addresses.await;
    assert!(addresses.scanned == 0 && addresses.fetched <= 510 + 2 * 400, "addresses: {addresses:?}");

    let tags = read_by(&shop, async || {
        let request = by(&staff(Role::Sales), proto::ListTagsRequest {});
        assert_eq!(shop.products.list_tags(request).await.expect("listed").into_inner().tags.len(), 30);
    });
    let tags = tags.await;
    assert!(tags.scanned == 0 && tags.fetched <= 5_010, "tags: {tags:?}");

    let lightening = read_by(&shop, async || {
        assert!(!shop.catalog.product_cases().lighten_picture().await.expect("asked"), "all have WebP files");
    });
    let lightening = lightening.await;
    assert!(
        lightening.scanned == 0 && lightening.fetched == 0,
        "pictures without WebP files: {lightening:?}"
    );
}

#[tokio::test]
async fn a_save_reads_its_product_in_a_large_shop() {
    let (shop, _database) = large().await;
    let id: uuid::Uuid = sqlx::query_scalar("SELECT id FROM products WHERE slug = 'p30000'")
        .fetch_one(shop.pool())
        .await
        .expect("read");
    let save = read_by(&shop, async || {
        let edit = proto::UpdateProductRequest {
            id: id.to_string(),
            version: 1,
            price_ht: Some(4_200),
            ..Default::default()
        };
        assert_eq!(shop.update(edit).await.expect("saved").price_ht, 4_200);
    });
    let save = save.await;
    assert!(save.scanned == 0 && save.fetched <= 80, "{save:?}");
}

#[tokio::test]
async fn new_products_of_a_file_read_what_they_name_in_a_large_shop() {
    let (shop, _database) = large().await;
    let import = async |numbers: std::ops::Range<u32>, check_only: bool| {
        let product = |number: u32| proto::FileProduct {
            new_id: shop.id(),
            sku: format!("F-{number}"),
            price_ht: Some(4_200),
            active: Some(true),
            category: "c0".into(),
            texts: vec![product_text("fr", &format!("Fichier {number}"))],
            ..Default::default()
        };
        let products = numbers.map(product).collect();
        let request = proto::ImportProductsRequest { products, check_only, ..Default::default() };
        let told = shop.catalog.product_files().import_products(by(&content(), request)).await.expect("told");
        let outcomes = told.into_inner().products.into_iter().map(|one| one.outcome());
        assert!(outcomes.eq([Outcome::Made; 20]));
    };
    import(0..20, false).await;
    let check = read_by(&shop, async || import(20..40, true).await).await;
    assert!(check.scanned == 0 && check.fetched <= 20, "{check:?}");
    let made = read_by(&shop, async || import(20..40, false).await).await;
    assert!(made.scanned <= 20 && made.fetched <= 20 * 80, "{made:?}");
}

#[tokio::test]
async fn a_deletion_reads_its_product_in_a_shop_that_sold_much() {
    let (shop, _database) = large().await;
    let sold: &[&str] = &[
        "INSERT INTO purchases (order_id, product_id, version, phone, delivered)
         SELECT gen_random_uuid(), id, 1, '0550123456', true FROM products WHERE slug <> 'p30000'",
        "ANALYZE purchases",
        "DELETE FROM availability USING products WHERE product_id = id AND slug = 'p30000'",
    ];
    for statement in sold {
        sqlx::query(*statement).execute(shop.pool()).await.expect("sold");
    }
    let id: uuid::Uuid = sqlx::query_scalar("SELECT id FROM products WHERE slug = 'p30000'")
        .fetch_one(shop.pool())
        .await
        .expect("read");
    let deletion = read_by(&shop, async || {
        let request = by(&content(), proto::DeleteProductRequest { id: id.to_string() });
        shop.products.delete_product(request).await.expect("nothing names it");
    });
    let deletion = deletion.await;
    assert!(deletion.scanned <= 100 && deletion.fetched <= 200, "{deletion:?}");
}

#[tokio::test]
async fn a_pack_is_priced_from_a_few_columns_of_its_parts() {
    let (shop, _database) = large().await;
    let pack: &[&str] = &[
        "INSERT INTO pack_components (product_id, position, component_id, combination_id, quantity)
         SELECT pack.id, c.number, c.product_id, c.id, 1
           FROM products pack, (SELECT p.number, p.id AS product_id, own.id FROM products p
                                  JOIN combinations own ON own.product_id = p.id AND own.position = 0
                                 WHERE p.number BETWEEN 101 AND 150) c
          WHERE pack.slug = 'p1'",
        "INSERT INTO pack_prices (product_id, rule_type, value) SELECT id, 'amount', 0 FROM products WHERE slug = 'p1'",
        "UPDATE products SET price_ht = (SELECT sum(price_ht) FROM products WHERE number BETWEEN 101 AND 150)
          WHERE slug = 'p1'",
        "UPDATE revision SET current = 2",
        "UPDATE products SET revision = 2 WHERE slug = 'p101'",
        "UPDATE pack_prices_followed SET followed = 1",
    ];
    for statement in pack {
        sqlx::query(*statement).execute(shop.pool()).await.expect("a pack of fifty");
    }
    let follow = read_by(&shop, async || {
        assert!(shop.catalog.product_cases().follow_parts().await.expect("a step"), "a part changed");
    });
    let follow = follow.await;
    // Each with its two combinations; no texts, pictures or whatever else a product has.
    assert!(follow.scanned == 0 && follow.fetched <= 50 * 4, "a pack of fifty parts: {follow:?}");
}

/// What a page of 24 rows costs.
const PAGE: i64 = 500;
/// Rows that a list counts.
const REACH: i64 = 10_001;
/// Products that a search glances at, and looks through where it finds some: each by the index of the list, of what is sold and of what
/// is not, and with its text or its tags.
const GLANCE: i64 = 500 * 3;
const LOOKED_THROUGH: i64 = GLANCE + 2 * 2_000 + 1_500;
/// Products of the older half that were an "Ancien".
const ANCIEN: i64 = PRODUCTS / 2 / 7 + 1;

/// What a list is narrowed and ordered by.
#[derive(Debug, Clone, Copy, Default)]
struct Narrowed {
    query: &'static str,
    tag: &'static str,
    category: &'static str,
    brand: &'static str,
    active: Option<bool>,
    sort: &'static str,
}

async fn list(shop: &Shop, narrowed: Narrowed, page: u32) -> (proto::ListProductsResponse, Reads) {
    let id = async |table: &str, slug: &str| {
        let id = format!("SELECT id::text FROM {table} WHERE slug = $1");
        let id = sqlx::query_scalar(sqlx::AssertSqlSafe(id)).bind(slug.to_owned());
        id.fetch_optional(shop.pool()).await.expect("read").unwrap_or_default()
    };
    let request = proto::ListProductsRequest {
        query: narrowed.query.into(),
        tag: narrowed.tag.into(),
        category_id: id("categories", narrowed.category).await,
        brand_id: id("brands", narrowed.brand).await,
        active: narrowed.active,
        sort: narrowed.sort.into(),
        page: Some(PageRequest { page, size: 24 }),
        ..Default::default()
    };
    let work = shop.products.list_products(by(&staff(Role::Sales), request));
    let (answer, reads) = Reads::of(shop.pool(), work).await;
    (answer.expect("listed").into_inner(), reads)
}

/// The first page, read the plain way.
async fn expected(shop: &Shop, narrowed: Narrowed) -> Vec<String> {
    let order = match narrowed.sort {
        "price_asc" => "p.price_ht, p.number DESC",
        "price_desc" => "p.price_ht DESC, p.number",
        _ => "p.number DESC",
    };
    let plain = format!(
        "SELECT p.slug FROM products p JOIN categories c ON c.id = p.category_id JOIN brands b ON b.id = p.brand_id
          WHERE ($1 = '' OR c.slug = $1) AND ($2 = '' OR b.slug = $2) AND ($3::boolean IS NULL OR p.active = $3)
          ORDER BY {order} LIMIT 24"
    );
    let plain = sqlx::query_scalar(sqlx::AssertSqlSafe(plain));
    let plain = plain.bind(narrowed.category).bind(narrowed.brand).bind(narrowed.active);
    plain.fetch_all(shop.pool()).await.expect("read")
}

#[tokio::test]
async fn the_staffs_list_reads_what_it_shows_whatever_it_is_narrowed_by() {
    let (shop, _database) = large().await;
    for (category, brand) in
        [("", ""), ("c0", ""), ("", "b1"), ("", "b2"), ("c0", "b1"), ("c0", "b2"), ("c1", "b1"), ("c7", "")]
    {
        for active in [None, Some(true), Some(false)] {
            for sort in ["default", "price_asc", "price_desc"] {
                let narrowed = Narrowed { category, brand, active, sort, ..Narrowed::default() };
                let (page, reads) = list(&shop, narrowed, 1).await;
                let slugs: Vec<_> = page.products.iter().map(|row| row.slug.clone()).collect();
                assert_eq!(slugs, expected(&shop, narrowed).await, "{narrowed:?}");
                let counted = i64::try_from(page.total).expect("few") + i64::from(page.more);
                reads.assert_at_most(PAGE + counted, &format!("{narrowed:?}"));
            }
        }
    }
    let (_, reads) = list(&shop, Narrowed { sort: "name", ..Narrowed::default() }, 1).await;
    reads.assert_at_most(PAGE + 5 * REACH, "the newest by name");
    let (last, reads) = list(&shop, Narrowed { sort: "price_asc", ..Narrowed::default() }, 417).await;
    assert_eq!((last.products.len(), last.total, last.more), (16, 10_000, true));
    reads.assert_at_most(PAGE + 3 * REACH, "the last page");
}

#[tokio::test]
async fn the_staffs_search_finds_the_newest_and_reads_a_bounded_part() {
    let (shop, _database) = large().await;
    let search = async |query, category, sort| {
        let narrowed = Narrowed { query, category, sort, ..Narrowed::default() };
        let (found, reads) = list(&shop, narrowed, 1).await;
        let slugs: Vec<_> = found.products.iter().map(|row| row.slug.clone()).collect();
        (slugs, (found.total, found.more), reads)
    };
    for (query, slug) in [("savon 59999", "p59999"), ("rare", "p1"), ("RARE1", "p1")] {
        let (found, total, reads) = search(query, "", "default").await;
        assert_eq!((found.as_slice(), total), (&[slug.to_owned()][..], (1, false)), "{query}");
        reads.assert_at_most(GLANCE + PAGE, query);
    }
    let (_, total, reads) = search("zzqx", "", "name").await;
    assert_eq!(total, (0, false));
    reads.assert_at_most(GLANCE + PAGE, "nothing");
    let (newest, total, reads) = search("parfum", "", "default").await;
    assert_eq!((newest[0].as_str(), newest.len(), total), ("p60000", 24, (667, true)));
    reads.assert_at_most(LOOKED_THROUGH + PAGE, "a common word");
    let (cheapest, total, reads) = search("parfum", "c7", "price_asc").await;
    let plain = Narrowed { category: "c7", sort: "price_asc", ..Narrowed::default() };
    let plain = expected(&shop, plain).await;
    assert_eq!((total, plain.contains(&cheapest[0])), ((186, false), true), "all of a small category");
    reads.assert_at_most(LOOKED_THROUGH + PAGE, "a common word in a small category");
    let (found, (_, more), reads) = search("ancien", "", "default").await;
    assert!(more && found.len() == 24);
    reads.assert_at_most(GLANCE + 2 * ANCIEN + PAGE, "a word that was common");
}

#[tokio::test]
async fn what_shoppers_ask_for_is_planned_once() {
    let (shop, _database) = large().await;
    let planned = planned_each_time(shop.pool(), async |time| {
        shop.page(&format!("p{}", 30_001 + 5 * time)).await.expect("found");
    });
    assert_eq!(planned.await, Vec::<String>::new());
}

/// Every second product has a tag, one in seven of the older half another.
const TAGGED: &[&str] = &[
    "UPDATE products SET tags = tags || '{Partout}'::text[] WHERE number % 2 = 0",
    "UPDATE products SET tags = tags || '{Ancien}'::text[] WHERE number % 7 = 1 AND number < 30000",
];

#[tokio::test]
async fn the_staffs_list_of_a_tag_reads_a_bounded_part_whoever_has_it() {
    let (shop, _database) = large_with("tagged", TAGGED).await;
    let of_tag = async |tag, category, query, sort| {
        let narrowed = Narrowed { query, tag, category, sort, ..Narrowed::default() };
        let (found, reads) = list(&shop, narrowed, 1).await;
        let slugs: Vec<_> = found.products.iter().map(|row| row.slug.clone()).collect();
        (slugs, (found.total, found.more), reads)
    };
    let (found, total, reads) = of_tag("T3", "", "", "default").await;
    assert_eq!((found[0].as_str(), found.len(), total), ("p59943", 24, (667, false)));
    reads.assert_at_most(GLANCE + 2 * 667 + PAGE, "one in ninety");
    let (_, total, reads) = of_tag("t3", "c3", "", "name").await;
    assert_eq!(total, (67, false), "all of a small category");
    reads.assert_at_most(LOOKED_THROUGH + PAGE, "in a small category");
    let (_, total, reads) = of_tag("rien", "c0", "", "price_asc").await;
    assert_eq!(total, (0, false));
    reads.assert_at_most(GLANCE + PAGE, "nothing");
    let (found, (_, more), reads) = of_tag("partout", "", "", "default").await;
    assert!(more && found[0] == "p60000" && found.len() == 24);
    reads.assert_at_most(LOOKED_THROUGH + PAGE, "half of the shop");
    let (found, (_, more), reads) = of_tag("ancien", "", "", "default").await;
    assert!(more && found[0] == "p29996" && found.len() == 24);
    reads.assert_at_most(GLANCE + 2 * ANCIEN + PAGE, "what many older ones have");
    let (found, total, reads) = of_tag("t3", "", "parfum 59943", "default").await;
    assert_eq!((found.as_slice(), total), (&["p59943".to_owned()][..], (1, false)));
    reads.assert_at_most(GLANCE + 500 + 4 * 667 + PAGE, "with words");
}

#[tokio::test]
async fn the_staffs_list_reads_as_much_in_a_shop_of_twice_the_size() {
    let ((half, _half), (whole, _whole)) = (half().await, large().await);
    for (query, active, sort, page) in [
        ("", None, "default", 1),
        ("", None, "price_asc", 100),
        ("", Some(true), "price_desc", 1),
        ("parfum", None, "default", 1),
    ] {
        let narrowed = Narrowed { query, active, sort, ..Narrowed::default() };
        let (reads, expected) = (list(&whole, narrowed, page).await.1, list(&half, narrowed, page).await.1);
        assert_eq!(reads, expected, "{narrowed:?} {page}");
    }
}

/// All products say one feature and each thousandth says another; their combinations have attributes likewise.
const SAID: &[&str] = &[
    "INSERT INTO features (id, kind, input, name, position)
     SELECT gen_random_uuid(), kind, 'yes_no', jsonb_build_object('fr', kind), 1 FROM unnest(ARRAY['common', 'rare']) kind",
    "INSERT INTO attributes (id, kind, input, name, options)
     SELECT gen_random_uuid(), kind, 'text', jsonb_build_object('fr', kind),
            jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'name', '{\"fr\": \"S\"}'::jsonb, 'color', ''))
       FROM unnest(ARRAY['common', 'rare']) kind",
    "UPDATE products p SET features_entered = true, features = (
         SELECT jsonb_agg(jsonb_build_object('kind', f.kind, 'label', f.name, 'value', '{\"fr\": \"Oui\"}'::jsonb, 'said',
                                             jsonb_build_object('feature', f.id, 'given', '{\"yes_no\": true}'::jsonb)))
           FROM features f WHERE f.kind = 'common' OR p.number % 1000 = 0)",
    "UPDATE combinations c SET chosen = (
         SELECT jsonb_agg(jsonb_build_object('kind', a.kind, 'label', a.name, 'value', a.options -> 0 -> 'name', 'color', '',
                                             'option', a.options -> 0 -> 'id'))
           FROM attributes a WHERE a.kind = 'common' OR p.number % 1000 = 0)
       FROM products p WHERE p.id = c.product_id",
];
/// What a step reads that looks through 2,000 products with two combinations each and brings at most 200 of them to what they say.
const FOLLOWING: i64 = 2_000 * (1 + 1 + 2) + 200 * 20;

#[tokio::test]
async fn an_edited_feature_or_attribute_reads_no_product_and_its_steps_a_portion() {
    let (shop, _database) = large_with("said", SAID).await;
    let name = Some(text("Autre"));
    let features = shop.features.list_features(by(&content(), proto::ListFeaturesRequest {})).await;
    for proto::Feature { id, version, kind, .. } in features.expect("listed").into_inner().features {
        let edit =
            proto::UpdateFeatureRequest { id: id.clone(), version, name: name.clone(), ..Default::default() };
        let save = shop.features.update_feature(by(&content(), edit));
        let (saved, reads) = Reads::of(shop.pool(), save).await;
        saved.expect("saved");
        reads.assert_at_most(40, &kind);
        for _ in 0..2 {
            let (taken, reads) = Reads::of(shop.pool(), shop.catalog.product_cases().follow_features()).await;
            assert!(taken.expect("a step"), "{kind}");
            reads.assert_at_most(FOLLOWING, &kind);
        }
        sqlx::query("UPDATE features SET behind_after = NULL").execute(shop.pool()).await.expect("ended");
        if kind == "rare" {
            let wanted = Some(proto::FeatureInput { input: "text".into(), unit: None });
            let change = proto::ChangeFeatureInputRequest {
                id: id.clone(),
                version: version + 1,
                wanted,
                most_lost: 0,
            };
            let change = shop.features.change_feature_input(by(&content(), change));
            let (changed, reads) = Reads::of(shop.pool(), change).await;
            changed.expect("changed");
            reads.assert_at_most(3 * PRODUCTS / 1_000, &kind);
            let (taken, reads) = Reads::of(shop.pool(), shop.catalog.product_cases().follow_features()).await;
            assert!(taken.expect("a step"), "{kind}");
            reads.assert_at_most(FOLLOWING, &kind);
            let delete = shop.features.delete_feature(by(&content(), proto::DeleteFeatureRequest { id }));
            let (refused, reads) = Reads::of(shop.pool(), delete).await;
            refused.expect_err("in use");
            reads.assert_at_most(3 * PRODUCTS / 1_000, &kind);
        }
    }
    for attribute in shop.attributes().await {
        let proto::Attribute { id, version, kind, .. } = attribute;
        let edit =
            proto::UpdateAttributeRequest { id: id.clone(), version, name: name.clone(), options: None };
        let save = shop.attributes.update_attribute(by(&content(), edit));
        let (saved, reads) = Reads::of(shop.pool(), save).await;
        saved.expect("saved");
        reads.assert_at_most(40, &kind);
        for _ in 0..2 {
            let (taken, reads) =
                Reads::of(shop.pool(), shop.catalog.product_cases().follow_attributes()).await;
            assert!(taken.expect("a step"), "{kind}");
            reads.assert_at_most(FOLLOWING, &kind);
        }
        sqlx::query("UPDATE attributes SET behind_after = NULL").execute(shop.pool()).await.expect("ended");
        if kind == "rare" {
            let delete =
                shop.attributes.delete_attribute(by(&content(), proto::DeleteAttributeRequest { id }));
            let (refused, reads) = Reads::of(shop.pool(), delete).await;
            refused.expect_err("in use");
            reads.assert_at_most(3 * 2 * PRODUCTS / 1_000, &kind);
        }
    }
}

/// A review of each product, of every third by a phone of its own, and 5,000 more of one product.
const REVIEWS: &str = "INSERT INTO reviews (id, product_id, state, rating, body, name, email, phone, purchased_on, verified, images, created_at)
     SELECT gen_random_uuid(), p.id, (ARRAY['pending', 'approved', 'refused'])[1 + n % 3], 1 + n % 5, 'Bien', 'Amina', 'a@b.dz',
            '05' || lpad(n::text, 8, '0'), current_date, false, '[]', now()
       FROM generate_series(1, 65000) n JOIN products p ON p.number = CASE WHEN n > 60000 THEN 7 ELSE n END";

#[tokio::test]
async fn reviews_are_read_by_the_page_whatever_they_are_narrowed_by() {
    let (shop, _database) = large_with("reviews", &[REVIEWS]).await;
    let product: uuid::Uuid = sqlx::query_scalar("SELECT id FROM products WHERE number = 7")
        .fetch_one(shop.pool())
        .await
        .expect("read");
    for state in ["", "approved"] {
        for rating in [0, 4] {
            for product_id in [String::new(), product.to_string()] {
                let request = proto::ListReviewsRequest {
                    state: state.into(),
                    rating,
                    product_id,
                    page: Some(PageRequest { page: 1, size: 24 }),
                    ..Default::default()
                };
                let what = format!("{request:?}");
                let work = shop.reviews.list_reviews(by(&staff(Role::Content), request));
                let (answer, reads) = Reads::of(shop.pool(), work).await;
                let answer = answer.expect("listed").into_inner();
                assert_eq!(answer.reviews.len(), 24, "{what}");
                let counted = i64::try_from(answer.total).expect("few") + i64::from(answer.more);
                reads.assert_at_most(2 * PAGE + counted, &what);
            }
        }
    }
    for sort in ["default", "rating_desc", "rating_asc"] {
        let request = proto::GetProductReviewsRequest { slug: "p7".into(), sort: sort.into(), page: None };
        let (page, reads) =
            Reads::of(shop.pool(), shop.reviews.get_product_reviews(by(&Actor::shopper(), request))).await;
        page.expect("read");
        reads.assert_at_most(40, sort);
    }
    let form = proto::SubmitReviewRequest {
        idempotency_key: "k".into(),
        product_id: product.to_string(),
        name: "Amina".into(),
        email: "amina@example.dz".into(),
        phone: "0500000007".into(),
        purchase_date: "2026-01-02".into(),
        rating: 5,
        text: "Bien".into(),
        bought_here: true,
        accepted_policy: true,
        image: Vec::new(),
    };
    let (sent, reads) = Reads::of(shop.pool(), shop.reviews.submit_review(by(&Actor::shopper(), form))).await;
    sent.expect("taken");
    reads.assert_at_most(40, "a submission");
}
