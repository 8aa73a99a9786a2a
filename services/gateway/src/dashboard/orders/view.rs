//! The JSON of orders on staff screens.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use souk_kernel::{Language, Money, Page};
use souk_proto::common::v1 as common;
use souk_proto::inventory::v1 as inventory;
use souk_proto::orders::v1 as proto;
use souk_views::Dinars;
use utoipa::ToSchema;

use crate::text::pick;

/// Pictures of one row.
const THUMBS: usize = 3;

/// A page of orders.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderList {
    /// The rows of the page.
    pub orders: Vec<OrderRow>,
    /// How many match, as far as they were counted.
    pub total: u64,
    /// Whether more match than `total` says.
    pub more: bool,
    /// From 1.
    pub page: u32,
    /// Rows per page.
    pub size: u32,
    /// Pages that can be asked for: as many as 10,000 rows fill, at most.
    pub page_count: u64,
    /// Orders per status, whatever the filters.
    pub counts: BTreeMap<String, u64>,
}

/// One row of the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderRow {
    /// Id.
    pub id: String,
    /// `A-10234`
    pub number: String,
    /// How it came about: `weborder`, placed by a shopper; `phoneorder`, taken by staff; `wholesalerorder`, taken by staff at wholesale prices.
    #[serde(rename = "type")]
    pub kind: String,
    /// To be sent back with a step.
    pub version: u64,
    /// As in the order.
    pub status: String,
    /// `reserved`, `pending` or `rejected`.
    pub stock: String,
    /// First and last name.
    pub customer_full_name: String,
    /// Ten digits starting with 0.
    pub phone: String,
    /// Two digits.
    pub wilaya_id: String,
    /// Its name.
    pub wilaya: String,
    /// Four digits.
    pub commune_id: String,
    /// Its name.
    pub commune: String,
    /// Id of who delivers.
    pub transporter_id: String,
    /// Its name.
    pub transporter: String,
    /// `home` or `desk`.
    pub delivery_type: String,
    /// What the customer pays.
    pub total: Dinars,
    /// Name of the employee who looks after it; empty for nobody.
    pub assignee: String,
    /// Pieces over all lines.
    pub pieces: u64,
    /// Paths of small pictures of its first lines, three at most.
    pub thumbs: Vec<String>,
    /// RFC 3339: when to call again; empty unless it is unreachable.
    pub next_call_at: String,
    /// RFC 3339.
    pub placed_at: String,
}

