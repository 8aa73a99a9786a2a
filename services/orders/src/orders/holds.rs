//! Orders that nobody confirmed in time give their stock back (design 6): nobody holds a shop's goods by promising to buy
//! them. The order keeps its place in the staff's list, flagged; confirming it asks for its stock again.

use souk_database::{LONGEST_WORK, within};
use souk_kernel::{Changed, OrderId};
use time::{Duration, OffsetDateTime};

use super::model::ActorName;
use super::{Orders, OrdersError, events, store};

/// Orders of one look: each is released in a transaction of its own.
const BATCH: i64 = 200;

impl Orders {
    /// Releases the stock of orders that were placed more than `hold` ago and are not confirmed; says how many. Several
    /// processes may do it at once. An order that can't be released keeps none behind it; the first error is answered at the
    /// end.
    pub async fn release_unconfirmed(&self, hold: Duration) -> Result<usize, OrdersError> {
        let before = self.clock.now() - hold;
        let (mut released, mut failed) = (0, Ok(()));
        let mut last = None;
        loop {
            let due = store::held_unconfirmed(&self.pool, before, last, BATCH);
            let due = within(LONGEST_WORK, due).await?;
            for held in &due {
                match within(LONGEST_WORK, self.release_hold(held.order, before)).await {
                    Ok(changed) => released += usize::from(changed == Changed::Yes),
                    Err(error) if error.is_of_connection() => return Err(error),
                    Err(error) => {
                        tracing::warn!(order.id = %held.order, error.cause = %error, "an order can't give its stock back");
                        failed = failed.and(Err(error));
                    }
                }
            }
            last = due.last().copied();
            if due.len() < usize::try_from(BATCH).unwrap_or(usize::MAX) {
                return failed.map(|()| released);
            }
        }
    }

    async fn release_hold(&self, id: OrderId, placed_before: OffsetDateTime) -> Result<Changed, OrdersError> {
        let mut tx = self.pool.begin().await?;
        let mut order = store::lock_in(&mut tx, id).await?.ok_or(OrdersError::NotFound)?;
        let changed = order.release_hold(placed_before, &ActorName::shop());
        if changed == Changed::Yes {
            store::save_in(&mut tx, &order).await?;
            store::add_entry_in(&mut tx, id, &self.stock_entry(order.stock)).await?;
            events::announce_hold_released_in(&mut tx, &self.outbox, &*self.clock, &order).await?;
            tx.commit().await?;
            tracing::info!(order.id = %id, "an order that nobody confirmed gave its stock back");
        }
        Ok(changed)
    }
}
