//! What delivered orders sold in the last [`WINDOW_DAYS`]: the order of the bestsellers. Kept as orders come in, and
//! never summed for a page.

use std::time::Duration;

use souk_background::every;
use souk_database::{LONGEST_WORK, within};
use souk_kernel::{Clock, IdError, OrderId, ProductId};
use souk_proto::orders::v1::Order;
use sqlx::{PgConnection, PgPool};
use time::{Date, UtcOffset};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::context::Context;

/// Days whose sales count.
const WINDOW_DAYS: i64 = 90;
/// Rows that leave the window in one transaction.
const MOST_LEAVING: i64 = 1_000;
/// Between two looks for days that left the window.
const INTERVAL: Duration = Duration::from_mins(10);

/// Notes what a delivered order sold, once.
pub async fn record_in(tx: &mut PgConnection, clock: &dyn Clock, order: &Order) -> anyhow::Result<()> {
    let (id, sold) = read(order)?;
    let (products, units): (Vec<Uuid>, Vec<i64>) = sold.into_iter().unzip();
    let now = clock.now();
    sqlx::query!(
        "WITH sold AS (
             INSERT INTO sales (order_id, product_id, units, sold_at)
             SELECT $1, product_id, sum(units), $4 FROM unnest($2::uuid[], $3::bigint[]) AS line (product_id, units)
              WHERE units > 0 GROUP BY product_id
             ON CONFLICT (order_id, product_id) DO NOTHING RETURNING product_id, units),
         of_day AS (
             INSERT INTO daily_sales AS stored (product_id, day, units)
             SELECT product_id, $5, units FROM sold ORDER BY product_id
             ON CONFLICT (product_id, day) DO UPDATE SET units = stored.units + excluded.units)
         INSERT INTO bestsellers AS stored (product_id, units) SELECT product_id, units FROM sold ORDER BY product_id
         ON CONFLICT (product_id) DO UPDATE SET units = stored.units + excluded.units",
        id.uuid(),
        &products,
        &units,
        now,
        now.to_offset(UtcOffset::UTC).date(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

fn read(order: &Order) -> Result<(OrderId, Vec<(Uuid, i64)>), IdError> {
    let line = |line: &souk_proto::orders::v1::OrderLine| {
        Ok((line.product_id.parse::<ProductId>()?.uuid(), i64::from(line.quantity)))
    };
    Ok((order.id.parse()?, order.lines.iter().map(line).collect::<Result<_, _>>()?))
}

/// The visible products that sold most in the window, best first.
pub async fn bestsellers(conn: &mut PgConnection, most: u32) -> sqlx::Result<Vec<ProductId>> {
    let ids = sqlx::query_scalar!(
        "SELECT s.product_id FROM bestsellers s JOIN products p ON p.id = s.product_id AND p.active
          WHERE s.units > 0 ORDER BY s.units DESC, s.product_id LIMIT $1",
        i64::from(most)
    )
    .fetch_all(conn)
    .await?;
    Ok(ids.into_iter().map(ProductId::from_uuid).collect())
}

/// Takes off what left the window, in steps that hold up nobody. Any number of processes may do it at once.
pub async fn forget_old(context: &Context) -> sqlx::Result<()> {
    let today = context.clock.now().to_offset(UtcOffset::UTC).date();
    let first = today.saturating_sub(time::Duration::days(WINDOW_DAYS));
    while within(LONGEST_WORK, forget_some(&context.pool, first)).await? == MOST_LEAVING.unsigned_abs() {}
    Ok(())
}

/// Locks sums by product, as [`record_in`] does; nothing is added to a day that left.
async fn forget_some(pool: &PgPool, first: Date) -> sqlx::Result<u64> {
    let gone = sqlx::query_scalar!(
        r#"WITH leaving AS (
               SELECT product_id, day FROM daily_sales WHERE day < $1 ORDER BY product_id, day LIMIT $2
                  FOR UPDATE SKIP LOCKED),
           gone AS (
               DELETE FROM daily_sales d USING leaving l
                WHERE d.product_id = l.product_id AND d.day = l.day RETURNING d.product_id, d.units),
           summed AS (SELECT product_id, sum(units) AS units FROM gone GROUP BY product_id),
           locked AS (
               SELECT b.product_id FROM bestsellers b JOIN summed USING (product_id) ORDER BY b.product_id FOR UPDATE OF b),
           taken AS (
               UPDATE bestsellers b SET units = b.units - s.units
                 FROM locked l JOIN summed s USING (product_id) WHERE b.product_id = l.product_id)
           SELECT count(*) AS "count!" FROM gone"#,
        first,
        MOST_LEAVING,
    )
    .fetch_one(pool)
    .await?;
    Ok(gone.unsigned_abs())
}

/// [`forget_old`] now and then, until `stop`.
pub async fn keep_window(context: Context, stop: CancellationToken) {
    every(INTERVAL, "take off the sales of long ago", &stop, || forget_old(&context)).await;
}
