//! Releases beside each other: an event is published before all of its listeners know it.

use std::time::Duration;

use lapin::BasicProperties;
use lapin::options::BasicPublishOptions;
use lapin::types::{AMQPValue, FieldTable};
use souk_bus::{Bus, Consumer, DeadLetters, Delivery, Route, Tuning};
use souk_kernel::{Clock as _, SystemClock};
use souk_proto::inventory::v1::StockReserved;
use souk_testkit::eventually;
use sqlx::PgPool;

use crate::shop::{CAP, Running, SCHEMA, Shop, about, quick, writing};

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

fn start_older(shop: &Shop) -> Running {
    Shop::run(bus(shop, "catalog").consume(shop.pool.clone(), writing()))
}

fn start_publisher(shop: &Shop) -> Running {
    Shop::run(bus(shop, "inventory").routes(NEWER).publish(shop.pool.clone(), shop.outbox.clone()))
}

async fn open_letters(shop: &Shop) -> DeadLetters {
    DeadLetters::open_with("catalog", &shop.config(), NEWER).await.unwrap()
}

#[souk_testkit::test(SCHEMA)]
async fn an_event_that_no_release_came_for_is_a_dead_letter_and_waits_anew_when_redriven(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let hasty =
        Tuning { unknown_delay: Duration::from_millis(100), retention: Duration::from_secs(1), ..quick() };
    let older = Shop::run(shop.bus("catalog").tuning(hasty).consume(shop.pool.clone(), writing()));
    let publisher = start_publisher(&shop);
    shop.announce_unheard().await;
    let letters = open_letters(&shop).await;
    let dead = async || letters.list(&shop.pool).await.unwrap();
    eventually("it is dead", CAP, async || !dead().await.is_empty()).await;
    let reason = dead().await.remove(0).reason;
    assert!(reason.starts_with("no release that knows it came in time"), "{reason}");
    let newer = start_newer(&shop);
    assert_eq!(letters.redrive(None).await.unwrap(), 1);
    eventually("it has its effect", CAP, async || count(&shop, true).await == 1).await;
    letters.close().await.unwrap();
    for process in [older, newer, publisher] {
        process.stop().await;
    }
    shop.close().await;
}

/// The broker was away for a week, or a listener was.
#[souk_testkit::test(SCHEMA)]
async fn an_event_of_long_ago_waits_as_long_as_one_of_now(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let (older, newer, publisher) = (start_older(&shop), start_newer(&shop), start_publisher(&shop));
    sqlx::raw_sql(
        "INSERT INTO bus.outbox (id, type, payload, correlation_id, occurred_at)
         SELECT gen_random_uuid(), 'souk.inventory.v1.StockReserved', '', gen_random_uuid(), now() - interval '8 days'
           FROM generate_series(1, 10)",
    )
    .execute(&shop.pool)
    .await
    .unwrap();
    eventually("all have their effect", CAP, async || count(&shop, true).await == 10).await;
    let letters = open_letters(&shop).await;
    assert_eq!(letters.list(&shop.pool).await.unwrap(), []);
    letters.close().await.unwrap();
    for process in [older, newer, publisher] {
        process.stop().await;
    }
    shop.close().await;
}

/// Puts an event where it is after a day in which no release knew it: it is offered once an hour.
async fn put_aside_for_an_hour(shop: &Shop) {
    let connection = shop.broker.connect().await.unwrap();
    let channel = connection.create_channel().await.unwrap();
    let (queue, id) = (format!("{}.newer.hour", shop.queue()), about().to_string());
    let mut headers = FieldTable::default();
    let yesterday = souk_kernel::rfc3339(SystemClock.now() - time::Duration::days(1));
    for name in ["occurred-at", "x-waits-since", "x-offered-since"] {
        headers.insert(name.into(), AMQPValue::LongString(yesterday.as_str().into()));
    }
    let properties = BasicProperties::default()
        .with_message_id(id.as_str().into())
        .with_correlation_id(id.as_str().into())
        .with_type(NEWER[1].event.into())
        .with_expiration("3600000".into())
        .with_headers(headers);
    let (options, payload) = (BasicPublishOptions::default(), []);
    channel.basic_publish("".into(), queue.into(), options, &payload, properties).await.unwrap();
    connection.close(200, "done".into()).await.unwrap();
}

#[souk_testkit::test(SCHEMA)]
async fn a_release_that_starts_hears_soon_what_is_offered_seldom_whatever_still_runs_beside(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let (older, publisher) = (start_older(&shop), start_publisher(&shop));
    shop.announce(about(), 1).await;
    shop.effects_become(&[1]).await;
    for _ in 0..10 {
        put_aside_for_an_hour(&shop).await;
    }
    let newer = start_newer(&shop);
    eventually("some have their effect", CAP, async || count(&shop, true).await > 0).await;
    // What came to the older one each time is offered again by the next process that starts.
    older.stop().await;
    let next = start_newer(&shop);
    eventually("all have their effect", CAP, async || count(&shop, true).await == 10).await;
    for process in [newer, next, publisher] {
        process.stop().await;
    }
    shop.close().await;
}

#[souk_testkit::test(SCHEMA)]
async fn what_a_process_that_starts_offers_in_vain_is_offered_seldom_again(pool: PgPool) {
    let shop = Shop::open(pool).await;
    open_letters(&shop).await.close().await.unwrap();
    for _ in 0..10 {
        put_aside_for_an_hour(&shop).await;
    }
    let seldom = format!("{}.newer.hour", shop.queue());
    let waiting = async || shop.broker.ready(&seldom).await.unwrap();
    eventually("all wait for an hour", CAP, async || waiting().await == Some(10)).await;
    let older = start_older(&shop);
    eventually("all are offered", CAP, async || waiting().await == Some(0)).await;
    eventually("all wait for an hour again", CAP, async || waiting().await == Some(10)).await;
    older.stop().await;
    shop.close().await;
}

#[souk_testkit::test(SCHEMA)]
async fn an_event_waits_for_a_release_that_knows_it_and_holds_up_no_other(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let (older, publisher) = (start_older(&shop), start_publisher(&shop));
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
    let letters = open_letters(&shop).await;
    assert_eq!(letters.list(&shop.pool).await.unwrap(), []);
    letters.close().await.unwrap();
    for process in [older, newer, publisher] {
        process.stop().await;
    }
    shop.close().await;
}

/// A release drops a listener: its queue is still bound to what it doesn't know any more.
#[souk_testkit::test(SCHEMA)]
async fn an_event_that_nobody_listens_to_any_more_is_taken_off_its_queue(pool: PgPool) {
    let shop = Shop::open(pool).await;
    open_letters(&shop).await.close().await.unwrap();
    let relay = shop.start_relay();
    shop.announce_unheard().await;
    shop.outbox_drains().await;
    assert_eq!(shop.purge().await, 1, "it comes");
    let connection = shop.broker.connect().await.unwrap();
    let (channel, topology) = (connection.create_channel().await.unwrap(), shop.topology());
    topology.unbind(&channel, "catalog", NEWER[1].event).await.unwrap();
    let refused = topology.unbind(&channel, "catalog", NEWER[0].event).await;
    assert!(refused.is_err(), "what is listened to is not taken off");
    shop.announce_unheard().await;
    shop.announce(about(), 1).await;
    shop.outbox_drains().await;
    assert_eq!(shop.purge().await, 1, "only what is listened to");
    connection.close(200, "done".into()).await.unwrap();
    relay.stop().await;
    shop.close().await;
}
