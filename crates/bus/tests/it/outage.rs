//! The broker or the database goes away and comes back.

use souk_bus::{MOST_ATTEMPTS, Tuning};
use souk_testkit::{Proxy, eventually};
use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;

use crate::shop::{CAP, SCHEMA, Shop, about, writing};

#[souk_testkit::test(SCHEMA)]
async fn changes_commit_while_the_broker_is_away_and_their_events_follow(pool: PgPool) {
    let mut shop = Shop::open(pool).await;
    let proxy = Proxy::start(shop.broker.address()).await.unwrap();
    shop.url = proxy.rewrite(shop.broker.url()).unwrap();
    let running = shop.start(writing());
    shop.announce(about(), 0).await;
    shop.effects_become(&[0]).await;
    assert!(running.bus.is_connected());

    proxy.cut();
    eventually("the bus knows that it is cut off", CAP, async || !running.bus.is_connected()).await;
    for value in 1..=500 {
        shop.announce(about(), value).await;
    }
    assert_eq!(shop.unpublished().await, 500, "all are kept");

    proxy.mend();
    shop.outbox_drains().await;
    eventually("every effect", CAP, async || shop.effects().await.len() == 501).await;
    let mut effects = shop.effects().await;
    effects.sort_unstable();
    assert_eq!(effects, (0..=500).collect::<Vec<_>>(), "each once");
    eventually("the bus is connected again", CAP, async || running.bus.is_connected()).await;
    running.stop().await;
    shop.close().await;
}

#[souk_testkit::test(SCHEMA)]
async fn a_broker_cut_off_again_and_again_loses_and_doubles_nothing(pool: PgPool) {
    let mut shop = Shop::open(pool).await;
    let proxy = Proxy::start(shop.broker.address()).await.unwrap();
    shop.url = proxy.rewrite(shop.broker.url()).unwrap();
    let running = shop.start(writing());
    for round in 0..5 {
        for value in 0..100 {
            shop.announce(about(), round * 100 + value).await;
            if value == 50 {
                proxy.cut();
            }
        }
        proxy.mend();
    }
    eventually("every effect", CAP, async || shop.effects().await.len() >= 500).await;
    shop.outbox_drains().await;
    let mut effects = shop.effects().await;
    effects.sort_unstable();
    assert_eq!(effects, (0..500).collect::<Vec<_>>(), "each once");
    running.stop().await;
    shop.close().await;
}

#[souk_testkit::test(SCHEMA)]
async fn a_database_that_is_away_makes_no_dead_letters(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let options = shop.pool.connect_options();
    let proxy = Proxy::start(&format!("{}:{}", options.get_host(), options.get_port())).await.unwrap();
    let behind = (*options).clone().host("127.0.0.1").port(proxy.addr().port());
    let consumers = PgPoolOptions::new().connect_lazy_with(behind);
    proxy.cut();
    let relay = shop.start_relay();
    let consuming = Shop::run(shop.bus("catalog").consume(consumers, writing()));
    for value in 0..10 {
        shop.announce(about(), value).await;
    }
    shop.outbox_drains().await;
    eventually("the consumer has its queue", CAP, async || consuming.bus.is_connected()).await;
    // Only the first message of each lane is tried until there is a database.
    let tries = u64::from(MOST_ATTEMPTS.unsigned_abs()) * Tuning::default().lanes as u64;
    eventually("more tries than the limit allows", CAP, async || proxy.refused() > tries).await;
    assert!(shop.effects().await.is_empty());
    proxy.mend();
    eventually("every effect", CAP, async || shop.effects().await.len() == 10).await;
    consuming.stop().await;
    relay.stop().await;
    shop.close().await;
}
