//! The subscriptions on a real broker.

use std::time::Duration;

use souk_bus::{Bus, BusConfig, Meta, ROUTES, Topology};
use souk_kernel::Clock as _;
use souk_proto::orders::v1::OrderDelivered;
use souk_testkit::{Broker, eventually};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::support::{SCHEMA, Shop, order};

const PATIENCE: Duration = Duration::from_secs(20);

/// The neighbour's events are published from this service's own outbox: the broker does not care whose it is.
#[souk_testkit::test(SCHEMA)]
async fn a_delivery_becomes_a_receivable_and_nonsense_a_dead_letter(pool: PgPool) {
    let shop = Shop::open(pool);
    let broker = Broker::from_env().expect("a broker");
    let namespace = broker.namespace();
    let config = BusConfig { amqp_url: broker.url().into(), namespace: namespace.name().into() };
    let stop = CancellationToken::new();
    let running = Bus::new(souk_payments::SERVICE, &config)
        .publish(shop.pool().clone(), shop.service.outbox.clone())
        .consume(shop.pool().clone(), shop.service.subscriptions())
        .start(&stop)
        .expect("routes and handlers agree");

    let (transporter, delivered) = (shop.id(), shop.id());
    let mut tx = shop.pool().begin().await.expect("a transaction");
    let nonsense = OrderDelivered { order: Some(order(&shop.id(), &transporter, -1)) };
    let delivery = OrderDelivered { order: Some(order(&delivered, &transporter, 5_000)) };
    for event in [&nonsense, &delivery, &delivery] {
        let meta = Meta::new(&shop.clock, shop.clock.uuid());
        shop.service.outbox.add(&mut tx, event, meta).await.expect("added");
    }
    tx.commit().await.expect("committed");
    eventually("the order is owed", PATIENCE, async || !shop.unpaid(&transporter).await.is_empty()).await;
    let letters = souk_bus::DeadLetters::open(souk_payments::SERVICE, &config).await.expect("opened");
    eventually("nonsense is put aside", PATIENCE, async || {
        letters.list(shop.pool()).await.is_ok_and(|letters| letters.len() == 1)
    })
    .await;
    let owed: Vec<_> =
        shop.unpaid(&transporter).await.into_iter().map(|it| (it.order_id, it.total)).collect();
    assert_eq!(owed, [(delivered, 5_000)]);

    letters.close().await.expect("closed");
    stop.cancel();
    running.stopped().await;
    let queues = Topology::new(namespace.name(), ROUTES).queues().into_keys();
    namespace.remove(queues).await.expect("removed");
}
