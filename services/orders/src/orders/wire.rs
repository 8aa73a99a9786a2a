//! Orders as events and answers carry them.

use souk_kernel::{LocalizedText, rfc3339};
use souk_proto::common::v1 as common;
use souk_proto::orders::v1 as proto;
use souk_rpc::localized_to_proto;

use super::lines::ChangedLine;
use super::listing::Listed;
use super::model::{ActorName, CustomerHistory, Line, LinePart, Order, TimelineEntry};
use crate::items::StockItem;

impl From<&Order> for proto::Order {
    fn from(order: &Order) -> Self {
        let (customer, delivery) = (&order.customer, &order.delivery);
        Self {
            id: order.id.to_string(),
            number: order.number.to_string(),
            version: order.version,
            status: order.status.as_ref().to_owned(),
            stock: order.stock.as_ref().to_owned(),
            first_name: customer.first_name.to_string(),
            last_name: customer.last_name.to_string(),
            phone: customer.phone.to_string(),
            email: customer.email.clone(),
            address: customer.address.clone(),
            wilaya_id: delivery.wilaya.to_string(),
            wilaya_name: delivery.wilaya_name.clone(),
            commune_id: delivery.commune.to_string(),
            commune_name: delivery.commune_name.clone(),
            transporter_id: delivery.transporter.to_string(),
            transporter_name: delivery.transporter_name.clone(),
            delivery_type: delivery.kind.as_ref().to_owned(),
            products_total: order.products_total.centimes(),
            delivery_price: delivery.price.centimes(),
            total: order.total.centimes(),
            lines: order.lines.iter().map(proto::OrderLine::from).collect(),
            placed_at: rfc3339(order.placed_at),
            tracking_number: order.tracking_number.clone(),
            delivered_at: order.delivered_at.map(rfc3339).unwrap_or_default(),
            language: order.language.to_string(),
            actor: Some(actor(&order.actor)),
            return_reason: order.return_reason.clone(),
            next_call_at: order.next_call_at.map(rfc3339).unwrap_or_default(),
            r#type: order.kind.as_ref().to_owned(),
            delivery_version: order.delivery_version,
            change_ids: order.line_changes.iter().map(ToString::to_string).collect(),
            assignee: order
                .assignee
                .as_ref()
                .map(|assignee| common::Actor { id: assignee.id.to_string(), name: assignee.name.clone() }),
        }
    }
}

/// The lines tell pictures and pieces alone: whoever sums up the pieces and looks for the first pictures finds what it found in all lines.
impl From<Listed> for proto::Order {
    fn from(Listed { order, glimpse }: Listed) -> Self {
        let pictures =
            glimpse.images.into_iter().map(|image| proto::OrderLine { image, ..Default::default() });
        let quantity = u32::try_from(glimpse.pieces).unwrap_or(u32::MAX);
        let pieces = proto::OrderLine { quantity, ..Default::default() };
        Self { lines: pictures.chain([pieces]).collect(), ..Self::from(&order) }
    }
}

/// What a file tells of an order, and no more: a step has 200 of them, and 500 lines.
pub fn for_file(order: &Order) -> proto::Order {
    let (customer, delivery) = (&order.customer, &order.delivery);
    proto::Order {
        id: order.id.to_string(),
        number: order.number.to_string(),
        r#type: order.kind.as_ref().to_owned(),
        status: order.status.as_ref().to_owned(),
        first_name: customer.first_name.to_string(),
        last_name: customer.last_name.to_string(),
        phone: customer.phone.to_string(),
        address: customer.address.clone(),
        wilaya_id: delivery.wilaya.to_string(),
        wilaya_name: delivery.wilaya_name.clone(),
        commune_name: delivery.commune_name.clone(),
        delivery_type: delivery.kind.as_ref().to_owned(),
        transporter_name: delivery.transporter_name.clone(),
        tracking_number: order.tracking_number.clone(),
        products_total: order.products_total.centimes(),
        delivery_price: delivery.price.centimes(),
        total: order.total.centimes(),
        lines: order.lines.iter().map(line_for_file).collect(),
        placed_at: rfc3339(order.placed_at),
        assignee: order
            .assignee
            .as_ref()
            .map(|assignee| common::Actor { id: String::new(), name: assignee.name.clone() }),
        ..proto::Order::default()
    }
}

