//! Orders after they were placed: their life along the table of [`status`], their timeline, the staff's list, the
//! shopper's tracking. Every change writes a timeline row with its actor and publishes the whole order.

mod assignment;
mod correction;
pub mod destination;
mod error;
mod events;
mod filter;
mod form;
mod holds;
mod key;
mod lines;
mod listing;
mod model;
pub mod oversold;
mod placed;
mod rows;
mod rpc;
mod search;
mod several;
mod status;
mod steps;
mod store;
mod subscriptions;
pub mod tallies;
mod whole;
mod wire;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::json;
use souk_audit::Change;
use souk_bus::Outbox;
use souk_kernel::{Changed, Clock, OrderId, OrderNumber, Permission, Phone, WarehouseId};
use souk_proto::orders::v1::AuditRecorded;
use souk_rpc::Actor;
use sqlx::{PgConnection, PgPool};

use crate::inventory::{Inventory, Reservation};
use crate::items::Allocation;

pub use assignment::Assignment;
pub use correction::Correction;
pub use destination::Undeliverable;
pub use error::{CorrectionError, OrdersError};
pub use events::announcement;
pub use filter::Filter;
pub use form::{Form, parse_address, parse_email, parse_form, parse_person, parse_way};
pub use lines::Revision;
pub use listing::{Day, Listed, Listing, Summary, find_by_text};
pub use model::{
    ActorName, Assignee, COUNTED, Customer, CustomerHistory, Delivery, Line, LinePart, Order, OrderType,
    TimelineEntry, Way,
};
pub use rows::{LineRow, NewOrderRow, TimelineRow, line_rows};
pub use rpc::OrdersRpc;
pub use search::{Found, Text};
pub use several::Several;
pub use status::{PaymentAnswer, Status, Stock, StockAnswer};
pub use steps::{Step, StepError};
pub use subscriptions::subscribe;
pub use whole::FileStep;

/// Orders per read of a walk through all.
const STREAM_CHUNK: i64 = 200;

/// Orders that hear of their payment in one transaction, which has 8 s (ADR 3): a payment has a thousand.
const PAYMENT_PORTION: usize = 100;

/// The use cases of this feature.
#[derive(Clone)]
pub struct Orders {
    pool: PgPool,
    clock: Arc<dyn Clock>,
    outbox: Outbox,
    inventory: Inventory,
}

/// An order as the staff's screen shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detail {
    pub order: Order,
    pub timeline: Vec<TimelineEntry>,
    /// The statuses that the actor may take it to now.
    pub allowed: Vec<Status>,
    /// Not told to shoppers.
    pub history: Option<CustomerHistory>,
}

/// A step as staff ask for it.
#[derive(Debug, Clone)]
pub struct Transition {
    pub order: OrderId,
    /// The version that the employee saw.
    pub version: u64,
    pub step: Step,
    /// For preparing; empty leaves the reservation where it is.
    pub allocations: Vec<Allocation>,
}

impl Transition {
    /// The allocation that takes effect: goods are moved by preparing only.
    fn moves(&self) -> &[Allocation] {
        if self.step.to == Status::Preparing { &self.allocations } else { &[] }
    }
}

/// The payment that an order hears of, for its timeline.
#[derive(Debug)]
struct PaymentMention<'a> {
    /// `P-101`.
    number: &'a str,
    /// Or reversed.
    is_paid: bool,
    /// Of a reversal.
    reason: &'a str,
    actor: ActorName,
}

impl Orders {
    pub fn new(pool: PgPool, clock: Arc<dyn Clock>, outbox: Outbox, inventory: Inventory) -> Self {
        Self { pool, clock, outbox, inventory }
    }

    pub async fn list(&self, actor: &Actor, filter: &Filter) -> Result<Listing, OrdersError> {
        actor.require(Permission::OrdersRead)?;
        Ok(listing::list(&self.pool, filter).await?)
    }

    pub async fn get(&self, actor: &Actor, id: OrderId) -> Result<Detail, OrdersError> {
        actor.require(Permission::OrdersRead)?;
        let order = store::find(&self.pool, id).await?.ok_or(OrdersError::NotFound)?;
        self.show(actor, order).await
    }

    /// Those of the orders that are there and that [`Orders::get`] would tell the actor, whole, as many as an answer takes.
    pub async fn several(&self, actor: &Actor, mut ids: Vec<OrderId>) -> Result<Several, OrdersError> {
        actor.require(Permission::OrdersRead)?;
        if actor.bounds(Permission::OrdersRead).is_some() {
            let near = self.inventory.in_reach(actor, &ids).await?;
            ids.retain(|id| near.contains(id));
        }
        Ok(several::read(&self.pool, &ids).await?)
    }

