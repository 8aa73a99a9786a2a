//! Copies of what other services own.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::anyhow;
use futures::future::BoxFuture;
use souk_bus::fill_copy;
use sqlx::{PgConnection, PgPool};
use tokio_util::sync::CancellationToken;

/// Keeps what the owner told, but where something is there; the third row breaks while `is_broken`.
fn keep(tx: &mut PgConnection, all: Vec<i64>, is_broken: bool) -> BoxFuture<'_, anyhow::Result<()>> {
    Box::pin(async move {
        for (index, id) in all.into_iter().enumerate() {
            anyhow::ensure!(!is_broken || index < 2, "this row breaks");
            let insert = "INSERT INTO copied VALUES ($1, 'told') ON CONFLICT DO NOTHING";
            sqlx::query(insert).bind(id).execute(&mut *tx).await?;
        }
        Ok(())
    })
}

async fn copied(pool: &PgPool) -> Vec<(i64, String)> {
    sqlx::query_as("SELECT id, origin FROM copied ORDER BY id").fetch_all(pool).await.unwrap()
}

#[sqlx::test(migrations = false)]
async fn a_copy_is_filled_whole_once_and_after_whatever_an_event_brought(pool: PgPool) {
    souk_bus::migrate(&pool).await.unwrap();
    let table =
        "CREATE TABLE copied (id bigint PRIMARY KEY, origin text); INSERT INTO copied VALUES (2, 'event')";
    sqlx::raw_sql(table).execute(&pool).await.unwrap();
    let (asked, kept, stop) = (Arc::new(AtomicU32::new(0)), AtomicU32::new(0), CancellationToken::new());
    let read = || -> BoxFuture<'static, anyhow::Result<Vec<i64>>> {
        let asked = asked.clone();
        Box::pin(async move {
            match asked.fetch_add(1, Ordering::SeqCst) {
                0 => Err(anyhow!("the owner is away")),
                _ => Ok(vec![1, 2, 3]),
            }
        })
    };
    fill_copy(&pool, "shelf", &stop, read, |tx, all| keep(tx, all, kept.fetch_add(1, Ordering::SeqCst) == 0))
        .await;
    assert_eq!(asked.load(Ordering::SeqCst), 3, "away, then broken in the middle, then whole");
    let whole = [(1, "told".to_owned()), (2, "event".to_owned()), (3, "told".to_owned())];
    assert_eq!(copied(&pool).await, whole);

    sqlx::raw_sql("DELETE FROM copied").execute(&pool).await.unwrap();
    fill_copy(&pool, "shelf", &stop, read, |tx, all| keep(tx, all, false)).await;
    assert_eq!(copied(&pool).await, [], "it was filled in its life");
    assert_eq!(asked.load(Ordering::SeqCst), 3);
}
