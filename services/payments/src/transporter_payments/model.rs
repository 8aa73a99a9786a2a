//! What makes a payment and what reverses it, pure: which orders, and what they are worth together.

use std::collections::{BTreeSet, HashMap};

use souk_audit::Subject;
use souk_idempotency::IdempotencyKey;
use souk_kernel::{Money, MoneyError, OrderId, PaymentId, ReversalId, TransporterId};
use time::OffsetDateTime;

use crate::receivables::{Entry, EntryKind, Receivable, Recorder, State, Stored};

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

/// The cash that a transporter handed over, and for what. It stays as it was recorded; what was wrong is reversed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payment {
    pub id: PaymentId,
    /// The `101` of `P-101`.
    pub number: i64,
    pub transporter: TransporterId,
    pub transporter_name: String,
    pub reference: String,
    pub total: Money,
    pub difference: Option<Difference>,
    /// How many orders it covered when it was recorded.
    pub orders: u32,
    pub recorded_at: OffsetDateTime,
    pub recorder: Recorder,
    pub reversed: Reversed,
}

/// A remittance, as staff enter it.
#[derive(Debug, Clone)]
pub struct Remittance {
    pub idempotency: IdempotencyKey,
    pub transporter: TransporterId,
    pub orders: OrderList,
    pub reference: String,
    /// None: what the orders are worth.
    pub received: Option<Money>,
    /// Why that is another amount, where it was said.
    pub difference_reason: Option<Reason>,
    pub recorder: Recorder,
}

/// What a transporter handed over beside what its orders are worth, as staff accepted it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// What was received less the total: less than nothing where something was kept.
    pub amount: Money,
    pub reason: String,
}

/// Another amount was received, and nobody said why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("another amount was received than the orders are worth: say why")]
pub struct Unexplained;

/// Orders to be taken out of a payment, as staff enter it.
#[derive(Debug, Clone)]
pub struct Correction {
    pub idempotency: IdempotencyKey,
    pub payment: PaymentId,
    /// The payment's version that the employee saw.
    pub version: u64,
    /// None: all that it covers still.
    pub orders: Option<OrderList>,
    pub reason: Reason,
    pub recorder: Recorder,
}

/// What was taken out of a payment until now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reversed {
    /// In how many reversals.
    pub times: u64,
    pub orders: u32,
    pub total: Money,
}

/// Orders taken out of a payment, so that their transporter owes them again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reversal {
    pub id: ReversalId,
    /// The payment's version that it led to.
    pub version: u64,
    pub orders: u32,
    pub total: Money,
    pub reason: String,
    pub reversed_at: OffsetDateTime,
    pub recorder: Recorder,
}

/// An order of a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Covered {
    pub receivable: Receivable,
    /// Its delivery was taken back.
    pub taken_back: bool,
    /// Which reversal took it out of the payment.
    pub reversal: Option<ReversalId>,
}

/// A payment with all that belongs to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detail {
    pub payment: Payment,
    /// Oldest delivery first.
    pub covered: Vec<Covered>,
    /// Oldest first.
    pub reversals: Vec<Reversal>,
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

/// Why these orders can't be taken out of the payment.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Irreversible {
    #[error("somebody reversed a part of the payment since you read it")]
    Stale,
    #[error("some of the orders are not in the payment")]
    Foreign(Vec<OrderId>),
    /// Empty when the whole payment was meant.
    #[error("the payment was reversed already")]
    AlreadyReversed(Vec<OrderId>),
    #[error(transparent)]
    Total(#[from] MoneyError),
}

/// A reason of 1 to 500 characters, not blank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason(String);

/// The text is no reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a reason has 1 to {} characters", Reason::LONGEST)]
pub struct ReasonError;

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

    fn at_fault(&self, fault: impl Fn(&OrderId) -> bool) -> Vec<OrderId> {
        self.0.iter().copied().filter(fault).collect()
    }
}

impl Reason {
    const LONGEST: usize = 500;