/// A line is known by its stock number; by its names in French where it has none.
fn line_for_file(line: &Line) -> proto::OrderLine {
    let is_nameless = line.sku.is_empty();
    let named = |name: &LocalizedText| {
        is_nameless.then(|| common::LocalizedText { fr: name.fr.clone(), ..common::LocalizedText::default() })
    };
    proto::OrderLine {
        name: named(&line.name),
        combination_name: named(&line.combination_name),
        sku: line.sku.clone(),
        quantity: line.quantity,
        ..proto::OrderLine::default()
    }
}

impl From<&Line> for proto::OrderLine {
    fn from(line: &Line) -> Self {
        Self {
            product_id: line.product.to_string(),
            combination_id: line.combination.map(|id| id.to_string()).unwrap_or_default(),
            name: Some(localized_to_proto(&line.name)),
            combination_name: Some(localized_to_proto(&line.combination_name)),
            sku: line.sku.clone(),
            image: line.image.clone(),
            quantity: line.quantity,
            unit_price: line.unit_price.centimes(),
            unit_price_ht: line.unit_price_ht.centimes(),
            unit_price_ttc: line.unit_price_ttc.centimes(),
            tax_rate: line.tax_rate.hundredths(),
            total: line.total.centimes(),
            stock_items: line.stock_items.iter().map(proto::StockItem::from).collect(),
            parts: line.parts.iter().map(proto::OrderLinePart::from).collect(),
        }
    }
}

impl From<&LinePart> for proto::OrderLinePart {
    fn from(part: &LinePart) -> Self {
        Self {
            product_id: part.product.to_string(),
            combination_id: part.combination.map(|id| id.to_string()).unwrap_or_default(),
            name: Some(localized_to_proto(&part.name)),
            combination_name: Some(localized_to_proto(&part.combination_name)),
            quantity: part.quantity,
        }
    }
}

impl From<&StockItem> for proto::StockItem {
    fn from(item: &StockItem) -> Self {
        Self {
            product_id: item.key.product.to_string(),
            combination_id: item.key.combination.map(|id| id.to_string()).unwrap_or_default(),
            quantity: item.quantity,
        }
    }
}

impl From<TimelineEntry> for proto::TimelineEntry {
    fn from(mut entry: TimelineEntry) -> Self {
        // What a newer release keeps otherwise is not told.
        let lines = entry.data.remove(ChangedLine::KEY).and_then(|lines| serde_json::from_str(&lines).ok());
        let lines: Vec<ChangedLine> = lines.unwrap_or_default();
        Self {
            id: entry.id.to_string(),
            kind: entry.kind,
            note: entry.note,
            actor: Some(actor(&entry.actor)),
            at: rfc3339(entry.at),
            lines: lines.into_iter().map(proto::LineChange::from).collect(),
            data: entry.data.into_iter().collect(),
        }
    }
}

impl From<ChangedLine> for proto::LineChange {
    fn from(ChangedLine { name, combination_name, before, after }: ChangedLine) -> Self {
        Self {
            name: Some(localized_to_proto(&name)),
            combination_name: Some(localized_to_proto(&combination_name)),
            before,
            after,
        }
    }
}

impl From<CustomerHistory> for proto::CustomerHistory {
    fn from(history: CustomerHistory) -> Self {
        let CustomerHistory { orders, delivered, refused, lost, delivered_total, more } = history;
        Self { orders, delivered, refused, delivered_total: delivered_total.centimes(), lost, more }
    }
}

fn actor(actor: &ActorName) -> common::Actor {
    common::Actor { id: actor.id.clone(), name: actor.name.clone() }
}