/// One order with everything that staff need to act on it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderDetail {
    /// Id.
    pub id: String,
    /// `A-10234`
    pub number: String,
    /// How it came about: `weborder`, placed by a shopper; `phoneorder`, taken by staff; `wholesalerorder`, taken by staff at wholesale prices.
    #[serde(rename = "type")]
    pub kind: String,
    /// To be sent back with a step.
    pub version: u64,
    /// Where it stands: `placed`, `unreachable`, `confirmed`, `preparing`, `shipped`, `attempted`, `delivered`, `settled`, `cancelled`, `returning`, `returned` or `lost`.
    pub status: String,
    /// `reserved`, `pending` or `rejected`.
    pub stock: String,
    /// The customer's.
    pub firstname: String,
    /// The customer's.
    pub lastname: String,
    /// Ten digits starting with 0.
    pub phone: String,
    /// May be empty.
    pub email: String,
    /// May be empty for a delivery to a desk.
    pub address: String,
    /// Two digits.
    pub wilaya_id: String,
    /// Its name.
    pub wilaya: String,
    /// Four digits.
    pub commune_id: String,
    /// Its name.
    pub commune: String,
    /// Id of who delivers.
    pub transporter_id: String,
    /// Its name.
    pub transporter: String,
    /// `home` or `desk`.
    pub delivery_type: String,
    /// Sum of the lines.
    pub products_total: Dinars,
    /// What the delivery costs the customer.
    pub delivery_price: Dinars,
    /// What the customer pays: lines and delivery.
    pub total: Dinars,
    /// What was ordered.
    pub lines: Vec<OrderLine>,
    /// RFC 3339.
    pub placed_at: String,
    /// RFC 3339, also of a delivery that was taken back; empty until then.
    pub delivered_at: String,
    /// Why it is on its way back; may be empty.
    pub return_reason: String,
    /// The transporter's; empty until it is shipped.
    pub tracking_number: String,
    /// RFC 3339: when to call again; empty unless it is unreachable.
    pub next_call_at: String,
    /// The shopper's language.
    pub language: String,
    /// Id of the employee who looks after it; null for nobody.
    pub assignee_id: Option<String>,
    /// Their name as it was when they got the order; empty for nobody.
    pub assignee: String,
    /// What happened, oldest first.
    pub timeline: Vec<TimelineEntry>,
    /// The statuses that may follow, for a caller with the right permission.
    pub allowed_transitions: Vec<String>,
    /// What else came from this phone.
    pub customer: CustomerHistory,
    /// What the order holds in stock; null where that can't be read.
    pub reservation: Option<Reservation>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderLine {
    /// Id.
    pub product_id: String,
    /// Null for a product without combinations.
    pub combination_id: Option<String>,
    /// As it was when ordered, in the answer's language.
    pub name: String,
    /// Value labels joined by ` / `; of a flexible pack what was chosen, joined by ` + `. Empty of all else.
    pub combination: String,
    /// The merchant's stock number; may be empty.
    pub sku: String,
    /// Path of a small picture; may be empty.
    pub image: String,
    /// Pieces.
    pub quantity: u32,
    /// What was charged, in the shop's price basis.
    pub unit_price: Dinars,
    /// Before tax.
    pub unit_price_ht: Dinars,
    /// With tax.
    pub unit_price_ttc: Dinars,
    /// Unit price times quantity.
    pub total: Dinars,
    /// What leaves the shelf for the line, packs expanded.
    pub stock_items: Vec<StockItem>,
    /// What one pack holds, as the customer chose it; empty of what is no pack.
    pub parts: Vec<OrderLinePart>,
}

/// A part of a pack that was ordered.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderLinePart {
    /// Id.
    pub product_id: String,
    /// Null for a product without combinations.
    pub combination_id: Option<String>,
    /// As it was when ordered, in the answer's language.
    pub name: String,
    /// Value labels joined by ` / `; empty without a combination.
    pub combination: String,
    /// Pieces in one pack.
    pub quantity: u32,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockItem {
    /// Id.
    pub product_id: String,
    /// Null for a product without combinations.
    pub combination_id: Option<String>,
    /// Pieces.
    pub quantity: u32,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct TimelineEntry {
    /// Id.
    pub id: String,
    /// The status reached, `note` or `stock`.
    pub kind: String,
    /// What whoever did it wrote; may be empty.
    pub note: String,
    /// Who did it: a name, `client` or `souk`.
    pub actor: String,
    /// RFC 3339.
    pub at: String,
    /// What the step recorded: `trackingNumber`, `reason`, `nextCallAt`; `assignee` of a `note` that tells who got the order, `corrected` of one that tells what was corrected: names of the form joined by commas, each told before and after as `phoneBefore` and `phoneAfter` (`place`: commune and wilaya; `price`: what the delivery costs, in centimes); `totalBefore` and `totalAfter` beside `lines`, and `linesMore` where more were changed than are told.
    pub data: BTreeMap<String, String>,
    /// Of a `note` that tells which lines were changed.
    pub lines: Vec<OrderLineChange>,
}

/// A line that was added, taken out or ordered in another quantity.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderLineChange {
    /// In the answer's language.
    pub name: String,
    /// Value labels joined by ` / `; empty without a combination.
    pub combination: String,
    /// Pieces; 0 of what was added.
    pub before: u32,
    /// Pieces; 0 of what was taken out.
    pub after: u32,
}

/// What became of the newest 100 other orders of the same phone.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerHistory {
    /// Orders in all, of the newest 100.
    pub orders: u32,
    /// Of them delivered.
    pub delivered: u32,
    /// Returned or cancelled.
    pub refused: u32,
    /// Lost on the way.
    pub lost: u32,
    /// What the delivered ones came to.
    pub delivered_total: Dinars,
    /// Whether older orders were not counted.
    pub more: bool,
}

/// The order's hold on stock and what each warehouse could give.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reservation {
    /// `held`, `confirmed`, `released`, `shipped`, `returned`, or empty.
    pub state: String,
    /// What is held for the order, and where.
    pub held: Vec<Allocation>,
    /// What each warehouse could give.
    pub offers: Vec<WarehouseOffer>,
}

