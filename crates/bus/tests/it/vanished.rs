//! A host vanishes without a word: its connections stay open and nobody answers on them.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use souk_bus::{Broadcast, DeadLetters, Delivery, MOST_ATTEMPTS};
use souk_proto::inventory::v1::AvailabilityChanged;
use souk_testkit::{Proxy, eventually};
use sqlx::{PgPool, Postgres, Transaction};

use crate::shop::{CAP, ROUTES, Running, SCHEMA, Shop, about, handling, value, write_down, writing};

/// Events flow again within this time.
const BOUND: Duration = Duration::from_secs(15);

/// A process that publishes and consumes, with its ways to the database and to the broker.
struct Process {
    running: Running,
    database: Proxy,
    broker: Proxy,
}

impl Process {
    async fn start(shop: &Shop) -> Self {
        let ((pool, database), broker) =
            (shop.pool_behind_proxy().await, Proxy::start(shop.broker.address()).await.unwrap());
        let url = broker.rewrite(shop.broker.url()).unwrap();
        let bus = shop.bus_at("catalog", &url);
        let running = Shop::run(bus.publish(pool.clone(), shop.outbox.clone()).consume(pool, writing()));
        Self { running, database, broker }
    }
}

/// Announces values from `first` on while `trouble` comes, and waits until all of them have taken effect.
async fn flows_through(shop: &Shop, first: i64, trouble: impl FnOnce()) {
    let last = first + 100;
    for value in first..first + 50 {
        shop.announce(about(), value).await;
    }
    trouble();
    for value in first + 50..last {
        shop.announce(about(), value).await;
    }
    let arrived = async || shop.effects().await.into_iter().filter(|value| *value >= first).count() == 100;
    eventually("events flow again", BOUND, arrived).await;
}

/// Each announced value took effect once, and nothing was set aside.
async fn assert_whole(shop: &Shop, count: usize) {
    let effects = shop.effects().await;
    assert_eq!(effects.iter().collect::<HashSet<_>>().len(), count, "none is lost");
    assert_eq!(effects.len(), count, "none is doubled");
    let letters = DeadLetters::open_with("catalog", &shop.config(), ROUTES).await.unwrap();
    assert_eq!(letters.list(&shop.pool).await.unwrap(), []);
    letters.close().await.unwrap();
}

#[souk_testkit::test(SCHEMA)]
async fn events_flow_again_after_the_database_or_the_broker_vanished(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let process = Process::start(&shop).await;
    flows_through(&shop, 0, || {}).await;
    flows_through(&shop, 100, || process.database.vanish()).await;
    flows_through(&shop, 200, || process.broker.vanish()).await;
    flows_through(&shop, 300, || {
        process.broker.vanish();
        process.database.vanish();
    })
    .await;
    assert_whole(&shop, 400).await;
    process.running.stop().await;
    shop.close().await;
}

#[souk_testkit::test(SCHEMA)]
async fn another_replica_takes_over_what_a_vanished_one_led_and_held(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let first = Process::start(&shop).await;
    flows_through(&shop, 0, || {}).await;
    let second = Process::start(&shop).await;
    flows_through(&shop, 100, || {
        first.broker.silence();
        first.database.silence();
    })
    .await;
    assert_whole(&shop, 200).await;
    first.running.kill();
    second.running.stop().await;
    shop.close().await;
}

#[souk_testkit::test(SCHEMA)]
async fn a_database_that_is_silent_for_longer_makes_no_dead_letters(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let process = Process::start(&shop).await;
    flows_through(&shop, 0, || {}).await;
    process.database.silence();
    let relay = shop.start_relay();
    for value in 100..110 {
        shop.announce(about(), value).await;
    }
    shop.outbox_drains().await;
    // Longer than it takes to fail as often as the limit allows.
    let tries = Duration::from_secs(3) * (MOST_ATTEMPTS.unsigned_abs() + 1);
    let silent = tokio::time::Instant::now();
    eventually("the database is silent for long", CAP, async || silent.elapsed() > tries).await;
    process.database.mend();
    eventually("every effect", BOUND, async || shop.effects().await.len() == 110).await;
    assert_whole(&shop, 110).await;
    relay.stop().await;
    process.running.stop().await;
    shop.close().await;
}

