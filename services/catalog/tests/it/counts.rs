//! How many products a category, a brand or its line shows: kept, never counted.

use souk_catalog::MIGRATOR;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::brands_server::Brands as _;
use souk_proto::catalog::v1::categories_server::Categories as _;
use souk_proto::catalog::v1::products_server::Products as _;
use souk_rpc::Actor;
use souk_testkit::eventually;
use sqlx::PgPool;

use crate::support::{QueryCount, SCHEMA, Shop, by};

const CAP: std::time::Duration = std::time::Duration::from_secs(20);

/// Names with their counts, as the lists of categories and brands tell them.
async fn told(shop: &Shop) -> Vec<(String, u64)> {
    let categories = shop.categories.list_categories(by(&Actor::shopper(), proto::ListCategoriesRequest {}));
    let categories = categories.await.expect("listed").into_inner().categories;
    let brands = shop.brands.list_brands(by(&Actor::shopper(), proto::ListBrandsRequest::default()));
    let brands = brands.await.expect("listed").into_inner().brands;
    let name = |category: proto::Category| (category.name.unwrap_or_default().fr, category.products);
    let categories = categories.into_iter().map(name);
    categories.chain(brands.into_iter().map(|brand| (brand.name, brand.products))).collect()
}

/// Categories, brands and lines whose kept count is not what counting gives.
async fn miscounted(pool: &PgPool) -> i64 {
    let statement = "SELECT (SELECT count(*) FROM categories c WHERE products
                                <> (SELECT count(*) FROM products p WHERE p.active AND p.category_id = c.id))
                          + (SELECT count(*) FROM brands b WHERE products
                                <> (SELECT count(*) FROM products p WHERE p.active AND p.brand_id = b.id))
                          + (SELECT count(*) FROM brand_lines l WHERE products
                                <> (SELECT count(*) FROM products p WHERE p.active AND p.brand_line_id = l.id))";
    sqlx::query_scalar(statement).fetch_one(pool).await.expect("counted")
}

#[souk_testkit::test(SCHEMA)]
async fn what_a_save_counted_that_was_undone_counts_for_nobody(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    // The last thing that a save writes fails, when everything was counted and announced.
    let refusing =
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
        CREATE TRIGGER refuse BEFORE INSERT ON bus.outbox FOR EACH ROW WHEN (NEW.type LIKE '%AuditRecorded')
            EXECUTE FUNCTION refuse()";
    sqlx::raw_sql(refusing).execute(shop.pool()).await.expect("set up");
    shop.try_create(shop.new_product("Savon", &category)).await.expect_err("undone");
    sqlx::raw_sql("DROP TRIGGER refuse ON bus.outbox").execute(shop.pool()).await.expect("taken away");

    // The next one gets the revision that the undone one had.
    let mut hidden = shop.new_product("Gant", &category);
    hidden.active = false;
    shop.create(hidden).await;
    let lists = shop.products.list_addresses(by(&Actor::shopper(), proto::ListAddressesRequest { part: 0 }));
    let lists = lists.await.expect("listed").into_inner().addresses;
    assert_eq!(lists, [], "there is nothing to be seen in the category");
}

#[souk_testkit::test(SCHEMA)]
async fn counts_follow_every_change_of_a_product(pool: PgPool) {
    let shop = Shop::open(pool);
    let root = shop.category("Beauté", "").await;
    let (perfumes, care) = (shop.category("Parfums", &root).await, shop.category("Soins", &root).await);
    let (nour, zahra) = (shop.brand("Nour").await, shop.brand("Zahra").await);
    let mut ambre = shop.new_product("Ambre", &perfumes);
    ambre.brand_id = nour.clone();
    let ambre = shop.create(ambre).await;
    shop.create(shop.new_product("Baume", &care)).await;
    let mut hidden = shop.new_product("Gant", &care);
    hidden.active = false;
    let hidden = shop.create(hidden).await;
    let count = |numbers: [u64; 5]| {
        ["Beauté", "Parfums", "Soins", "Nour", "Zahra"].map(str::to_owned).into_iter().zip(numbers).collect()
    };
    let told_now: Vec<(String, u64)> = count([2, 1, 1, 1, 0]);
    assert_eq!(told(&shop).await, told_now);

    let moved = proto::UpdateProductRequest {
        id: ambre.id,
        version: 1,
        category_id: Some(care.clone()),
        brand_id: Some(zahra),
        ..Default::default()
    };
    shop.update(moved).await.expect("moved");
    let shown =
        proto::UpdateProductRequest { id: hidden.id, version: 1, active: Some(true), ..Default::default() };
    shop.update(shown).await.expect("shown");
    let told_now: Vec<(String, u64)> = count([3, 0, 3, 0, 1]);
    assert_eq!(told(&shop).await, told_now);
    assert_eq!(miscounted(shop.pool()).await, 0);
}