/// Pieces of one product from one warehouse.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Allocation {
    /// Warehouse that gives the pieces.
    pub warehouse_id: String,
    /// Product taken from the shelf, packs expanded.
    pub product_id: String,
    /// Its combination; null for a product without combinations.
    #[serde(default)]
    pub combination_id: Option<String>,
    /// Pieces, 1 or more.
    pub quantity: u32,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WarehouseOffer {
    /// Id.
    pub warehouse_id: String,
    /// As staff know it.
    pub warehouse_name: String,
    /// What it could give.
    pub product_id: String,
    /// Its combination; null for a product without combinations.
    pub combination_id: Option<String>,
    /// Free there, plus what the order already holds there; of a foreign warehouse only the latter.
    pub available: u32,
    /// Whether it is none of the warehouses from which the employee may prepare orders: what is held there stays.
    pub is_foreign: bool,
}

/// None for the empty text that stands for "no combination" on the inner wire.
pub fn optional(id: String) -> Option<String> {
    (!id.is_empty()).then_some(id)
}

/// The pictures of the first lines that have one; a list of orders has no other lines, but one for all pieces.
fn thumbs(lines: &[proto::OrderLine]) -> Vec<String> {
    let images = lines.iter().map(|line| &line.image).filter(|image| !image.is_empty());
    images.take(THUMBS).cloned().collect()
}

/// Of a release before, which tells none: shoppers placed all.
pub fn kind(told: String) -> String {
    Some(told).filter(|told| !told.is_empty()).unwrap_or_else(|| "weborder".to_owned())
}

pub fn dinars(centimes: i64) -> Dinars {
    Money::from_centimes(centimes).into()
}

impl OrderList {
    pub fn new(answer: proto::ListOrdersResponse, page: Page) -> Self {
        Self {
            orders: answer.orders.into_iter().map(OrderRow::from).collect(),
            total: answer.total,
            more: answer.more,
            page: page.number(),
            size: page.size(),
            page_count: page.count_within_reach(answer.total),
            counts: answer.counts.into_iter().collect(),
        }
    }
}