/// A row that somebody keeps until the transaction ends.
async fn keep(pool: &PgPool, id: i32) -> Transaction<'static, Postgres> {
    let mut kept = pool.begin().await.unwrap();
    sqlx::query("SELECT FROM kept WHERE id = $1 FOR UPDATE").bind(id).execute(&mut *kept).await.unwrap();
    kept
}

/// Two others keep a row each, one after the other, for longer than a handler may take; the database answers everybody else.
#[souk_testkit::test(SCHEMA)]
async fn locks_that_others_keep_make_no_dead_letters(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let rows = "CREATE TABLE kept AS SELECT id FROM generate_series(1, 2) AS id";
    sqlx::raw_sql(rows).execute(&shop.pool).await.unwrap();
    let running = shop.start(handling(|tx, delivery| {
        Box::pin(async move {
            for id in 1..=2 {
                sqlx::query("SELECT FROM kept WHERE id = $1 FOR UPDATE").bind(id).execute(&mut *tx).await?;
            }
            write_down(tx, delivery).await
        })
    }));
    flows_through(&shop, 0, || {}).await;
    let (first, second) = (keep(&shop.pool, 1).await, keep(&shop.pool, 2).await);
    shop.announce(about(), 100).await;
    let locked = tokio::time::Instant::now();
    let passes = async |time: Duration| {
        eventually("it waits for long", CAP, async || locked.elapsed() > time).await;
    };
    passes(Duration::from_millis(4500)).await;
    first.rollback().await.unwrap();
    passes(Duration::from_secs(10)).await;
    let failed =
        sqlx::query_scalar::<_, i64>("SELECT count(*) FROM bus.failures").fetch_one(&shop.pool).await;
    assert_eq!(failed.unwrap(), 0, "the locks are no fault of the event");
    second.rollback().await.unwrap();
    eventually("every effect", BOUND, async || shop.effects().await.len() == 101).await;
    assert_whole(&shop, 101).await;
    running.stop().await;
    shop.close().await;
}

/// Each time that it comes again it is handled, and waits: none of it is its fault.
#[souk_testkit::test(SCHEMA)]
async fn an_event_that_waits_for_a_lock_through_lost_connections_is_no_dead_letter(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let process = Process::start(&shop).await;
    flows_through(&shop, 0, || {}).await;
    let mut kept = shop.pool.begin().await.unwrap();
    sqlx::raw_sql("LOCK TABLE effects IN EXCLUSIVE MODE").execute(&mut *kept).await.unwrap();
    shop.announce(about(), 100).await;
    let waits = async |expected: bool| {
        let waiting =
            "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND relation = 'effects'::regclass
                           AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))";
        sqlx::query_scalar::<_, bool>(waiting).fetch_one(&shop.pool).await.unwrap() == expected
    };
    for loss in 0..MOST_ATTEMPTS + 2 {
        eventually(&format!("it waits before loss {loss}"), CAP, async || waits(true).await).await;
        process.broker.cut();
        eventually("its handler has ended", CAP, async || waits(false).await).await;
        process.broker.mend();
    }
    kept.rollback().await.unwrap();
    eventually("its effect", BOUND, async || shop.effects().await.len() == 101).await;
    assert_whole(&shop, 101).await;
    process.running.stop().await;
    shop.close().await;
}

#[souk_testkit::test(SCHEMA)]
async fn who_hears_live_hears_again(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let publishing = shop.start(writing());
    let broker = Proxy::start(shop.broker.address()).await.unwrap();
    let (heard, connected) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0)));
    let (hearing, connecting) = (heard.clone(), connected.clone());
    let broadcast = Broadcast::new("gateway")
        .on(move |delivery: Delivery<AvailabilityChanged>| {
            hearing.fetch_max(u32::try_from(value(&delivery)).unwrap(), Ordering::SeqCst);
        })
        .on_connected(move || {
            connecting.fetch_add(1, Ordering::SeqCst);
        });
    let url = broker.rewrite(shop.broker.url()).unwrap();
    let process = Shop::run(shop.bus_at("gateway", &url).broadcast(broadcast));
    eventually("it listens", CAP, async || connected.load(Ordering::SeqCst) == 1).await;
    broker.vanish();
    eventually("it listens again", BOUND, async || connected.load(Ordering::SeqCst) == 2).await;
    shop.announce(about(), 7).await;
    eventually("it hears again", CAP, async || heard.load(Ordering::SeqCst) == 7).await;
    process.stop().await;
    publishing.stop().await;
    shop.close().await;
}
