//! Orders and lines as rows, both ways.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use souk_database::columns::{decoded, version_column};
use souk_kernel::{
    CombinationId, EmployeeId, LocalizedText, Money, OrderId, OrderNumber, PersonName, Phone, ProductId,
    StockKey, TaxRate, TransporterId, VisitorId,
};
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{ActorName, Assignee, Customer, Delivery, Line, LinePart, Order, TimelineEntry};
use super::status::Status;
use crate::items::StockItem;

/// The columns of `orders`, with the lines as one JSON array.
#[derive(Debug)]
pub struct OrderRow {
    pub id: Uuid,
    pub number: i64,
    pub kind: String,
    pub version: i64,
    pub status: String,
    pub stock: String,
    pub stock_version: i64,
    pub first_name: String,
    pub last_name: String,
    pub phone: String,
    pub email: String,
    pub address: String,
    pub wilaya_code: String,
    pub wilaya_name: String,
    pub commune_code: String,
    pub commune_name: String,
    pub transporter_id: Uuid,
    pub transporter_name: String,
    pub delivery_type: String,
    pub products_total: i64,
    pub delivery_price: i64,
    pub total: i64,
    pub language: String,
    pub tracking_number: String,
    pub placed_at: OffsetDateTime,
    pub delivered_at: Option<OffsetDateTime>,
    pub delivery_version: i64,
    pub payment_version: i64,
    pub return_reason: String,
    pub next_call_at: Option<OffsetDateTime>,
    pub lines_version: i64,
    pub line_changes: Vec<Uuid>,
    pub assignee_id: Option<Uuid>,
    pub assignee_name: String,
    pub actor_id: String,
    pub actor_name: String,
    pub lines: Json<Vec<LineRow>>,
}

/// What is written of an order that is placed: the columns of `orders`, in the shape that `jsonb_to_record` reads.
#[derive(Debug, Serialize)]
pub struct NewOrderRow<'a> {
    id: OrderId,
    number: i64,
    r#type: &'a str,
    version: i64,
    status: &'a str,
    stock: &'a str,
    stock_version: i64,
    visitor_id: VisitorId,
    first_name: &'a str,
    last_name: &'a str,
    phone: &'a str,
    email: &'a str,
    address: &'a str,
    wilaya_code: &'a str,
    wilaya_name: &'a str,
    commune_code: &'a str,
    commune_name: &'a str,
    transporter_id: TransporterId,
    transporter_name: &'a str,
    delivery_type: &'a str,
    products_total: i64,
    delivery_price: i64,
    total: i64,
    language: &'a str,
    #[serde(with = "time::serde::rfc3339")]
    placed_at: OffsetDateTime,
    actor_id: &'a str,
    actor_name: &'a str,
}

/// What is written of an order that changed, as [`NewOrderRow`].
#[derive(Debug, Serialize)]
pub struct ChangedOrderRow<'a> {
    id: OrderId,
    version: i64,
    status: &'a str,
    stock: &'a str,
    stock_version: i64,
    tracking_number: &'a str,
    #[serde(with = "time::serde::rfc3339::option")]
    delivered_at: Option<OffsetDateTime>,
    delivery_version: i64,
    payment_version: i64,
    return_reason: &'a str,
    #[serde(with = "time::serde::rfc3339::option")]
    next_call_at: Option<OffsetDateTime>,
    actor_id: &'a str,
    actor_name: &'a str,
    /// Only what limits orders may know where they came from, and only for as long.
    keeps_network: bool,
}

/// The columns of `order_timeline`, as [`NewOrderRow`].
#[derive(Debug, Serialize)]
pub struct TimelineRow<'a> {
    id: Uuid,
    order_id: OrderId,
    kind: &'a str,
    note: &'a str,
    data: &'a BTreeMap<String, String>,
    actor_id: &'a str,
    actor_name: &'a str,
    #[serde(with = "time::serde::rfc3339")]
    at: OffsetDateTime,
}

