//! From the commit to the broker.

use std::time::Duration;

use lapin::options::QueueDeleteOptions;
use souk_bus::Tuning;
use souk_testkit::{Proxy, eventually};
use sqlx::PgPool;

use crate::shop::{CAP, SCHEMA, Shop, about, quick, writing};

#[souk_testkit::test(SCHEMA)]
async fn a_committed_event_takes_effect_and_a_rolled_back_one_does_not(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let running = shop.start(writing());
    let mut tx = shop.pool.begin().await.unwrap();
    shop.add(&mut tx, about(), 1).await;
    tx.rollback().await.unwrap();
    shop.announce(about(), 2).await;
    shop.effects_become(&[2]).await;
    running.stop().await;
    shop.close().await;
}

#[souk_testkit::test(SCHEMA)]
async fn an_early_position_that_commits_late_is_still_published(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let running = shop.start(writing());
    let mut slow = shop.pool.begin().await.unwrap();
    shop.add(&mut slow, about(), 0).await;
    for value in 1..=50 {
        shop.announce(about(), value).await;
    }
    shop.outbox_drains().await;
    eventually("50 effects", CAP, async || shop.effects().await.len() == 50).await;
    slow.commit().await.unwrap();
    eventually("the late event too", CAP, async || shop.effects().await.contains(&0)).await;
    running.stop().await;
    shop.close().await;
}

#[souk_testkit::test(SCHEMA)]
async fn a_relay_killed_between_publish_and_mark_publishes_twice_and_the_effect_is_one(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let subject = about();
    let consuming = Shop::run(shop.bus("catalog").consume(shop.pool.clone(), writing()));
    // Rows can be read and locked but not marked.
    let mut barrier = shop.pool.begin().await.unwrap();
    shop.announce(subject, 1).await;
    sqlx::raw_sql("LOCK TABLE bus.outbox IN SHARE MODE").execute(&mut *barrier).await.unwrap();
    let doomed = shop.start_relay();
    shop.effects_become(&[1]).await;
    assert_eq!(shop.unpublished().await, 1, "published, not marked");
    doomed.kill();
    barrier.rollback().await.unwrap();
    let next = shop.start_relay();
    shop.outbox_drains().await;
    // Of the same subject, so handled after the second copy.
    shop.announce(subject, 2).await;
    shop.effects_become(&[1, 2]).await;
    next.stop().await;
    consuming.stop().await;
    shop.close().await;
}

#[souk_testkit::test(SCHEMA)]
async fn an_event_that_reaches_no_queue_stays_and_holds_up_no_other(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let running = shop.start_relay();
    eventually("the relay is connected", CAP, async || running.bus.is_connected()).await;
    let connection = shop.broker.connect().await.unwrap();
    let channel = connection.create_channel().await.unwrap();
    channel.queue_delete(shop.incoming_queue().into(), QueueDeleteOptions::default()).await.unwrap();
    shop.announce(about(), 1).await;
    shop.announce_unheard().await;
    let tried = "SELECT count(*) FROM bus.outbox WHERE published_at IS NULL AND attempts > 0";
    eventually("one event was refused, the other went out", CAP, async || {
        let refused: i64 = sqlx::query_scalar(tried).fetch_one(&shop.pool).await.unwrap();
        refused == 1 && shop.unpublished().await == 1
    })
    .await;
    running.stop().await;
    // A start declares the queue again.
    let running = shop.start(writing());
    shop.effects_become(&[1]).await;
    shop.outbox_drains().await;
    running.stop().await;
    shop.close().await;
}

#[souk_testkit::test(SCHEMA)]
async fn returned_events_are_told_apart_from_those_taken_in_the_same_batch(pool: PgPool) {
    let shop = Shop::open(pool).await;
    sqlx::raw_sql(
        "INSERT INTO bus.outbox (id, type, payload, correlation_id, occurred_at)
         SELECT gen_random_uuid(), CASE WHEN n % 3 = 0 THEN 'souk.nowhere.v1.Lost' ELSE 'souk.inventory.v1.AvailabilityChanged' END,
                '', gen_random_uuid(), now() FROM generate_series(1, 300) n",
    )
    .execute(&shop.pool)
    .await
    .unwrap();
    let running = shop.start_relay();
    eventually("all that can go out are out", CAP, async || shop.unpublished().await == 100).await;
    let lost = "SELECT count(*) FROM bus.outbox WHERE published_at IS NULL AND type = 'souk.nowhere.v1.Lost'";
    let kept: i64 = sqlx::query_scalar(lost).fetch_one(&shop.pool).await.unwrap();
    assert_eq!(kept, 100);
    assert_eq!(shop.purge().await, 200);
    running.stop().await;
    shop.close().await;
}

#[souk_testkit::test(SCHEMA)]
async fn one_relay_leads_and_another_follows_when_it_stops(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let first = shop.start_relay();
    let leaders = "SELECT count(*) FROM bus.leases WHERE name = 'relay' AND expires_at > now()";
    let leader_count = async || sqlx::query_scalar::<_, i64>(leaders).fetch_one(&shop.pool).await.unwrap();
    eventually("the first leads", CAP, async || leader_count().await == 1).await;
    let second = shop.start(writing());
    for value in 1..=20 {
        shop.announce(about(), value).await;
    }
    eventually("20 effects", CAP, async || shop.effects().await.len() == 20).await;
    assert_eq!(leader_count().await, 1);
    first.stop().await;
    shop.announce(about(), 21).await;
    eventually("the second publishes", CAP, async || shop.effects().await.contains(&21)).await;
    second.stop().await;
    shop.close().await;
}