/// The statements of the migrations that count once more, done again.
async fn recount(pool: PgPool) {
    for name in ["recount products", "recount sales"] {
        let migration = MIGRATOR.iter().find(|migration| migration.description == name).expect("is there");
        let mut tx = pool.begin().await.expect("a transaction");
        sqlx::raw_sql(migration.sql.clone()).execute(&mut *tx).await.expect(name);
        tx.commit().await.expect("committed");
    }
}

/// What the release before wrote while its counts were made: nobody counted it.
#[souk_testkit::test(SCHEMA)]
async fn what_was_written_while_counts_were_made_is_counted_after_all(pool: PgPool) {
    let shop = Shop::open(pool.clone());
    let category = shop.category("Bain", "").await;
    let (hidden, sold) = (shop.create(shop.new_product("Gant", &category)).await, shop.id());
    let mut writer =
        pool.begin_with("BEGIN; SET LOCAL session_replication_role = replica").await.expect("begun");
    for (statement, id) in [
        ("UPDATE products SET active = false WHERE id = $1::uuid", &hidden.id),
        ("INSERT INTO sales VALUES (gen_random_uuid(), $1::uuid, 3, now())", &sold),
    ] {
        sqlx::query(statement).bind(id).execute(&mut *writer).await.expect(statement);
    }
    let recounting = tokio::spawn(recount(pool.clone()));
    let waits = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'products'::regclass
                    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    eventually("it waits for the writer", CAP, async || {
        sqlx::query_scalar::<_, i64>(waits).fetch_one(&pool).await.expect("counted") == 1
    })
    .await;
    writer.commit().await.expect("committed");
    recounting.await.expect("applied");
    assert_eq!(miscounted(&pool).await, 0);
    let best = "SELECT units FROM bestsellers WHERE product_id = $1::uuid";
    for times in 1..=2 {
        let units = sqlx::query_scalar::<_, i64>(best).bind(&sold).fetch_one(&pool).await.expect("summed");
        assert_eq!(units, 3, "after {times}");
        recount(pool.clone()).await;
    }
}

#[souk_testkit::test(SCHEMA)]
async fn counts_hold_under_statements_that_change_many_products(pool: PgPool) {
    let shop = Shop::open(pool);
    for name in ["Bain", "Maison", "Jardin"] {
        shop.category(name, "").await;
        shop.brand(name).await;
    }
    for statement in [
        "INSERT INTO products (id, revision, slug, active, price_ht, tax_rate, category_id, brand_id, created_at,
                               updated_at)
         SELECT gen_random_uuid(), 1, 'p' || n, n % 3 > 0, 100, 0,
                (SELECT id FROM categories ORDER BY id OFFSET n % 3 LIMIT 1),
                (SELECT id FROM brands ORDER BY id OFFSET n % 4 LIMIT 1), now(), now()
           FROM generate_series(1, 200) AS n",
        "UPDATE products SET active = NOT active WHERE number % 5 = 0",
        "UPDATE products SET category_id = (SELECT id FROM categories ORDER BY id LIMIT 1) WHERE number % 7 = 0",
        "UPDATE products SET brand_id = NULL WHERE number % 11 = 0",
        "UPDATE products SET price_ht = price_ht + 1",
        "DELETE FROM products WHERE number % 2 = 0",
    ] {
        sqlx::query(statement).execute(shop.pool()).await.expect(statement);
        assert_eq!(miscounted(shop.pool()).await, 0, "{statement}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn writers_of_the_same_categories_wait_for_each_other_and_never_in_a_circle(pool: PgPool) {
    let shop = std::sync::Arc::new(Shop::open(pool));
    let categories = [shop.category("Bain", "").await, shop.category("Maison", "").await];
    let brands = [shop.brand("Nour").await, shop.brand("Zahra").await];
    let mut writers = tokio::task::JoinSet::new();
    for writer in 0..8 {
        let mut request = shop.new_product(&format!("Savon {writer}"), &categories[writer % 2]);
        request.brand_id.clone_from(&brands[writer % 2]);
        let (shop, categories, brands) = (shop.clone(), categories.clone(), brands.clone());
        writers.spawn(async move {
            let product = shop.create(request).await;
            for version in 1..=6_usize {
                let edit = proto::UpdateProductRequest {
                    id: product.id.clone(),
                    version: version as u64,
                    category_id: Some(categories[(writer + version) % 2].clone()),
                    brand_id: Some(brands[(writer + version) % 2].clone()),
                    ..Default::default()
                };
                shop.update(edit).await.expect("moved");
            }
        });
    }
    while let Some(done) = writers.join_next().await {
        done.expect("no writer was turned away");
    }
    assert_eq!(miscounted(shop.pool()).await, 0);
}

#[souk_testkit::test(SCHEMA)]
async fn a_list_is_one_statement(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    shop.create(shop.new_product("Savon", &category)).await;
    let counting = QueryCount::start();
    told(&shop).await;
    assert_eq!(counting.stop(), 2, "categories, and brands");
}
