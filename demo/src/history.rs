//! Moves the demo's orders into the past. No door of a service writes a date, rightly; a demo of one minute's age
//! would have no history to look at, so its dates are rewritten here, all of an order's together.

use sqlx::postgres::PgPoolOptions;
use sqlx::{PgPool, Postgres, Transaction};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::Databases;

/// Time between two steps of a demo order.
const STEP_HOURS: f64 = 20.0;

/// When an order should have been placed.
#[derive(Debug)]
pub struct Past {
    pub order_id: String,
    pub placed_at: OffsetDateTime,
}

pub async fn move_into_the_past(databases: &Databases, past: &[Past]) -> anyhow::Result<()> {
    wait_until_settled(&open(&databases.orders).await?).await?;
    let orders = open(&databases.orders).await?;
    let mut tx = orders.begin().await?;
    for order in past {
        let id: Uuid = order.order_id.parse()?;
        move_order(&mut tx, id, order.placed_at).await?;
    }
    rebuild_day_tallies(&mut tx).await?;
    tx.commit().await?;
    move_payments(&orders, &open(&databases.payments).await?).await
}

async fn open(url: &str) -> anyhow::Result<PgPool> {
    Ok(PgPoolOptions::new().max_connections(1).connect(url).await?)
}

/// The payments' events settle orders a moment after they were booked.
async fn wait_until_settled(orders: &PgPool) -> anyhow::Result<()> {
    for _ in 0..100 {
        let settled: i64 = sqlx::query_scalar("SELECT count(*) FROM orders WHERE status = 'settled'")
            .fetch_one(orders)
            .await?;
        if settled > 0 {
            return Ok(());
        }
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
    anyhow::bail!("no order was settled")
}

async fn move_order(
    tx: &mut Transaction<'_, Postgres>,
    id: Uuid,
    placed_at: OffsetDateTime,
) -> anyhow::Result<()> {
    sqlx::query(
        "UPDATE order_timeline t SET at = LEAST(now(), $2 + make_interval(hours => 0, secs => step.n * $3 * 3600))
         FROM (SELECT id, row_number() OVER (ORDER BY at, id) - 1 AS n FROM order_timeline WHERE order_id = $1) step
         WHERE t.id = step.id",
    )
    .bind(id)
    .bind(placed_at)
    .bind(STEP_HOURS)
    .execute(&mut **tx)
    .await?;
    sqlx::query(
        "UPDATE orders SET placed_at = $2,
                delivered_at = (SELECT min(at) FROM order_timeline WHERE order_id = $1 AND kind = 'delivered')
         WHERE id = $1",
    )
    .bind(id)
    .bind(placed_at)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// The kept totals per day, computed from the dates as they are now.
async fn rebuild_day_tallies(tx: &mut Transaction<'_, Postgres>) -> anyhow::Result<()> {
    sqlx::query("DELETE FROM day_tallies").execute(&mut **tx).await?;
    sqlx::query(
        "INSERT INTO day_tallies (day, shard, placed, placed_total, delivered, delivered_total)
         SELECT day, 0, sum(placed), sum(placed_total), sum(delivered), sum(delivered_total)
         FROM (SELECT (placed_at AT TIME ZONE 'Africa/Algiers')::date AS day, 1 AS placed, total AS placed_total,
                      0 AS delivered, 0 AS delivered_total FROM orders
               UNION ALL
               SELECT (delivered_at AT TIME ZONE 'Africa/Algiers')::date, 0, 0, 1, total FROM orders
               WHERE delivered_at IS NOT NULL) AS happened
         GROUP BY day",
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

async fn move_payments(orders: &PgPool, payments: &PgPool) -> anyhow::Result<()> {
    let delivered: Vec<(Uuid, OffsetDateTime)> =
        sqlx::query_as("SELECT id, delivered_at FROM orders WHERE delivered_at IS NOT NULL")
            .fetch_all(orders)
            .await?;
    let (ids, times): (Vec<_>, Vec<_>) = delivered.into_iter().unzip();
    sqlx::query(
        "UPDATE receivables r SET delivered_at = d.at FROM unnest($1::uuid[], $2::timestamptz[]) AS d (id, at)
         WHERE r.order_id = d.id",
    )
    .bind(&ids)
    .bind(&times)
    .execute(payments)
    .await?;
    Ok(())
}
