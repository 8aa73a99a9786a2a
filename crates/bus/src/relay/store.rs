//! The relay's SQL.

use std::time::Duration;

use sqlx::PgPool;
use sqlx::postgres::types::PgInterval;
use uuid::Uuid;

/// Longest wait between two publishes of an event that the broker doesn't take.
const LONGEST_POSTPONEMENT: Duration = Duration::from_mins(1);

/// An event that waits in the outbox.
#[derive(Debug)]
pub(crate) struct Pending {
    pub(crate) id: Uuid,
    pub(crate) r#type: String,
    pub(crate) payload: Vec<u8>,
    pub(crate) correlation_id: Uuid,
    pub(crate) traceparent: Option<String>,
    pub(crate) occurred_at: time::OffsetDateTime,
}

/// Events that are due, up to a number and a sum of bytes, one at least. By state, never "after the last one": a transaction
/// that took its position early may commit late.
pub(crate) async fn due(pool: &PgPool, limit: i64, bytes: i64) -> sqlx::Result<Vec<Pending>> {
    sqlx::query_as!(
        Pending,
        "SELECT id, type, payload, correlation_id, traceparent, occurred_at
           FROM (SELECT *, sum(octet_length(payload)) OVER (ORDER BY position) - octet_length(payload) AS bytes_before
                   FROM (SELECT * FROM bus.outbox
                          WHERE published_at IS NULL AND not_before <= now()
                          ORDER BY position LIMIT $1) AS next) AS summed
          WHERE bytes_before = 0 OR bytes_before + octet_length(payload) <= $2
          ORDER BY position",
        limit,
        bytes,
    )
    .fetch_all(pool)
    .await
}

pub(crate) async fn mark_published(pool: &PgPool, ids: &[Uuid]) -> sqlx::Result<()> {
    sqlx::query!("UPDATE bus.outbox SET published_at = now() WHERE id = ANY($1)", ids).execute(pool).await?;
    Ok(())
}

/// Lets events that the broker did not take wait, twice as long each time, so that they don't hold up the others.
pub(crate) async fn postpone(pool: &PgPool, ids: &[Uuid], first: Duration) -> sqlx::Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "UPDATE bus.outbox
            SET attempts = attempts + 1, not_before = now() + least($2::interval * (1 << least(attempts, 16)), $3::interval)
          WHERE id = ANY($1)",
        ids,
        interval(first),
        interval(LONGEST_POSTPONEMENT),
    )
    .execute(pool)
    .await?;
    Ok(())
}

fn interval(duration: Duration) -> PgInterval {
    let microseconds = i64::try_from(duration.as_micros()).unwrap_or(i64::MAX);
    PgInterval { months: 0, days: 0, microseconds }
}

#[cfg(test)]
mod tests {
    use sqlx::migrate::Migrator;

    use super::*;

    const SCHEMA: &[&Migrator] = &[&crate::MIGRATOR];

    /// Sizes of what is due within so many bytes, which then counts as published.
    async fn take(pool: &PgPool, bytes: i64) -> Vec<usize> {
        let batch = due(pool, 3, bytes).await.unwrap();
        let ids: Vec<_> = batch.iter().map(|event| event.id).collect();
        mark_published(pool, &ids).await.unwrap();
        batch.into_iter().map(|event| event.payload.len()).collect()
    }

    #[souk_testkit::test(SCHEMA)]
    async fn a_batch_has_a_bound_of_events_and_of_bytes_and_one_event_at_least(pool: PgPool) {
        for size in [10, 15, 1, 99, 5, 5, 5, 5] {
            sqlx::query(
                "INSERT INTO bus.outbox (id, type, payload, correlation_id, occurred_at)
                 VALUES (gen_random_uuid(), 'x', convert_to(repeat('x', $1), 'UTF8'), gen_random_uuid(), now())",
            )
            .bind(size)
            .execute(&pool)
            .await
            .unwrap();
        }
        assert_eq!(take(&pool, 25).await, [10, 15], "as many as go in");
        assert_eq!(take(&pool, 25).await, [1], "nothing is passed over");
        assert_eq!(take(&pool, 25).await, [99], "alone");
        assert_eq!(take(&pool, 25).await, [5, 5, 5], "no more than the window");
        assert_eq!(take(&pool, 25).await, [5]);
    }
}
