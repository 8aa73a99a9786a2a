//! Why messages were not handled, and how often their handler was begun in vain: for the limit, and for whoever reads the
//! dead letters.

use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

/// Counts a handler that is about to begin, before it can end the process. Answers how often it was begun, now included.
pub(crate) async fn begin(pool: &PgPool, queue: &str, message_id: Uuid) -> sqlx::Result<i32> {
    let begun = sqlx::query_scalar!(
        "INSERT INTO bus.failures AS f (queue, message_id, reason, attempts)
         VALUES ($1, $2, 'the process ended while it was handled', 1)
         ON CONFLICT (queue, message_id) DO UPDATE SET attempts = f.attempts + 1, failed_at = now()
         RETURNING attempts",
        queue,
        message_id,
    );
    begun.fetch_one(pool).await
}

/// Takes off again what [`begin`] counted, where the handler ended and the message was not at fault. One that never was leaves
/// nothing behind.
pub(crate) async fn take_back(pool: &PgPool, queue: &str, message_id: Uuid) -> sqlx::Result<()> {
    let taken_back = sqlx::query!(
        "WITH begun_once AS (DELETE FROM bus.failures WHERE queue = $1 AND message_id = $2 AND attempts = 1)
         UPDATE bus.failures SET attempts = attempts - 1 WHERE queue = $1 AND message_id = $2 AND attempts > 1",
        queue,
        message_id,
    );
    taken_back.execute(pool).await?;
    Ok(())
}

/// Keeps the reason of a failure. Answers how often it failed; one that was not [begun](begin) has its first delivery.
pub(crate) async fn record(
    pool: &PgPool,
    queue: &str,
    message_id: Uuid,
    reason: &str,
    is_begun: bool,
) -> sqlx::Result<i32> {
    let recorded = sqlx::query_scalar!(
        "INSERT INTO bus.failures AS f (queue, message_id, reason, attempts) VALUES ($1, $2, $3, 1)
         ON CONFLICT (queue, message_id) DO UPDATE
            SET reason = excluded.reason, failed_at = now(), attempts = CASE WHEN $4 THEN f.attempts ELSE 1 END
         RETURNING attempts",
        queue,
        message_id,
        reason,
        is_begun,
    );
    recorded.fetch_one(pool).await
}

/// Keeps the reason of a message that becomes a dead letter. Put back, it has all its attempts again.
pub(crate) async fn set_aside(
    pool: &PgPool,
    queue: &str,
    message_id: Uuid,
    reason: &str,
) -> sqlx::Result<()> {
    let kept = sqlx::query!(
        "INSERT INTO bus.failures (queue, message_id, reason) VALUES ($1, $2, $3)
         ON CONFLICT (queue, message_id) DO UPDATE SET reason = excluded.reason, failed_at = now(), attempts = 0",
        queue,
        message_id,
        reason,
    );
    kept.execute(pool).await?;
    Ok(())
}

/// Forgets the failures of a message in the transaction of its effect.
pub(crate) async fn forget(tx: &mut PgConnection, queue: &str, message_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM bus.failures WHERE queue = $1 AND message_id = $2", queue, message_id)
        .execute(tx)
        .await?;
    Ok(())
}