/// The columns of `order_lines`, in the shape that `jsonb_to_recordset` and `to_jsonb` share.
#[derive(Debug, Serialize, Deserialize)]
pub struct LineRow {
    position: i32,
    product_id: ProductId,
    combination_id: Option<CombinationId>,
    name: LocalizedText,
    combination_name: LocalizedText,
    sku: String,
    image: String,
    quantity: u32,
    unit_price: Money,
    unit_price_ht: Money,
    unit_price_ttc: Money,
    tax_rate: TaxRate,
    total: Money,
    stock_items: Vec<StockItemRow>,
    parts: Vec<LinePartRow>,
}

/// An element of `order_lines.parts`.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct LinePartRow {
    product_id: ProductId,
    combination_id: Option<CombinationId>,
    name: LocalizedText,
    combination_name: LocalizedText,
    quantity: u32,
}

/// An element of `order_lines.stock_items`.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct StockItemRow {
    product_id: ProductId,
    combination_id: Option<CombinationId>,
    quantity: u32,
}

impl TryFrom<OrderRow> for Order {
    type Error = sqlx::Error;

    fn try_from(row: OrderRow) -> sqlx::Result<Self> {
        let status = decoded(row.status.parse())?;
        let was_delivered = row.delivered_at.is_some();
        Ok(Self {
            id: OrderId::from_uuid(row.id),
            number: OrderNumber(row.number),
            kind: decoded(row.kind.parse())?,
            version: row.version.unsigned_abs(),
            status,
            stock: decoded(row.stock.parse())?,
            stock_version: row.stock_version.unsigned_abs(),
            customer: Customer {
                first_name: decoded(PersonName::parse(&row.first_name))?,
                last_name: decoded(PersonName::parse(&row.last_name))?,
                phone: decoded(Phone::parse(&row.phone))?,
                email: row.email,
                address: row.address,
            },
            delivery: Delivery {
                wilaya: decoded(row.wilaya_code.parse())?,
                wilaya_name: row.wilaya_name,
                commune: decoded(row.commune_code.parse())?,
                commune_name: row.commune_name,
                transporter: TransporterId::from_uuid(row.transporter_id),
                transporter_name: row.transporter_name,
                kind: decoded(row.delivery_type.parse())?,
                price: Money::from_centimes(row.delivery_price),
            },
            products_total: Money::from_centimes(row.products_total),
            total: Money::from_centimes(row.total),
            lines: row.lines.0.into_iter().map(Line::from).collect(),
            language: decoded(row.language.parse())?,
            placed_at: row.placed_at,
            delivered_at: row.delivered_at,
            delivery_version: Self::counted_deliveries(
                row.delivery_version.unsigned_abs(),
                status,
                was_delivered,
            ),
            payment_version: row.payment_version.unsigned_abs(),
            return_reason: row.return_reason,
            next_call_at: row.next_call_at.filter(|_| status == Status::Unreachable),
            tracking_number: row.tracking_number,
            lines_version: row.lines_version.unsigned_abs(),
            line_changes: row.line_changes.into_iter().map(OrderId::from_uuid).collect(),
            assignee: row
                .assignee_id
                .map(|id| Assignee { id: EmployeeId::from_uuid(id), name: row.assignee_name }),
            actor: ActorName { id: row.actor_id, name: row.actor_name },
        })
    }
}

impl<'a> NewOrderRow<'a> {
    pub fn new(order: &'a Order, visitor: VisitorId) -> Self {
        let Order { customer, delivery, actor, .. } = order;
        Self {
            id: order.id,
            number: order.number.0,
            r#type: order.kind.as_ref(),
            version: version_column(order.version),
            status: order.status.as_ref(),
            stock: order.stock.as_ref(),
            stock_version: version_column(order.stock_version),
            visitor_id: visitor,
            first_name: customer.first_name.as_str(),
            last_name: customer.last_name.as_str(),
            phone: customer.phone.as_str(),
            email: &customer.email,
            address: &customer.address,
            wilaya_code: delivery.wilaya.as_str(),
            wilaya_name: &delivery.wilaya_name,
            commune_code: delivery.commune.as_str(),
            commune_name: &delivery.commune_name,
            transporter_id: delivery.transporter,
            transporter_name: &delivery.transporter_name,
            delivery_type: delivery.kind.as_ref(),
            products_total: order.products_total.centimes(),
            delivery_price: delivery.price.centimes(),
            total: order.total.centimes(),
            language: order.language.code(),
            placed_at: order.placed_at,
            actor_id: &actor.id,
            actor_name: &actor.name,
        }
    }
}

