//! The subscriptions on a real broker.

use std::time::Duration;

use souk_bus::{Bus, BusConfig, Meta, ROUTES, Topology};
use souk_kernel::Clock as _;
use souk_proto::inventory::v1::{Availability, AvailabilityChanged};
use souk_proto::orders::v1::{Order, OrderDelivered, OrderLine};
use souk_testkit::{Broker, eventually};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::support::{SCHEMA, Shop};

const PATIENCE: Duration = Duration::from_secs(20);

/// The neighbours' events are published from this service's own outbox: the broker does not care whose it is.
#[souk_testkit::test(SCHEMA)]
async fn neighbours_events_reach_the_page_and_the_sales(pool: PgPool) {
    let shop = Shop::open(pool);
    let product = shop.create(shop.new_product("Savon", &shop.category("Bain", "").await)).await;
    let broker = Broker::from_env().expect("a broker");
    let namespace = broker.namespace();
    let config = BusConfig { amqp_url: broker.url().into(), namespace: namespace.name().into() };
    let stop = CancellationToken::new();
    let running = Bus::new(souk_catalog::SERVICE, &config)
        .publish(shop.pool().clone(), shop.catalog.context.outbox.clone())
        .consume(shop.pool().clone(), shop.catalog.subscriptions())
        .start(&stop)
        .expect("routes and handlers agree");

    let available =
        Availability { product_id: product.id.clone(), available: 3, version: 1, ..Default::default() };
    publish(&shop, &AvailabilityChanged { keys: vec![available] }).await;
    let line = OrderLine { product_id: product.id, quantity: 2, ..Default::default() };
    let order = Order { id: shop.id(), lines: vec![line], ..Default::default() };
    publish(&shop, &OrderDelivered { order: Some(order) }).await;
    let orderable = async || shop.page("savon").await.is_ok_and(|page| page.available);
    eventually("the product can be ordered", PATIENCE, orderable).await;
    eventually("the sale is noted", PATIENCE, async || {
        let units: Option<i64> =
            sqlx::query_scalar("SELECT units FROM sales").fetch_optional(shop.pool()).await.expect("read");
        units == Some(2)
    })
    .await;

    stop.cancel();
    running.stopped().await;
    namespace.remove(Topology::new(namespace.name(), ROUTES).queues().into_keys()).await.expect("removed");
}

async fn publish<E: souk_bus::Event>(shop: &Shop, event: &E) {
    let mut tx = shop.pool().begin().await.expect("a transaction");
    let meta = Meta::new(&shop.clock, shop.clock.uuid());
    shop.catalog.context.outbox.add(&mut tx, event, meta).await.expect("added");
    tx.commit().await.expect("committed");
}
