//! The index follows the database whatever dies.

use std::sync::Arc;
use std::time::Duration;

use souk_catalog::Catalog;
use souk_database::DatabaseConfig;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::listings_server::Listings as _;
use souk_rpc::Actor;
use souk_service::Service as _;
use souk_testkit::{Proxy, eventually};
use sqlx::{ConnectOptions as _, PgPool};
use tokio_util::sync::CancellationToken;

use crate::support::{SCHEMA, Shop, by, everything};

#[souk_testkit::test(SCHEMA)]
async fn what_was_committed_while_a_process_was_dead_is_indexed_when_it_lives_again(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    shop.create(shop.new_product("Savon", &category)).await;
    assert_eq!(shop.listing(everything()).await.expect("listed").total, 1);
    let Shop { catalog, folder, products, listings, content, .. } = shop;
    let (context, media) = (catalog.context.clone(), catalog.media.clone());
    let open = || {
        let (pool, clock) = (context.pool.clone(), context.clock.clone());
        Catalog::new(pool, clock, media.clone(), &folder.path().join("index")).expect("opens")
    };
    drop((catalog, products, listings, content));
    sqlx::query("UPDATE revision SET current = current + 1").execute(&context.pool).await.expect("changed");
    sqlx::query("UPDATE products SET active = false, revision = (SELECT current FROM revision)")
        .execute(&context.pool)
        .await
        .expect("changed");

    let again = open();
    again.catch_up().await.expect("caught up");
    assert_eq!(total(&again).await, 0);
}

#[souk_testkit::test(SCHEMA)]
async fn an_older_database_makes_the_index_anew(pool: PgPool) {
    let shop = Shop::open(pool);
    let category = shop.category("Bain", "").await;
    shop.create(shop.new_product("Savon", &category)).await;
    shop.create(shop.new_product("Bougie", &category)).await;
    assert_eq!(shop.listing(everything()).await.expect("listed").total, 2);
    sqlx::query("DELETE FROM product_texts USING products p WHERE p.id = product_id AND p.slug = 'bougie'")
        .execute(shop.pool())
        .await
        .expect("restored");
    sqlx::query("DELETE FROM products WHERE slug = 'bougie'").execute(shop.pool()).await.expect("restored");
    sqlx::query("UPDATE revision SET current = current - 1").execute(shop.pool()).await.expect("restored");
    assert_eq!(shop.listing(everything()).await.expect("listed").total, 1);
}

#[souk_testkit::test(SCHEMA)]
async fn two_replicas_both_follow_by_themselves(pool: PgPool) {
    let shop = Shop::open(pool.clone());
    let index = shop.folder.path().join("index");
    let other = Catalog::new(pool, Arc::new(shop.clock.clone()), shop.catalog.media.clone(), &index);
    let other = other.expect("opens");
    let stop = CancellationToken::new();
    let mut running = tokio::task::JoinSet::new();
    for catalog in [shop.catalog.clone(), other.clone()] {
        let stop = stop.clone();
        running.spawn(async move { catalog.follow(&stop).await });
    }
    let category = shop.category("Bain", "").await;
    for number in 0..5 {
        shop.create(shop.new_product(&format!("Savon {number}"), &category)).await;
    }
    let cap = Duration::from_secs(5);
    eventually("both show all", cap, async || total(&shop.catalog).await == 5 && total(&other).await == 5)
        .await;
    stop.cancel();
    running.join_all().await;
}

#[souk_testkit::test(SCHEMA)]
async fn concurrent_writers_leave_no_change_behind(pool: PgPool) {
    let shop = Arc::new(Shop::open(pool));
    let category = shop.category("Bain", "").await;
    shop.catalog.catch_up().await.expect("caught up");
    let mut writers = tokio::task::JoinSet::new();
    for number in 0..20 {
        let (shop, request) = (shop.clone(), shop.new_product(&format!("Savon {number}"), &category));
        writers.spawn(async move { shop.create(request).await });
    }
    while writers.join_next().await.is_some() {
        shop.catalog.catch_up().await.expect("caught up");
    }
    assert_eq!(shop.listing(everything()).await.expect("listed").total, 20);
}

