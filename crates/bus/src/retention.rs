//! Forgets what nobody asks for any more, in small bites, so that the tables stay small.

use std::time::Duration;

use souk_background::every;
use souk_database::{LONGEST_WORK, within};
use sqlx::PgPool;
use sqlx::postgres::types::PgInterval;
use tokio_util::sync::CancellationToken;

const INTERVAL: Duration = Duration::from_hours(1);
/// Rows deleted by one statement: short locks, short transactions.
const BITE: i64 = 1000;

/// Forgets, now and every hour, what is older than `retention`.
pub(crate) async fn run(pool: &PgPool, retention: Duration, stop: &CancellationToken) {
    every(INTERVAL, "delete old rows of the bus", stop, || forget(pool, retention)).await;
}

async fn forget(pool: &PgPool, retention: Duration) -> sqlx::Result<()> {
    let microseconds = i64::try_from(retention.as_micros()).unwrap_or(i64::MAX);
    let age = PgInterval { months: 0, days: 0, microseconds };
    while forget_published(pool, &age).await?
        + forget_received(pool, &age).await?
        + forget_failures(pool, &age).await?
        > 0
    {}
    Ok(())
}

async fn forget_published(pool: &PgPool, age: &PgInterval) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "DELETE FROM bus.outbox
          WHERE id IN (SELECT id FROM bus.outbox WHERE published_at < now() - $1::interval LIMIT $2)",
        age,
        BITE,
    );
    Ok(within(LONGEST_WORK, deleted.execute(pool)).await?.rows_affected())
}

async fn forget_received(pool: &PgPool, age: &PgInterval) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "DELETE FROM bus.inbox
          WHERE (consumer, message_id) IN (
                SELECT consumer, message_id FROM bus.inbox WHERE received_at < now() - $1::interval LIMIT $2)",
        age,
        BITE,
    );
    Ok(within(LONGEST_WORK, deleted.execute(pool)).await?.rows_affected())
}

async fn forget_failures(pool: &PgPool, age: &PgInterval) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "DELETE FROM bus.failures
          WHERE (queue, message_id) IN (
                SELECT queue, message_id FROM bus.failures WHERE failed_at < now() - $1::interval LIMIT $2)",
        age,
        BITE,
    );
    Ok(within(LONGEST_WORK, deleted.execute(pool)).await?.rows_affected())
}
