//! An encrypted link to the broker.

use souk_bus::{BusConfig, DeadLetters};
use souk_testkit::encrypted_amqp_url;
use sqlx::PgPool;

use crate::shop::{ROUTES, SCHEMA, Shop, about, writing};

/// Why the broker can't be reached at the address.
async fn refusal(shop: &Shop, url: &str) -> String {
    let config = BusConfig { amqp_url: url.into(), ..shop.config() };
    format!("{:#}", DeadLetters::open_with("catalog", &config, ROUTES).await.unwrap_err())
}

#[souk_testkit::test(SCHEMA)]
async fn events_flow_encrypted_and_a_wrong_name_is_refused(pool: PgPool) {
    let mut shop = Shop::open(pool).await;
    shop.url = encrypted_amqp_url().unwrap();
    let running = shop.start(writing());
    shop.announce(about(), 1).await;
    shop.effects_become(&[1]).await;
    running.stop().await;

    let by_address = shop.url.replace("@localhost:", "@127.0.0.1:");
    let why = refusal(&shop, &by_address).await;
    assert!(why.contains("certificate"), "{why}");
    let (unknown, file) = shop.url.split_once("?cacertfile=").unwrap();
    let why = refusal(&shop, unknown).await;
    assert!(why.contains("certificate"), "{why}");
    let missing = format!("{unknown}?cacertfile={file}.gone");
    assert!(refusal(&shop, &missing).await.contains("can't be read"));
    shop.close().await;
}
