//! What a transporter owes for one order, pure. `due` from the delivery on; `paid` once a payment covers it, for
//! good; `void` when the parcel came back.

use souk_kernel::{Money, OrderId, TransporterId};
use time::OffsetDateTime;

/// Where a receivable stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum State {
    Due,
    Paid,
    Void,
}

/// What one order is worth to the shop, collected by its transporter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receivable {
    pub order: OrderId,
    pub order_number: String,
    /// The version of the order that this was made from.
    pub order_version: u64,
    pub transporter: TransporterId,
    pub transporter_name: String,
    pub customer_name: String,
    pub wilaya_name: String,
    pub total: Money,
    pub delivered_at: OffsetDateTime,
}

/// What one transporter owes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Balance {
    pub transporter: TransporterId,
    pub transporter_name: String,
    pub orders: u64,
    pub total: Money,
    pub oldest_delivered_at: OffsetDateTime,
}
