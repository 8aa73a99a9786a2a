//! A sized shop on the services' own schemas: what it says of itself must agree, whatever a service changes.

#![expect(clippy::unwrap_used, reason = "a test fails where it stands")]

use secrecy::SecretString;
use souk_bus::BusConfig;
use souk_demo::sized::{self, Size};
use souk_testkit::{Broker, Database};
use sqlx::PgPool;
use time::OffsetDateTime;
use time::macros::datetime;

const NOW: OffsetDateTime = datetime!(2026-11-21 10:00 UTC);
const SIZE: Size = Size { products: 500, orders: 500, seed: 7 };

struct Shop {
    catalog: Database,
    orders: Database,
    inventory: Database,
    payments: Database,
}

impl Shop {
    /// Empty, with one transporter who goes everywhere.
    async fn open() -> Self {
        let shop = Self {
            catalog: Database::create("catalog").await.unwrap(),
            orders: Database::create("orders").await.unwrap(),
            inventory: Database::create("inventory").await.unwrap(),
            payments: Database::create("payments").await.unwrap(),
        };
        souk_service::migrate::<souk_catalog::Catalog>(&shop.catalog.pool()).await.unwrap();
        souk_service::migrate::<souk_orders::App>(&shop.orders.pool()).await.unwrap();
        souk_service::migrate::<souk_inventory::Inventory>(&shop.inventory.pool()).await.unwrap();
        souk_service::migrate::<souk_payments::Payments>(&shop.payments.pool()).await.unwrap();
        let delivers = "INSERT INTO transporters (id, name) VALUES (gen_random_uuid(), 'Numidia Express');
             INSERT INTO tariffs (transporter_id, wilaya_code, delivery_type, price, delay_min_hours, delay_max_hours)
             SELECT t.id, w.code, 'home', 40000, 24, 48 FROM transporters t, wilayas w";
        sqlx::raw_sql(delivers).execute(&shop.orders.pool()).await.unwrap();
        shop
    }

    async fn load(&self, size: Size, now: OffsetDateTime) -> anyhow::Result<()> {
        let databases = sized::Databases {
            catalog: self.catalog.url(),
            orders: self.orders.url(),
            inventory: self.inventory.url(),
            payments: self.payments.url(),
        };
        sized::load(&databases, size, &[], now).await
    }

    async fn violations(&self) -> Vec<String> {
        let broker = Broker::from_env().unwrap();
        let namespace = broker.namespace();
        let url = |database: &Database| SecretString::from(database.url());
        let config = souk_verify::Config {
            catalog_database_url: url(&self.catalog),
            orders_database_url: url(&self.orders),
            inventory_database_url: url(&self.inventory),
            payments_database_url: url(&self.payments),
            gateway_database_url: None,
            bus: BusConfig { amqp_url: broker.url().into(), namespace: namespace.name().to_owned() },
            settle_seconds: 0,
            acknowledged: None,
            verbose: false,
        };
        let found = souk_verify::verify(&config).await.unwrap();
        found.iter().map(ToString::to_string).collect()
    }
}

#[test]
fn a_production_shop_is_refused_whatever_is_loaded() {
    for load in [&["load"][..], &["size", "--products", "1", "--orders", "1"]] {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_souk-demo"));
        let nowhere = ["GATEWAY", "CATALOG", "ORDERS", "INVENTORY", "PAYMENTS"];
        for service in nowhere {
            program.env(format!("{service}_DATABASE_URL"), "postgres://nobody@127.0.0.1:1/nothing");
        }
        program.env("SOUK_ACTOR_KEY", "x".repeat(64)).env("SOUK_MESH_URL", "http://127.0.0.1:1");
        let refused = program.env_remove("SOUK_ENVIRONMENT").args(load).output().unwrap();
        let said = String::from_utf8(refused.stderr).unwrap();
        assert!(!refused.status.success() && said.contains("production shop"), "{said}");
    }
}

