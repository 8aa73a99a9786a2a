//! What an operator watches of the promise to sell what is there, and no more: orders that were taken, and whose goods are gone.
//! A level can't promise more than it has, which is a constraint; an order that was taken while inventory was away can (ADR 2).

use std::time::Duration;

use souk_background::every;
use souk_database::{LONGEST_WORK, within};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

const INTERVAL: Duration = Duration::from_secs(15);
/// Nobody has to know more exactly how many they are.
const MOST: i64 = 10_000;

/// Samples `souk_orders_out_of_stock` until `stop`.
pub async fn sample(pool: PgPool, stop: CancellationToken) {
    every(INTERVAL, "count the orders that are out of stock", &stop, || sample_once(&pool)).await;
}

async fn sample_once(pool: &PgPool) -> sqlx::Result<()> {
    metrics::gauge!("souk_orders_out_of_stock").set(within(LONGEST_WORK, count(pool)).await?);
    Ok(())
}

/// Orders that wait for goods which are gone: flagged "Not in stock" until they are held after all, or cancelled.
pub async fn count(pool: &PgPool) -> sqlx::Result<f64> {
    sqlx::query_scalar!(
        r#"SELECT count(*)::float8 AS "orders!"
             FROM (SELECT FROM orders
                    WHERE stock = 'rejected' AND status IN ('placed', 'unreachable', 'confirmed', 'preparing')
                    LIMIT $1) gone"#,
        MOST
    )
    .fetch_one(pool)
    .await
}
