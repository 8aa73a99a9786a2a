//! Copies of what another service owns. Events keep them; of the time before the first event the owner's stream tells,
//! once in the copy's life.

use std::time::Duration;

use futures::future::BoxFuture;
use sqlx::{PgConnection, PgPool};
use tokio_util::sync::CancellationToken;

/// First wait after the owner did not answer; doubles up to [`RETRY_MAX`].
const RETRY: Duration = Duration::from_millis(500);
const RETRY_MAX: Duration = Duration::from_secs(30);

/// Fills the copy `name` unless it was ever filled, and tries for as long as the owner is away. `read` asks the owner for
/// everything; `save_in` keeps it, but where events have brought something newer. The copy counts as filled when both
/// have gone well: never by half.
pub async fn fill_copy<T, R, S>(pool: &PgPool, name: &str, stop: &CancellationToken, read: R, save_in: S)
where
    T: Send,
    R: Fn() -> BoxFuture<'static, anyhow::Result<T>> + Send + Sync,
    S: for<'c> Fn(&'c mut PgConnection, T) -> BoxFuture<'c, anyhow::Result<()>> + Send + Sync,
{
    let mut wait = RETRY;
    loop {
        match fill(pool, name, &read, &save_in).await {
            Ok(()) => return,
            Err(error) => tracing::info!(copy.name = name, "A copy waits for its owner: {error:#}"),
        }
        if stop.run_until_cancelled(tokio::time::sleep(wait)).await.is_none() {
            return;
        }
        wait = (wait * 2).min(RETRY_MAX);
    }
}

async fn fill<T, R, S>(pool: &PgPool, name: &str, read: &R, save_in: &S) -> anyhow::Result<()>
where
    R: Fn() -> BoxFuture<'static, anyhow::Result<T>>,
    S: for<'c> Fn(&'c mut PgConnection, T) -> BoxFuture<'c, anyhow::Result<()>>,
{
    if is_filled(pool, name).await? {
        return Ok(());
    }
    // Read before the transaction begins: it must not wait for another service.
    let all = read().await?;
    let mut tx = pool.begin().await?;
    save_in(&mut tx, all).await?;
    sqlx::query!("INSERT INTO bus.copies (name) VALUES ($1) ON CONFLICT DO NOTHING", name)
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    tracing::info!(copy.name = name, "A copy was filled from its owner");
    Ok(())
}

async fn is_filled(pool: &PgPool, name: &str) -> sqlx::Result<bool> {
    let filled = sqlx::query_scalar!("SELECT true FROM bus.copies WHERE name = $1", name);
    Ok(filled.fetch_optional(pool).await?.is_some())
}