    /// The order as it was just read, to whom may read it.
    async fn show(&self, actor: &Actor, order: Order) -> Result<Detail, OrdersError> {
        actor.require(Permission::OrdersRead)?;
        if actor.bounds(Permission::OrdersRead).is_some() {
            self.inventory.warehouses_of(actor, order.id).await?;
        }
        self.detail(actor, order).await
    }

    /// Takes the order a step further. What inventory has to do for it is done before, and can be done twice.
    pub async fn transition(&self, actor: &Actor, transition: &Transition) -> Result<Detail, OrdersError> {
        let permission = transition.step.to.permission().ok_or(OrdersError::NotAStaffStep)?;
        actor.require(permission)?;
        let order = store::find(&self.pool, transition.order).await?.ok_or(OrdersError::NotFound)?;
        let permission = order.permission_to(transition.step.to).ok_or(OrdersError::NotAStaffStep)?;
        actor.require(permission)?;
        if self.rehearse(actor, &order, transition)? == Changed::Already {
            return self.show(actor, order).await;
        }
        let moves = transition.moves();
        // Before any goods are held for it.
        require_own(actor, permission, moves.iter().map(|to| to.warehouse))?;
        let held = self.ask_for_stock(&order, transition.step.to).await?;
        if moves.is_empty() {
            self.require_own_warehouses(actor, permission, order.id).await?;
        } else {
            self.inventory.allocate(actor, order.id, moves).await?;
        }
        let order = self.take_step(actor, transition, held).await?;
        self.detail(actor, order).await
    }

    /// Who is assigned to warehouses takes goods from them, and back into them, and from no others (design 8): all that the
    /// order holds must be there, or all that it is to hold by the allocation that comes with the step.
    async fn require_own_warehouses(
        &self,
        actor: &Actor,
        permission: Permission,
        order: OrderId,
    ) -> Result<(), OrdersError> {
        if actor.bounds(permission).is_none() {
            return Ok(());
        }
        require_own(actor, permission, self.inventory.warehouses_of(actor, order).await?)
    }

    /// Whether the step would be legal if the stock were held: nobody is asked for stock in vain.
    fn rehearse(&self, actor: &Actor, order: &Order, transition: &Transition) -> Result<Changed, StepError> {
        let mut trial = Order { stock: Stock::Reserved, ..order.clone() };
        trial.step(&transition.step, transition.version, &ActorName::from(actor), self.clock.now())
    }

    /// Confirming an order, or taking goods for it, asks for its stock once more where it isn't held: whoever confirms an
    /// order must know that it can be served.
    async fn ask_for_stock(&self, order: &Order, to: Status) -> Result<Option<StockAnswer>, OrdersError> {
        if order.stock == Stock::Reserved || !(to == Status::Confirmed || to.needs_stock()) {
            return Ok(None);
        }
        match self.inventory.reserve(order.id, order.version, &order.stock_items()).await? {
            Reservation::Held { version } => {
                Ok(Some(StockAnswer { stock: Stock::Reserved, version, order_version: order.version }))
            }
            Reservation::Short(_) => Err(OrdersError::OutOfStock),
            Reservation::Unreachable => Ok(None),
        }
    }

    async fn take_step(
        &self,
        actor: &Actor,
        Transition { order: id, version, step, .. }: &Transition,
        held: Option<StockAnswer>,
    ) -> Result<Order, OrdersError> {
        let mut tx = self.pool.begin().await?;
        let mut order = store::lock_in(&mut tx, *id).await?.ok_or(OrdersError::NotFound)?;
        let seen = held.map_or(*version, |answer| order.seen_before(answer, *version));
        if let Some(answer) = held {
            order.learn_of_stock(answer);
        }
        let name = ActorName::from(actor);
        let before = order.status;
        if order.step(step, seen, &name, self.clock.now())? == Changed::Yes {
            store::save_in(&mut tx, &order).await?;
            let entry = self.entry(step.to.as_ref(), &step.note, step.data(), name);
            store::add_entry_in(&mut tx, *id, &entry).await?;
            events::announce_in(&mut tx, &self.outbox, &*self.clock, &order).await?;
            self.audit_in(&mut tx, actor, step.change(order.subject(), before)).await?;
            tx.commit().await?;
            tracing::info!(order.id = %id, order.status = order.status.as_ref(), "an order moved on");
        }
        Ok(order)
    }

