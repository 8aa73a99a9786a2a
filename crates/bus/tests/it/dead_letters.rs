//! Messages that can't be handled.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use anyhow::anyhow;
use souk_bus::{ConsumeError, Consumer, DeadLetters, Delivery, MOST_ATTEMPTS, Tuning};
use souk_proto::inventory::v1::AvailabilityChanged;
use souk_testkit::eventually_some;
use sqlx::PgPool;
use uuid::Uuid;

use crate::shop::{CAP, ROUTES, SCHEMA, Shop, about, handling, quick, value, write_down, writing};

/// Fails on 13 and panics on 14 until it is repaired; counts the tries of 13.
fn fragile(repaired: &Arc<AtomicBool>, tries: &Arc<AtomicU32>) -> Consumer {
    let (repaired, tries) = (repaired.clone(), tries.clone());
    handling(move |tx, delivery| {
        let (repaired, tries) = (repaired.clone(), tries.clone());
        Box::pin(async move {
            let works = repaired.load(Ordering::SeqCst);
            match value(&delivery) {
                13 if !works => {
                    tries.fetch_add(1, Ordering::SeqCst);
                    Err(anyhow!("thirteen is too much").into())
                }
                14 if !works => panic!("fourteen is far too much"),
                _ => write_down(tx, delivery).await,
            }
        })
    })
}

async fn letters(shop: &Shop) -> Vec<souk_bus::DeadLetter> {
    let letters = DeadLetters::open_with("catalog", &shop.config(), ROUTES).await.unwrap();
    let mut found = letters.list(&shop.pool).await.unwrap();
    letters.close().await.unwrap();
    found.sort_by(|one, other| one.reason.cmp(&other.reason));
    found
}

async fn letters_become(shop: &Shop, count: usize) -> Vec<souk_bus::DeadLetter> {
    eventually_some("the dead letters", CAP, async || {
        let found = letters(shop).await;
        (found.len() == count).then_some(found)
    })
    .await
}

#[souk_testkit::test(SCHEMA)]
async fn what_another_handler_hears_too_takes_no_effect_in_part(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let also = writing().on(|_, _: Delivery<AvailabilityChanged>| {
        Box::pin(async { Err(ConsumeError::InPart(anyhow!("there is more"))) })
    });
    let running = shop.start(also);
    shop.announce(about(), 7).await;
    letters_become(&shop, 1).await;
    assert!(shop.effects().await.is_empty(), "nothing was committed");
    running.stop().await;
    shop.close().await;
}

#[souk_testkit::test(SCHEMA)]
async fn poison_is_set_aside_after_its_limit_while_the_rest_flows_and_comes_back_when_redriven(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let (repaired, tries) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU32::new(0)));
    let running = shop.start(fragile(&repaired, &tries));
    let subject = about();
    for value in [1, 13, 2, 14, 3] {
        shop.announce(subject, value).await;
    }
    shop.effects_become(&[1, 2, 3]).await;
    let dead = letters_become(&shop, 2).await;
    assert_eq!(tries.load(Ordering::SeqCst), MOST_ATTEMPTS.unsigned_abs());
    let reasons: Vec<_> = dead.iter().map(|letter| letter.reason.as_str()).collect();
    assert_eq!(reasons, ["the handler panicked", "thirteen is too much"]);
    assert_eq!(dead[0].event, "souk.inventory.v1.AvailabilityChanged");
    assert_eq!(dead[0].correlation_id, Some(subject));

    repaired.store(true, Ordering::SeqCst);
    let redriving = DeadLetters::open_with("catalog", &shop.config(), ROUTES).await.unwrap();
    assert_eq!(redriving.redrive(dead[1].message_id).await.unwrap(), 1);
    shop.effects_become(&[1, 2, 3, 13]).await;
    assert_eq!(redriving.redrive(None).await.unwrap(), 1);
    shop.effects_become(&[1, 2, 3, 13, 14]).await;
    assert_eq!(redriving.redrive(None).await.unwrap(), 0);
    redriving.close().await.unwrap();
    assert_eq!(letters(&shop).await, []);
    running.stop().await;
    shop.close().await;
}

#[souk_testkit::test(SCHEMA)]
async fn what_can_never_be_understood_is_set_aside_at_once(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let running = shop.start(writing());
    let unreadable = "INSERT INTO bus.outbox (id, type, payload, correlation_id, occurred_at)
                      VALUES ($1, 'souk.inventory.v1.AvailabilityChanged', '\\xff', $1, now())";
    let id = Uuid::now_v7();
    sqlx::query(unreadable).bind(id).execute(&shop.pool).await.unwrap();
    shop.announce(about(), 1).await;
    shop.effects_become(&[1]).await;
    let dead = letters_become(&shop, 1).await;
    assert_eq!(dead[0].message_id, Some(id));
    assert!(dead[0].reason.starts_with("not a souk.inventory.v1.AvailabilityChanged"), "{}", dead[0].reason);
    running.stop().await;
    shop.close().await;
}

#[souk_testkit::test(SCHEMA)]
async fn a_message_that_is_no_event_is_set_aside_at_once(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let running = shop.start(writing());
    shop.announce(about(), 1).await;
    shop.effects_become(&[1]).await;
    let connection = shop.broker.connect().await.unwrap();
    let channel = connection.create_channel().await.unwrap();
    let (options, properties) = Default::default();
    channel
        .basic_publish("".into(), shop.incoming_queue().into(), options, b"hello", properties)
        .await
        .unwrap()
        .await
        .unwrap();
    let dead = letters_become(&shop, 1).await;
    assert_eq!((dead[0].message_id, dead[0].event.as_str()), (None, ""));
    running.stop().await;
    shop.close().await;
}

#[souk_testkit::test(SCHEMA)]
async fn a_statement_or_a_handler_that_takes_too_long_is_set_aside_after_its_limit(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let slow = handling(|tx, delivery| {
        Box::pin(async move {
            match value(&delivery) {
                13 => {
                    sqlx::query("SET LOCAL statement_timeout = '20ms'").execute(&mut *tx).await?;
                    sqlx::query("SELECT pg_sleep(60)").execute(&mut *tx).await?;
                }
                14 => std::future::pending().await,
                _ => {}
            }
            write_down(tx, delivery).await
        })
    });
    let tuning = Tuning { handling_timeout: Duration::from_millis(200), ..quick() };
    let running = Shop::run(
        shop.bus("catalog")
            .tuning(tuning)
            .publish(shop.pool.clone(), shop.outbox.clone())
            .consume(shop.pool.clone(), slow),
    );
    for value in [13, 14, 1] {
        shop.announce(about(), value).await;
    }
    shop.effects_become(&[1]).await;
    let dead = letters_become(&shop, 2).await;
    assert!(dead[0].reason.contains("statement timeout"), "{}", dead[0].reason);
    assert_eq!(dead[1].reason, "the handler took longer than 200ms");
    running.stop().await;
    shop.close().await;
}
