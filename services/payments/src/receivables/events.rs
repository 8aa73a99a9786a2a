//! What orders publishes, read into our words.

use souk_kernel::{IdError, Money, parse_rfc3339};
use souk_proto::common::v1::Actor;
use souk_proto::orders::v1::Order;
use time::OffsetDateTime;

use super::model::{Delivery, Receivable, Recorder};

/// Deliveries of one order and what took them back; who turns it more often by hand does nothing else.
const MOST_TURNS: i16 = 1_000;

/// An event that no order of ours can have sent.
#[derive(Debug, thiserror::Error)]
pub enum MalformedOrder {
    #[error("the event carries no order")]
    Missing,
    #[error("the order has no number")]
    NoNumber,
    #[error("the order's total is negative")]
    NegativeTotal,
    #[error("the order was delivered and taken back more often than can be")]
    TooOften,
    #[error(transparent)]
    Id(#[from] IdError),
}

impl Delivery {
    /// The delivery of an order; `occurred_at` stands in for one that the order doesn't date.
    pub fn made(order: Option<Order>, occurred_at: OffsetDateTime) -> Result<Self, MalformedOrder> {
        Self::read(order.ok_or(MalformedOrder::Missing)?, 1, occurred_at)
    }

    /// The delivery of an order that is on its way back, or back; None where there was none.
    pub fn taken_back(
        order: Option<Order>,
        occurred_at: OffsetDateTime,
    ) -> Result<Option<Self>, MalformedOrder> {
        let order = order.ok_or(MalformedOrder::Missing)?;
        if order.delivered_at.is_empty() {
            return Ok(None);
        }
        let taken_back = order.return_reason.clone();
        Ok(Some(Self { taken_back, ..Self::read(order, 2, occurred_at)? }))
    }

    /// `version` is that of an order from a release that did not count.
    fn read(mut order: Order, version: i16, at: OffsetDateTime) -> Result<Self, MalformedOrder> {
        let actor = recorder(order.actor.take())?;
        let told = i16::try_from(order.delivery_version).map_err(|_| MalformedOrder::TooOften)?;
        let version = if told == 0 { version } else { told };
        if version > MOST_TURNS {
            return Err(MalformedOrder::TooOften);
        }
        Ok(Self { receivable: receivable(order, at)?, version, taken_back: String::new(), actor, at })
    }
}

fn receivable(order: Order, occurred_at: OffsetDateTime) -> Result<Receivable, MalformedOrder> {
    if order.number.is_empty() {
        return Err(MalformedOrder::NoNumber);
    }
    let total = Money::from_centimes(order.total);
    if total.is_negative() {
        return Err(MalformedOrder::NegativeTotal);
    }
    Ok(Receivable {
        order: order.id.parse()?,
        order_number: order.number,
        transporter: order.transporter_id.parse()?,
        transporter_name: order.transporter_name,
        customer_name: format!("{} {}", order.first_name, order.last_name).trim().to_owned(),
        wilaya_name: order.wilaya_name,
        total,
        delivered_at: parse_rfc3339(&order.delivered_at).unwrap_or(occurred_at),
    })
}

fn recorder(actor: Option<Actor>) -> Result<Recorder, IdError> {
    let actor = actor.unwrap_or_default();
    let employee = Some(actor.id).filter(|id| !id.is_empty()).map(|id| id.parse()).transpose()?;
    Ok(Recorder { employee, name: actor.name })
}
