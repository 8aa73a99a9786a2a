//! Stock held for orders, from the checkout to the parcel's way back (design 6).
//!
//! The checkout calls [`Reservations::reserve`]; everything later comes by events of the order, handled by the
//! functions of [`lifecycle`]. A hold that no event confirms is settled by the [`Sweeper`].

mod error;
mod events;
mod holding;
pub mod lifecycle;
mod model;
mod plan;
mod rpc;
mod store;
mod sweeper;

use std::sync::Arc;

use futures::FutureExt as _;
use souk_audit::{Change, Subject};
use souk_bus::Outbox;
use souk_database::Batcher;
use souk_kernel::{Clock, OrderId, Permission, WarehouseId};
use souk_proto::inventory::v1::AuditRecorded;
use souk_rpc::Actor;
use sqlx::PgPool;

pub use error::ReservationError;
pub use events::{MalformedOrder, OrderFacts};
pub use holding::{HOLD, Hold, HoldRequest};
pub use model::{AllocateError, ForeignOrder, Held, Items, ReleaseReason, Reservation, State, StepError};
pub use plan::Shortage;
pub use rpc::ReservationsRpc;
pub use store::HeldBy;
pub use sweeper::Sweeper;

use crate::stock::{self, Level};
use crate::warehouses::{Warehouse, Warehouses};
use holding::Holding;

/// The use cases of reservations.
#[derive(Clone)]
pub struct Reservations {
    pool: PgPool,
    warehouses: Warehouses,
    clock: Arc<dyn Clock>,
    outbox: Outbox,
    holds: Batcher<HoldRequest, Result<Hold, ReservationError>>,
}

/// What a warehouse could give to an order.
#[derive(Debug, Clone)]
pub struct Offer {
    pub warehouse: Warehouse,
    /// Free there, or held there for this order already.
    pub held: Held,
    /// Not a warehouse of who asks: what the order holds there stays.
    pub is_foreign: bool,
}

impl Reservations {
    pub fn new(pool: PgPool, clock: Arc<dyn Clock>, outbox: Outbox, warehouses: Warehouses) -> Self {
        let holding = Holding::new(pool.clone(), clock.clone(), outbox.clone());
        let alone = holding.clone();
        let holds = Batcher::new(
            move |requests: &[_]| holding.clone().hold_together(requests).boxed(),
            move |request| alone.clone().hold_alone(request).boxed(),
        );
        Self { pool, warehouses, clock, outbox, holds }
    }

    /// Holds all items for the order or none; a repeat answers what is held already.
    pub async fn reserve(&self, request: HoldRequest) -> Result<Hold, ReservationError> {
        let held = self.holds.call(request).await;
        held.unwrap_or(Err(ReservationError::Database(sqlx::Error::WorkerCrashed)))
    }

    /// Gives back what the order holds; nothing held is success.
    pub async fn release(&self, order: OrderId) -> Result<(), ReservationError> {
        let mut tx = self.pool.begin().await?;
        if let Some(mut reservation) = store::lock_in(&mut tx, order).await? {
            lifecycle::release_in(&mut tx, &mut reservation, ReleaseReason::Requested, self.clock.now())
                .await?;
            tx.commit().await?;
        }
        Ok(())
    }

