//! What requests read of tables that grow with the shop, told by PostgreSQL's own counters: no statement stands in a test a
//! second time, and none that a request sends is forgotten.

use std::collections::HashMap;

use sqlx::PgPool;

/// Rows from which a table counts as one that grows with the shop.
const LARGE: f32 = 1_000.0;

/// Rows of large tables that were read.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct Reads {
    /// By going through a whole table.
    pub scanned: i64,
    /// By an index.
    pub fetched: i64,
    /// Entries of indexes.
    pub entries: i64,
}

impl Reads {
    /// What `work` reads through `pool`, which has one connection: its counters are told at once when it asks for it. The tables'
    /// sizes are those of the last ANALYZE, which may come while it works: what was read of a table before is its own difference.
    pub async fn of<T>(pool: &PgPool, work: impl Future<Output = T>) -> (T, Self) {
        assert_eq!(pool.options().get_max_connections(), 1, "another connection's counters come later");
        let before: HashMap<_, _> =
            counters(pool).await.iter().map(|table| (table.name.clone(), table.reads)).collect();
        let done = work.await;
        let mut reads = Self::default();
        for table in counters(pool).await.into_iter().filter(|table| table.rows >= LARGE) {
            let before = before.get(&table.name).copied().unwrap_or_default();
            reads.scanned += table.reads.scanned - before.scanned;
            reads.fetched += table.reads.fetched - before.fetched;
            reads.entries += table.reads.entries - before.entries;
        }
        (done, reads)
    }

    /// No large table was gone through, and the indexes led to this many rows and entries at most.
    #[track_caller]
    pub fn assert_at_most(self, most: i64, what: &str) {
        assert!(
            self.scanned == 0 && self.fetched <= most && self.entries <= most,
            "{what}: {self:?}, not {most}"
        );
    }
}

/// What was read of a table since it was made.
#[derive(sqlx::FromRow)]
struct Counters {
    name: String,
    rows: f32,
    #[sqlx(flatten)]
    reads: Reads,
}

async fn counters(pool: &PgPool) -> Vec<Counters> {
    sqlx::query("SELECT pg_stat_force_next_flush()").execute(pool).await.expect("flushed");
    let counters = sqlx::query_as(
        "SELECT t.relid::regclass::text AS name, c.reltuples AS rows, coalesce(t.seq_tup_read, 0) AS scanned,
                coalesce(t.idx_tup_fetch, 0) AS fetched,
                coalesce((SELECT sum(i.idx_tup_read) FROM pg_stat_user_indexes i WHERE i.relid = t.relid), 0)::bigint AS entries
           FROM pg_stat_user_tables t JOIN pg_class c ON c.oid = t.relid",
    );
    counters.fetch_all(pool).await.expect("counted")
}
