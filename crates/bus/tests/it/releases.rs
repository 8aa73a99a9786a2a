//! Releases beside each other: an event is published before all of its listeners know it.

use std::time::Duration;

use souk_bus::{Bus, Consumer, DeadLetters, Delivery, Route, Tuning};
use souk_proto::inventory::v1::StockReserved;
use souk_testkit::eventually;
use sqlx::PgPool;

use crate::shop::{CAP, Running, Shop, about, quick, writing};

/// As the newer release has them: the listener hears one event more.
const NEWER: &[Route] = &[
    Route { event: "souk.inventory.v1.AvailabilityChanged", consumers: &["catalog"] },
    Route { event: "souk.inventory.v1.StockReserved", consumers: &["catalog"] },
];

/// What the newer release writes down for the event that the older one doesn't know.
const NEW: i64 = -1;

fn newer_consumer() -> Consumer {
    writing().on(|tx, delivery: Delivery<StockReserved>| {
        Box::pin(async move {
            sqlx::query("INSERT INTO effects (message_id, value) VALUES ($1, $2)")
                .bind(delivery.message_id)
                .bind(NEW)
                .execute(tx)
                .await?;
            Ok(())
        })
    })
}

fn bus(shop: &Shop, service: &'static str) -> Bus {
    shop.bus(service).tuning(Tuning { unknown_delay: Duration::from_millis(300), ..quick() })
}

fn start_newer(shop: &Shop) -> Running {
    Shop::run(bus(shop, "catalog").routes(NEWER).consume(shop.pool.clone(), newer_consumer()))
}

async fn count(shop: &Shop, is_new: bool) -> usize {
    shop.effects().await.into_iter().filter(|value| (*value == NEW) == is_new).count()
}

#[sqlx::test(migrations = false)]
async fn an_event_that_no_release_came_for_is_a_dead_letter(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let older = Shop::run(bus(&shop, "catalog").consume(shop.pool.clone(), writing()));
    let publisher =
        Shop::run(bus(&shop, "inventory").routes(NEWER).publish(shop.pool.clone(), shop.outbox.clone()));
    shop.announce_unheard().await;
    sqlx::raw_sql(
        "INSERT INTO bus.outbox (id, type, payload, correlation_id, occurred_at)
         VALUES (gen_random_uuid(), 'souk.inventory.v1.StockReserved', '', gen_random_uuid(), now() - interval '8 days')",
    )
    .execute(&shop.pool)
    .await
    .unwrap();
    let letters = DeadLetters::open_with("catalog", &shop.config(), NEWER).await.unwrap();
    let dead = async || letters.list(&shop.pool).await.unwrap();
    eventually("the old one is dead", CAP, async || !dead().await.is_empty()).await;
    let reasons: Vec<_> = dead().await.into_iter().map(|letter| letter.reason).collect();
    assert_eq!(reasons.len(), 1, "the other one waits: {reasons:?}");
    assert!(reasons[0].starts_with("no release that knows it came in time"), "{reasons:?}");
    let newer = start_newer(&shop);
    eventually("the other one has its effect", CAP, async || count(&shop, true).await == 1).await;
    letters.close().await.unwrap();
    for process in [older, newer, publisher] {
        process.stop().await;
    }
    shop.close().await;
}

#[sqlx::test(migrations = false)]
async fn an_event_waits_for_a_release_that_knows_it_and_holds_up_no_other(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let older = Shop::run(bus(&shop, "catalog").consume(shop.pool.clone(), writing()));
    let publisher =
        Shop::run(bus(&shop, "inventory").routes(NEWER).publish(shop.pool.clone(), shop.outbox.clone()));
    for value in 0..50 {
        shop.announce_unheard().await;
        shop.announce(about(), value).await;
    }
    shop.outbox_drains().await;
    eventually("all that the older release knows", CAP, async || count(&shop, false).await == 50).await;
    // Long enough to be offered to the older one more often than failures are allowed.
    let waited = tokio::time::Instant::now();
    eventually("some rounds", CAP, async || waited.elapsed() > Duration::from_millis(300) * 8).await;
    assert_eq!(count(&shop, true).await, 0);

    let newer = start_newer(&shop);
    eventually("all, beside the older one", CAP, async || count(&shop, true).await == 50).await;
    assert_eq!(shop.effects().await.len(), 100, "each once");
    let letters = DeadLetters::open_with("catalog", &shop.config(), NEWER).await.unwrap();
    assert_eq!(letters.list(&shop.pool).await.unwrap(), []);
    letters.close().await.unwrap();
    for process in [older, newer, publisher] {
        process.stop().await;
    }
    shop.close().await;
}
