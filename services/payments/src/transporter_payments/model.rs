//! What makes a payment, pure: which orders it may cover and what they are worth together.

use std::collections::{BTreeSet, HashMap};

use souk_kernel::{EmployeeId, Money, MoneyError, OrderId, PaymentId, TransporterId};
use time::OffsetDateTime;

use crate::receivables::{State, Stored};

/// The orders that staff ticked: at least one, none twice, in the order that rows are locked in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderList(BTreeSet<OrderId>);

/// The list names no payment's orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OrderListError {
    #[error("no order is named")]
    Empty,
    #[error("at most {} orders are paid at once", OrderList::MOST)]
    TooMany,
    #[error("an order is named twice")]
    Duplicate,
}

/// Whoever recorded a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recorder {
    /// None for the shop itself.
    pub employee: Option<EmployeeId>,
    pub name: String,
}

/// The cash that a transporter handed over, and for what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payment {
    pub id: PaymentId,
    /// The `101` of `P-101`.
    pub number: i64,
    pub transporter: TransporterId,
    pub transporter_name: String,
    pub reference: String,
    pub total: Money,
    /// How many orders it covers.
    pub orders: u32,
    pub recorded_at: OffsetDateTime,
    pub recorder: Recorder,
}

/// Why these orders can't be paid together; each names the orders at fault.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unpayable {
    /// Nothing is owed for them: not delivered, returned, or not ours.
    #[error("nothing is due for some of the orders")]
    Unknown(Vec<OrderId>),
    #[error("some of the orders were delivered by another transporter")]
    Foreign(Vec<OrderId>),
    #[error("some of the orders are paid already")]
    AlreadyPaid(Vec<OrderId>),
    #[error(transparent)]
    Total(#[from] MoneyError),
}

impl OrderList {
    /// Orders in one payment.
    pub const MOST: usize = 1_000;

    pub fn new(orders: &[OrderId]) -> Result<Self, OrderListError> {
        let distinct: BTreeSet<OrderId> = orders.iter().copied().collect();
        match orders.len() {
            0 => Err(OrderListError::Empty),
            count if count > Self::MOST => Err(OrderListError::TooMany),
            count if count > distinct.len() => Err(OrderListError::Duplicate),
            _ => Ok(Self(distinct)),
        }
    }

    pub fn to_vec(&self) -> Vec<OrderId> {
        self.0.iter().copied().collect()
    }
}

impl Payment {
    /// The number as people say it.
    pub fn label(&self) -> String {
        format!("P-{}", self.number)
    }
}

/// What the orders are worth together, if `found` says that the transporter owes every one of them.
pub fn total_due(
    orders: &OrderList,
    transporter: TransporterId,
    found: &[Stored],
) -> Result<Money, Unpayable> {
    let found: HashMap<OrderId, &Stored> =
        found.iter().map(|stored| (stored.receivable.order, stored)).collect();
    let at_fault = |fault: &dyn Fn(Option<&Stored>) -> bool| -> Vec<OrderId> {
        orders.0.iter().copied().filter(|order| fault(found.get(order).copied())).collect()
    };
    let unknown = at_fault(&|stored| stored.is_none_or(|stored| stored.state == State::Void));
    if !unknown.is_empty() {
        return Err(Unpayable::Unknown(unknown));
    }
    let foreign =
        at_fault(&|stored| stored.is_some_and(|stored| stored.receivable.transporter != transporter));
    if !foreign.is_empty() {
        return Err(Unpayable::Foreign(foreign));
    }
    let paid = at_fault(&|stored| stored.is_some_and(|stored| stored.state == State::Paid));
    if !paid.is_empty() {
        return Err(Unpayable::AlreadyPaid(paid));
    }
    Ok(Money::sum(found.values().map(|stored| stored.receivable.total))?)
}