async fn count(pool: &PgPool, query: &'static str) -> i64 {
    sqlx::query_scalar(query).fetch_one(pool).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn stock_and_money_of_a_sized_shop_agree() {
    let shop = Shop::open().await;
    shop.load(SIZE, now()).await.unwrap();
    assert_eq!(shop.violations().await, Vec::<String>::new());
    let (catalog, orders) = (shop.catalog.pool(), shop.orders.pool());
    assert_eq!(count(&catalog, "SELECT count(*) FROM products").await, 500);
    assert_eq!(count(&orders, "SELECT count(*) FROM orders").await, 500);
    let counted = "SELECT sum(orders)::bigint
                     FROM (SELECT orders FROM status_tallies UNION ALL SELECT orders FROM status_changes) told";
    assert_eq!(count(&orders, counted).await, 500);
    let combinations = count(&catalog, "SELECT count(*) FROM combinations").await;
    assert!((1_000..2_000).contains(&combinations), "{combinations} combinations");
    assert!(count(&orders, "SELECT count(DISTINCT status) FROM orders").await > 5);
    assert!(count(&orders, "SELECT count(DISTINCT phone) FROM orders").await < 300);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_ledger_of_a_sized_shop_has_no_gap() {
    let shop = Shop::open().await;
    shop.load(SIZE, now()).await.unwrap();
    let gaps = "SELECT count(*) FROM (
         SELECT before, lag(after, 1, 0) OVER (PARTITION BY product_id, combination_id, warehouse_id ORDER BY sequence) AS known
           FROM stock_movements) AS chain WHERE before <> known";
    let inventory = shop.inventory.pool();
    assert_eq!(count(&inventory, gaps).await, 0);
    assert!(count(&inventory, "SELECT count(*) FROM stock_movements WHERE kind = 'shipped'").await > 300);
}

/// Indexes and constraints as PostgreSQL writes them.
async fn structure(pool: &PgPool) -> Vec<String> {
    let query = "SELECT pg_get_indexdef(indexrelid) FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
                  WHERE relnamespace = 'public'::regnamespace AND indisvalid
                 UNION ALL
                 SELECT format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
                   FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND convalidated ORDER BY 1";
    sqlx::query_scalar(query).fetch_all(pool).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_load_leaves_the_indexes_and_constraints_as_they_were() {
    let shop = Shop::open().await;
    let databases = [&shop.catalog, &shop.orders, &shop.inventory, &shop.payments].map(Database::pool);
    let mut before = Vec::new();
    for database in &databases {
        before.push(structure(database).await);
    }
    shop.load(Size { products: 20, orders: 20, seed: 7 }, now()).await.unwrap();
    for (database, was) in databases.iter().zip(before) {
        assert_eq!(structure(database).await, was);
    }
}

/// Product, combination, pieces, version.
type Told = Vec<(uuid::Uuid, uuid::Uuid, i64, i64)>;

#[tokio::test(flavor = "multi_thread")]
async fn catalog_knows_of_every_level_what_can_be_sold() {
    let shop = Shop::open().await;
    shop.load(SIZE, now()).await.unwrap();
    let told = "SELECT product_id, combination_id, available, version FROM availability ORDER BY 1, 2";
    let of = async |pool: PgPool| -> Told { sqlx::query_as(told).fetch_all(&pool).await.unwrap() };
    let known = of(shop.catalog.pool()).await;
    assert!(known.len() > 1_000, "{} keys", known.len());
    assert_eq!(known, of(shop.inventory.pool()).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_seed_makes_the_same_shop() {
    let (one, other) = (Shop::open().await, Shop::open().await);
    for shop in [&one, &other] {
        shop.load(Size { products: 100, orders: 100, ..SIZE }, NOW).await.unwrap();
    }
    let products =
        "SELECT md5(string_agg(concat(id, slug, price_ht, created_at), ',' ORDER BY id)) FROM products";
    let orders = "SELECT md5(string_agg(concat(id, number, status, total, phone, placed_at), ',' ORDER BY id)) FROM orders";
    let digest =
        async |pool: PgPool, query| -> String { sqlx::query_scalar(query).fetch_one(&pool).await.unwrap() };
    assert_eq!(digest(one.catalog.pool(), products).await, digest(other.catalog.pool(), products).await);
    assert_eq!(digest(one.orders.pool(), orders).await, digest(other.orders.pool(), orders).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shop_that_somebody_orders_in_is_left_alone() {
    let shop = Shop::open().await;
    shop.load(Size { products: 100, orders: 100, ..SIZE }, now()).await.unwrap();
    let refusal = shop.load(SIZE, now()).await.unwrap_err().to_string();
    assert!(refusal.contains("orders beyond the demo's"), "{refusal}");
    assert_eq!(count(&shop.catalog.pool(), "SELECT count(*) FROM products").await, 100);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_load_that_fails_leaves_nothing() {
    let shop = Shop::open().await;
    let full = "ALTER TABLE order_lines ADD CONSTRAINT full_up CHECK (position < 3)";
    sqlx::raw_sql(full).execute(&shop.orders.pool()).await.unwrap();
    let failure = format!("{:#}", shop.load(SIZE, now()).await.unwrap_err());
    assert!(failure.contains("full_up"), "{failure}");
    for (database, table) in [
        (&shop.catalog, "SELECT count(*) FROM products"),
        (&shop.orders, "SELECT count(*) FROM orders"),
        (&shop.inventory, "SELECT count(*) FROM stock_levels"),
        (&shop.payments, "SELECT count(*) FROM receivables"),
    ] {
        assert_eq!(count(&database.pool(), table).await, 0, "{table}");
    }
    sqlx::raw_sql("ALTER TABLE order_lines DROP CONSTRAINT full_up")
        .execute(&shop.orders.pool())
        .await
        .unwrap();
    shop.load(SIZE, now()).await.unwrap();
}

/// Answers of checkouts are looked for by the age of their orders.
fn now() -> OffsetDateTime {
    souk_kernel::Clock::now(&souk_kernel::SystemClock)
}
