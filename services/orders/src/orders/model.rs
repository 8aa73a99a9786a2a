//! An order and what may happen to it. Pure: the present and the actor are given.

use std::collections::BTreeMap;

use souk_audit::Subject;
use souk_kernel::{
    CombinationId, CommuneCode, EmployeeId, Language, LocalizedText, Money, OrderId, OrderNumber, PersonName,
    Phone, ProductId, Quantity, StockKey, TaxRate, TransporterId, WilayaCode,
};
use time::OffsetDateTime;

use super::status::{Status, Stock};
use crate::items::{StockItem, sum_items};
use crate::sellables::Trade;
use crate::transporters::DeliveryType;

/// How an order came about, in the specification's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, strum::AsRefStr, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum OrderType {
    /// Placed by a shopper; also what staff took before types were kept.
    #[default]
    Weborder,
    /// Taken by staff.
    Phoneorder,
    /// Taken by staff, at wholesale prices.
    Wholesalerorder,
}

/// An order with its lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    pub id: OrderId,
    pub number: OrderNumber,
    pub kind: OrderType,
    /// 1 when placed, one more with each change.
    pub version: u64,
    pub status: Status,
    pub stock: Stock,
    /// Of the reservation that `stock` tells of; 0 before inventory was heard.
    pub stock_version: u64,
    pub customer: Customer,
    pub delivery: Delivery,
    pub products_total: Money,
    pub total: Money,
    pub lines: Vec<Line>,
    pub language: Language,
    pub placed_at: OffsetDateTime,
    /// Stays when the delivery is taken back.
    pub delivered_at: Option<OffsetDateTime>,
    /// Counts its deliveries and what took them back, in turn: odd while a delivery stands.
    pub delivery_version: u64,
    /// Counts the payments of the order and their reversals; 0 before the first was heard of.
    pub payment_version: u64,
    /// Why it is on its way back; may be empty where it was never delivered.
    pub return_reason: String,
    /// When to call again, of an order whose customer was called in vain.
    pub next_call_at: Option<OffsetDateTime>,
    pub tracking_number: String,
    /// The version that its lines are of; 1 until they were changed.
    pub lines_version: u64,
    /// Ids of the latest changes of its lines, oldest first, [`Self::MOST_CHANGES`] at most.
    pub line_changes: Vec<OrderId>,
    /// Who of the staff looks after it.
    pub assignee: Option<Assignee>,
    /// Who made the latest change.
    pub actor: ActorName,
}

/// An employee who looks after an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignee {
    pub id: EmployeeId,
    /// As it was when they got the order.
    pub name: String,
}

/// The shopper, as they wrote themselves into the form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Customer {
    pub first_name: PersonName,
    pub last_name: PersonName,
    pub phone: Phone,
    pub email: String,
    pub address: String,
}

/// Where the parcel goes, by whom and for how much; names as they were when the order was placed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    pub wilaya: WilayaCode,
    pub wilaya_name: String,
    pub commune: CommuneCode,
    pub commune_name: String,
    pub transporter: TransporterId,
    pub transporter_name: String,
    pub kind: DeliveryType,
    pub price: Money,
}

/// Where a parcel goes, by whom and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Way {
    pub wilaya: WilayaCode,
    pub commune: CommuneCode,
    pub transporter: TransporterId,
    /// `None`: home where the transporter does it, else desk.
    pub delivery: Option<DeliveryType>,
}

/// One line as the shopper ordered it; a pack is one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub product: ProductId,
    pub combination: Option<CombinationId>,
    pub name: LocalizedText,
    pub combination_name: LocalizedText,
    pub sku: String,
    pub image: String,
    pub quantity: u32,
    pub unit_price: Money,
    pub unit_price_ht: Money,
    pub unit_price_ttc: Money,
    pub tax_rate: TaxRate,
    pub total: Money,
    /// What leaves the shelf for the whole line, packs expanded.
    pub stock_items: Vec<StockItem>,
    /// What one pack holds, as it was chosen; none of what is no pack, and of packs from before they were kept.
    pub parts: Vec<LinePart>,
}

/// A part of a pack, as it was called when it was ordered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinePart {
    pub product: ProductId,
    pub combination: Option<CombinationId>,
    pub name: LocalizedText,
    pub combination_name: LocalizedText,
    /// Pieces in one pack.
    pub quantity: u32,
}

/// Who did something, as timelines and events name them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActorName {
    /// Empty for the shopper and for the shop itself.
    pub id: String,
    pub name: String,
}

/// A row of the order's history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimelineEntry {
    pub id: uuid::Uuid,
    /// The status reached, `note` for a remark, `stock` for a reservation's outcome, `payment_reversed`, or `overpaid` when a
    /// payment covers an order that is on its way back.
    pub kind: String,
    pub note: String,
    /// What the step recorded: `trackingNumber`, `reason`, `nextCallAt`, `payment`; `stock` of a reservation's outcome;
    /// `assignee` of a remark that tells who got the order, empty for nobody; `corrected` of one that tells what was corrected, with each before and after;
    /// `lines` of one that tells which were changed, as JSON of [`ChangedLine`](super::lines::ChangedLine)s.
    pub data: BTreeMap<String, String>,
    pub actor: ActorName,
    pub at: OffsetDateTime,
}

/// Orders of a phone that are counted: the newest.
pub const COUNTED: i64 = 100;

