//! Customers: a phone, what staff wrote of it, and what became of its orders. Nothing is written when an order is placed: who
//! has no card is read from their newest order, by the index of orders' phones.

mod model;
mod rpc;
mod store;

use std::sync::Arc;

use serde_json::json;
use souk_audit::{Change, Subject};
use souk_bus::Outbox;
use souk_database::snapshot;
use souk_kernel::{Clock, Counted, CustomerId, Page, Permission, Phone};
use souk_proto::orders::v1::AuditRecorded;
use souk_rpc::{Actor, Failure, Kind};
use sqlx::{PgConnection, PgPool};

use crate::inventory::Inventory;
use crate::orders::{Text, find_by_text};

pub use model::{Card, Customer, Listing, Outcomes, Place, PlacedOrder, WriteError, Written};
pub use rpc::CustomersRpc;

/// Orders that a search leads to customers through.
const MOST_FOUND: usize = 2_000;

/// Why customers can't be listed or written.
#[derive(Debug, thiserror::Error)]
pub enum CustomersError {
    #[error("there is no such customer")]
    NotFound,
    #[error("the commune does not lie in the wilaya")]
    UnknownPlace,
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error(transparent)]
    Denied(#[from] Failure),
    #[error(transparent)]
    Database(sqlx::Error),
}

/// The use cases of this feature.
#[derive(Clone)]
pub struct Customers {
    pool: PgPool,
    clock: Arc<dyn Clock>,
    outbox: Outbox,
    inventory: Inventory,
}

/// A customer with their newest orders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detail {
    pub customer: Customer,
    pub orders: Vec<PlacedOrder>,
}

impl Customers {
    pub fn new(pool: PgPool, clock: Arc<dyn Clock>, outbox: Outbox, inventory: Inventory) -> Self {
        Self { pool, clock, outbox, inventory }
    }

    /// A page of the customers that were looked for, the newest first.
    pub async fn list(&self, actor: &Actor, words: &str, page: Page) -> Result<Listing, CustomersError> {
        actor.require(Permission::OrdersRead)?;
        let mut tx = snapshot(&self.pool).await?;
        let seen = match Text::of(&mut tx, words).await? {
            None => store::newest(&mut tx).await?,
            Some(text) => {
                let found = find_by_text(&mut tx, &text).await?;
                let (orders, more) = found.first(MOST_FOUND);
                let seen = store::matching(&mut tx, orders, text.patterns()).await?;
                store::Seen { more: seen.more || more, ..seen }
            }
        };
        let rows = Counted::up_to(Page::REACH, seen.phones.len() as u64);
        let total = Counted { more: rows.more || seen.more, ..rows };
        let phones: Vec<_> = page.of(seen.phones.into_iter().take(Page::REACH as usize)).collect();
        let customers = store::load(&mut *tx, &phones).await?;
        tx.commit().await?;
        Ok(Listing { customers, total })
    }

    /// The customer, to whom may open one of their orders, with those orders.
    pub async fn get(&self, actor: &Actor, id: CustomerId) -> Result<Detail, CustomersError> {
        actor.require(Permission::OrdersRead)?;
        let phone = store::phone_of(&self.pool, id).await?.ok_or(CustomersError::NotFound)?;
        let found = self.detail(&phone).await?;
        if actor.bounds(Permission::OrdersRead).is_none() {
            return Ok(found);
        }
        let orders = self.in_reach(actor, found.orders).await?;
        if orders.is_empty() {
            let text = "the goods of this customer's orders are in none of your warehouses";
            return Err(Failure::new(Kind::Forbidden, "forbidden", text).into());
        }
        Ok(Detail { orders, ..found })
    }

    /// Those of the orders that inventory lets the actor see, as where each is opened.
    async fn in_reach(&self, actor: &Actor, orders: Vec<PlacedOrder>) -> Result<Vec<PlacedOrder>, Failure> {
        let ids: Vec<_> = orders.iter().map(|order| order.id).collect();
        let near = self.inventory.in_reach(actor, &ids).await?;
        Ok(orders.into_iter().filter(|order| near.contains(&order.id)).collect())
    }