    /// Divides what the order holds over the warehouses anew, and tells which places gave and took. Goods are moved between
    /// the actor's own warehouses only.
    pub async fn allocate(
        &self,
        actor: &Actor,
        order: OrderId,
        wanted: &[Held],
    ) -> Result<Hold, ReservationError> {
        let bounds = actor.bounds(Permission::OrdersPrepare);
        let mut tx = self.pool.begin().await?;
        let mut reservation = store::lock_in(&mut tx, order).await?.ok_or(StepError::NotHeld)?;
        reservation.require_in_reach(bounds)?;
        let before = reservation.held.clone();
        let changes = reservation.allocate(wanted)?;
        if changes.iter().any(|change| bounds.is_some_and(|bounds| !bounds.contains(&change.warehouse))) {
            return Err(ReservationError::ForeignWarehouse);
        }
        if !changes.is_empty() {
            stock::lock_levels_in(&mut tx, changes.iter().map(|change| change.key)).await?;
            let levels = stock::levels(&mut tx, changes.iter().map(|change| change.key)).await?;
            let levels = levels.into_iter().collect();
            let short = plan::shortages_of(&changes, &levels);
            if !short.is_empty() {
                return Err(ReservationError::OutOfStock(short));
            }
            stock::reserve_in(&mut tx, &changes).await?;
            store::replace_items_in(&mut tx, &reservation).await?;
            store::save_in(&mut tx, &mut reservation, self.clock.now()).await?;
            let [before, after] = [&before, &reservation.held].map(|held| model::facts(held, &changes));
            let change =
                Change::between("inventory.order_allocated", Subject::new("order", order, ""), before, after);
            souk_audit::record_in::<AuditRecorded>(&mut tx, &self.outbox, &*self.clock, actor, change)
                .await?;
            tx.commit().await?;
        }
        Ok(reservation.into())
    }

    /// Those of the orders that concern whoever is bound to these warehouses.
    pub async fn in_reach(
        &self,
        orders: Vec<OrderId>,
        bounds: Option<&[WarehouseId]>,
    ) -> Result<Vec<OrderId>, ReservationError> {
        let Some(bounds) = bounds else { return Ok(orders) };
        let mut conn = self.pool.acquire().await?;
        Ok(store::in_reach(&mut conn, &orders, bounds).await?)
    }

    /// What the orders hold, of those that [`Reservations::get`] would tell the actor.
    pub async fn held_by(&self, actor: &Actor, orders: &[OrderId]) -> Result<Vec<HeldBy>, ReservationError> {
        let mut conn = self.pool.acquire().await?;
        Ok(store::held_by(&mut conn, orders, actor.bounds(Permission::OrdersRead)).await?)
    }

    /// What the order holds, what each warehouse from which the actor may prepare it could give for it, and what it has in others.
    pub async fn get(
        &self,
        actor: &Actor,
        order: OrderId,
    ) -> Result<Option<(Reservation, Vec<Offer>)>, ReservationError> {
        let mut conn = self.pool.acquire().await?;
        let Some(reservation) = store::find(&mut conn, order).await? else { return Ok(None) };
        reservation.require_in_reach(actor.bounds(Permission::OrdersRead))?;
        let mut keys: Vec<_> = reservation.held.iter().map(|held| held.key).collect();
        keys.dedup();
        let levels = stock::levels(&mut conn, keys).await?;
        drop(conn);
        let warehouses = self.warehouses.list(None).await?;
        let bounds = actor.bounds(Permission::OrdersPrepare);
        let offers = levels.iter().filter_map(|level| offer(level, &reservation, &warehouses, bounds));
        let offers = offers.collect();
        Ok(Some((reservation, offers)))
    }
}

fn offer(
    level: &Level,
    reservation: &Reservation,
    warehouses: &[Warehouse],
    bounds: Option<&[WarehouseId]>,
) -> Option<Offer> {
    let own = reservation.held.iter().find(|held| (held.key, held.warehouse) == (level.key, level.warehouse));
    let own = own.filter(|_| reservation.holds()).map_or(0, |held| held.quantity);
    let warehouse = warehouses.iter().find(|warehouse| warehouse.id == level.warehouse)?.clone();
    let is_foreign = bounds.is_some_and(|bounds| !bounds.contains(&level.warehouse));
    if is_foreign && own == 0 {
        return None;
    }
    let quantity = if is_foreign { own } else { level.free().saturating_add(own) };
    Some(Offer { warehouse, held: Held { key: level.key, warehouse: level.warehouse, quantity }, is_foreign })
}
