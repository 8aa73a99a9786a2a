//! What must always be true of a shop.

use std::fmt;

/// The invariants, by the names under which runbooks know them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Invariant {
    /// I1: `0 <= reserved <= on_hand` of every level.
    StockInBounds,
    /// I2: a level's reserved pieces are the sum of its holds, its pieces on hand the sum of its ledger.
    StockAddsUp,
    /// I3: every order holds what it ordered, or took it, or gave it back, as its status says; nothing else holds.
    OrdersHoldTheirStock,
    /// I4: every order that a client was told about exists, each idempotency key names exactly one.
    AcceptedOrdersExist,
    /// I5: an order's total is the sum of its lines and its delivery.
    OrderTotalsAddUp,
    /// I6: every delivered order is owed once or paid once, at its total, by the transporter who had it; of its payments and their
    /// reversals orders heard.
    MoneyAddsUp,
    /// I7: goods that left for an order are those that it held, goods that came back are those that left; what left for another
    /// warehouse arrived there, came back, was lost or is on its way.
    GoodsMoveOnce,
    /// I8: every event reached everybody it is meant for; no message is dead.
    EventsArrive,
    /// I9: what a service keeps of another's facts (what can be sold, what there is to sell, promotions and settings) is what that one
    /// says.
    CopiesAgree,
    /// I10: what is kept as a count is what counting gives: the products of a category or brand, what a bestseller sold, the
    /// ratings of a product, the orders of a status and of a day; and the text that a product is searched by is its names, SKUs and
    /// barcodes.
    CountsAddUp,
}

/// Something that breaks an invariant.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Violation {
    pub invariant: Invariant,
    /// What it is about, with its id: `order 0198...`.
    pub subject: String,
    pub detail: String,
}

impl Invariant {
    pub const ALL: [Self; 10] = [
        Self::StockInBounds,
        Self::StockAddsUp,
        Self::OrdersHoldTheirStock,
        Self::AcceptedOrdersExist,
        Self::OrderTotalsAddUp,
        Self::MoneyAddsUp,
        Self::GoodsMoveOnce,
        Self::EventsArrive,
        Self::CopiesAgree,
        Self::CountsAddUp,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::StockInBounds => "I1 stock in bounds",
            Self::StockAddsUp => "I2 stock adds up",
            Self::OrdersHoldTheirStock => "I3 orders hold their stock",
            Self::AcceptedOrdersExist => "I4 accepted orders exist",
            Self::OrderTotalsAddUp => "I5 order totals add up",
            Self::MoneyAddsUp => "I6 money adds up",
            Self::GoodsMoveOnce => "I7 goods move once",
            Self::EventsArrive => "I8 events arrive",
            Self::CopiesAgree => "I9 copies agree",
            Self::CountsAddUp => "I10 counts add up",
        }
    }

    pub(crate) fn broken(self, subject: impl Into<String>, detail: impl Into<String>) -> Violation {
        Violation { invariant: self, subject: subject.into(), detail: detail.into() }
    }
}

impl fmt::Display for Invariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.invariant, self.subject, self.detail)
    }
}
