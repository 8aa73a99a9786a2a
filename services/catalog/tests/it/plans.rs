//! What the requests of shoppers and the follower read in a large shop: what they answer, and no more. Told by
//! PostgreSQL's own counters, so that no statement stands here a second time.

use souk_catalog::MIGRATOR;
use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::brands_server::Brands as _;
use souk_proto::catalog::v1::products_server::Products as _;
use souk_proto::common::v1::PageRequest;
use souk_rpc::Actor;
use souk_testkit::Reads;
use sqlx::PgPool;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};

use crate::support::{Shop, by, staff};

const PRODUCTS: i64 = 60_000;
/// Categories, brands and [`PRODUCTS`], each with three texts, two combinations, stock and sales.
const SHOP: &[&str] = &[
    "INSERT INTO categories (id, slug, name, created_at)
     SELECT gen_random_uuid(), 'c' || n, jsonb_build_object('fr', 'C' || n), now() FROM generate_series(0, 99) n",
    "INSERT INTO brands (id, slug, name, created_at)
     SELECT gen_random_uuid(), 'b' || n, 'B' || n, now() FROM generate_series(0, 199) n",
    "INSERT INTO products (id, revision, slug, active, price_ht, tax_rate, category_id, brand_id, created_at, updated_at)
     SELECT gen_random_uuid(), 1, 'p' || n, true, 100, 1900, c.id, b.id, now(), now()
       FROM generate_series(1, $1) n
       JOIN categories c ON c.slug = 'c' || (n % 100) JOIN brands b ON b.slug = 'b' || (n % 200)",
    "INSERT INTO product_texts (product_id, language, name)
     SELECT p.id, l, 'P ' || p.number FROM products p, unnest(ARRAY['fr', 'ar', 'en']) l",
    "INSERT INTO combinations (id, product_id, position, is_default, active, chosen)
     SELECT gen_random_uuid(), p.id, n, n = 0, true, '[]' FROM products p, generate_series(0, 1) n",
    "INSERT INTO availability (product_id, combination_id, version, available)
     SELECT product_id, id, 1, 5 FROM combinations",
    "INSERT INTO bestsellers (product_id, units) SELECT id, number FROM products",
    "INSERT INTO daily_sales (product_id, day, units) SELECT id, current_date, number FROM products",
    "UPDATE revision SET current = 1",
];

/// A large shop, and one connection: its counters are told at once when it asks for it.
async fn large(pool: &PgPool) -> Shop {
    let options: PgConnectOptions = (*pool.connect_options()).clone();
    let pool = PgPoolOptions::new().max_connections(1).connect_lazy_with(options);
    for statement in SHOP {
        let query = sqlx::query(*statement);
        let query = if statement.contains("$1") { query.bind(PRODUCTS) } else { query };
        query.execute(&pool).await.expect(statement);
    }
    sqlx::query("ANALYZE").execute(&pool).await.expect("analyzed");
    Shop::open(pool).await
}

async fn read_by(shop: &Shop, work: impl AsyncFnOnce()) -> Reads {
    Reads::of(shop.pool(), work()).await.1
}

#[sqlx::test(migrator = "MIGRATOR")]
async fn requests_read_what_they_answer_in_a_large_shop(pool: PgPool) {
    let shop = large(&pool).await;
    let page = read_by(&shop, async || {
        shop.page("p30000").await.expect("found");
    });
    let page = page.await;
    assert!(page.scanned == 0 && page.fetched <= 20, "a page: {page:?}");

    let lists = read_by(&shop, async || {
        let request = proto::ListBrandsRequest::default();
        let brands = shop.brands.list_brands(by(&Actor::shopper(), request)).await.expect("listed");
        assert_eq!(brands.into_inner().brands[0].products, PRODUCTS.unsigned_abs() / 200);
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

    let best = read_by(&shop, async || {
        let mut conn = shop.pool().acquire().await.expect("a connection");
        let best = souk_catalog::sales::bestsellers(&mut conn, 24).await.expect("read");
        assert_eq!(best.len(), 24);
    });
    let best = best.await;
    assert!(best.scanned == 0 && best.fetched <= 60, "bestsellers: {best:?}");

    let addresses = read_by(&shop, async || {
        let request = by(&Actor::shopper(), proto::ListAddressesRequest { part: 2 });
        let listed = shop.products.list_addresses(request).await.expect("listed").into_inner();
        assert_eq!((listed.addresses.len(), listed.parts), (1_000, 61));
    });
    let addresses = addresses.await;
    assert!(addresses.scanned == 0 && addresses.fetched <= 1_010, "addresses: {addresses:?}");
}

#[sqlx::test(migrator = "MIGRATOR")]
async fn a_save_reads_its_product_in_a_large_shop(pool: PgPool) {
    let shop = large(&pool).await;
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

#[sqlx::test(migrator = "MIGRATOR")]
async fn the_staffs_list_reads_what_it_shows_in_a_large_shop(pool: PgPool) {
    let shop = large(&pool).await;
    let category = "SELECT id::text FROM categories WHERE slug = 'c7'";
    let category: String = sqlx::query_scalar(category).fetch_one(shop.pool()).await.expect("read");
    let list = async |query: &str, category_id: &str, active, sort: &str, page| {
        let request = proto::ListProductsRequest {
            query: query.into(),
            category_id: category_id.into(),
            active,
            sort: sort.into(),
            page: Some(PageRequest { page, size: 24 }),
            ..Default::default()
        };
        let work = shop.products.list_products(by(&staff(Role::Sales), request));
        let (answer, reads) = Reads::of(shop.pool(), work).await;
        (answer.expect("listed").into_inner(), reads)
    };
    let (page, counted, reach) = (500, 10_001, 10_000);
    for (category, active, sort, most) in [
        ("", None, "default", page + counted),
        ("", Some(false), "default", page),
        ("", None, "price_asc", page + counted),
        ("", Some(true), "price_desc", page + counted),
        (category.as_str(), None, "default", page + counted),
        (category.as_str(), Some(false), "price_asc", page),
        ("", None, "name", page + counted + 4 * reach),
    ] {
        let (_, reads) = list("", category, active, sort, 1).await;
        reads.assert_at_most(most, &format!("{category:?} {active:?} {sort}"));
    }
    let (last, reads) = list("", "", None, "price_asc", 417).await;
    assert_eq!((last.products.len(), last.total, last.more), (16, 10_000, true));
    reads.assert_at_most(page + counted + 2 * reach, "the last page");
    let (found, reads) = list("p 59999", "", None, "default", 1).await;
    assert_eq!((found.products.len(), found.more), (1, false));
    reads.assert_at_most(page, "a search");
    let (none, reads) = list("zzqx", "", None, "name", 1).await;
    assert_eq!((none.total, none.more), (0, false));
    reads.assert_at_most(page, "a search for nothing");
    let (common, reads) = list("p", "", None, "default", 1).await;
    assert_eq!((common.products.len(), common.total, common.more), (24, 2_000, true));
    assert_eq!(reads.scanned, 0, "a common word: {reads:?}");
}
