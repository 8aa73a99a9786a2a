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

const INTERVAL: Duration = Duration::from_mins(10);
/// Rows of one statement: nobody waits long for it.
const BATCH: i64 = 5_000;
/// Twice the day that clients may count on (research 2.2).
const ANSWERS_KEPT: time::Duration = time::Duration::hours(48);

/// Sweeps now and then until the end. `hold` is how long an unconfirmed order keeps its stock; zero for ever.
pub async fn run(
    pool: PgPool,
    clock: Arc<dyn Clock>,
    orders: Arc<Orders>,
    hold: time::Duration,
    stop: CancellationToken,
) {
    let removing = every(INTERVAL, "remove old rows", &stop, || sweep(&pool, &*clock));
    let releasing =
        every(INTERVAL, "release the stock of unconfirmed orders", &stop, || release(&orders, hold));
    tokio::join!(removing, releasing);
}

async fn release(orders: &Orders, hold: time::Duration) -> Result<(), OrdersError> {
    if !hold.is_zero() {
        orders.release_unconfirmed(hold).await?;
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
