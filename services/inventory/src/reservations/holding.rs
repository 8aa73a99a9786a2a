//! Holding stock for orders whose checkouts wait for the answer.
//!
//! A plan is made from an unlocked read and carried out by one statement that takes nothing if somebody was faster; then
//! it is made anew. Nobody waits long for a level that somebody keeps locked.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use souk_bus::{Meta, Outbox};
use souk_kernel::{Clock, OrderId, StockKey};
use souk_proto::inventory::v1::StockReserved;
use sqlx::error::DatabaseError;
use sqlx::{PgConnection, PgPool, PgTransaction};
use uuid::Uuid;

use super::error::ReservationError;
use super::events::reserved_event;
use super::lifecycle;
use super::model::{Held, Items, Reservation, State};
use super::plan::{self, Levels, Shortage};
use super::store::{self, Attempt};
use crate::stock;

/// How long a hold waits to be confirmed by its order (design 6.4).
pub const HOLD: Duration = Duration::from_mins(2);

/// Plans that one call makes before it gives up: each is overtaken only because somebody else got stock, so
/// this many in a row means a crowd that the caller should not add to.
const ATTEMPTS: u32 = 20;

/// Begins a transaction that gives up on a level that somebody keeps locked: it holds up the orders that want it and no
/// others. Longer than a commit takes on a slow disk: one that is only slow must not turn a crowd away, nor into as many
/// single tries.
const TOGETHER: &str = "BEGIN; SET LOCAL lock_timeout = '200ms'";
/// As [`TOGETHER`], within the time that a checkout waits for an answer.
const ALONE: &str = "BEGIN; SET LOCAL lock_timeout = '300ms'";

/// What an order asks for.
#[derive(Debug, Clone)]
pub struct HoldRequest {
    pub order: OrderId,
    /// Of the stored order; 0 for a checkout, whose order is not stored yet.
    pub order_version: u64,
    pub items: Items,
}

/// What an order holds, as of a version of its reservation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hold {
    pub version: u64,
    pub held: Vec<Held>,
}

/// What became of a request; nothing where it is to be looked at alone.
type Outcome = Option<Result<Hold, ReservationError>>;

/// Holds for many orders or for one.
#[derive(Clone)]
pub struct Holding {
    pool: PgPool,
    clock: Arc<dyn Clock>,
    outbox: Outbox,
}

impl Holding {
    pub fn new(pool: PgPool, clock: Arc<dyn Clock>, outbox: Outbox) -> Self {
        Self { pool, clock, outbox }
    }

    /// Holds for all checkouts in one transaction that are new and find their stock. Those that want what somebody keeps
    /// locked are sent away.
    pub async fn hold_together(self, requests: &[HoldRequest]) -> Vec<Outcome> {
        match self.try_together(requests).await {
            Ok(outcomes) => outcomes,
            Err(error) => {
                tracing::debug!(error.cause = %error, "stock is held for one order after the other");
                let told = || souk_database::of_connection(&error).map(|error| Err(error.into()));
                requests.iter().map(|_| told()).collect()
            }
        }
    }

    async fn try_together(&self, requests: &[HoldRequest]) -> Result<Vec<Outcome>, sqlx::Error> {
        match self.hold_all_but(&HashSet::new(), requests).await {
            Err(error) if is_lock_timeout(&error) => {
                let locked = self.locked(requests).await?;
                self.hold_all_but(&locked, requests).await
            }
            done => done,
        }
    }

    /// The keys that can't be had at this moment.
    async fn locked(&self, requests: &[HoldRequest]) -> Result<HashSet<StockKey>, sqlx::Error> {
        let mut conn = self.pool.acquire().await?;
        let levels = stock::levels(&mut conn, keys(requests)).await?;
        Ok(store::locked(&mut conn, &levels).await?.into_iter().collect())
    }

