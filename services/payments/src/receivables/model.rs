//! What a transporter owes for one order, pure: a sum of entries that are only ever added (design 6).

use souk_kernel::{
    EmployeeId, Money, MoneyError, OrderId, OrderNumber, PaymentId, ReversalId, TransporterId,
};
use time::OffsetDateTime;

/// What one order is worth to the shop, collected by its transporter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receivable {
    pub order: OrderId,
    pub order_number: String,
    pub transporter: TransporterId,
    pub transporter_name: String,
    pub customer_name: String,
    pub wilaya_name: String,
    pub total: Money,
    pub delivered_at: OffsetDateTime,
}

/// What an order's event says about its delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    pub receivable: Receivable,
    /// Counts the order's deliveries and what took them back, in turn: odd while one stands.
    pub version: i16,
    /// Why it was taken back; empty while it stands.
    pub taken_back: String,
    /// Who told of it, and when.
    pub actor: Recorder,
    pub at: OffsetDateTime,
}

/// Whoever made an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recorder {
    /// None for the shop itself.
    pub employee: Option<EmployeeId>,
    pub name: String,
}

/// What changes what is owed for an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum EntryKind {
    Delivered,
    /// The delivery was taken back.
    TakenBack,
    Paid,
    PaymentReversed,
}

/// One entry of the books.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub order: OrderId,
    pub kind: EntryKind,
    /// What the transporter owes more.
    pub amount: Money,
    /// Of [`EntryKind::Delivered`] and [`EntryKind::TakenBack`].
    pub delivery_version: Option<i16>,
    /// Of [`EntryKind::Paid`] and [`EntryKind::PaymentReversed`].
    pub payment: Option<PaymentId>,
    /// Of [`EntryKind::PaymentReversed`].
    pub reversal: Option<ReversalId>,
    pub reason: String,
    pub actor: Recorder,
    pub at: OffsetDateTime,
}

/// The sum of an order's entries: whether its delivery stands, and whether a payment covers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Standing {
    pub owed: bool,
    pub paid: bool,
    /// Counts the payments and their reversals.
    pub payment_version: u64,
}

/// Where a receivable stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Due,
    Paid,
    /// Taken back, and nobody paid.
    Void,
    /// Taken back while it was being paid: its payment is to be reversed.
    Overpaid,
}

/// What one transporter owes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Balance {
    pub transporter: TransporterId,
    pub transporter_name: String,
    pub orders: u64,
    pub total: Money,
    /// None when nothing is due.
    pub oldest_delivered_at: Option<OffsetDateTime>,
    pub overpaid_orders: u64,
    pub overpaid_total: Money,
}

impl Receivable {
    /// None where the number is not written as the shop's are.
    pub fn number(&self) -> Option<OrderNumber> {
        self.order_number.parse().ok()
    }
}

impl EntryKind {
    /// What an entry of this kind adds to the debt for an order of this worth.
    pub fn amount(self, total: Money) -> Result<Money, MoneyError> {
        match self {
            Self::Delivered | Self::PaymentReversed => Ok(total),
            Self::TakenBack | Self::Paid => Money::ZERO.checked_sub(total),
        }
    }
}

impl Entry {
    /// A payment covers the order.
    pub fn paid(
        receivable: &Receivable,
        payment: PaymentId,
        actor: &Recorder,
        at: OffsetDateTime,
    ) -> Result<Self, MoneyError> {
        let entry = Self::new(receivable, EntryKind::Paid, "", actor, at)?;
        Ok(Self { payment: Some(payment), ..entry })
    }

    pub fn new(
        receivable: &Receivable,
        kind: EntryKind,
        reason: &str,
        actor: &Recorder,
        at: OffsetDateTime,
    ) -> Result<Self, MoneyError> {
        Ok(Self {
            order: receivable.order,
            kind,
            amount: kind.amount(receivable.total)?,
            delivery_version: None,
            payment: None,
            reversal: None,
            reason: reason.to_owned(),
            actor: actor.clone(),
            at,
        })
    }
}

impl Standing {
    pub const fn state(self) -> State {
        match (self.owed, self.paid) {
            (true, false) => State::Due,
            (true, true) => State::Paid,
            (false, false) => State::Void,
            (false, true) => State::Overpaid,
        }
    }
}

impl Delivery {
    /// The entries that the books lack, which have so many of the order. Deliveries and what takes them back alternate and are
    /// numbered, so that it doesn't matter how often and in which order the events arrive.
    pub fn missing(&self, entered: i16) -> Result<Vec<Entry>, MoneyError> {
        (1..=self.version).filter(|version| *version > entered).map(|version| self.entry(version)).collect()
    }