#[souk_testkit::test(SCHEMA)]
async fn of_two_relays_one_publishes_each_event_once_and_the_other_when_it_is_gone(pool: PgPool) {
    let shop = Shop::open(pool).await;
    for value in 0..200 {
        shop.announce(about(), value).await;
    }
    // Published events can't be marked meanwhile, so a second one that leads finds them too.
    let mut barrier = shop.pool.begin().await.unwrap();
    sqlx::raw_sql("LOCK TABLE bus.outbox IN SHARE MODE").execute(&mut *barrier).await.unwrap();
    let patient = || {
        let tuning = Tuning { answer_timeout: CAP, ..quick() };
        Shop::run(shop.bus("inventory").tuning(tuning).publish(shop.pool.clone(), shop.outbox.clone()))
    };
    let first = patient();
    let leads = "SELECT count(*) FROM bus.leases WHERE name = 'relay'";
    let leader_count = async || sqlx::query_scalar::<_, i64>(leads).fetch_one(&shop.pool).await.unwrap();
    eventually("the first leads", CAP, async || leader_count().await == 1).await;
    let second = patient();
    eventually("the second is there", CAP, async || second.bus.is_connected()).await;
    let connected = tokio::time::Instant::now();
    eventually("both have looked", CAP, async || connected.elapsed() > Duration::from_secs(1)).await;
    barrier.rollback().await.unwrap();
    shop.outbox_drains().await;
    assert_eq!(shop.purge().await, 200);

    // Without a word: the second leads when the lease has run out.
    first.kill();
    shop.announce(about(), 200).await;
    shop.outbox_drains().await;
    assert_eq!(shop.purge().await, 1);
    second.stop().await;
    shop.close().await;
}

#[souk_testkit::test(SCHEMA)]
async fn what_was_committed_last_leaves_before_the_end(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let seldom = Tuning { poll_interval: Duration::from_hours(1), ..quick() };
    let bus = shop.bus("inventory").tuning(seldom).publish(shop.pool.clone(), shop.outbox.clone());
    let running = Shop::run(bus);
    shop.announce(about(), 1).await;
    shop.outbox_drains().await;
    // As another process writes it: nobody tells this one.
    sqlx::raw_sql(
        "INSERT INTO bus.outbox (id, type, payload, correlation_id, occurred_at)
         SELECT gen_random_uuid(), type, payload, correlation_id, now() FROM bus.outbox",
    )
    .execute(&shop.pool)
    .await
    .unwrap();
    running.stop().await;
    assert_eq!(shop.unpublished().await, 0);
    shop.close().await;
}

/// Megabytes wait in one batch, and the broker takes them slowly: each look ends with some of them out.
#[souk_testkit::test(SCHEMA)]
async fn what_the_broker_took_in_time_is_out_even_if_the_rest_is_not(pool: PgPool) {
    let mut shop = Shop::open(pool).await;
    sqlx::raw_sql(
        "INSERT INTO bus.outbox (id, type, payload, correlation_id, occurred_at)
         SELECT gen_random_uuid(), 'souk.inventory.v1.AvailabilityChanged', convert_to(repeat('x', 200000), 'UTF8'),
                gen_random_uuid(), now() FROM generate_series(1, 100)",
    )
    .execute(&shop.pool)
    .await
    .unwrap();
    let proxy = Proxy::start(shop.broker.address()).await.unwrap();
    proxy.throttle(4 << 20);
    shop.url = proxy.rewrite(shop.broker.url()).unwrap();
    let tuning = Tuning { answer_timeout: Duration::from_secs(2), window_bytes: i64::MAX, ..quick() };
    let relay = shop.bus("inventory").tuning(tuning).publish(shop.pool.clone(), shop.outbox.clone());
    let running = Shop::run(relay);
    shop.outbox_drains().await;
    running.stop().await;
    shop.close().await;
}

#[souk_testkit::test(SCHEMA)]
async fn what_was_published_long_ago_is_forgotten_and_what_waits_is_kept(pool: PgPool) {
    let shop = Shop::open(pool).await;
    sqlx::raw_sql(
        "INSERT INTO bus.outbox (id, type, payload, correlation_id, occurred_at, published_at)
         SELECT gen_random_uuid(), 'x', '', gen_random_uuid(), now() - interval '9 days', now() - interval '8 days'
           FROM generate_series(1, 1500);
         INSERT INTO bus.outbox (id, type, payload, correlation_id, occurred_at, not_before)
         SELECT gen_random_uuid(), 'x', '', gen_random_uuid(), now() - interval '9 days', 'infinity'
           FROM generate_series(1, 3);
         INSERT INTO bus.inbox SELECT 'catalog', gen_random_uuid(), now() - interval '8 days' FROM generate_series(1, 10)",
    )
    .execute(&shop.pool)
    .await
    .unwrap();
    let running = shop.start_relay();
    let rows = "SELECT (SELECT count(*) FROM bus.outbox) * 1000 + (SELECT count(*) FROM bus.inbox)";
    eventually("only what waits is left", CAP, async || {
        sqlx::query_scalar::<_, i64>(rows).fetch_one(&shop.pool).await.unwrap() == 3000
    })
    .await;
    running.stop().await;
    shop.close().await;
}
