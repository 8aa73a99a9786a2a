//! What the gateway hears over a real RabbitMQ.

use std::time::Duration;

use futures::StreamExt as _;
use souk_bus::{Bus, BusConfig, Event, Meta, Outbox, ROUTES, Topology};
use souk_gateway::{SERVICE, events};
use souk_kernel::{Clock as _, Role};
use souk_proto::catalog::v1::{
    GetHomeRequest, GetHomeResponse, PromotionsChanged, Sellable, SellableChanged,
};
use souk_testkit::{Broker, eventually};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::support::{Gateway, SCHEMA};

const HOME: &str = "/web/public/api/home";
const PATIENCE: Duration = Duration::from_secs(20);

/// The neighbour's event is published from an outbox of the test's own: the broker does not care whose it is.
#[souk_testkit::test(SCHEMA)]
async fn changed_products_and_promotions_are_told_to_screens_and_drop_what_was_kept(pool: PgPool) {
    let gateway = Gateway::open(pool.clone()).await;
    let broker = Broker::from_env().expect("a broker");
    let namespace = broker.namespace();
    let config = BusConfig { amqp_url: broker.url().into(), namespace: namespace.name().into() };
    let (stop, outbox) = (CancellationToken::new(), Outbox::new());
    let running = Bus::new(SERVICE, &config)
        .publish(pool.clone(), outbox.clone())
        .broadcast(events::broadcast(SERVICE, &gateway.app))
        .start(&stop)
        .expect("starts");
    eventually("the gateway hears", PATIENCE, async || running.is_connected()).await;

    let person = gateway.employee(Role::Content).await;
    let mut screen = gateway.listen(&person).await;
    gateway.neighbour.says("GetHome", &GetHomeResponse { json: b"{}".to_vec(), version: 1 });
    let shopper = gateway.shopper().await;
    gateway.get(&shopper, HOME).await;

    let sellable = Sellable { product_id: "a product".into(), version: 9, ..Sellable::default() };
    publish(&gateway, &pool, &outbox, &SellableChanged { sellable: Some(sellable) }).await;
    assert_eq!(told(&mut screen).await, r#"{"kind":"product","id":"a product","version":9}"#);
    // Products are dropped with whatever is said within a quarter of a second.
    eventually("the product is asked for again", PATIENCE, async || {
        gateway.get(&shopper, HOME).await;
        gateway.neighbour.asked::<GetHomeRequest>("GetHome").len() == 2
    })
    .await;

    publish(&gateway, &pool, &outbox, &PromotionsChanged { version: 11, promotions: Vec::new() }).await;
    assert_eq!(told(&mut screen).await, r#"{"kind":"content","id":"promotions","version":11}"#);
    gateway.get(&shopper, HOME).await;
    assert_eq!(gateway.neighbour.asked::<GetHomeRequest>("GetHome").len(), 3);

    stop.cancel();
    running.stopped().await;
    let queues = Topology::new(namespace.name(), ROUTES).queues().into_keys();
    namespace.remove(queues).await.expect("removed");
}

async fn publish<E: Event>(gateway: &Gateway, pool: &PgPool, outbox: &Outbox, event: &E) {
    let mut tx = pool.begin().await.expect("begins");
    let meta = Meta::new(&gateway.clock, gateway.clock.uuid());
    outbox.add(&mut tx, event, meta).await.expect("adds");
    tx.commit().await.expect("commits");
}

/// The data of the next event that a screen gets.
async fn told(screen: &mut axum::body::BodyDataStream) -> String {
    let chunk = tokio::time::timeout(PATIENCE, screen.next()).await.expect("in time").expect("an event");
    let text = String::from_utf8(chunk.expect("a chunk").to_vec()).expect("text");
    text.trim_start_matches("data: ").trim_end().to_owned()
}
