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