/// What became of the newest orders beside it of the shopper's phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CustomerHistory {
    pub orders: u32,
    pub delivered: u32,
    pub refused: u32,
    pub lost: u32,
    pub delivered_total: Money,
    /// Whether older orders were not counted.
    pub more: bool,
}

impl OrderType {
    /// By which prices it is charged.
    pub const fn trade(self) -> Trade {
        match self {
            Self::Weborder | Self::Phoneorder => Trade::Retail,
            Self::Wholesalerorder => Trade::Wholesale,
        }
    }
}

impl Line {
    /// Whether it takes something of this from a shelf.
    pub fn needs(&self, key: StockKey) -> bool {
        self.stock_items.iter().any(|item| item.key == key)
    }

    /// Pieces that so many of it take from the shelves.
    pub fn pieces_of(&self, quantity: u32) -> u32 {
        let of_one = |item: &StockItem| item.quantity / self.quantity;
        let pieces = self.stock_items.iter().map(|item| of_one(item).saturating_mul(quantity));
        pieces.fold(0, u32::saturating_add)
    }

    /// So many of it at the same price; `None` of more than can be ordered.
    pub fn in_quantity(&self, quantity: Quantity) -> Option<Self> {
        let pieces = |item: &StockItem| {
            let of_one = item.quantity / self.quantity;
            Some(StockItem { quantity: of_one.checked_mul(quantity.get())?, ..*item })
        };
        Some(Self {
            quantity: quantity.get(),
            total: self.unit_price.times(quantity.get()).ok()?,
            stock_items: self.stock_items.iter().map(pieces).collect::<Option<_>>()?,
            ..self.clone()
        })
    }

    /// Whether it is the same thing, at whatever price; a pack with other parts is another.
    pub fn is_same(&self, other: &Self) -> bool {
        let of_one = |line: &Self| {
            let items = line.stock_items.iter();
            items.map(|item| (item.key, item.quantity / line.quantity)).collect::<Vec<_>>()
        };
        (self.product, self.combination) == (other.product, other.combination)
            && of_one(self) == of_one(other)
    }
}

impl Delivery {
    /// What it was priced for.
    pub fn way(&self) -> Way {
        Way {
            wilaya: self.wilaya.clone(),
            commune: self.commune.clone(),
            transporter: self.transporter,
            delivery: Some(self.kind),
        }
    }
}

impl Order {
    /// Changes of its lines that it tells of: what was held for one before these was ended by an event of one of them.
    pub const MOST_CHANGES: usize = 50;

    /// As the audit log names it.
    pub fn subject(&self) -> Subject {
        Subject::new("order", self.id, self.number.to_string())
    }

    /// The deliveries and takings back of an order that a release counted which did not count them: one of each at most.
    pub const fn counted_deliveries(counted: u64, status: Status, was_delivered: bool) -> u64 {
        let stands = status.is_delivered();
        if !was_delivered {
            return counted;
        }
        let known = if counted == 0 { 1 } else { counted };
        if (known % 2 == 1) == stands { known } else { known + 1 }
    }

    /// A change that is no step, one version up. It is nobody's by id: a step is known to be a repeat by who took it.
    pub fn touch_beside_steps(&mut self, by: &ActorName) {
        self.version += 1;
        self.actor = ActorName { id: String::new(), name: by.name.clone() };
    }

    /// Pieces that leave the shelves, packs expanded.
    pub fn pieces(&self) -> u64 {
        let items = self.lines.iter().flat_map(|line| &line.stock_items);
        items.map(|item| u64::from(item.quantity)).sum()
    }

    /// What the whole order takes from the shelves, one item per stock key in key order.
    pub fn stock_items(&self) -> Vec<StockItem> {
        sum_items(self.lines.iter().flat_map(|line| line.stock_items.iter().copied()))
    }
}

impl TimelineEntry {
    /// What the shopper may see of it: the steps, without the words and names of staff.
    pub fn for_shopper(self) -> Option<Self> {
        if matches!(self.kind.as_str(), "note" | "stock" | "payment_reversed" | "overpaid") {
            return None;
        }
        let data = self.data.into_iter().filter(|(name, _)| name == "trackingNumber").collect();
        Some(Self {
            id: self.id,
            kind: self.kind,
            note: String::new(),
            data,
            actor: ActorName::shop(),
            at: self.at,
        })
    }
}

impl ActorName {
    /// The shopper of the order.
    pub fn shopper() -> Self {
        Self { id: String::new(), name: "client".to_owned() }
    }

    /// The shop itself.
    pub fn shop() -> Self {
        Self { id: String::new(), name: "souk".to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deliveries_that_nobody_counted_are_counted_by_where_the_order_stands() {
        use Status::{Delivered, Returned, Returning, Settled, Shipped};
        let counted =
            |counted, status, was_delivered| Order::counted_deliveries(counted, status, was_delivered);
        assert_eq!([Shipped, Returning, Returned].map(|status| counted(0, status, false)), [0; 3]);
        assert_eq!([Delivered, Settled].map(|status| counted(0, status, true)), [1; 2]);
        assert_eq!([Returning, Returned].map(|status| counted(0, status, true)), [2; 2]);
        assert_eq!(counted(1, Returning, true), 2, "taken back by a replica that does not count");
        assert_eq!([(3, Delivered), (4, Returning)].map(|(version, at)| counted(version, at, true)), [3, 4]);
    }
}
