//! Folds the log of changed orders into the counts per status and the totals per day (migration 0020). Readers add what is
//! not folded yet ([`super::listing`]), so nobody sees when this runs; it keeps what they add short.

use std::time::Duration;

use souk_background::every;
use souk_database::{LONGEST_WORK, within};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

/// Between two passes.
const INTERVAL: Duration = Duration::from_secs(2);
/// Most rows of a pass.
const BATCH: i64 = 20_000;

/// Folds until the end. Several processes may: each row is folded once, by whoever takes it.
pub async fn run(pool: PgPool, stop: CancellationToken) {
    every(INTERVAL, "fold the log of changed orders", &stop, || within(LONGEST_WORK, fold(&pool))).await;
}

/// Folds what there is, up to a bound.
pub async fn fold(pool: &PgPool) -> sqlx::Result<()> {
    sqlx::query!(
        "WITH taken AS (
             DELETE FROM status_changes
              WHERE id IN (SELECT id FROM status_changes ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
             RETURNING status, orders)
         INSERT INTO status_tallies AS t (status, shard, orders)
         SELECT status, 0, sum(orders) FROM taken GROUP BY status ORDER BY status
         ON CONFLICT (status, shard) DO UPDATE SET orders = t.orders + excluded.orders",
        BATCH
    )
    .execute(pool)
    .await?;
    sqlx::query!(
        "WITH taken AS (
             DELETE FROM day_changes
              WHERE id IN (SELECT id FROM day_changes ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
             RETURNING day, placed, placed_total, delivered, delivered_total)
         INSERT INTO day_tallies AS t (day, shard, placed, placed_total, delivered, delivered_total)
         SELECT day, 0, sum(placed), sum(placed_total), sum(delivered), sum(delivered_total) FROM taken
          GROUP BY day ORDER BY day
         ON CONFLICT (day, shard) DO UPDATE
            SET placed = t.placed + excluded.placed, placed_total = t.placed_total + excluded.placed_total,
                delivered = t.delivered + excluded.delivered,
                delivered_total = t.delivered_total + excluded.delivered_total",
        BATCH
    )
    .execute(pool)
    .await?;
    Ok(())
}
