//! Copies of what other services own.

use std::future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::anyhow;
use futures::stream::{self, BoxStream, StreamExt as _};
use souk_bus::{CopySource, fill_copy};
use souk_testkit::eventually;
use sqlx::{PgConnection, PgPool};
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::shop::{CAP, SCHEMA};

/// A row on its way, counted for as long as it is in memory.
struct Row {
    id: usize,
    owner: Owner,
}

impl Drop for Row {
    fn drop(&mut self) {
        self.owner.alive.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Tells rows 1 to `rows`.
#[derive(Clone, Default)]
struct Owner {
    rows: usize,
    /// What it was asked for, one after the other.
    asked: Arc<std::sync::Mutex<Vec<Option<String>>>>,
    is_away: Arc<AtomicBool>,
    /// The stream breaks behind this row, once.
    breaks_behind: Arc<AtomicUsize>,
    /// The stream says nothing more behind this row, once.
    hangs_behind: Arc<AtomicUsize>,
    told: Arc<AtomicUsize>,
    alive: Arc<AtomicUsize>,
    most_alive: Arc<AtomicUsize>,
}

impl Owner {
    fn of(rows: usize) -> Self {
        Self { rows, ..Self::default() }
    }

    async fn row(self, id: usize) -> anyhow::Result<Row> {
        let is_behind = |row: &AtomicUsize| {
            id > 1 && row.compare_exchange(id - 1, 0, Ordering::SeqCst, Ordering::SeqCst).is_ok()
        };
        if is_behind(&self.hangs_behind) {
            future::pending::<()>().await;
        }
        let alive = self.alive.fetch_add(1, Ordering::SeqCst) + 1;
        let row = Row { id, owner: self.clone() };
        if is_behind(&self.breaks_behind) {
            return Err(anyhow!("the stream broke"));
        }
        self.told.fetch_add(1, Ordering::SeqCst);
        self.most_alive.fetch_max(alive, Ordering::SeqCst);
        Ok(row)
    }

    fn asked(&self) -> Vec<Option<String>> {
        self.asked.lock().unwrap().clone()
    }
}

impl CopySource for Owner {
    const NAME: &'static str = "shelf";
    type Row = Row;

    async fn read(&self, after: Option<String>) -> anyhow::Result<BoxStream<'static, anyhow::Result<Row>>> {
        let first = after.as_ref().map_or(0, |after| after.parse::<usize>().unwrap()) + 1;
        let is_first = self.asked.lock().unwrap().is_empty();
        self.asked.lock().unwrap().push(after);
        anyhow::ensure!(!is_first && !self.is_away.load(Ordering::SeqCst), "the owner is away");
        let owner = self.clone();
        Ok(stream::iter(first..=self.rows).then(move |id| owner.clone().row(id)).boxed())
    }

    fn cursor(row: &Row) -> String {
        row.id.to_string()
    }

    async fn save_in(&self, tx: &mut PgConnection, rows: Vec<Row>) -> anyhow::Result<()> {
        let ids: Vec<_> = rows.iter().map(|row| i64::try_from(row.id).unwrap()).collect();
        let insert =
            "INSERT INTO copied SELECT id, 'told' FROM unnest($1::bigint[]) AS id ON CONFLICT DO NOTHING";
        sqlx::query(insert).bind(ids).execute(tx).await?;
        Ok(())
    }
}

async fn open(pool: &PgPool) {
    let table =
        "CREATE TABLE copied (id bigint PRIMARY KEY, origin text); INSERT INTO copied VALUES (2, 'event')";
    sqlx::raw_sql(table).execute(pool).await.unwrap();
}

fn fill(pool: &PgPool, owner: &Owner) -> JoinHandle<()> {
    let (pool, owner) = (pool.clone(), owner.clone());
    tokio::spawn(async move { fill_copy(&pool, &owner, &CancellationToken::new()).await })
}

async fn count(pool: &PgPool, origin: &str) -> i64 {
    let count = "SELECT count(*) FROM copied WHERE origin = $1";
    sqlx::query_scalar(count).bind(origin).fetch_one(pool).await.unwrap()
}

#[souk_testkit::test(SCHEMA)]
async fn a_copy_is_filled_once_from_where_the_stream_broke_and_after_whatever_an_event_brought(pool: PgPool) {
    open(&pool).await;
    let owner = Owner::of(1_700);
    owner.breaks_behind.store(1_234, Ordering::SeqCst);
    fill(&pool, &owner).await.unwrap();
    assert_eq!(owner.asked(), [None, None, Some("1234".to_owned())], "away, then broken, then the rest");
    assert_eq!((count(&pool, "told").await, count(&pool, "event").await), (1_699, 1));

    sqlx::raw_sql("DELETE FROM copied").execute(&pool).await.unwrap();
    fill(&pool, &owner).await.unwrap();
    assert_eq!(count(&pool, "told").await, 0, "it was filled in its life");
    assert_eq!(owner.asked().len(), 3);

    sqlx::raw_sql("DELETE FROM bus.copies").execute(&pool).await.unwrap();
    fill(&pool, &owner).await.unwrap();
    assert_eq!(count(&pool, "told").await, 1_700, "asked for again, from the beginning");
}

#[souk_testkit::test(SCHEMA)]
async fn a_large_copy_is_filled_by_one_process_in_little_memory_and_gone_on_with_after_a_kill(pool: PgPool) {
    const ROWS: usize = 100_000;
    open(&pool).await;
    let owner = Owner::of(ROWS);
    owner.hangs_behind.store(60_000, Ordering::SeqCst);
    let (first, second) = (fill(&pool, &owner), fill(&pool, &owner));
    eventually("half of it", CAP, async || count(&pool, "told").await > 50_000).await;
    assert_eq!(owner.asked().len(), 2, "away for whoever came first, who then began");
    first.abort();
    second.abort();
    let _ = tokio::join!(first, second);
    assert!(count(&pool, "told").await <= 60_000, "killed in the middle");
    // A slow machine is killed before it comes there.
    owner.hangs_behind.store(0, Ordering::SeqCst);

    // Once what the killed one held has run out.
    let third = fill(&pool, &owner);
    tokio::time::timeout(Duration::from_secs(30), third).await.unwrap().unwrap();
    assert_eq!((count(&pool, "told").await, count(&pool, "event").await), (99_999, 1));
    let asked = owner.asked();
    assert!(
        asked.len() == 3 && asked[2].as_ref().is_some_and(|after| after.parse::<usize>().unwrap() > 50_000),
        "{asked:?}"
    );
    let (told, most_alive) = (owner.told.load(Ordering::SeqCst), owner.most_alive.load(Ordering::SeqCst));
    assert!(told < ROWS + 2_000, "told {told}: at most what was in memory came twice");
    assert!(most_alive <= 1_000, "{most_alive} rows at once");
    assert_eq!(owner.alive.load(Ordering::SeqCst), 0);
}

#[souk_testkit::test(SCHEMA)]
async fn an_owner_that_comes_back_is_asked_soon_however_long_it_was_away(pool: PgPool) {
    open(&pool).await;
    let owner = Owner::of(10);
    owner.is_away.store(true, Ordering::SeqCst);
    let filling = fill(&pool, &owner);
    let begin = Instant::now();
    eventually("it is away for long", CAP, async || begin.elapsed() > Duration::from_millis(3_500)).await;
    owner.is_away.store(false, Ordering::SeqCst);
    tokio::time::timeout(Duration::from_millis(2_500), filling).await.expect("soon").unwrap();
    assert_eq!(count(&pool, "told").await, 9);
}
