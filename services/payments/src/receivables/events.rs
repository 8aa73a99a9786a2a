//! What orders publishes, read into our words.

use souk_kernel::{IdError, Money, parse_rfc3339};
use souk_proto::orders::v1::Order;
use time::OffsetDateTime;

use super::model::Receivable;

/// An event that no order of ours can have sent.
#[derive(Debug, thiserror::Error)]
pub enum MalformedOrder {
    #[error("the event carries no order")]
    Missing,
    #[error("the order has no number")]
    NoNumber,
    #[error("the order's total is negative")]
    NegativeTotal,
    #[error(transparent)]
    Id(#[from] IdError),
}

impl Receivable {
    /// What the order is worth; `occurred_at` stands in for a delivery that the order doesn't date.
    pub fn of_order(order: Option<Order>, occurred_at: OffsetDateTime) -> Result<Self, MalformedOrder> {
        let order = order.ok_or(MalformedOrder::Missing)?;
        if order.number.is_empty() {
            return Err(MalformedOrder::NoNumber);
        }
        let total = Money::from_centimes(order.total);
        if total.is_negative() {
            return Err(MalformedOrder::NegativeTotal);
        }
        Ok(Self {
            order: order.id.parse()?,
            order_number: order.number,
            order_version: order.version,
            transporter: order.transporter_id.parse()?,
            transporter_name: order.transporter_name,
            customer_name: format!("{} {}", order.first_name, order.last_name).trim().to_owned(),
            wilaya_name: order.wilaya_name,
            total,
            delivered_at: parse_rfc3339(&order.delivered_at).unwrap_or(occurred_at),
        })
    }
}
