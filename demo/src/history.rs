//! Moves the demo's orders into the past. No interface of a service writes a date, rightly; a demo of one minute's age
//! would have no history to look at, so its dates are rewritten here, all of an order's together.

use sqlx::postgres::PgPoolOptions;
use sqlx::{PgPool, Postgres, Transaction};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::orders::Made;
use crate::payments::Remittance;
use crate::{Databases, wait};

/// Time between two steps of a demo order.
const STEP_HOURS: f64 = 20.0;
/// Time between two carts that were left.
const DRAFT_HOURS: f64 = 7.0;

/// Moves everything or nothing that shows: the orders' transaction is the last to end, and its effect is what
/// [`crate::orders::are_in_the_past`] looks for.
pub async fn move_into_the_past(
    databases: &Databases,
    made: &[Made],
    remittances: &[Remittance],
    drafts: &[Uuid],
) -> anyhow::Result<()> {
    let (orders, payments) = (open(&databases.orders).await?, open(&databases.payments).await?);
    wait_for_events(&orders, &payments, made, remittances).await?;
    move_reviews(&open(&databases.catalog).await?, made).await?;
    let (mut orders, mut payments) = (orders.begin().await?, payments.begin().await?);
    for made in made {
        move_order(&mut orders, made.id, made.placed_at).await?;
    }
    move_drafts(&mut orders, drafts).await?;
    move_remittances(&mut orders, &mut payments, remittances).await?;
    move_receivables(&mut orders, &mut payments, made).await?;
    payments.commit().await?;
    orders.commit().await?;
    Ok(())
}

/// A review is written a week after its order, and answered the next day.
async fn move_reviews(catalog: &PgPool, made: &[Made]) -> anyhow::Result<()> {
    let phones: Vec<&str> = made.iter().map(|made| made.order.phone.as_str()).collect();
    sqlx::query(
        "UPDATE reviews SET created_at = LEAST(now(), purchased_on + interval '7 days'),
                replied_at = CASE WHEN reply <> '' THEN LEAST(now(), purchased_on + interval '8 days') END
          WHERE phone = ANY ($1)",
    )
    .bind(phones)
    .execute(catalog)
    .await?;
    Ok(())
}

async fn open(url: &str) -> anyhow::Result<PgPool> {
    Ok(PgPoolOptions::new().max_connections(1).connect(url).await?)
}

/// Deliveries become receivables and payments settle orders a moment later, with the dates of that moment.
async fn wait_for_events(
    orders: &PgPool,
    payments: &PgPool,
    made: &[Made],
    remittances: &[Remittance],
) -> anyhow::Result<()> {
    let delivered = delivered(made);
    let paid = remittances.iter().flat_map(|Remittance { order_ids, reversed_ids, .. }| {
        order_ids.iter().filter(move |order| !reversed_ids.contains(order)).copied()
    });
    let paid: Vec<Uuid> = paid.collect();
    let owed_or_paid = "SELECT count(*) FROM receivables WHERE order_id = ANY ($1)";
    let settled = "SELECT count(*) FROM orders WHERE status = 'settled' AND id = ANY ($1)";
    for (pool, query, ids) in [(payments, owed_or_paid, &delivered), (orders, settled, &paid)] {
        wait::until(|| async move {
            let count: i64 = sqlx::query_scalar(query).bind(ids).fetch_one(pool).await?;
            Ok(usize::try_from(count)? == ids.len())
        })
        .await?;
    }
    Ok(())
}

fn delivered(made: &[Made]) -> Vec<Uuid> {
    made.iter().filter(|made| made.is_delivered()).map(|made| made.id).collect()
}

async fn move_order(
    tx: &mut Transaction<'_, Postgres>,
    id: Uuid,
    placed_at: OffsetDateTime,
) -> anyhow::Result<()> {
    sqlx::query(
        "UPDATE order_timeline t SET at = LEAST(now(), $2 + make_interval(hours => 0, secs => step.n * $3 * 3600))
         FROM (SELECT id, row_number() OVER (ORDER BY seq) - 1 AS n FROM order_timeline WHERE order_id = $1) step
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

/// The carts of these visitors, the last to leave first.
async fn move_drafts(tx: &mut Transaction<'_, Postgres>, visitors: &[Uuid]) -> anyhow::Result<()> {
    sqlx::query(
        "UPDATE draft_carts d SET updated_at = d.updated_at - left_ago.span, expires_at = d.expires_at - left_ago.span
         FROM (SELECT visitor, make_interval(secs => (place - 1) * $2 * 3600) AS span
               FROM unnest($1::uuid[]) WITH ORDINALITY AS v (visitor, place)) left_ago
         WHERE d.visitor_id = left_ago.visitor",
    )
    .bind(visitors)
    .bind(DRAFT_HOURS)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// A transporter pays once the last order of its remittance is delivered; that settles all of them. Later numbers are
/// later payments.
async fn move_remittances(
    orders: &mut Transaction<'_, Postgres>,
    payments: &mut Transaction<'_, Postgres>,
    remittances: &[Remittance],
) -> anyhow::Result<()> {
    let mut previous: Option<OffsetDateTime> = None;
    for remittance in remittances {
        let paid_at: OffsetDateTime = sqlx::query_scalar(
            "SELECT LEAST(now(), GREATEST(max(delivered_at), $2) + make_interval(secs => $3 * 3600))
             FROM orders WHERE id = ANY ($1)",
        )
        .bind(&remittance.order_ids)
        .bind(previous)
        .bind(STEP_HOURS)
        .fetch_one(&mut **orders)
        .await?;
        sqlx::query("UPDATE order_timeline SET at = $2 WHERE order_id = ANY ($1) AND kind = 'settled'")
            .bind(&remittance.order_ids)
            .bind(paid_at)
            .execute(&mut **orders)
            .await?;
        sqlx::query("UPDATE transporter_payments SET recorded_at = $2 WHERE id = $1")
            .bind(remittance.payment_id)
            .bind(paid_at)
            .execute(&mut **payments)
            .await?;
        previous = Some(paid_at);
    }
    Ok(())
}

async fn move_receivables(
    orders: &mut Transaction<'_, Postgres>,
    payments: &mut Transaction<'_, Postgres>,
    made: &[Made],
) -> anyhow::Result<()> {
    let moved: Vec<(Uuid, OffsetDateTime)> =
        sqlx::query_as("SELECT id, delivered_at FROM orders WHERE id = ANY ($1)")
            .bind(delivered(made))
            .fetch_all(&mut **orders)
            .await?;
    let (ids, times): (Vec<_>, Vec<_>) = moved.into_iter().unzip();
    sqlx::query(
        "UPDATE receivables r SET delivered_at = d.at FROM unnest($1::uuid[], $2::timestamptz[]) AS d (id, at)
         WHERE r.order_id = d.id",
    )
    .bind(&ids)
    .bind(&times)
    .execute(&mut **payments)
    .await?;
    Ok(())
}
