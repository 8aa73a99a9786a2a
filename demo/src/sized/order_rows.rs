//! Orders as rows of orders, inventory, payments and catalog.

use prost::Message as _;
use serde::Serialize;
use souk_proto::orders::v1::PlaceOrderResponse;
use time::Duration;
use uuid::Uuid;

use super::copy::{Batch, Rows, Value};
use super::dice::Dice;
use super::fate::{self, Step};
use super::orders::{Book, Line, Order};
use super::range::Range;
use crate::ids;

/// How long the answer of a checkout is certainly kept.
const ANSWERED: Duration = Duration::hours(30);

/// One portion of orders, for each lane.
#[derive(Debug)]
pub struct Portion {
    pub orders: Batch,
    pub shelves: Batch,
    pub payments: Batch,
    pub catalog: Batch,
}

#[derive(Serialize)]
struct StockItem {
    product_id: Uuid,
    combination_id: Option<Uuid>,
    quantity: u32,
}

#[derive(Serialize)]
struct Name {
    fr: &'static str,
    ar: &'static str,
    en: &'static str,
}

/// The orders of these places in the book.
pub fn portion(book: &Book<'_>, places: std::ops::Range<u64>) -> anyhow::Result<Portion> {
    let mut rows = Writer::new(book.range);
    for place in places {
        rows.add(&Order::of(book, place)?);
    }
    Ok(Portion {
        orders: vec![rows.orders, rows.lines, rows.timeline, rows.answers],
        shelves: vec![rows.reservations, rows.items],
        payments: vec![rows.receivables],
        catalog: vec![rows.sales],
    })
}

struct Writer<'a> {
    range: &'a Range,
    orders: Rows,
    lines: Rows,
    timeline: Rows,
    answers: Rows,
    reservations: Rows,
    items: Rows,
    receivables: Rows,
    sales: Rows,
}

impl<'a> Writer<'a> {
    const fn new(range: &'a Range) -> Self {
        Self {
            range,
            orders: Rows::of("orders"),
            lines: Rows::of("order_lines"),
            timeline: Rows::of("order_timeline"),
            answers: Rows::of("idempotency"),
            reservations: Rows::of("reservations"),
            items: Rows::of("reservation_items"),
            receivables: Rows::of("receivables"),
            sales: Rows::of("sales"),
        }
    }

    fn add(&mut self, order: &Order<'_>) {
        self.order(order);
        for (position, line) in (0..).zip(&order.lines) {
            self.line(order, line, position);
        }
        self.timeline(order);
        self.answer(order);
        self.reservation(order);
        self.receivable(order);
        self.sales(order);
    }

    fn order(&mut self, order: &Order<'_>) {
        let (place, offer) = (order.place, order.offer);
        let (actor_id, actor_name) = actor(order.status());
        let called = order.at("unreachable").filter(|_| order.status() == "unreachable");
        let next_call = called.map(|called| called + fate::CALLED_AGAIN);
        let shipped = order.at("shipped").map(|_| fate::tracking_number(order.number));
        self.orders.add(&[
            ("id", Value::Uuid(order.id)),
            ("number", Value::Int(order.number)),
            ("version", Value::Int(count(&order.steps))),
            ("status", Value::Text(order.status())),
            ("stock", Value::Text("reserved")),
            ("stock_version", Value::Int(1)),
            ("visitor_id", Value::Uuid(order.customer.visitor)),
            ("first_name", Value::Text(order.customer.first_name)),
            ("last_name", Value::Text(order.customer.last_name)),
            ("phone", Value::Text(&order.customer.phone)),
            ("address", Value::Text(if offer.kind == "home" { "Cité 100 logements" } else { "" })),
            ("wilaya_code", Value::Text(&place.wilaya)),
            ("wilaya_name", Value::Text(&place.wilaya_name)),
            ("commune_code", Value::Text(&place.commune)),
            ("commune_name", Value::Text(&place.commune_name)),
            ("transporter_id", Value::Uuid(offer.transporter)),
            ("transporter_name", Value::Text(&offer.name)),
            ("delivery_type", Value::Text(&offer.kind)),
            ("products_total", Value::Int(order.products_total)),
            ("delivery_price", Value::Int(offer.price)),
            ("total", Value::Int(order.total())),
            ("language", Value::Text(if order.number % 4 == 1 { "ar" } else { "fr" })),
            ("tracking_number", Value::Owned(shipped.unwrap_or_default())),
            ("placed_at", Value::Time(order.placed_at())),
            ("delivered_at", Value::opt_time(order.at("delivered"))),
            ("next_call_at", Value::opt_time(next_call)),
            ("actor_id", Value::Owned(actor_id)),
            ("actor_name", Value::Text(actor_name)),
        ]);
    }

    fn line(&mut self, order: &Order<'_>, line: &Line, position: i64) {
        let chosen = line.chosen();
        let combination = chosen.map(|own| own.id);
        let item =
            StockItem { product_id: line.product.id, combination_id: combination, quantity: line.quantity };
        self.lines.add(&[
            ("order_id", Value::Uuid(order.id)),
            ("position", Value::Int(position)),
            ("product_id", Value::Uuid(line.product.id)),
            ("combination_id", Value::opt_uuid(combination)),
            ("name", Value::json(&line.product.name)),
            ("combination_name", Value::json(&combination_name(line))),
            ("sku", Value::Text(chosen.map_or("", |own| &own.sku))),
            ("image", Value::Text(line.product.small_picture(self.range))),
            ("quantity", Value::Int(line.quantity.into())),
            ("unit_price", Value::Int(line.unit_price)),
            ("unit_price_ht", Value::Int(line.unit_price)),
            ("unit_price_ttc", Value::Int(line.unit_price_ttc)),
            ("tax_rate", Value::Int(line.product.tax_rate.into())),
            ("total", Value::Int(line.total())),
            ("stock_items", Value::json(&[item])),
        ]);
    }