    async fn hold_all_but(
        &self,
        locked: &HashSet<StockKey>,
        requests: &[HoldRequest],
    ) -> Result<Vec<Outcome>, sqlx::Error> {
        let is_crowded = |request: &HoldRequest| request.items.keys().any(|key| locked.contains(&key));
        let mut tx = self.pool.begin_with(TOGETHER).await?;
        let levels = stock::levels(&mut tx, keys(requests)).await?.into_iter().collect();
        let plans = plan_all(requests, is_crowded, levels);
        let planned: Vec<_> = plans.iter().flatten().map(|(order, held)| (*order, held.as_slice())).collect();
        let now = self.clock.now();
        let is_held = match planned.as_slice() {
            [] => Ok(false),
            planned => store::hold_all(&mut tx, planned, now, now + HOLD).await,
        };
        match is_held {
            Ok(true) => tx.commit().await?,
            // What it locked is free before anybody looks for what others keep locked.
            _ => tx.rollback().await?,
        }
        let is_held = is_held?;
        let outcome = |(request, plan): (&HoldRequest, Option<(OrderId, Vec<Held>)>)| match plan {
            _ if is_crowded(request) => Some(Err(ReservationError::Crowded)),
            Some((_, held)) if is_held => Some(Ok(Hold { version: 1, held })),
            _ => None,
        };
        Ok(requests.iter().zip(plans).map(outcome).collect())
    }

    pub async fn hold_alone(self, request: HoldRequest) -> Result<Hold, ReservationError> {
        match self.try_alone(&request).await {
            Err(ReservationError::Database(error)) if is_lock_timeout(&error) => {
                Err(ReservationError::Crowded)
            }
            done => done,
        }
    }

    async fn try_alone(&self, request: &HoldRequest) -> Result<Hold, ReservationError> {
        for _ in 0..ATTEMPTS {
            let mut tx = self.pool.begin_with(ALONE).await?;
            let levels = stock::levels(&mut tx, request.items.keys()).await?.into_iter().collect();
            let held = match plan::plan(&request.items, &levels) {
                Ok(held) => held,
                Err(shortages) => return self.repeated(tx, request, shortages).await,
            };
            let now = self.clock.now();
            match store::hold(&mut tx, request.order, request.order_version, &held, now, now + HOLD).await? {
                Attempt::Held { version, is_stored } => {
                    if is_stored {
                        // A checkout asks for the lines that its order was placed with.
                        let order_version = request.order_version.max(1);
                        self.tell_in(&mut tx, &reserved_event(request.order, order_version, version)).await?;
                    }
                    tx.commit().await?;
                    return Ok(Hold { version, held });
                }
                Attempt::Settled => return self.repeated(tx, request, Vec::new()).await,
                Attempt::Outrun => tx.rollback().await?,
            }
        }
        Err(ReservationError::Crowded)
    }

    /// The answer to a request whose order may hold already, and then holds as if this had come first; `shortages` if it does
    /// not.
    async fn repeated(
        &self,
        mut tx: PgTransaction<'_>,
        request: &HoldRequest,
        shortages: Vec<Shortage>,
    ) -> Result<Hold, ReservationError> {
        let found = store::lock_in(&mut tx, request.order).await?;
        if let Some(reservation) = &found {
            reservation.check_not_cancelled()?;
        }
        let Some(mut reservation) = found.filter(|found| found.state != State::Released) else {
            let is_free = shortages.is_empty();
            return Err(if is_free {
                ReservationError::Crowded
            } else {
                ReservationError::OutOfStock(shortages)
            });
        };
        if !request.items.are_held_by(&reservation.held) {
            return self.changed(tx, request, reservation).await;
        }
        if reservation.holds() {
            self.hold_on_in(&mut tx, &mut reservation, request.order_version).await?;
            tx.commit().await?;
        }
        Ok(reservation.into())
    }

