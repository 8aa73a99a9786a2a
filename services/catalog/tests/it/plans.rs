//! What the requests of shoppers and the follower read in a large shop: what they answer, and no more. Told by
//! PostgreSQL's own counters, so that no statement stands here a second time.

use souk_catalog::MIGRATOR;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::brands_server::Brands as _;
use souk_proto::catalog::v1::products_server::Products as _;
use souk_rpc::Actor;
use sqlx::PgPool;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};

use crate::support::{Shop, by};

const PRODUCTS: i64 = 60_000;
/// Tables that grow with the shop's products.
const LARGE: &str =
    "'products', 'product_texts', 'combinations', 'images', 'combination_images', 'availability',
                     'daily_sales', 'bestsellers'";

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

/// Rows read in [`LARGE`] by going through a whole table, and by an index.
#[derive(Debug)]
struct RowsRead {
    scanned: i64,
    fetched: i64,
}

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

async fn rows_read(shop: &Shop) -> RowsRead {
    sqlx::query("SELECT pg_stat_force_next_flush()").execute(shop.pool()).await.expect("flushed");
    let statement = format!(
        "SELECT sum(seq_tup_read)::bigint, sum(coalesce(idx_tup_fetch, 0))::bigint FROM pg_stat_user_tables
          WHERE relname IN ({LARGE})"
    );
    let (scanned, fetched) =
        sqlx::query_as(sqlx::AssertSqlSafe(statement)).fetch_one(shop.pool()).await.expect("counted");
    RowsRead { scanned, fetched }
}

async fn read_by(shop: &Shop, work: impl AsyncFnOnce()) -> RowsRead {
    let before = rows_read(shop).await;
    work().await;
    let after = rows_read(shop).await;
    RowsRead { scanned: after.scanned - before.scanned, fetched: after.fetched - before.fetched }
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
        let request = proto::ListBrandsRequest {};
        let brands = shop.brands.list_brands(by(&Actor::shopper(), request)).await.expect("listed");
        assert_eq!(brands.into_inner().brands[0].products, PRODUCTS.unsigned_abs() / 200);
    });
    let lists = lists.await;
    assert!(lists.scanned == 0 && lists.fetched == 0, "brands with their counts: {lists:?}");

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