impl<'a> From<&'a Order> for ChangedOrderRow<'a> {
    fn from(order: &'a Order) -> Self {
        Self {
            id: order.id,
            version: version_column(order.version),
            status: order.status.as_ref(),
            stock: order.stock.as_ref(),
            stock_version: version_column(order.stock_version),
            tracking_number: &order.tracking_number,
            delivered_at: order.delivered_at,
            delivery_version: version_column(order.delivery_version),
            payment_version: version_column(order.payment_version),
            return_reason: &order.return_reason,
            next_call_at: order.next_call_at,
            actor_id: &order.actor.id,
            actor_name: &order.actor.name,
            keeps_network: order.status.is_unconfirmed() && order.stock.may_hold(),
        }
    }
}

impl<'a> TimelineRow<'a> {
    pub fn new(order: OrderId, entry: &'a TimelineEntry) -> Self {
        Self {
            id: entry.id,
            order_id: order,
            kind: &entry.kind,
            note: &entry.note,
            data: &entry.data,
            actor_id: &entry.actor.id,
            actor_name: &entry.actor.name,
            at: entry.at,
        }
    }
}

impl From<LineRow> for Line {
    fn from(row: LineRow) -> Self {
        Self {
            product: row.product_id,
            combination: row.combination_id,
            name: row.name,
            combination_name: row.combination_name,
            sku: row.sku,
            image: row.image,
            quantity: row.quantity,
            unit_price: row.unit_price,
            unit_price_ht: row.unit_price_ht,
            unit_price_ttc: row.unit_price_ttc,
            tax_rate: row.tax_rate,
            total: row.total,
            stock_items: row.stock_items.into_iter().map(StockItem::from).collect(),
            parts: row.parts.into_iter().map(LinePart::from).collect(),
        }
    }
}

impl From<LinePartRow> for LinePart {
    fn from(row: LinePartRow) -> Self {
        let LinePartRow {
            product_id: product,
            combination_id: combination,
            name,
            combination_name,
            quantity,
        } = row;
        Self { product, combination, name, combination_name, quantity }
    }
}

impl From<&LinePart> for LinePartRow {
    fn from(part: &LinePart) -> Self {
        let LinePart { product: product_id, combination: combination_id, name, combination_name, quantity } =
            part.clone();
        Self { product_id, combination_id, name, combination_name, quantity }
    }
}

impl From<StockItemRow> for StockItem {
    fn from(row: StockItemRow) -> Self {
        let key = StockKey { product: row.product_id, combination: row.combination_id };
        Self { key, quantity: row.quantity }
    }
}

impl From<StockItem> for StockItemRow {
    fn from(item: StockItem) -> Self {
        Self { product_id: item.key.product, combination_id: item.key.combination, quantity: item.quantity }
    }
}

/// The lines of an order as rows, numbered from 1.
pub fn line_rows(lines: &[Line]) -> Vec<LineRow> {
    let row = |(position, line): (i32, &Line)| LineRow {
        position,
        product_id: line.product,
        combination_id: line.combination,
        name: line.name.clone(),
        combination_name: line.combination_name.clone(),
        sku: line.sku.clone(),
        image: line.image.clone(),
        quantity: line.quantity,
        unit_price: line.unit_price,
        unit_price_ht: line.unit_price_ht,
        unit_price_ttc: line.unit_price_ttc,
        tax_rate: line.tax_rate,
        total: line.total,
        stock_items: line.stock_items.iter().map(|item| StockItemRow::from(*item)).collect(),
        parts: line.parts.iter().map(LinePartRow::from).collect(),
    };
    (1..).zip(lines).map(row).collect()
}