    /// The answer to an order that was changed since it was held, and asks before its event is heard.
    async fn changed(
        &self,
        mut tx: PgTransaction<'_>,
        request: &HoldRequest,
        mut reservation: Reservation,
    ) -> Result<Hold, ReservationError> {
        if !reservation.holds() || !reservation.is_news(request.order_version) {
            return Err(ReservationError::Differs);
        }
        let held = lifecycle::hold_instead_in(&mut tx, &mut reservation, &mut [], &request.items).await?;
        held.map_err(ReservationError::OutOfStock)?;
        store::save_in(&mut tx, &mut reservation, self.clock.now()).await?;
        self.tell_in(&mut tx, &reservation.reserved_event()).await?;
        tx.commit().await?;
        Ok(reservation.into())
    }

    /// A checkout's hold lasts from now; a stored order's is confirmed, as of the version that asks. Orders is told, as it is
    /// of what is held anew: it may give up before it hears the answer.
    async fn hold_on_in(
        &self,
        tx: &mut PgConnection,
        reservation: &mut Reservation,
        order_version: u64,
    ) -> Result<(), ReservationError> {
        let now = self.clock.now();
        if !reservation.is_news(order_version) {
            return Ok(store::prolong(tx, reservation.order, now + HOLD).await?);
        }
        reservation.confirm()?;
        store::save_in(tx, reservation, now).await?;
        Ok(self.tell_in(tx, &reservation.reserved_event()).await?)
    }

    async fn tell_in(&self, tx: &mut PgConnection, event: &StockReserved) -> sqlx::Result<()> {
        let order = Uuid::try_parse(&event.order_id).unwrap_or_default();
        self.outbox.add(tx, event, Meta::new(&*self.clock, order)).await
    }
}

impl From<Reservation> for Hold {
    fn from(reservation: Reservation) -> Self {
        Self { version: reservation.version, held: reservation.held }
    }
}

/// A plan for each checkout from what those before it leave; none for one that comes twice, is left out or finds too little,
/// and none for a stored order.
fn plan_all(
    requests: &[HoldRequest],
    is_left_out: impl Fn(&HoldRequest) -> bool,
    mut levels: Levels,
) -> Vec<Option<(OrderId, Vec<Held>)>> {
    let mut planned = HashSet::new();
    let plan = |request: &HoldRequest| {
        if request.order_version > 0 || is_left_out(request) {
            return None;
        }
        let held = plan::plan(&request.items, &levels).ok().filter(|_| planned.insert(request.order))?;
        levels.take(&held);
        Some((request.order, held))
    };
    requests.iter().map(plan).collect()
}

fn keys(requests: &[HoldRequest]) -> HashSet<StockKey> {
    requests.iter().flat_map(|request| request.items.keys()).collect()
}

/// Whether a lock was not to be had in the time that was set for it.
fn is_lock_timeout(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(DatabaseError::code);
    code.is_some_and(|code| code == "55P03")
}

#[cfg(test)]
mod tests {
    use souk_kernel::{ProductId, SystemClock, WarehouseId};

    use super::*;
    use crate::stock::Level;

    #[test]
    fn orders_of_one_moment_share_what_is_free_and_the_rest_are_left_alone() {
        let key = StockKey { product: ProductId::new(&SystemClock), combination: None };
        let [near, far] = std::array::from_fn(|_| WarehouseId::new(&SystemClock));
        let level = |warehouse, on_hand| Level { warehouse, key, on_hand, reserved: 1 };
        let items = |quantity| Items::collect([(key, quantity)]).expect("legal");
        let [first, second, third] = std::array::from_fn(|_| OrderId::new(&SystemClock));
        let request = |order, quantity| HoldRequest { order, order_version: 0, items: items(quantity) };
        let requests = [request(first, 3), request(second, 2), request(first, 1), request(third, 3)];
        let plans = plan_all(&requests, |_| false, Levels::from_iter([level(near, 5), level(far, 4)]));
        let held = |warehouse, quantity| vec![Held { key, warehouse, quantity }];
        assert_eq!(plans, [Some((first, held(near, 3))), Some((second, held(far, 2))), None, None]);
    }
}