    pub fn new(text: &str) -> Result<Self, ReasonError> {
        let text = text.trim();
        if (1..=Self::LONGEST).contains(&text.chars().count()) {
            Ok(Self(text.to_owned()))
        } else {
            Err(ReasonError)
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Remittance {
    /// What is accepted beside `total`, which the orders are worth.
    pub fn difference(&self, total: Money) -> Result<Option<Difference>, Unexplained> {
        let amount = self.received.map_or(0, |received| received.centimes() - total.centimes());
        match (amount, &self.difference_reason) {
            (0, _) => Ok(None),
            (_, None) => Err(Unexplained),
            (amount, Some(Reason(reason))) => {
                Ok(Some(Difference { amount: Money::from_centimes(amount), reason: reason.clone() }))
            }
        }
    }
}

impl Payment {
    /// As the audit log names it.
    pub fn subject(&self) -> Subject {
        Subject::new("payment", self.id, self.label())
    }

    /// What the audit log tells of it; amounts in centimes.
    pub fn facts(&self) -> serde_json::Value {
        let mut facts = serde_json::json!({
            "transporter": self.transporter_name, "reference": self.reference, "orders": self.orders,
            "total": self.total.centimes(),
        });
        if let Some(Difference { amount, reason }) = &self.difference {
            facts["difference"] = amount.centimes().into();
            facts["differenceReason"] = reason.as_str().into();
        }
        facts
    }

    /// The number as people say it.
    pub fn label(&self) -> String {
        format!("P-{}", self.number)
    }

    /// 1 when recorded, one more with each reversal.
    pub const fn version(&self) -> u64 {
        1 + self.reversed.times
    }
}

impl Reversal {
    /// What the audit log tells of it; amounts in centimes.
    pub fn facts(&self) -> serde_json::Value {
        serde_json::json!({ "orders": self.orders, "total": self.total.centimes(), "reason": self.reason })
    }

    /// The order is owed again.
    pub fn entry(&self, receivable: &Receivable, payment: PaymentId) -> Result<Entry, MoneyError> {
        let kind = EntryKind::PaymentReversed;
        let entry = Entry::new(receivable, kind, &self.reason, &self.recorder, self.reversed_at)?;
        Ok(Entry { payment: Some(payment), reversal: Some(self.id), ..entry })
    }
}

impl Detail {
    /// The orders that the payment covers still.
    pub fn standing(&self) -> impl Iterator<Item = &Receivable> {
        self.covered.iter().filter(|covered| covered.reversal.is_none()).map(|covered| &covered.receivable)
    }

    /// The named orders, or all that it covers still, if they can be taken out by somebody who read `version`.
    pub fn reversible(
        &self,
        named: Option<&OrderList>,
        version: u64,
    ) -> Result<Vec<&Receivable>, Irreversible> {
        let standing: Vec<&Receivable> = self.standing().collect();
        if let Some(named) = named {
            let contains = |list: &[&Receivable], order: &OrderId| list.iter().any(|it| it.order == *order);
            let all: Vec<&Receivable> = self.covered.iter().map(|covered| &covered.receivable).collect();
            let foreign = named.at_fault(|order| !contains(&all, order));
            if !foreign.is_empty() {
                return Err(Irreversible::Foreign(foreign));
            }
            let reversed = named.at_fault(|order| !contains(&standing, order));
            if !reversed.is_empty() {
                return Err(Irreversible::AlreadyReversed(reversed));
            }
        }
        if standing.is_empty() {
            return Err(Irreversible::AlreadyReversed(Vec::new()));
        }
        if version != self.payment.version() {
            return Err(Irreversible::Stale);
        }
        let is_meant = |it: &&Receivable| named.is_none_or(|named| named.0.contains(&it.order));
        Ok(standing.into_iter().filter(is_meant).collect())
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
    let unknown = orders.at_fault(|order| found.get(order).is_none_or(|stored| !stored.standing.owed));
    if !unknown.is_empty() {
        return Err(Unpayable::Unknown(unknown));
    }
    let is_foreign = |stored: &&Stored| stored.receivable.transporter != transporter;
    let foreign = orders.at_fault(|order| found.get(order).is_some_and(is_foreign));
    if !foreign.is_empty() {
        return Err(Unpayable::Foreign(foreign));
    }
    let is_paid = |stored: &&Stored| stored.standing.state() != State::Due;
    let paid = orders.at_fault(|order| found.get(order).is_some_and(is_paid));
    if !paid.is_empty() {
        return Err(Unpayable::AlreadyPaid(paid));
    }
    Ok(Money::sum(found.values().map(|stored| stored.receivable.total))?)
}
