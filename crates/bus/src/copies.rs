//! Copies of what another service owns. Events keep them; of the time before the first event the owner's stream tells,
//! once in the copy's life, in chunks: however much it is, a chunk is in memory, and an interruption costs a chunk.

use std::time::Duration;

use anyhow::Context as _;
use futures::stream::{BoxStream, TryChunksError};
use futures::{StreamExt as _, TryStreamExt as _};
use souk_database::{LONGEST_WORK, within};
use souk_kernel::{Clock as _, SystemClock};
use sqlx::{PgConnection, PgPool};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::lease::{self, Lease};

/// Rows that are kept in one transaction.
const CHUNK: usize = 500;
/// Longest wait for the owner to tell a chunk.
const PATIENCE: Duration = Duration::from_secs(10);
/// First wait after the owner did not answer; doubles up to [`RETRY_MAX`] while nothing more is kept.
const RETRY: Duration = Duration::from_millis(500);
const RETRY_MAX: Duration = Duration::from_secs(2);

/// What a copy is filled with, and how.
pub trait CopySource: Sync {
    /// Of the copy, among those of the service. With another name it is filled anew.
    const NAME: &'static str;

    type Row: Send + 'static;

    /// Everything that the owner tells, in the order of its cursors; what comes after the row of `after`, where one is given.
    fn read(
        &self,
        after: Option<String>,
    ) -> impl Future<Output = anyhow::Result<BoxStream<'static, anyhow::Result<Self::Row>>>> + Send;

    /// What the owner knows a row by.
    fn cursor(row: &Self::Row) -> String;

    /// Keeps the rows, but where events have brought something newer. Rows may come again.
    fn save_in(
        &self,
        tx: &mut PgConnection,
        rows: Vec<Self::Row>,
    ) -> impl Future<Output = anyhow::Result<()>> + Send;
}

/// How a try to fill a copy ended.
enum Filling {
    Filled,
    /// Another process is at it.
    Elsewhere,
}

/// Fills a copy unless it was ever filled, and tries for as long as its owner is away. One process of the service does it at
/// a time; another one goes on where that one ended. The copy counts as filled when the owner has told everything.
pub async fn fill_copy<S: CopySource>(pool: &PgPool, source: &S, stop: &CancellationToken) {
    let mut lease = Lease::new(pool.clone(), &format!("copy {}", S::NAME), SystemClock.uuid());
    let _ = stop.run_until_cancelled(Box::pin(fill_patiently(pool, source, &mut lease))).await;
    if let Err(error) = lease.release().await {
        tracing::debug!(copy.name = S::NAME, "A lease ends by itself: {error}");
    }
}

async fn fill_patiently<S: CopySource>(pool: &PgPool, source: &S, lease: &mut Lease) {
    let mut wait = RETRY;
    loop {
        let mut kept = 0;
        let pause = match fill(pool, source, lease, &mut kept).await {
            Ok(Filling::Filled) => return,
            Ok(Filling::Elsewhere) => lease::INTERVAL,
            Err(error) => {
                tracing::info!(
                    copy.name = S::NAME,
                    copy.kept = kept,
                    "A copy waits for its owner: {error:#}"
                );
                wait = if kept > 0 { RETRY } else { (wait * 2).min(RETRY_MAX) };
                wait
            }
        };
        tokio::time::sleep(pause).await;
    }
}

/// Goes on with the copy until its end, or until the lease is lost, and counts the rows that it kept.
async fn fill<S: CopySource>(
    pool: &PgPool,
    source: &S,
    lease: &mut Lease,
    kept: &mut usize,
) -> anyhow::Result<Filling> {
    if within(LONGEST_WORK, is_filled(pool, S::NAME)).await? {
        return Ok(Filling::Filled);
    }
    if !lease.hold().await? {
        return Ok(Filling::Elsewhere);
    }
    let after = within(LONGEST_WORK, progress(pool, S::NAME)).await?;
    let mut chunks = source.read(after).await?.try_chunks(CHUNK);
    while let Some(chunk) = timeout(PATIENCE, chunks.next()).await.context("the owner is silent")? {
        // What came before the stream broke is kept too.
        let (rows, broken) = match chunk {
            Ok(rows) => (rows, None),
            Err(TryChunksError(rows, error)) => (rows, Some(error)),
        };
        let count = rows.len();
        within(LONGEST_WORK, save(pool, source, rows)).await?;
        *kept += count;
        if let Some(error) = broken {
            return Err(error);
        }
        if !lease.hold().await? {
            return Ok(Filling::Elsewhere);
        }
    }
    within(LONGEST_WORK, finish(pool, S::NAME)).await?;
    tracing::info!(copy.name = S::NAME, "A copy was filled from its owner");
    Ok(Filling::Filled)
}

/// Rows and progress commit together, and without a call to another service in between.
async fn save<S: CopySource>(pool: &PgPool, source: &S, rows: Vec<S::Row>) -> anyhow::Result<()> {
    let Some(cursor) = rows.last().map(S::cursor) else { return Ok(()) };
    let mut tx = pool.begin().await?;
    source.save_in(&mut tx, rows).await?;
    sqlx::query!(
        "INSERT INTO bus.copy_progress (name, cursor) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET cursor = excluded.cursor, updated_at = now()",
        S::NAME,
        cursor,
    )
    .execute(&mut *tx)
    .await?;
    Ok(tx.commit().await?)
}

async fn finish(pool: &PgPool, name: &str) -> sqlx::Result<()> {
    let mut tx = pool.begin().await?;
    sqlx::query!("INSERT INTO bus.copies (name) VALUES ($1) ON CONFLICT DO NOTHING", name)
        .execute(&mut *tx)
        .await?;
    sqlx::query!("DELETE FROM bus.copy_progress WHERE name = $1", name).execute(&mut *tx).await?;
    tx.commit().await
}

async fn is_filled(pool: &PgPool, name: &str) -> sqlx::Result<bool> {
    let filled = sqlx::query_scalar!("SELECT true FROM bus.copies WHERE name = $1", name);
    Ok(filled.fetch_optional(pool).await?.is_some())
}

async fn progress(pool: &PgPool, name: &str) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("SELECT cursor FROM bus.copy_progress WHERE name = $1", name)
        .fetch_optional(pool)
        .await
}
