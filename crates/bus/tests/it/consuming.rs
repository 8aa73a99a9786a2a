//! From the queue to the effect.

use std::sync::Arc;

use anyhow::anyhow;
use souk_bus::ConsumeError;
use souk_testkit::eventually;
use sqlx::PgPool;
use tokio::sync::Semaphore;

use crate::shop::{CAP, SCHEMA, Shop, about, handling, value, write_down, writing};

#[souk_testkit::test(SCHEMA)]
async fn a_message_that_comes_twice_has_one_effect(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let running = shop.start(writing());
    let subject = about();
    shop.announce(subject, 1).await;
    shop.effects_become(&[1]).await;
    sqlx::raw_sql("UPDATE bus.outbox SET published_at = NULL").execute(&shop.pool).await.unwrap();
    shop.outbox_drains().await;
    // Of the same subject, so handled after the second copy.
    shop.announce(subject, 2).await;
    shop.effects_become(&[1, 2]).await;
    running.stop().await;
    shop.close().await;
}

#[souk_testkit::test(SCHEMA)]
async fn a_consumer_killed_before_its_commit_gets_the_message_again(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let (reached, never) = (Arc::new(Semaphore::new(0)), Arc::new(Semaphore::new(0)));
    let stuck = {
        let reached = reached.clone();
        handling(move |tx, delivery| {
            let (reached, never) = (reached.clone(), never.clone());
            Box::pin(async move {
                write_down(tx, delivery).await?;
                reached.add_permits(1);
                never.acquire().await?.forget();
                Ok(())
            })
        })
    };
    let doomed = shop.start(stuck);
    shop.announce(about(), 1).await;
    reached.acquire().await.unwrap().forget();
    doomed.kill();
    // What a killed process leaves to PostgreSQL: the end of its session.
    let sessions = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE datname = current_database() AND state = 'idle in transaction'";
    sqlx::raw_sql(sessions).execute(&shop.pool).await.unwrap();
    assert!(shop.effects().await.is_empty(), "nothing was committed");
    let running = shop.start(writing());
    shop.effects_become(&[1]).await;
    running.stop().await;
    shop.close().await;
}

#[souk_testkit::test(SCHEMA)]
async fn what_took_effect_in_part_is_kept_and_gone_on_with(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let in_thirds = handling(|tx, delivery| {
        Box::pin(async move {
            let done: i64 = sqlx::query_scalar("SELECT count(*) FROM effects").fetch_one(&mut *tx).await?;
            write_down(tx, delivery).await?;
            if done < 2 { Err(ConsumeError::InPart(anyhow!("{} are left", 2 - done))) } else { Ok(()) }
        })
    });
    let running = shop.start(in_thirds);
    shop.announce(about(), 7).await;
    shop.effects_become(&[7, 7, 7]).await;
    running.stop().await;
    for (rows, expected) in [("bus.inbox", 1), ("bus.failures", 0)] {
        let count = sqlx::AssertSqlSafe(format!("SELECT count(*) FROM {rows}"));
        let count: i64 = sqlx::query_scalar(count).fetch_one(&shop.pool).await.unwrap();
        assert_eq!(count, expected, "{rows}");
    }
    shop.close().await;
}

#[souk_testkit::test(SCHEMA)]
async fn a_commit_that_fails_is_no_acknowledgement(pool: PgPool) {
    let shop = Shop::open(pool).await;
    sqlx::raw_sql(
        "CREATE SEQUENCE commits;
         CREATE FUNCTION fail_first() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN
             IF nextval('commits') <= 2 THEN RAISE EXCEPTION 'not this time'; END IF;
             RETURN NULL;
         END $$;
         CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON effects
             DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fail_first()",
    )
    .execute(&shop.pool)
    .await
    .unwrap();
    let running = shop.start(writing());
    shop.announce(about(), 1).await;
    shop.effects_become(&[1]).await;
    let failures = "SELECT count(*) FROM bus.failures";
    let kept: i64 = sqlx::query_scalar(failures).fetch_one(&shop.pool).await.unwrap();
    assert_eq!(kept, 0, "the reason is forgotten with the success");
    running.stop().await;
    shop.close().await;
}

