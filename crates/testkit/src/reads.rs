//! What requests read of tables that grow with the shop, told by PostgreSQL's own counters: no statement stands in a test a
//! second time, and none that a request sends is forgotten.

use sqlx::PgPool;

/// Rows from which a table counts as one that grows with the shop.
const LARGE: i32 = 1_000;

/// Rows of large tables that were read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    /// sizes are those of the last ANALYZE.
    pub async fn of<T>(pool: &PgPool, work: impl Future<Output = T>) -> (T, Self) {
        assert_eq!(pool.options().get_max_connections(), 1, "another connection's counters come later");
        let before = Self::so_far(pool).await;
        let done = work.await;
        let after = Self::so_far(pool).await;
        let reads = Self {
            scanned: after.scanned - before.scanned,
            fetched: after.fetched - before.fetched,
            entries: after.entries - before.entries,
        };
        (done, reads)
    }

    async fn so_far(pool: &PgPool) -> Self {
        sqlx::query("SELECT pg_stat_force_next_flush()").execute(pool).await.expect("flushed");
        let counters = sqlx::query_as(
            "SELECT coalesce(sum(t.seq_tup_read), 0)::bigint, coalesce(sum(t.idx_tup_fetch), 0)::bigint,
                    coalesce(sum((SELECT sum(i.idx_tup_read) FROM pg_stat_user_indexes i WHERE i.relid = t.relid)), 0)::bigint
               FROM pg_stat_user_tables t JOIN pg_class c ON c.oid = t.relid WHERE c.reltuples >= $1",
        );
        let (scanned, fetched, entries) = counters.bind(LARGE).fetch_one(pool).await.expect("counted");
        Self { scanned, fetched, entries }
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
