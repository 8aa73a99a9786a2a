//! What an order has is changed before its goods are packed: on the telephone staff hear that the customer wants another size, one
//! more or one less. What stays keeps its price, and so does the delivery, unless the change makes it free or no longer so.
//!
//! The lines come priced, and what more of the shelves they need is held already, under an id of its own; the event ends that hold.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use souk_audit::Change;
use souk_kernel::{Changed, LocalizedText, Money, OrderId, Permission};
use souk_rpc::{Actor, Failure};

use super::destination::{self, Destination};
use super::error::OrdersError;
use super::model::{ActorName, Line, LinePart, Order, Way};
use super::steps::StepError;
use super::{Detail, Orders, TimelineEntry, events, store};

/// What an order should have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revision {
    pub order: OrderId,
    /// The version that the employee saw, and the lines were made from.
    pub version: u64,
    pub lines: Vec<Line>,
    pub delivery_price: Money,
    /// The same for the same change of the same version; what is held for it beside what the order holds has this id, too.
    pub id: OrderId,
}

/// A line that was added, taken out or ordered in another quantity, as a timeline keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedLine {
    pub name: LocalizedText,
    pub combination_name: LocalizedText,
    /// Pieces; 0 of what was not there.
    pub before: u32,
    /// Pieces; 0 of what is there no longer.
    pub after: u32,
}

impl ChangedLine {
    /// Under which an entry's data keeps them.
    pub const KEY: &str = "lines";
    /// Of one change: a timeline is read whole, and the audit log tells all.
    const MOST_TOLD: usize = 30;
}

impl Order {
    /// Whether what it has may be changed by who saw this version.
    pub fn check_change(&self, version: u64) -> Result<(), OrdersError> {
        if !self.status.may_change_lines() {
            return Err(OrdersError::GoodsTaken);
        }
        if version != self.version {
            return Err(StepError::Stale.into());
        }
        Ok(())
    }

    fn revise(&mut self, revision: &Revision, by: &ActorName) -> Result<(), OrdersError> {
        let goods = Money::sum(revision.lines.iter().map(|line| line.total)).map_err(Failure::internal)?;
        let total = goods.checked_add(revision.delivery_price).map_err(Failure::internal)?;
        self.lines.clone_from(&revision.lines);
        self.products_total = goods;
        self.delivery.price = revision.delivery_price;
        self.total = total;
        self.touch_beside_steps(by);
        self.lines_version = self.version;
        self.line_changes.push(revision.id);
        let forgotten = self.line_changes.len().saturating_sub(Self::MOST_CHANGES);
        self.line_changes.drain(..forgotten);
        Ok(())
    }

    /// Of the lines, as the audit log tells them before and after; prices in centimes.
    pub fn line_facts(&self) -> Value {
        let part = |part: &LinePart| json!({ "product": part.product, "combination": part.combination });
        let fact = |line: &Line| {
            json!({
                "product": line.product,
                "combination": line.combination,
                "parts": line.parts.iter().map(part).collect::<Vec<_>>(),
                "quantity": line.quantity,
                "unitPrice": line.unit_price.centimes(),
            })
        };
        json!({
            "lines": self.lines.iter().map(fact).collect::<Vec<_>>(),
            "deliveryPrice": self.delivery.price.centimes(),
            "total": self.total.centimes(),
        })
    }
}

/// What differs, in whatever order the lines stand: in its pieces, or in its price where it was taken out and came in at today's.
fn changed_lines(before: &[Line], after: &[Line]) -> Vec<ChangedLine> {
    let was = before.iter().filter_map(|line| {
        let now = after.iter().find(|it| it.is_same(line));
        let is_as_it_was =
            now.is_some_and(|now| (now.quantity, now.unit_price) == (line.quantity, line.unit_price));
        (!is_as_it_was).then(|| ChangedLine::new(line, line.quantity, now.map_or(0, |now| now.quantity)))
    });
    let added = after.iter().filter(|line| !before.iter().any(|it| it.is_same(line)));
    was.chain(added.map(|line| ChangedLine::new(line, 0, line.quantity))).collect()
}

impl ChangedLine {
    fn new(line: &Line, before: u32, after: u32) -> Self {
        let (name, combination_name) = (line.name.clone(), line.combination_name.clone());
        Self { name, combination_name, before, after }
    }
}

impl Orders {
    /// The order, to whom may confirm it.
    pub async fn for_confirmer(&self, actor: &Actor, id: OrderId) -> Result<Order, OrdersError> {
        actor.require(Permission::OrdersConfirm)?;
        store::find(&self.pool, id).await?.ok_or(OrdersError::NotFound)
    }