impl From<proto::Order> for OrderRow {
    fn from(order: proto::Order) -> Self {
        Self {
            customer_full_name: format!("{} {}", order.first_name, order.last_name),
            pieces: order.lines.iter().map(|line| u64::from(line.quantity)).sum(),
            thumbs: thumbs(&order.lines),
            id: order.id,
            number: order.number,
            kind: kind(order.r#type),
            version: order.version,
            status: order.status,
            stock: order.stock,
            phone: order.phone,
            wilaya_id: order.wilaya_id,
            wilaya: order.wilaya_name,
            commune_id: order.commune_id,
            commune: order.commune_name,
            transporter_id: order.transporter_id,
            transporter: order.transporter_name,
            delivery_type: order.delivery_type,
            total: dinars(order.total),
            assignee: order.assignee.unwrap_or_default().name,
            next_call_at: order.next_call_at,
            placed_at: order.placed_at,
        }
    }
}

impl OrderDetail {
    pub fn new(detail: proto::OrderDetail, reservation: Option<Reservation>, language: Language) -> Self {
        let order = detail.order.unwrap_or_default();
        let assignee = order.assignee.unwrap_or_default();
        Self {
            assignee_id: optional(assignee.id),
            assignee: assignee.name,
            id: order.id,
            number: order.number,
            kind: kind(order.r#type),
            version: order.version,
            status: order.status,
            stock: order.stock,
            firstname: order.first_name,
            lastname: order.last_name,
            phone: order.phone,
            email: order.email,
            address: order.address,
            wilaya_id: order.wilaya_id,
            wilaya: order.wilaya_name,
            commune_id: order.commune_id,
            commune: order.commune_name,
            transporter_id: order.transporter_id,
            transporter: order.transporter_name,
            delivery_type: order.delivery_type,
            products_total: dinars(order.products_total),
            delivery_price: dinars(order.delivery_price),
            total: dinars(order.total),
            lines: order.lines.into_iter().map(|line| OrderLine::new(line, language)).collect(),
            placed_at: order.placed_at,
            delivered_at: order.delivered_at,
            return_reason: order.return_reason,
            tracking_number: order.tracking_number,
            next_call_at: order.next_call_at,
            language: order.language,
            timeline: detail.timeline.into_iter().map(|entry| TimelineEntry::new(entry, language)).collect(),
            allowed_transitions: detail.allowed_transitions,
            customer: detail.customer.unwrap_or_default().into(),
            reservation,
        }
    }
}

impl OrderLine {
    pub fn new(line: proto::OrderLine, language: Language) -> Self {
        let text = |text: Option<common::LocalizedText>| pick(text.as_ref(), language);
        Self {
            product_id: line.product_id,
            combination_id: optional(line.combination_id),
            name: text(line.name),
            combination: text(line.combination_name),
            sku: line.sku,
            image: line.image,
            quantity: line.quantity,
            unit_price: dinars(line.unit_price),
            unit_price_ht: dinars(line.unit_price_ht),
            unit_price_ttc: dinars(line.unit_price_ttc),
            total: dinars(line.total),
            stock_items: line.stock_items.into_iter().map(StockItem::from).collect(),
            parts: line.parts.into_iter().map(|part| OrderLinePart::new(part, language)).collect(),
        }
    }
}

impl OrderLinePart {
    pub fn new(part: proto::OrderLinePart, language: Language) -> Self {
        Self {
            product_id: part.product_id,
            combination_id: optional(part.combination_id),
            name: pick(part.name.as_ref(), language),
            combination: pick(part.combination_name.as_ref(), language),
            quantity: part.quantity,
        }
    }
}

impl From<proto::StockItem> for StockItem {
    fn from(item: proto::StockItem) -> Self {
        let combination_id = optional(item.combination_id);
        Self { product_id: item.product_id, combination_id, quantity: item.quantity }
    }
}

impl TimelineEntry {
    fn new(entry: proto::TimelineEntry, language: Language) -> Self {
        Self {
            lines: entry.lines.iter().map(|line| OrderLineChange::new(line, language)).collect(),
            id: entry.id,
            kind: entry.kind,
            note: entry.note,
            actor: entry.actor.unwrap_or_default().name,
            at: entry.at,
            data: entry.data.into_iter().collect(),
        }
    }
}

impl OrderLineChange {
    fn new(line: &proto::LineChange, language: Language) -> Self {
        Self {
            name: pick(line.name.as_ref(), language),
            combination: pick(line.combination_name.as_ref(), language),
            before: line.before,
            after: line.after,
        }
    }
}

impl From<proto::CustomerHistory> for CustomerHistory {
    fn from(history: proto::CustomerHistory) -> Self {
        let proto::CustomerHistory { orders, delivered, refused, delivered_total, lost, more } = history;
        Self { orders, delivered, refused, lost, delivered_total: dinars(delivered_total), more }
    }
}

impl From<inventory::GetReservationResponse> for Reservation {
    fn from(answer: inventory::GetReservationResponse) -> Self {
        Self {
            state: answer.state,
            held: answer.held.into_iter().map(Allocation::from).collect(),
            offers: answer.offers.into_iter().map(WarehouseOffer::from).collect(),
        }
    }
}

impl From<inventory::Held> for Allocation {
    fn from(held: inventory::Held) -> Self {
        Self {
            warehouse_id: held.warehouse_id,
            product_id: held.product_id,
            combination_id: optional(held.combination_id),
            quantity: held.quantity,
        }
    }
}

impl From<Allocation> for proto::Allocation {
    fn from(allocation: Allocation) -> Self {
        Self {
            warehouse_id: allocation.warehouse_id,
            product_id: allocation.product_id,
            combination_id: allocation.combination_id.unwrap_or_default(),
            quantity: allocation.quantity,
        }
    }
}

impl From<inventory::WarehouseOffer> for WarehouseOffer {
    fn from(offer: inventory::WarehouseOffer) -> Self {
        Self {
            warehouse_id: offer.warehouse_id,
            warehouse_name: offer.warehouse_name,
            product_id: offer.product_id,
            combination_id: optional(offer.combination_id),
            available: offer.available,
            is_foreign: offer.foreign,
        }
    }
}
