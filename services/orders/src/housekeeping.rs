//! Removes what has served its time: stored answers, cooldowns that are over, drafts nobody ordered.

use std::sync::Arc;
use std::time::Duration;

use souk_background::every;
use souk_kernel::Clock;
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

const INTERVAL: Duration = Duration::from_mins(10);
/// Twice the day that clients may count on (research 2.2).
const ANSWERS_KEPT: time::Duration = time::Duration::hours(48);

/// Sweeps now and then until the end.
pub async fn run(pool: PgPool, clock: Arc<dyn Clock>, stop: CancellationToken) {
    every(INTERVAL, "remove old rows", &stop, || sweep(&pool, &*clock)).await;
}

/// Removes what is past its time.
pub async fn sweep(pool: &PgPool, clock: &dyn Clock) -> sqlx::Result<()> {
    let now = clock.now();
    sqlx::query!("DELETE FROM idempotency WHERE created_at < $1", now - ANSWERS_KEPT).execute(pool).await?;
    sqlx::query!("DELETE FROM cooldowns WHERE until < $1", now).execute(pool).await?;
    sqlx::query!("DELETE FROM draft_carts WHERE expires_at < $1", now).execute(pool).await?;
    Ok(())
}
