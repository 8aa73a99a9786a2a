//! What the events of an order do to its reservation. Each function joins the transaction of the consumer's
//! inbox row. Events may come late, twice and in any order: one whose order version is not newer than the
//! newest seen does nothing, and one that comes before those it follows makes up for them.

use std::collections::BTreeSet;
use std::sync::Arc;

use souk_bus::{Meta, Outbox};
use souk_kernel::{Changed, Clock};
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::error::ReservationError;
use super::events::OrderFacts;
use super::model::{Effect, Items, ReleaseReason, Reservation, State};
use super::plan::{self, Shortage};
use super::store;
use crate::stock::{self, Cause, Move, MovementKind};

/// The consumers' use cases.
#[derive(Clone)]
pub struct Lifecycle {
    clock: Arc<dyn Clock>,
    outbox: Outbox,
}

impl Lifecycle {
    pub fn new(clock: Arc<dyn Clock>, outbox: Outbox) -> Self {
        Self { clock, outbox }
    }

    /// Confirms the hold. An order that was accepted without asking, or whose hold has run out, is held now or
    /// rejected; one that was taken without a hold, because its address holds enough already, gets none.
    pub async fn placed_in(
        &self,
        conn: &mut PgConnection,
        order: &OrderFacts,
    ) -> Result<(), ReservationError> {
        if order.released {
            return self.hold_released_in(conn, order).await;
        }
        let mut reservation = store::open_in(conn, order.id, self.clock.now()).await?;
        if !reservation.is_news(order.version) {
            return Ok(());
        }
        if self.ensure_held_in(conn, &mut reservation, order).await? {
            reservation.confirm()?;
        }
        Ok(store::save_in(conn, &mut reservation, self.clock.now()).await?)
    }

    /// Confirms the holds of many orders at once where each is held and orders knows it; else nothing, and false.
    pub async fn all_placed_in(
        &self,
        conn: &mut PgConnection,
        orders: &[OrderFacts],
    ) -> Result<bool, ReservationError> {
        if !orders.iter().all(|order| order.reserved) {
            return Ok(false);
        }
        let versions: Vec<_> = orders.iter().map(|order| (order.id, order.version)).collect();
        Ok(store::confirm_in(conn, &versions, self.clock.now()).await? == orders.len())
    }

    /// Gives back what the order holds, for good.
    pub async fn cancelled_in(
        &self,
        conn: &mut PgConnection,
        order: &OrderFacts,
    ) -> Result<(), ReservationError> {
        self.give_back_in(conn, order, ReleaseReason::Cancelled).await
    }

    /// Gives back what the order holds until it asks again.
    pub async fn hold_released_in(
        &self,
        conn: &mut PgConnection,
        order: &OrderFacts,
    ) -> Result<(), ReservationError> {
        self.give_back_in(conn, order, ReleaseReason::Unconfirmed).await
    }

    async fn give_back_in(
        &self,
        conn: &mut PgConnection,
        order: &OrderFacts,
        reason: ReleaseReason,
    ) -> Result<(), ReservationError> {
        let mut reservation = store::open_in(conn, order.id, self.clock.now()).await?;
        if !reservation.is_news(order.version) {
            return Ok(());
        }
        self.end_changes_in(conn, order).await?;
        release_in(conn, &mut reservation, reason, self.clock.now()).await
    }

    /// Holds what the order has now, instead of what it had and of what was held for its changes. Where it can't, because nothing was
    /// held for the change, the order holds nothing until it asks again.
    pub async fn lines_changed_in(
        &self,
        conn: &mut PgConnection,
        order: &OrderFacts,
    ) -> Result<(), ReservationError> {
        let now = self.clock.now();
        let mut reservation = store::open_in(conn, order.id, now).await?;
        // Of a question that comes after this nothing is held.
        if let Some(change) = order.changes.last() {
            store::open_in(conn, *change, now).await?;
        }
        let is_news = reservation.is_news(order.version);
        if !is_news || reservation.is_over() || order.released {
            self.end_changes_in(conn, order).await?;
            if is_news && !reservation.is_over() {
                release_in(conn, &mut reservation, ReleaseReason::Unconfirmed, now).await?;
            }
            return Ok(());
        }
        let is_known = order.reserved && reservation.holds();
        let held = self.hold_instead_in(conn, &mut reservation, order).await?;
        store::save_in(conn, &mut reservation, now).await?;
        let meta = Meta::new(&*self.clock, order.id.uuid());
        match held {
            Err(shortages) => self.outbox.add(conn, &reservation.rejected_event(&shortages), meta).await?,
            Ok(()) if !is_known => self.outbox.add(conn, &reservation.reserved_event(), meta).await?,
            Ok(()) => {}
        }
        Ok(())
    }

    /// As [`hold_instead_in`], and ends what was held for the order's changes.
    async fn hold_instead_in(
        &self,
        conn: &mut PgConnection,
        reservation: &mut Reservation,
        order: &OrderFacts,
    ) -> Result<Result<(), Vec<Shortage>>, ReservationError> {
        let mut changes = open_changes_in(conn, order).await?;
        let held = hold_instead_in(conn, reservation, &mut changes, &order.items).await?;
        for change in &mut changes {
            store::save_in(conn, change, self.clock.now()).await?;
        }
        Ok(held)
    }

