//! What each transporter owes, kept (migration 0005): the database's own triggers log each change of a receivable; a pass folds the
//! log into one row per transporter, and readers add what is not folded yet.

use std::time::Duration;

use souk_background::every;
use souk_database::{LONGEST_WORK, within};
use souk_kernel::{Money, TransporterId};
use sqlx::{PgConnection, PgPool};
use tokio_util::sync::CancellationToken;

use super::model::Balance;

/// Between two passes.
const INTERVAL: Duration = Duration::from_secs(2);
/// Most rows of a pass.
const BATCH: i64 = 20_000;

/// Folds until the end. Several processes may: each row is folded once, by whoever takes it.
pub async fn run(pool: PgPool, stop: CancellationToken) {
    every(INTERVAL, "fold the log of balances", &stop, || within(LONGEST_WORK, fold(&pool))).await;
}

/// Folds what there is, up to a bound.
pub async fn fold(pool: &PgPool) -> sqlx::Result<()> {
    sqlx::query!(
        "WITH taken AS (
             DELETE FROM balance_changes
              WHERE id IN (SELECT id FROM balance_changes ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
             RETURNING transporter_id, orders, total, overpaid, overpaid_total)
         INSERT INTO transporter_balances AS b (transporter_id, orders, total, overpaid, overpaid_total)
         SELECT transporter_id, sum(orders), sum(total), sum(overpaid), sum(overpaid_total) FROM taken
          GROUP BY transporter_id ORDER BY transporter_id
         ON CONFLICT (transporter_id) DO UPDATE
            SET orders = b.orders + excluded.orders, total = b.total + excluded.total,
                overpaid = b.overpaid + excluded.overpaid, overpaid_total = b.overpaid_total + excluded.overpaid_total",
        BATCH
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// What each transporter owes, by name: those with anything open.
pub async fn list(conn: &mut PgConnection) -> sqlx::Result<Vec<Balance>> {
    let rows = sqlx::query!(
        r#"SELECT b.transporter_id AS "transporter_id!", b.orders AS "orders!", b.total AS "total!",
             b.overpaid AS "overpaid!", b.overpaid_total AS "overpaid_total!", named.transporter_name,
             due.delivered_at AS "oldest?"
         FROM (
             SELECT transporter_id, sum(orders)::bigint AS orders, sum(total)::bigint AS total,
                 sum(overpaid)::bigint AS overpaid, sum(overpaid_total)::bigint AS overpaid_total
             FROM (SELECT transporter_id, orders, total, overpaid, overpaid_total FROM transporter_balances
                   UNION ALL
                   SELECT transporter_id, orders, total, overpaid, overpaid_total FROM balance_changes) t
             GROUP BY transporter_id HAVING sum(orders) <> 0 OR sum(overpaid) <> 0
         ) b
         CROSS JOIN LATERAL (
             SELECT transporter_name FROM receivables r WHERE r.transporter_id = b.transporter_id AND r.owed <> r.paid
             ORDER BY substring(r.order_number FROM '[0-9]+$')::bigint DESC LIMIT 1
         ) named
         LEFT JOIN LATERAL (
             SELECT delivered_at FROM receivables r
             WHERE r.transporter_id = b.transporter_id AND r.owed <> r.paid AND r.owed = 1
             ORDER BY r.delivered_at, r.order_id LIMIT 1
         ) due ON true
         ORDER BY named.transporter_name, b.transporter_id"#
    )
    .fetch_all(conn)
    .await?;
    let balances = rows.into_iter().map(|row| Balance {
        transporter: TransporterId::from_uuid(row.transporter_id),
        transporter_name: row.transporter_name,
        orders: row.orders.unsigned_abs(),
        total: Money::from_centimes(row.total),
        oldest_delivered_at: row.oldest,
        overpaid_orders: row.overpaid.unsigned_abs(),
        overpaid_total: Money::from_centimes(row.overpaid_total),
    });
    Ok(balances.collect())
}