#[souk_testkit::test(SCHEMA)]
async fn events_about_one_subject_keep_their_order(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let subject = about();
    for value in 0..40 {
        shop.announce(subject, value).await;
    }
    let running = shop.start(writing());
    shop.effects_become(&(0..40).collect::<Vec<_>>()).await;
    running.stop().await;
    shop.close().await;
}

#[souk_testkit::test(SCHEMA)]
async fn an_orderly_end_finishes_what_is_in_flight(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let (reached, go) = (Arc::new(Semaphore::new(0)), Arc::new(Semaphore::new(0)));
    let waiting = {
        let (reached, go) = (reached.clone(), go.clone());
        handling(move |tx, delivery| {
            let (reached, go) = (reached.clone(), go.clone());
            Box::pin(async move {
                reached.add_permits(1);
                go.acquire().await?.forget();
                write_down(tx, delivery).await
            })
        })
    };
    let running = shop.start(waiting);
    shop.announce(about(), 1).await;
    reached.acquire().await.unwrap().forget();
    running.stop.cancel();
    go.add_permits(1);
    running.bus.stopped().await;
    assert_eq!(shop.effects().await, [1], "the handler ended before the bus did");
    let connection = shop.broker.connect().await.unwrap();
    let channel = connection.create_channel().await.unwrap();
    let queue = shop.incoming_queue();
    let left = channel.basic_get(queue.into(), lapin::options::BasicGetOptions::default()).await.unwrap();
    assert_eq!(left.map(|message| message.delivery.delivery_tag), None, "the message was acknowledged");
    shop.close().await;
}

#[souk_testkit::test(SCHEMA)]
async fn the_trace_fields_and_ids_arrive_as_they_left(pool: PgPool) {
    let shop = Shop::open(pool).await;
    let (sender, mut receiver) = tokio::sync::mpsc::unbounded_channel();
    let running = shop.start(handling(move |_, delivery| {
        let sent = sender.send(delivery);
        Box::pin(async move { Ok(sent?) })
    }));
    let subject = about();
    let id = shop.announce(subject, 7).await;
    let delivery = receiver.recv().await.unwrap();
    let occurred_at = "SELECT occurred_at FROM bus.outbox WHERE id = $1";
    let occurred_at: time::OffsetDateTime =
        sqlx::query_scalar(occurred_at).bind(id).fetch_one(&shop.pool).await.unwrap();
    assert_eq!((delivery.message_id, delivery.correlation_id), (id, subject));
    assert_eq!((delivery.occurred_at, value(&delivery)), (occurred_at, 7));
    running.stop().await;
    eventually("nothing is left", CAP, async || shop.unpublished().await == 0).await;
    shop.close().await;
}

/// The gateway's, which publishes nothing.
#[souk_testkit::test(SCHEMA)]
async fn who_only_listens_forgets_what_was_heard_long_ago(pool: PgPool) {
    let shop = Shop::open(pool).await;
    sqlx::raw_sql(
        "INSERT INTO bus.inbox SELECT 'catalog', gen_random_uuid(), now() - interval '8 days' FROM generate_series(1, 10);
         INSERT INTO bus.inbox VALUES ('catalog', gen_random_uuid(), now())",
    )
    .execute(&shop.pool)
    .await
    .unwrap();
    let listener = Shop::run(shop.bus("catalog").consume(shop.pool.clone(), writing()));
    eventually("what is new is left", CAP, async || {
        let rows = sqlx::query_scalar::<_, i64>("SELECT count(*) FROM bus.inbox");
        rows.fetch_one(&shop.pool).await.unwrap() == 1
    })
    .await;
    listener.stop().await;
    shop.close().await;
}