    /// Gives back what is held for changes of the order that came to nothing, or came to it already.
    async fn end_changes_in(
        &self,
        conn: &mut PgConnection,
        order: &OrderFacts,
    ) -> Result<(), ReservationError> {
        for mut change in open_changes_in(conn, order).await? {
            release_in(conn, &mut change, ReleaseReason::Cancelled, self.clock.now()).await?;
        }
        Ok(())
    }

    /// Takes the goods out of the warehouses that hold them.
    pub async fn shipped_in(
        &self,
        conn: &mut PgConnection,
        order: &OrderFacts,
    ) -> Result<(), ReservationError> {
        let mut reservation = store::open_in(conn, order.id, self.clock.now()).await?;
        if !reservation.is_news(order.version) {
            return Ok(());
        }
        self.ship_in(conn, &mut reservation, order).await?;
        Ok(store::save_in(conn, &mut reservation, self.clock.now()).await?)
    }

    /// Puts the goods back where they left from.
    pub async fn returned_in(
        &self,
        conn: &mut PgConnection,
        order: &OrderFacts,
    ) -> Result<(), ReservationError> {
        let mut reservation = store::open_in(conn, order.id, self.clock.now()).await?;
        if !reservation.is_news(order.version) {
            return Ok(());
        }
        self.ship_in(conn, &mut reservation, order).await?;
        if reservation.take_back()? == Changed::Yes {
            let changes = Effect::Restock.changes(&reservation.held);
            stock::move_in(conn, &*self.clock, &changes, &self.why(MovementKind::Returned, order)).await?;
        }
        Ok(store::save_in(conn, &mut reservation, self.clock.now()).await?)
    }

    async fn ship_in(
        &self,
        conn: &mut PgConnection,
        reservation: &mut Reservation,
        order: &OrderFacts,
    ) -> Result<(), ReservationError> {
        self.ensure_held_in(conn, reservation, order).await?;
        if reservation.ship()? == Changed::Yes {
            let changes = Effect::Ship.changes(&reservation.held);
            stock::move_in(conn, &*self.clock, &changes, &self.why(MovementKind::Shipped, order)).await?;
        }
        Ok(())
    }

    /// Holds the order's items unless they are, and what it had before a change that is not heard of yet no longer; answers whether
    /// they are then, and tells orders if it does not know.
    async fn ensure_held_in(
        &self,
        conn: &mut PgConnection,
        reservation: &mut Reservation,
        order: &OrderFacts,
    ) -> Result<bool, ReservationError> {
        let meta = Meta::new(&*self.clock, order.id.uuid());
        let has_others = reservation.holds() && !order.items.are_held_by(&reservation.held);
        if (reservation.state == State::Released || has_others)
            && let Err(shortages) = self.hold_instead_in(conn, reservation, order).await?
        {
            self.outbox.add(conn, &reservation.rejected_event(&shortages), meta).await?;
            return Ok(false);
        }
        if !order.reserved {
            self.outbox.add(conn, &reservation.reserved_event(), meta).await?;
        }
        Ok(true)
    }

    fn why(&self, kind: MovementKind, order: &OrderFacts) -> Move {
        Move {
            kind,
            cause: Cause::Order(order.id),
            reason: order.number.clone(),
            mover: order.mover.clone(),
            at: self.clock.now(),
        }
    }
}

/// What was asked for under the order's changes and is not ended yet, locked.
async fn open_changes_in(conn: &mut PgConnection, order: &OrderFacts) -> sqlx::Result<Vec<Reservation>> {
    let mut changes = store::lock_all_in(conn, &order.changes).await?;
    changes.retain(|change| !change.is_over());
    Ok(changes)
}

/// Holds the items in the caller's transaction, which has all these rows locked, instead of what the order holds and of what is held
/// for its `changes`, which ends; `Err` in `Ok` names what is short, and nothing is held then. The rows are the caller's to save.
pub(super) async fn hold_instead_in(
    conn: &mut PgConnection,
    reservation: &mut Reservation,
    changes: &mut [Reservation],
    items: &Items,
) -> Result<Result<(), Vec<Shortage>>, ReservationError> {
    reservation.check_not_cancelled()?;
    let mut freed = Vec::new();
    for change in changes {
        freed.extend(change.release(ReleaseReason::Cancelled)?);
        store::replace_items_in(conn, change).await?;
    }
    let held: Vec<_> = reservation.held.iter().chain(&freed).copied().collect();
    let keys: BTreeSet<_> = items.keys().chain(held.iter().map(|held| held.key)).collect();
    stock::lock_levels_in(conn, keys.iter().copied()).await?;
    let levels = stock::levels(conn, keys).await?.into_iter().collect();
    let planned = plan::plan_instead(items, &held, levels);
    let moved = reservation.hold_instead(&freed, planned.as_deref().unwrap_or_default())?;
    if planned.is_err() {
        reservation.release(ReleaseReason::Unheld)?;
    }
    stock::reserve_in(conn, &moved).await?;
    store::replace_items_in(conn, reservation).await?;
    Ok(planned.map(drop))
}

/// Gives back what is held and saves the row.
pub(super) async fn release_in(
    conn: &mut PgConnection,
    reservation: &mut Reservation,
    reason: ReleaseReason,
    now: OffsetDateTime,
) -> Result<(), ReservationError> {
    let given_back = reservation.release(reason)?;
    if !given_back.is_empty() {
        stock::reserve_in(conn, &Effect::GiveBack.changes(&given_back)).await?;
        store::replace_items_in(conn, reservation).await?;
    }
    Ok(store::save_in(conn, reservation, now).await?)
}
