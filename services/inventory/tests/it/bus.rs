//! The subscriptions on a real broker.

use std::time::Duration;

use souk_bus::{Bus, BusConfig, Meta, ROUTES, Topology};
use souk_kernel::Clock as _;
use souk_proto::catalog::v1::SellableChanged;
use souk_proto::orders::v1::{OrderPlaced, OrderShipped};
use souk_testkit::{Broker, eventually};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::support::{Key, SCHEMA, Shop, new_order, order, sellable};

const PATIENCE: Duration = Duration::from_secs(20);

/// The neighbours' events are published from this service's own outbox: the broker does not care whose it is.
#[souk_testkit::test(SCHEMA)]
async fn events_take_effect_once_although_each_comes_twice(pool: PgPool) {
    let shop = Shop::open(pool);
    let warehouse = shop.warehouse("Alger", 1).await;
    let key = Key { product: shop.id(), combination: shop.id() };
    let namespace = Broker::from_env().expect("a broker").namespace();
    let config = BusConfig {
        amqp_url: Broker::from_env().expect("a broker").url().into(),
        namespace: namespace.name().into(),
    };
    let stop = CancellationToken::new();
    let running = Bus::new(souk_inventory::SERVICE, &config)
        .publish(shop.pool().clone(), shop.inventory.outbox.clone())
        .consume(shop.pool().clone(), shop.inventory.subscriptions())
        .start(&stop)
        .expect("routes and handlers agree");

    publish_twice(&shop, &SellableChanged { sellable: Some(sellable(&key, 1, "Savon")) }).await;
    eventually("the product is known", PATIENCE, async || count(&shop, "sellable_items").await == 1).await;
    shop.add(&warehouse, &key, 5).await;
    let id = new_order(&shop);
    publish_twice(&shop, &OrderPlaced { order: Some(order(&id, 1, "pending", &[(&key, 2)])) }).await;
    eventually("the order is held", PATIENCE, async || shop.level(&warehouse, &key).await == (5, 2)).await;
    publish_twice(&shop, &OrderShipped { order: Some(order(&id, 2, "reserved", &[(&key, 2)])) }).await;
    eventually("the order has left", PATIENCE, async || shop.level(&warehouse, &key).await == (3, 0)).await;
    eventually("all six were handled", PATIENCE, async || count(&shop, "bus.inbox").await == 6).await;
    assert_eq!(shop.level(&warehouse, &key).await, (3, 0));
    assert_eq!(count(&shop, "stock_movements").await, 2, "one came, one left");
    shop.assert_adds_up().await;

    stop.cancel();
    running.stopped().await;
    let queues = Topology::new(namespace.name(), ROUTES).queues().into_keys();
    namespace.remove(queues).await.expect("removed");
}

/// As two messages: what a relay does that died between publishing and marking looks the same to the handler's
/// version guard, and the inbox has tests of its own.
async fn publish_twice<E: souk_bus::Event>(shop: &Shop, event: &E) {
    let mut tx = shop.pool().begin().await.expect("a transaction");
    for _ in 0..2 {
        let meta = Meta::new(&shop.clock, shop.clock.uuid());
        shop.inventory.outbox.add(&mut tx, event, meta).await.expect("added");
    }
    tx.commit().await.expect("committed");
}

async fn count(shop: &Shop, table: &str) -> i64 {
    let count = format!("SELECT count(*) FROM {table}");
    sqlx::query_scalar(sqlx::AssertSqlSafe(count)).fetch_one(shop.pool()).await.expect("counted")
}