    fn entry(&self, version: i16) -> Result<Entry, MoneyError> {
        let (kind, reason) = if version % 2 == 1 {
            (EntryKind::Delivered, "")
        } else {
            (EntryKind::TakenBack, self.taken_back.as_str())
        };
        // A delivery that counts again keeps its date, its entry has the day on which it was made.
        let at = if version == 1 { self.receivable.delivered_at } else { self.at };
        let entry = Entry::new(&self.receivable, kind, reason, &self.actor, at)?;
        Ok(Entry { delivery_version: Some(version), ..entry })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use souk_kernel::SystemClock;

    use super::*;

    const TOTAL: Money = Money::from_centimes(150_050);

    /// What may happen to a receivable, from outside.
    #[derive(Debug, Clone, Copy)]
    enum News {
        /// A delivery or what took it back, by its number.
        Delivery(i16),
        Pay,
        Reverse,
    }

    fn delivery(version: i16) -> Delivery {
        let at = OffsetDateTime::UNIX_EPOCH;
        Delivery {
            receivable: Receivable {
                order: OrderId::new(&SystemClock),
                order_number: "A-1".into(),
                transporter: TransporterId::new(&SystemClock),
                transporter_name: "Rapide".into(),
                customer_name: "Amine Benali".into(),
                wilaya_name: "Alger".into(),
                total: TOTAL,
                delivered_at: at,
            },
            version,
            taken_back: if version % 2 == 0 { "wrong click".to_owned() } else { String::new() },
            actor: Recorder { employee: None, name: "souk".into() },
            at,
        }
    }

    /// The sums that the database keeps.
    fn add(standing: &mut Standing, sum: &mut i64, kind: EntryKind) {
        match kind {
            EntryKind::Delivered => standing.owed = true,
            EntryKind::TakenBack => standing.owed = false,
            EntryKind::Paid | EntryKind::PaymentReversed => {
                standing.paid = kind == EntryKind::Paid;
                standing.payment_version += 1;
            }
        }
        *sum += kind.amount(TOTAL).expect("small").centimes();
    }

    fn any_news() -> impl Strategy<Value = News> {
        prop_oneof![(1i16..5).prop_map(News::Delivery), Just(News::Pay), Just(News::Reverse)]
    }

    #[test]
    fn a_delivery_that_counts_again_is_entered_on_the_day_on_which_it_did() {
        let later = OffsetDateTime::UNIX_EPOCH + time::Duration::DAY;
        let again = Delivery { at: later, ..delivery(3) };
        let entered: Vec<_> = again.missing(0).expect("small").iter().map(|entry| entry.at).collect();
        assert_eq!(entered, [OffsetDateTime::UNIX_EPOCH, later, later]);
    }

    proptest! {
        /// An order's events in any order and repetition, payments and reversals between them.
        #[test]
        fn books_end_in_the_same_state_whatever_comes_late_or_twice(news in prop::collection::vec(any_news(), 0..40)) {
            let (mut standing, mut sum, mut payments, mut entered) = (None::<Standing>, 0, 0u64, 0);
            for news in &news {
                let state = standing.map(Standing::state);
                let kinds = match news {
                    News::Delivery(version) => {
                        let missing = delivery(*version).missing(entered).expect("small");
                        entered = entered.max(*version);
                        missing.iter().map(|entry| entry.kind).collect()
                    }
                    News::Pay if state == Some(State::Due) => vec![EntryKind::Paid],
                    News::Reverse if standing.is_some_and(|standing| standing.paid) => vec![EntryKind::PaymentReversed],
                    News::Pay | News::Reverse => Vec::new(),
                };
                for kind in kinds {
                    payments += u64::from(matches!(kind, EntryKind::Paid | EntryKind::PaymentReversed));
                    add(standing.get_or_insert_default(), &mut sum, kind);
                }
            }
            let heard = |news: &News| if let News::Delivery(version) = news { *version } else { 0 };
            let newest = news.iter().map(heard).max().unwrap_or(0);
            prop_assert_eq!(standing.is_some(), newest > 0);
            let standing = standing.unwrap_or_default();
            prop_assert_eq!(standing.owed, newest % 2 == 1);
            prop_assert_eq!((standing.payment_version, standing.paid), (payments, payments % 2 == 1));
            let worth = TOTAL.centimes() * (i64::from(standing.owed) - i64::from(standing.paid));
            prop_assert_eq!(sum, worth);
        }
    }
}