    pub async fn add_note(&self, actor: &Actor, id: OrderId, note: &str) -> Result<Detail, OrdersError> {
        actor.require(Permission::OrdersConfirm)?;
        let order = store::find(&self.pool, id).await?.ok_or(OrdersError::NotFound)?;
        let entry = self.entry("note", note, BTreeMap::new(), ActorName::from(actor));
        let mut tx = self.pool.begin().await?;
        store::add_entry_in(&mut tx, id, &entry).await?;
        events::announce_noted_in(&mut tx, &self.outbox, &*self.clock, &order).await?;
        let change = Change::made("orders.note_added", order.subject(), json!({ "note": note }));
        self.audit_in(&mut tx, actor, change).await?;
        // Read before the commit: whoever is told that it failed writes the note once more.
        let detail = self.detail_in(&mut tx, actor, order).await?;
        tx.commit().await?;
        Ok(detail)
    }

    async fn audit_in(&self, tx: &mut PgConnection, actor: &Actor, change: Change) -> sqlx::Result<()> {
        souk_audit::record_in::<AuditRecorded>(tx, &self.outbox, &*self.clock, actor, change).await
    }

    /// What the shopper may know, when number and phone belong together. Notes and names of staff stay inside.
    pub async fn track(&self, number: OrderNumber, phone: &Phone) -> Result<Detail, OrdersError> {
        let found = store::find_by_number_and_phone(&self.pool, number, phone).await?;
        let mut order = found.ok_or(OrdersError::NotFound)?;
        order.actor = ActorName::shop();
        let timeline = store::timeline(&self.pool, order.id).await?;
        let timeline = timeline.into_iter().filter_map(TimelineEntry::for_shopper).collect();
        Ok(Detail { order, timeline, allowed: Vec::new(), history: None })
    }

    pub async fn summary(&self, actor: &Actor) -> Result<Summary, OrdersError> {
        actor.require(Permission::OrdersRead)?;
        Ok(listing::summary(&self.pool, self.clock.now()).await?)
    }

    /// Those of the ids that are orders and not cancelled, or the hold of a change that was made.
    pub async fn existing(&self, ids: &[OrderId]) -> Result<Vec<OrderId>, OrdersError> {
        let ids: Vec<_> = ids.iter().map(|id| id.uuid()).collect();
        Ok(store::existing(&self.pool, &ids).await?)
    }

    /// Those of a list, step by step, as a file tells them.
    pub async fn whole(
        &self,
        actor: &Actor,
        filter: &Filter,
        below: Option<OrderNumber>,
    ) -> Result<FileStep, OrdersError> {
        actor.require(Permission::OrdersExport)?;
        Ok(whole::step(&self.pool, filter, below).await?)
    }

    /// The next orders after a number, for a reader that walks through all; empty at the end.
    pub async fn chunk_after(&self, actor: &Actor, number: OrderNumber) -> Result<Vec<Order>, OrdersError> {
        actor.require(Permission::OrdersRead)?;
        Ok(store::after(&self.pool, number, STREAM_CHUNK).await?)
    }

    /// Inventory answered about an order.
    async fn note_stock_in(
        &self,
        tx: &mut PgConnection,
        id: OrderId,
        answer: StockAnswer,
    ) -> sqlx::Result<()> {
        let Some(mut order) = store::lock_in(tx, id).await? else {
            tracing::warn!(order.id = %id, "inventory answered about an order that is not here");
            return Ok(());
        };
        if order.stock_answered(answer, &ActorName::shop()) == Changed::Already {
            return Ok(());
        }
        store::save_in(tx, &order).await?;
        store::add_entry_in(tx, id, &self.stock_entry(answer.stock)).await?;
        events::announce_stock_in(tx, &self.outbox, &*self.clock, &order).await
    }

