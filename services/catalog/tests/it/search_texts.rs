//! The text that staff find a product by: kept by the database, whoever changes a name, a SKU or a barcode, and made for products that were there
//! before it.

use souk_catalog::MIGRATOR;
use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::products_server::Products as _;
use souk_testkit::eventually;
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, by, staff};

const CAP: std::time::Duration = std::time::Duration::from_secs(20);

/// Products whose text is not what they are called.
async fn wrong(pool: &PgPool) -> Vec<String> {
    let statement = "SELECT slug FROM search_texts_of_products w JOIN products p USING (number)
                       LEFT JOIN product_search_texts k USING (number) WHERE coalesce(k.text, ' ') <> w.text";
    sqlx::query_scalar(statement).fetch_all(pool).await.expect("compared")
}

async fn text(pool: &PgPool, slug: &str) -> String {
    let statement = "SELECT text FROM product_search_texts JOIN products USING (number) WHERE slug = $1";
    sqlx::query_scalar(statement).bind(slug).fetch_one(pool).await.expect("kept")
}

#[souk_testkit::test(SCHEMA)]
async fn what_is_typed_or_scanned_is_found_in_names_skus_and_barcodes(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    let mut soap = shop.new_product("Savon Noir", &category);
    soap.texts.push(proto::ProductText {
        language: "en".into(),
        name: "Black Soap".into(),
        ..Default::default()
    });
    soap.details = Some(proto::ProductDetails {
        sku: "SN-10".into(),
        barcode: "6130001234567".into(),
        ..Default::default()
    });
    shop.create(soap).await;
    shop.create(shop.new_product("Bougie", &category)).await;
    let mut cream = shop.new_product("Crème d’œillet brûlé", &category);
    cream.texts.push(proto::ProductText {
        language: "ar".into(),
        name: "كريمٌ أحمر للبشرة".into(),
        ..Default::default()
    });
    shop.create(cream).await;
    let found = async |query: &str| {
        let request = proto::ListProductsRequest { query: query.into(), ..Default::default() };
        let answer = shop.products.list_products(by(&staff(Role::Sales), request)).await.expect("listed");
        answer.into_inner().total
    };
    for (query, total) in [
        ("SOAP", 1),
        ("avon no", 1),
        ("sn-10", 1),
        ("6130001234567", 1),
        ("6130009999999", 0),
        ("bl", 1),
        ("so", 1),
        ("av", 0),
        ("noir savon", 1),
        ("soap savon", 1),
        ("noir sn-10", 1),
        ("noir bougie", 0),
        ("creme", 1),
        ("CRÈME", 1),
        ("brule creme", 1),
        ("oeillet", 1),
        ("كريم", 1),
        ("احمر", 1),
        ("البشره", 0),
        ("للبشره", 1),
        ("o", 0),
        ("b", 3),
    ] {
        assert_eq!(found(query).await, total, "{query:?}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn the_text_follows_statements_that_change_many_products(pool: PgPool) {
    let shop = Shop::open(pool);
    shop.category("Bain", "").await;
    for statement in [
        "INSERT INTO products (id, revision, slug, active, price_ht, tax_rate, category_id, created_at, updated_at, sku)
         SELECT gen_random_uuid(), 1, 'p' || n, true, 100, 0, (SELECT id FROM categories), now(), now(),
                CASE WHEN n % 3 = 0 THEN 'P-' || n ELSE '' END
           FROM generate_series(1, 60) AS n",
        "INSERT INTO product_texts (product_id, language, name)
         SELECT id, language, 'Savon ' || number || language FROM products, unnest(ARRAY['fr', 'ar']) language",
        "INSERT INTO combinations (id, product_id, position, sku, is_default, active, chosen)
         SELECT gen_random_uuid(), id, n, CASE WHEN number % 2 = 0 THEN 'C-' || number || n ELSE '' END, n = 0, true, '[]'
           FROM products, generate_series(0, 1) n",
        "UPDATE product_texts SET name = 'Bougie' WHERE language = 'ar'",
        "UPDATE product_texts SET language = 'en' WHERE language = 'ar'",
        "INSERT INTO product_texts (product_id, language, name) SELECT id, 'fr', 'Gant' FROM products WHERE number % 5 = 0
         ON CONFLICT (product_id, language) DO UPDATE SET name = excluded.name",
        "UPDATE combinations SET sku = 'D' || sku WHERE sku <> '' AND position = 1",
        "UPDATE combinations SET sku = '' WHERE position = 0",
        "UPDATE combinations SET product_id = (SELECT id FROM products WHERE slug = 'p1'), position = 9, is_default = false
          WHERE sku = 'DC-41'",
        "UPDATE combinations SET barcode = '613' || product_id::text || position WHERE position < 2",
        "UPDATE combinations SET barcode = '' WHERE position = 0",
        "UPDATE products SET barcode = '6131' || number WHERE number % 2 = 1",
        "UPDATE products SET sku = sku || 'x' WHERE sku <> ''",
        "UPDATE products SET barcode = '' WHERE number <> 45",
        "UPDATE products SET sku = '' WHERE number % 6 = 0",
        "INSERT INTO products (id, revision, slug, active, price_ht, tax_rate, category_id, created_at, updated_at, barcode)
         SELECT gen_random_uuid(), 1, 'new', true, 100, 0, (SELECT id FROM categories), now(), now(), '613x'",
        "DELETE FROM product_texts WHERE language = 'en' AND product_id IN (SELECT id FROM products WHERE number > 30)",
        "DELETE FROM combinations WHERE position = 1",
        "DELETE FROM products WHERE number % 2 = 0",
    ] {
        sqlx::query(statement).execute(shop.pool()).await.expect(statement);
        assert_eq!(wrong(shop.pool()).await, [""; 0], "{statement}");
    }
    assert_eq!(text(shop.pool(), "p1").await, " bougie\n savon 1fr\n dc-41");
    assert_eq!(text(shop.pool(), "p45").await, " gant\n p-45x\n 613145");
}

#[souk_testkit::test(SCHEMA)]
async fn who_changes_another_line_of_a_text_at_the_same_moment_is_waited_for(pool: PgPool) {
    let shop = Shop::open(pool.clone());
    shop.create(shop.new_product("Savon", &shop.category("Bain", "").await)).await;
    let mut naming = pool.begin().await.expect("begun");
    sqlx::query("UPDATE product_texts SET name = 'Bougie'").execute(&mut *naming).await.expect("named");
    let numbering = tokio::spawn({
        let pool = pool.clone();
        async move {
            let combination =
                "INSERT INTO combinations (id, product_id, position, sku, is_default, active, chosen)
                SELECT gen_random_uuid(), id, 7, 'C-7', false, true, '[]' FROM products";
            sqlx::query(combination).execute(&pool).await
        }
    });
    let waits = "SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'
                    AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())";
    eventually("it waits for the name", CAP, async || {
        sqlx::query_scalar::<_, i64>(waits).fetch_one(&pool).await.expect("counted") == 1
    })
    .await;
    naming.commit().await.expect("committed");
    numbering.await.expect("no panic").expect("added");
    assert_eq!(text(&pool, "savon").await, " bougie\n c-7");
}

/// Barcodes from before they were searched: the texts stand as a release before wrote them.
#[souk_testkit::test(SCHEMA)]
async fn barcodes_that_were_there_before_come_into_the_texts(pool: PgPool) {
    let shop = Shop::open(pool.clone());
    let category = shop.category("Bain", "").await;
    for name in ["Savon", "Bougie", "Gant"] {
        shop.create(shop.new_product(name, &category)).await;
    }
    for statement in [
        "UPDATE products SET barcode = '6130001' WHERE slug = 'savon'",
        "INSERT INTO combinations (id, product_id, position, barcode, is_default, active, chosen)
         SELECT gen_random_uuid(), id, 7, '6130002', false, true, '[]' FROM products WHERE slug = 'gant'",
        "UPDATE product_search_texts SET text = split_part(text, E'\n', 1)",
    ] {
        sqlx::query(statement).execute(&pool).await.expect(statement);
    }
    assert_eq!(wrong(&pool).await.len(), 2, "as before");
    let name = "fill searched barcodes";
    let filling = MIGRATOR.iter().find(|migration| migration.description == name).expect("is there");
    sqlx::raw_sql(filling.sql.clone()).execute(&pool).await.expect("filled");
    assert_eq!(wrong(&pool).await, [""; 0]);
    // What is right already is passed over, whoever holds it: a second try goes on where the first was refused.
    let mut holding = pool.begin().await.expect("begun");
    sqlx::query("SELECT FROM products FOR UPDATE").execute(&mut *holding).await.expect("held");
    sqlx::raw_sql(filling.sql.clone()).execute(&pool).await.expect("waits for nobody");
    holding.rollback().await.expect("let go");
    assert_eq!(text(&pool, "gant").await, " gant\n 6130002");
}

/// Texts as a release before wrote them, with their accents.
#[souk_testkit::test(SCHEMA)]
async fn texts_that_were_there_before_lose_their_accents(pool: PgPool) {
    let shop = Shop::open(pool.clone());
    let category = shop.category("Bain", "").await;
    for name in ["Crème", "Savon"] {
        shop.create(shop.new_product(name, &category)).await;
    }
    let before = "UPDATE product_search_texts SET text = ' crème' WHERE text = ' creme'";
    sqlx::query(before).execute(&pool).await.expect("as before");
    assert_eq!(wrong(&pool).await.len(), 1, "as before");
    let name = "fold search texts";
    let filling = MIGRATOR.iter().find(|migration| migration.description == name).expect("is there");
    for _ in 0..2 {
        sqlx::raw_sql(filling.sql.clone()).execute(&pool).await.expect("folded");
        assert_eq!(wrong(&pool).await, [""; 0]);
    }
    assert_eq!(text(&pool, "creme").await, " creme");
}

/// Products from before the texts were kept: nothing wrote theirs.
#[souk_testkit::test(SCHEMA)]
async fn products_that_were_there_before_get_their_texts_and_newer_ones_stay(pool: PgPool) {
    let shop = Shop::open(pool.clone());
    let category = shop.category("Bain", "").await;
    for name in ["Savon", "Bougie", "Gant"] {
        shop.create(shop.new_product(name, &category)).await;
    }
    sqlx::query("DELETE FROM product_search_texts").execute(&pool).await.expect("as before");
    sqlx::query("UPDATE product_texts SET name = 'Gant vert' WHERE name = 'Gant'")
        .execute(&pool)
        .await
        .expect("saved meanwhile");
    let name = "fill product search texts";
    let filling = MIGRATOR.iter().find(|migration| migration.description == name).expect("is there");
    for _ in 0..2 {
        sqlx::raw_sql(filling.sql.clone()).execute(&pool).await.expect("filled");
        assert_eq!(wrong(&pool).await, [""; 0]);
    }
    assert_eq!(text(&pool, "savon").await, " savon");
}
