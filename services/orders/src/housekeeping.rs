//! Ends what has served its time: holds of orders that nobody confirmed, stored answers, cooldowns that are over, drafts
//! nobody ordered.

use std::sync::Arc;
use std::time::Duration;

use souk_background::every;
use souk_database::{LONGEST_WORK, within};
use souk_kernel::Clock;
use sqlx::PgPool;
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;

use crate::carts;
use crate::orders::{Orders, OrdersError};
use crate::sellables;

const INTERVAL: Duration = Duration::from_mins(10);
/// Orders give their stock back within so much of their time, or of the merchant's shortening it.
const RELEASE_INTERVAL: Duration = Duration::from_secs(30);
/// How far back drafts are looked for that were saved within the statement of their order: several rounds.
const LATELY: time::Duration = time::Duration::minutes(5);
/// Rows of one statement: nobody waits long for it.
const BATCH: i64 = 5_000;
/// Twice the day that clients may count on (research 2.2).
const ANSWERS_KEPT: time::Duration = time::Duration::hours(48);

/// Sweeps now and then until the end. `hold` is how long an unconfirmed order keeps its stock where the merchant didn't choose;
/// zero for ever, whatever he chose.
pub async fn run(
    pool: PgPool,
    clock: Arc<dyn Clock>,
    orders: Arc<Orders>,
    hold: time::Duration,
    stop: CancellationToken,
) {
    let removing = every(INTERVAL, "remove old rows", &stop, || sweep(&pool, &*clock));
    let releasing = every(RELEASE_INTERVAL, "release the stock of unconfirmed orders", &stop, || {
        release(&pool, &orders, hold)
    });
    let forgetting = every(RELEASE_INTERVAL, "forget drafts that were ordered", &stop, || {
        within(LONGEST_WORK, forget_ordered_drafts(&pool, clock.now()))
    });
    tokio::join!(removing, releasing, forgetting);
}

/// Releases the stock of orders that nobody confirmed in the merchant's time, else in `hold`.
pub async fn release(pool: &PgPool, orders: &Orders, hold: time::Duration) -> Result<(), OrdersError> {
    if !hold.is_zero() {
        let chosen = within(LONGEST_WORK, sellables::chosen_hold(pool)).await?;
        orders.release_unconfirmed(chosen.unwrap_or(hold)).await?;
    }
    Ok(())
}

/// Removes what is past its time, and the oldest drafts where there are too many.
pub async fn sweep(pool: &PgPool, clock: &dyn Clock) -> sqlx::Result<()> {
    let now = clock.now();
    while within(LONGEST_WORK, forget_answers(pool, now - ANSWERS_KEPT)).await? == BATCH.unsigned_abs() {}
    while within(LONGEST_WORK, forget_cooldowns(pool, now)).await? == BATCH.unsigned_abs() {}
    while within(LONGEST_WORK, forget_drafts(pool, now)).await? == BATCH.unsigned_abs() {}
    Ok(())
}

/// Removes drafts that were saved within the statement of their order, where neither saw the other: staff would ask after a cart that
/// was ordered. Never waits for a checkout, which removes those of a whole batch.
pub async fn forget_ordered_drafts(pool: &PgPool, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!(
        "DELETE FROM draft_carts
          WHERE ctid = ANY (ARRAY(
                    SELECT d.ctid FROM draft_carts d
                     WHERE d.updated_at > $1
                       AND EXISTS (SELECT FROM (SELECT visitor_id, placed_at FROM orders WHERE phone = d.phone
                                                 ORDER BY number DESC LIMIT $2) newest
                                    WHERE newest.visitor_id = d.visitor_id
                                      AND newest.placed_at > d.updated_at - make_interval(secs => $3))
                     ORDER BY d.updated_at LIMIT $4
                       FOR UPDATE SKIP LOCKED))",
        now - LATELY,
        carts::NEWEST_ORDERS,
        carts::AFTER_ORDER.as_seconds_f64(),
        BATCH,
    )
    .execute(pool)
    .await?;
    Ok(())
}

async fn forget_answers(pool: &PgPool, before: OffsetDateTime) -> sqlx::Result<u64> {
    let gone = sqlx::query!(
        "DELETE FROM idempotency
          WHERE ctid = ANY (ARRAY(SELECT ctid FROM idempotency WHERE created_at < $1 LIMIT $2))",
        before,
        BATCH
    );
    Ok(gone.execute(pool).await?.rows_affected())
}

async fn forget_cooldowns(pool: &PgPool, now: OffsetDateTime) -> sqlx::Result<u64> {
    let gone = sqlx::query!(
        "DELETE FROM cooldowns
          WHERE until < $1 AND ctid = ANY (ARRAY(SELECT ctid FROM cooldowns WHERE until < $1 LIMIT $2))",
        now,
        BATCH
    );
    Ok(gone.execute(pool).await?.rows_affected())
}

async fn forget_drafts(pool: &PgPool, now: OffsetDateTime) -> sqlx::Result<u64> {
    let gone = sqlx::query!(
        "DELETE FROM draft_carts
          WHERE ctid = ANY (ARRAY(
                    SELECT ctid FROM draft_carts
                     WHERE expires_at < $1
                        OR updated_at <= (SELECT updated_at FROM draft_carts ORDER BY updated_at DESC OFFSET $3 LIMIT 1)
                     LIMIT $2))",
        now,
        BATCH,
        carts::KEPT_MAX
    );
    Ok(gone.execute(pool).await?.rows_affected())
}
