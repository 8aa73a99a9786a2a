//! Holding stock for orders whose checkouts wait for the answer.
//!
//! A plan is made from an unlocked read and carried out by one statement that takes nothing if somebody was faster; then
//! it is made anew.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use souk_kernel::{Clock, OrderId};
use sqlx::{PgConnection, PgPool};

use super::error::ReservationError;
use super::model::{Held, Items, Reservation, State};
use super::plan::{self, Shortage};
use super::store::{self, Attempt};
use crate::stock::{self, Level};

/// How long a hold waits to be confirmed by its order (design 6.4).
pub const HOLD: Duration = Duration::from_mins(2);

/// Plans that one call makes before it gives up: each is overtaken only because somebody else got stock, so
/// this many in a row means a crowd that the caller should not add to.
const ATTEMPTS: u32 = 20;

/// What an order holds, as of a version of its reservation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hold {
    pub version: u64,
    pub held: Vec<Held>,
}

/// Holds for many orders or for one.
#[derive(Clone)]
pub struct Holding {
    pool: PgPool,
    clock: Arc<dyn Clock>,
}

impl Holding {
    pub fn new(pool: PgPool, clock: Arc<dyn Clock>) -> Self {
        Self { pool, clock }
    }

    /// Holds for all in one transaction that are new and find their stock. Those that get no answer are to be looked at
    /// alone.
    pub async fn hold_together(
        self,
        requests: &[(OrderId, Items)],
    ) -> Vec<Option<Result<Hold, ReservationError>>> {
        match self.try_together(requests).await {
            Ok(holds) => holds.into_iter().map(|hold| hold.map(Ok)).collect(),
            Err(error) => {
                tracing::debug!(error.cause = %error, "stock is held for one order after the other");
                let told = || souk_database::of_connection(&error).map(|error| Err(error.into()));
                requests.iter().map(|_| told()).collect()
            }
        }
    }

    async fn try_together(&self, requests: &[(OrderId, Items)]) -> Result<Vec<Option<Hold>>, sqlx::Error> {
        // A level that somebody keeps locked holds up the orders that want it and no others. Longer than a commit takes on a
        // slow disk: one that is only slow must not turn a crowd into as many single tries.
        let mut tx = self.pool.begin_with("BEGIN; SET LOCAL lock_timeout = '200ms'").await?;
        let keys: HashSet<_> = requests.iter().flat_map(|(_, items)| items.keys()).collect();
        let plans = plan_all(requests, stock::levels(&mut tx, keys).await?);
        let planned: Vec<_> = plans.iter().flatten().map(|(order, held)| (*order, held.as_slice())).collect();
        let now = self.clock.now();
        if planned.is_empty() || !store::hold_all(&mut tx, &planned, now, now + HOLD).await? {
            return Ok(vec![None; requests.len()]);
        }
        tx.commit().await?;
        Ok(plans.into_iter().map(|plan| plan.map(|(_, held)| Hold { version: 1, held })).collect())
    }

    pub async fn hold_alone(self, order: OrderId, items: Items) -> Result<Hold, ReservationError> {
        let mut conn = self.pool.acquire().await?;
        for _ in 0..ATTEMPTS {
            let levels = stock::levels(&mut conn, items.keys()).await?;
            let held = match plan::plan(&items, &levels) {
                Ok(held) => held,
                Err(shortages) => return self.repeated(&mut conn, order, &items, shortages).await,
            };
            let now = self.clock.now();
            match store::hold(&mut conn, order, &held, now, now + HOLD).await? {
                Attempt::Held { version } => return Ok(Hold { version, held }),
                Attempt::Settled => return self.repeated(&mut conn, order, &items, Vec::new()).await,
                Attempt::Outrun => {}
            }
        }
        Err(ReservationError::Crowded)
    }

    /// The answer to a call whose order may hold already, and then holds for as long as if it had come first; `shortages` if
    /// it does not.
    async fn repeated(
        &self,
        conn: &mut PgConnection,
        order: OrderId,
        items: &Items,
        shortages: Vec<Shortage>,
    ) -> Result<Hold, ReservationError> {
        store::prolong(conn, order, self.clock.now() + HOLD).await?;
        let found = store::find(conn, order).await?;
        if let Some(reservation) = &found {
            reservation.check_not_cancelled()?;
        }
        match found {
            Some(reservation) if reservation.state != State::Released => {
                if items.are_held_by(&reservation.held) {
                    Ok(reservation.into())
                } else {
                    Err(ReservationError::Differs)
                }
            }
            _ if shortages.is_empty() => Err(ReservationError::Crowded),
            _ => Err(ReservationError::OutOfStock(shortages)),
        }
    }
}

impl From<Reservation> for Hold {
    fn from(reservation: Reservation) -> Self {
        Self { version: reservation.version, held: reservation.held }
    }
}

/// A plan for each order from what those before it leave; none for an order that comes twice or finds too little.
fn plan_all(requests: &[(OrderId, Items)], mut levels: Vec<Level>) -> Vec<Option<(OrderId, Vec<Held>)>> {
    let mut planned = HashSet::new();
    let plan = |(order, items): &(OrderId, Items)| {
        let held = plan::plan(items, &levels).ok().filter(|_| planned.insert(*order))?;
        for held in &held {
            let level =
                levels.iter_mut().find(|level| (level.key, level.warehouse) == (held.key, held.warehouse));
            if let Some(level) = level {
                level.reserved += held.quantity;
            }
        }
        Some((*order, held))
    };
    requests.iter().map(plan).collect()
}

#[cfg(test)]
mod tests {
    use souk_kernel::{ProductId, StockKey, SystemClock, WarehouseId};

    use super::*;

    #[test]
    fn orders_of_one_moment_share_what_is_free_and_the_rest_are_left_alone() {
        let key = StockKey { product: ProductId::new(&SystemClock), combination: None };
        let [near, far] = std::array::from_fn(|_| WarehouseId::new(&SystemClock));
        let level = |warehouse, on_hand| Level { warehouse, key, on_hand, reserved: 1 };
        let items = |quantity| Items::collect([(key, quantity)]).expect("legal");
        let [first, second, third] = std::array::from_fn(|_| OrderId::new(&SystemClock));
        let requests = [(first, items(3)), (second, items(2)), (first, items(1)), (third, items(3))];
        let plans = plan_all(&requests, vec![level(near, 5), level(far, 4)]);
        let held = |warehouse, quantity| vec![Held { key, warehouse, quantity }];
        assert_eq!(plans, [Some((first, held(near, 3))), Some((second, held(far, 2))), None, None]);
    }
}