#[souk_testkit::test(SCHEMA)]
async fn staff_stock_and_promotions_change_the_same_products_at_once_and_nobody_fails(pool: PgPool) {
    let shop = Arc::new(Shop::open(pool));
    let category = shop.category("Bain", "").await;
    let mut products = Vec::new();
    for number in 0..4 {
        products.push(shop.create(shop.new_product(&format!("Savon {number}"), &category)).await.id);
    }
    let mut writers = tokio::task::JoinSet::new();
    for product in products {
        let (editor, stock) = (shop.clone(), shop.clone());
        let edited = product.clone();
        writers.spawn(async move {
            for version in 1..=8 {
                let price_ht = Some(1_000 + i64::try_from(version).expect("small"));
                let edit = proto::UpdateProductRequest {
                    id: edited.clone(),
                    version,
                    price_ht,
                    ..Default::default()
                };
                editor.update(edit).await.expect("edited");
            }
        });
        writers.spawn(async move {
            for version in 1..=8 {
                stock.available(&product, "", version, i64::from(version % 2 == 0)).await;
            }
        });
    }
    let promoter = shop.clone();
    writers.spawn(async move {
        for _ in 0..8 {
            promoter.promote(promoter.promotion(1_000)).await.expect("saved");
        }
    });
    while let Some(done) = writers.join_next().await {
        done.expect("no writer was turned away");
    }
    let listing = shop.listing(everything()).await.expect("listed");
    let shown: Vec<_> =
        listing.products.iter().map(|card| (card.price_ht.0.centimes(), card.available)).collect();
    assert_eq!(shown, [(1_008, true); 4]);
}

/// The index follows again within this time.
const BOUND: Duration = Duration::from_secs(15);

#[souk_testkit::test(SCHEMA)]
async fn an_index_tells_of_a_database_that_is_away_at_first_and_follows_again_after_it_vanished(
    pool: PgPool,
) {
    let shop = Shop::open(pool.clone());
    let category = shop.category("Bain", "").await;
    let direct = pool.connect_options();
    let wire = Proxy::start(&format!("{}:{}", direct.get_host(), direct.get_port())).await.expect("a proxy");
    let database_url = wire.rewrite(direct.to_url_lossy().as_str()).expect("an address").into();
    let config = DatabaseConfig { database_url, database_connections: 4 };
    let behind = souk_database::connect(&config, "catalog").expect("a pool");
    let index = shop.folder.path().join("index");
    let other = Catalog::new(behind, Arc::new(shop.clock.clone()), shop.catalog.media.clone(), &index);
    let other = other.expect("opens");
    assert!(other.lacks().is_some_and(|lacking| lacking.contains("is being made")));
    wire.cut();
    let stop = CancellationToken::new();
    let mut running = tokio::task::JoinSet::new();
    let (following, until) = (other.clone(), stop.clone());
    running.spawn(async move { following.follow(&until).await });
    let is_unread =
        || other.lacks().is_some_and(|lacking| lacking.starts_with("the catalogue can't be read"));
    eventually("a database that is away at first is told as that", BOUND, async || is_unread()).await;
    wire.mend();

    for round in 1..=3 {
        shop.create(shop.new_product(&format!("Savon {round}"), &category)).await;
        eventually("the product is listed", BOUND, async || total(&other).await == round).await;
        wire.vanish();
        // Once, what a process remembers of the shop has to be read anew too.
        if round == 2 {
            shop.category("Soins", "").await;
        }
    }
    shop.create(shop.new_product("Bougie", &category)).await;
    eventually("the product is listed", BOUND, async || total(&other).await == 4).await;
    eventually("nothing is said to be missing any more", BOUND, async || other.lacks().is_none()).await;
    stop.cancel();
    running.join_all().await;
}

async fn total(catalog: &Catalog) -> u64 {
    let listings = souk_catalog::listings::ListingsRpc::new(catalog.listings());
    match listings.get_listing(by(&Actor::shopper(), everything())).await {
        Ok(answer) => {
            let json: proto::GetListingResponse = answer.into_inner();
            serde_json::from_slice::<souk_views::Listing>(&json.json).expect("a listing").total
        }
        Err(_) => 0,
    }
}