    fn timeline(&mut self, order: &Order<'_>) {
        let mut dice = Dice::of(order.number.unsigned_abs(), "timeline", 0);
        for step in &order.steps {
            let (actor_id, actor_name) = actor(step.kind);
            self.timeline.add(&[
                ("id", Value::Uuid(dice.uuid(step.at))),
                ("order_id", Value::Uuid(order.id)),
                ("kind", Value::Text(step.kind)),
                ("note", Value::Text("")),
                ("data", Value::json(&step.data)),
                ("actor_id", Value::Owned(actor_id)),
                ("actor_name", Value::Text(actor_name)),
                ("at", Value::Time(step.at)),
            ]);
        }
    }

    fn answer(&mut self, order: &Order<'_>) {
        if order.placed_at() + ANSWERED < self.range.now {
            return;
        }
        let response = PlaceOrderResponse {
            order_id: order.id.to_string(),
            order_number: format!("A-{}", order.number),
            total: order.total(),
            ..Default::default()
        };
        self.answers.add(&[
            ("scope", Value::Owned(format!("checkout/{}", order.customer.visitor))),
            ("key", Value::Owned(format!("sized-{}", order.number))),
            ("request_hash", Value::Text("")),
            ("response", Value::Bytes(&response.encode_to_vec())),
            ("created_at", Value::Time(order.placed_at())),
        ]);
    }

    fn reservation(&mut self, order: &Order<'_>) {
        let state = match order.status() {
            "cancelled" => "released",
            "returned" => "returned",
            "placed" | "unreachable" | "confirmed" | "preparing" => "confirmed",
            _ => "shipped",
        };
        let heard = |step: &&Step| ["placed", "cancelled", "shipped", "returned"].contains(&step.kind);
        let updated_at = order.steps.iter().rfind(heard).map_or(order.placed_at(), |step| step.at);
        self.reservations.add(&[
            ("order_id", Value::Uuid(order.id)),
            ("state", Value::Text(state)),
            ("release_reason", if state == "released" { Value::Text("cancelled") } else { Value::Null }),
            ("order_version", Value::Int(count(&order.steps))),
            ("version", Value::Int(3)),
            ("created_at", Value::Time(order.placed_at())),
            ("updated_at", Value::Time(updated_at)),
        ]);
        for line in order.lines.iter().filter(|_| state != "released") {
            self.items.add(&[
                ("order_id", Value::Uuid(order.id)),
                ("product_id", Value::Uuid(line.product.id)),
                ("combination_id", Value::Uuid(line.chosen().map_or(Uuid::nil(), |own| own.id))),
                ("warehouse_id", Value::Uuid(line.warehouse)),
                ("quantity", Value::Int(line.quantity.into())),
            ]);
        }
    }

    fn receivable(&mut self, order: &Order<'_>) {
        let Some(at) = order.at("delivered") else { return };
        let paid = i64::from(order.status() == "settled");
        let customer = format!("{} {}", order.customer.first_name, order.customer.last_name);
        self.receivables.add(&[
            ("order_id", Value::Uuid(order.id)),
            ("order_number", Value::Owned(format!("A-{}", order.number))),
            ("transporter_id", Value::Uuid(order.offer.transporter)),
            ("transporter_name", Value::Text(&order.offer.name)),
            ("customer_name", Value::Owned(customer)),
            ("wilaya_name", Value::Text(&order.place.wilaya_name)),
            ("total", Value::Int(order.total())),
            ("delivered_at", Value::Time(at)),
            ("owed", Value::Int(1)),
            ("paid", Value::Int(paid)),
            ("payment_version", Value::Int(paid)),
        ]);
    }

    fn sales(&mut self, order: &Order<'_>) {
        let Some(sold_at) = order.at("delivered") else { return };
        for line in &order.lines {
            self.sales.add(&[
                ("order_id", Value::Uuid(order.id)),
                ("product_id", Value::Uuid(line.product.id)),
                ("units", Value::Int(line.quantity.into())),
                ("sold_at", Value::Time(sold_at)),
            ]);
        }
    }
}

/// Id and name of whoever takes a step.
fn actor(step: &str) -> (String, &'static str) {
    let name = match step {
        "placed" => return (String::new(), "client"),
        "preparing" | "shipped" | "returned" => "Karim Haddad",
        "delivered" | "attempted" | "returning" | "lost" | "settled" => "Yacine Mansouri",
        _ => "Samira Belkacem",
    };
    (ids::id("employee", name), name)
}

fn count(steps: &[Step]) -> i64 {
    i64::try_from(steps.len()).unwrap_or(i64::MAX)
}

fn combination_name(line: &Line) -> Name {
    let chosen = line.chosen().map(|own| line.product.choice.values[own.value].0);
    let [fr, ar, en] = chosen.unwrap_or_default();
    Name { fr, ar, en }
}
