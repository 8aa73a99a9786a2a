//! Many messages handled in one transaction, and what happens where that does not go.

use std::sync::{Arc, Mutex};

use anyhow::anyhow;
use souk_bus::{Consumer, Delivery};
use souk_proto::inventory::v1::AvailabilityChanged;
use sqlx::{PgConnection, PgPool};

use crate::shop::{Outcome, SCHEMA, Shop, about, write_down, writing};

/// As many as are handled together at most, so that nobody waits for more.
const RUN: i64 = 32;

/// How many messages each call of the handler of many got.
type Runs = Arc<Mutex<Vec<usize>>>;

/// What the handler of many answers when it has written them down.
type Verdict = fn() -> anyhow::Result<bool>;

/// Writes down many at once, and alone what is refused together.
fn writing_together(runs: &Runs, verdict: Verdict) -> Consumer {
    let runs = runs.clone();
    writing().together(move |tx, deliveries: Vec<Delivery<AvailabilityChanged>>| {
        runs.lock().unwrap().push(deliveries.len());
        Box::pin(async move {
            write_all(tx, deliveries).await?;
            Ok(verdict()?)
        })
    })
}

async fn write_all(tx: &mut PgConnection, deliveries: Vec<Delivery<AvailabilityChanged>>) -> Outcome {
    for delivery in deliveries {
        write_down(tx, delivery).await?;
    }
    Ok(())
}

/// Announces `values` of one subject, so that one lane gets them, before anybody listens.
async fn announced(pool: PgPool, values: &[i64]) -> Shop {
    let shop = Shop::open(pool).await;
    let subject = about();
    for value in values {
        shop.announce(subject, *value).await;
    }
    // The queue exists and is full before its consumer comes.
    let relay = shop.start_relay();
    shop.outbox_drains().await;
    relay.stop().await;
    shop
}

#[souk_testkit::test(SCHEMA)]
async fn what_waits_is_handled_in_one_transaction_in_its_order(pool: PgPool) {
    let values: Vec<_> = (0..RUN).collect();
    let (shop, runs) = (announced(pool, &values).await, Runs::default());
    let running = shop.start(writing_together(&runs, || Ok(true)));
    shop.effects_become(&values).await;
    assert_eq!(*runs.lock().unwrap(), [values.len()]);
    let transactions = "SELECT count(DISTINCT xmin::text) FROM bus.inbox";
    let transactions: i64 = sqlx::query_scalar(transactions).fetch_one(&shop.pool).await.unwrap();
    assert_eq!(transactions, 1);
    running.stop().await;
    shop.close().await;
}

#[souk_testkit::test(SCHEMA)]
async fn many_that_are_refused_fail_or_panic_are_handled_one_by_one(pool: PgPool) {
    let values: Vec<_> = (0..RUN).collect();
    let refusals: [Verdict; 3] = [|| Ok(false), || Err(anyhow!("not these")), || panic!("never these")];
    let shop = announced(pool, &values).await;
    let mut expected = Vec::new();
    for refusal in refusals {
        let runs = Runs::default();
        let running = shop.start(writing_together(&runs, refusal));
        expected.extend(&values);
        shop.effects_become(&expected).await;
        assert_eq!(runs.lock().unwrap().first(), Some(&values.len()));
        running.stop().await;
        // The next round's messages.
        let subject = about();
        for value in &values {
            shop.announce(subject, *value).await;
        }
        let relay = shop.start_relay();
        shop.outbox_drains().await;
        relay.stop().await;
    }
    let kept: i64 =
        sqlx::query_scalar("SELECT count(*) FROM bus.failures").fetch_one(&shop.pool).await.unwrap();
    assert_eq!(kept, 0, "none of them is at fault");
    shop.close().await;
}

#[souk_testkit::test(SCHEMA)]
async fn one_known_among_many_has_no_second_effect(pool: PgPool) {
    let values: Vec<_> = (0..RUN).collect();
    let shop = announced(pool, &values).await;
    let known = "INSERT INTO bus.inbox (consumer, message_id)
                 SELECT 'catalog', id FROM bus.outbox ORDER BY position LIMIT 1";
    sqlx::query(known).execute(&shop.pool).await.unwrap();
    let runs = Runs::default();
    let running = shop.start(writing_together(&runs, || Ok(true)));
    shop.effects_become(&values[1..]).await;
    assert!(runs.lock().unwrap().is_empty(), "they were not offered together");
    running.stop().await;
    shop.close().await;
}