    /// A transporter's payment covers the orders, or was reversed for them: a [portion](PAYMENT_PORTION) of those that have not heard
    /// of it yet, by as many statements for one as for a hundred. Answers how many are left.
    async fn note_payment_in(
        &self,
        tx: &mut PgConnection,
        answers: &BTreeMap<OrderId, PaymentAnswer>,
        payment: &PaymentMention<'_>,
    ) -> sqlx::Result<usize> {
        let ids: Vec<_> = answers.keys().map(|id| id.uuid()).collect();
        let known = store::payments_known(tx, &ids).await?;
        let is_news = |(id, answer): &(&OrderId, &PaymentAnswer)| {
            known.get(id).is_some_and(|known| answer.is_news_to(*known))
        };
        let news: Vec<_> = answers.iter().filter(is_news).map(|(id, _)| id.uuid()).collect();
        let (portion, left) = news.split_at(news.len().min(PAYMENT_PORTION));
        for missing in answers.keys().filter(|id| left.is_empty() && !known.contains_key(id)) {
            tracing::warn!(order.id = %missing, payment.number = payment.number, "a payment covers an order that is not here");
        }
        let mut orders = store::lock_all_in(tx, portion).await?;
        let mut entries = Vec::with_capacity(orders.len());
        orders.retain_mut(|order| {
            let (before, version) = (order.status, order.payment_version);
            let answer = answers[&order.id];
            if order.payment_answered(answer, &payment.actor) == Changed::Already {
                return false;
            }
            // Payments and reversals alternate: one that comes early says that the reversal before it happened too.
            if payment.is_paid && before == Status::Settled && answer.version > version + 1 {
                let missed = self.entry("payment_reversed", "", BTreeMap::new(), ActorName::shop());
                entries.push((order.id, missed));
            }
            let kind = payment.kind(order.status);
            entries.push((order.id, self.entry(kind, "", payment.data(), payment.actor.clone())));
            true
        });
        store::save_all_in(tx, &orders).await?;
        let rows: Vec<_> = entries.iter().map(|(order, entry)| TimelineRow::new(*order, entry)).collect();
        store::add_entries_in(tx, &rows).await?;
        let events: Vec<_> =
            orders.iter().map(|order| events::payment_announcement(&*self.clock, order)).collect();
        self.outbox.add_rows(tx, &events).await?;
        Ok(left.len())
    }

    async fn detail(&self, actor: &Actor, order: Order) -> Result<Detail, OrdersError> {
        self.detail_in(&mut *self.pool.acquire().await?, actor, order).await
    }

    async fn detail_in(
        &self,
        conn: &mut PgConnection,
        actor: &Actor,
        order: Order,
    ) -> Result<Detail, OrdersError> {
        let timeline = store::timeline(&mut *conn, order.id).await?;
        let history = store::history(conn, &order.customer.phone, order.id).await?;
        let may = |to: &Status| order.permission_to(*to).is_some_and(|permission| actor.may(permission));
        let allowed = order.status.next_for_staff().filter(may).collect();
        Ok(Detail { order, timeline, allowed, history: Some(history) })
    }

    /// What became of the order's stock.
    fn stock_entry(&self, stock: Stock) -> TimelineEntry {
        let data = BTreeMap::from([("stock".to_owned(), stock.as_ref().to_owned())]);
        self.entry("stock", "", data, ActorName::shop())
    }

    fn entry(
        &self,
        kind: &str,
        note: &str,
        data: BTreeMap<String, String>,
        actor: ActorName,
    ) -> TimelineEntry {
        TimelineEntry {
            id: self.clock.uuid(),
            kind: kind.to_owned(),
            note: note.to_owned(),
            data,
            actor,
            at: self.clock.now(),
        }
    }
}

/// All of the warehouses are the actor's, who has the right somewhere.
fn require_own(
    actor: &Actor,
    permission: Permission,
    warehouses: impl IntoIterator<Item = WarehouseId>,
) -> Result<(), OrdersError> {
    let is_own = |warehouse: WarehouseId| actor.require_in(permission, warehouse).is_ok();
    if warehouses.into_iter().all(is_own) { Ok(()) } else { Err(OrdersError::ForeignWarehouse) }
}

impl PaymentMention<'_> {
    /// Of the timeline's entry of an order whose status this is now.
    fn kind(&self, status: Status) -> &'static str {
        match (self.is_paid, status) {
            (true, Status::Settled) => "settled",
            (true, _) => "overpaid",
            (false, _) => "payment_reversed",
        }
    }

    fn data(&self) -> BTreeMap<String, String> {
        let data = [("payment", self.number), ("reason", self.reason)].into_iter();
        data.filter(|(_, value)| !value.is_empty()).map(|(name, value)| (name.into(), value.into())).collect()
    }
}

impl From<&Actor> for ActorName {
    fn from(actor: &Actor) -> Self {
        Self { id: actor.employee.map(|id| id.to_string()).unwrap_or_default(), name: actor.name.clone() }
    }
}