    /// Writes the card of a phone that has none.
    pub async fn create(&self, actor: &Actor, wanted: Written) -> Result<Detail, CustomersError> {
        actor.require(Permission::OrdersConfirm)?;
        let mut tx = self.pool.begin().await?;
        // An id leads to one phone.
        if store::phone_of(&mut *tx, wanted.id).await?.is_some_and(|phone| phone != wanted.phone) {
            return Err(WriteError::Taken.into());
        }
        let phone = wanted.phone.clone();
        let stored = store::lock_in(&mut tx, &phone).await?;
        if let Some(first) = wanted.first(stored.as_ref())? {
            self.save_in(&mut tx, actor, &first, None, WriteError::Taken).await?;
        }
        tx.commit().await?;
        self.detail(&phone).await
    }

    /// Replaces the version of the card that was read, or writes the first of a phone that ordered.
    pub async fn update(
        &self,
        actor: &Actor,
        id: CustomerId,
        version: u64,
        card: Card,
    ) -> Result<Detail, CustomersError> {
        actor.require(Permission::OrdersConfirm)?;
        let mut tx = self.pool.begin().await?;
        let phone = store::phone_of(&mut *tx, id).await?.ok_or(CustomersError::NotFound)?;
        let stored = store::lock_in(&mut tx, &phone).await?;
        // An order's id leads to whatever phone it has: a card's own leads to the card.
        let wanted = Written { id: CustomerId::new(&*self.clock), phone: phone.clone(), version, card };
        if let Some(saved) = wanted.over(stored.as_ref())? {
            self.save_in(&mut tx, actor, &saved, stored.as_ref(), WriteError::Stale).await?;
        }
        tx.commit().await?;
        self.detail(&phone).await
    }

    async fn save_in(
        &self,
        tx: &mut PgConnection,
        actor: &Actor,
        saved: &Written,
        before: Option<&Written>,
        overtaken: WriteError,
    ) -> Result<(), CustomersError> {
        if let Some(place) = &saved.card.place
            && !store::is_place(&mut *tx, place).await?
        {
            return Err(CustomersError::UnknownPlace);
        }
        if !store::save_in(tx, saved, self.clock.now()).await? {
            return Err(overtaken.into());
        }
        // The log is kept for ever: it tells which parts changed, and nothing of the person.
        let changed = saved.card.changed_from(before.map(|before| &before.card));
        let subject = Subject::new("customer", saved.id, "");
        let change = Change::made("orders.customer_saved", subject, json!({ "changed": changed }));
        Ok(souk_audit::record_in::<AuditRecorded>(tx, &self.outbox, &*self.clock, actor, change).await?)
    }

    async fn detail(&self, phone: &Phone) -> Result<Detail, CustomersError> {
        let mut tx = snapshot(&self.pool).await?;
        let found = store::load(&mut *tx, &[phone.as_str().to_owned()]).await?.pop();
        let customer = found.ok_or(CustomersError::NotFound)?;
        let orders = store::orders(&mut *tx, phone).await?;
        tx.commit().await?;
        Ok(Detail { customer, orders })
    }
}

impl From<sqlx::Error> for CustomersError {
    fn from(error: sqlx::Error) -> Self {
        match error.as_database_error().map(sqlx::error::DatabaseError::kind) {
            Some(sqlx::error::ErrorKind::UniqueViolation) => Self::Write(WriteError::Taken),
            _ => Self::Database(error),
        }
    }
}

impl From<CustomersError> for Failure {
    fn from(error: CustomersError) -> Self {
        let text = error.to_string();
        match error {
            CustomersError::NotFound => Self::not_found("orders.unknown_customer", text),
            CustomersError::UnknownPlace => Self::invalid_field("commune", "form.validation.place", text),
            CustomersError::Write(WriteError::Stale) => Self::conflict("orders.stale_version", text),
            CustomersError::Write(WriteError::Taken) => Self::conflict("orders.customer_taken", text),
            CustomersError::Denied(failure) => failure,
            CustomersError::Database(error) => souk_database::failure(error),
        }
    }
}