    /// What the delivery costs that way now, with goods of these prices; nothing where nobody delivers so.
    pub async fn delivery_price(&self, way: &Way, goods: Money) -> Result<Option<Money>, OrdersError> {
        Ok(price(self.destination(way).await?, way, goods))
    }

    /// What the order's delivery costs with goods of these prices: what was agreed, unless its tariff tells them and the present ones
    /// apart.
    pub async fn delivery_price_of(&self, order: &Order, goods: Money) -> Result<Money, OrdersError> {
        let way = order.delivery.way();
        let destination = self.destination(&way).await?;
        let now = price(destination.clone(), &way, order.products_total);
        let then = price(destination, &way, goods);
        Ok(then.filter(|then| now.is_some_and(|now| now != *then)).unwrap_or(order.delivery.price))
    }

    async fn destination(&self, way: &Way) -> sqlx::Result<Option<Destination>> {
        store::destination_in(&mut *self.pool.acquire().await?, &way.commune, way.transporter).await
    }

    /// The order as it is, where this very change was made before.
    pub async fn changed_before(
        &self,
        actor: &Actor,
        order: &Order,
        change: OrderId,
    ) -> Result<Option<Detail>, OrdersError> {
        let mut conn = self.pool.acquire().await?;
        if !store::has_entry(&mut conn, order.id, change.uuid()).await? {
            return Ok(None);
        }
        Ok(Some(self.detail_in(&mut conn, actor, order.clone()).await?))
    }

    /// Changes what the order has; `Already` where it has that, or the same was asked before.
    pub async fn change_lines(
        &self,
        actor: &Actor,
        revision: &Revision,
    ) -> Result<(Detail, Changed), OrdersError> {
        actor.require(Permission::OrdersConfirm)?;
        let mut tx = self.pool.begin().await?;
        let mut order = store::lock_in(&mut tx, revision.order).await?.ok_or(OrdersError::NotFound)?;
        let is_repeat = order.version != revision.version
            && store::has_entry(&mut tx, order.id, revision.id.uuid()).await?;
        let mut changed = Changed::Already;
        if !is_repeat {
            order.check_change(revision.version)?;
        }
        if !is_repeat && !changed_lines(&order.lines, &revision.lines).is_empty() {
            changed = Changed::Yes;
            let before = order.clone();
            let name = ActorName::from(actor);
            order.revise(revision, &name)?;
            store::revise_in(&mut tx, &order).await?;
            // A remark: what shoppers see of a timeline has none. Inventory asks for the hold by the entry's id before it lets it go.
            let entry = self.entry("note", "", told(&before, &order)?, name);
            let entry = TimelineEntry { id: revision.id.uuid(), ..entry };
            store::add_entry_in(&mut tx, order.id, &entry).await?;
            events::announce_lines_changed_in(&mut tx, &self.outbox, &*self.clock, &order).await?;
            let facts = (before.line_facts(), order.line_facts());
            let change = Change::between("orders.order_lines_changed", order.subject(), facts.0, facts.1);
            self.audit_in(&mut tx, actor, change).await?;
        }
        // Read before the commit: whoever is refused an answer knows that nothing was changed.
        let detail = self.detail_in(&mut tx, actor, order).await?;
        tx.commit().await?;
        Ok((detail, changed))
    }
}

fn price(destination: Option<Destination>, way: &Way, goods: Money) -> Option<Money> {
    destination::delivery(destination, way, goods).ok().map(|delivery| delivery.price)
}

/// What the timeline says of a change: the first of the lines and how many more, and the prices of the delivery and in all before
/// and after, in centimes.
fn told(before: &Order, after: &Order) -> Result<BTreeMap<String, String>, OrdersError> {
    let mut lines = changed_lines(&before.lines, &after.lines);
    let more = lines.len().saturating_sub(ChangedLine::MOST_TOLD);
    lines.truncate(ChangedLine::MOST_TOLD);
    let lines = serde_json::to_string(&lines).map_err(Failure::internal)?;
    let mut told = BTreeMap::from([(ChangedLine::KEY.to_owned(), lines)]);
    if more > 0 {
        told.insert("linesMore".to_owned(), more.to_string());
    }
    let prices =
        [("price", before.delivery.price, after.delivery.price), ("total", before.total, after.total)];
    for (name, was, is) in prices.into_iter().filter(|(_, was, is)| was != is) {
        told.insert(format!("{name}Before"), was.centimes().to_string());
        told.insert(format!("{name}After"), is.centimes().to_string());
    }
    Ok(told)
}
