//! The one table of an order's life (design 6): which status may follow which, and who may take the step.

use souk_kernel::Permission;

/// Where an order is in its life.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    strum::AsRefStr,
    strum::IntoStaticStr,
    strum::EnumString,
    strum::EnumIter,
)]
#[strum(serialize_all = "lowercase")]
pub enum Status {
    Placed,
    /// Called in vain; may be called again.
    Unreachable,
    Confirmed,
    Preparing,
    Cancelled,
    Shipped,
    /// The transporter stood before a closed door.
    Attempted,
    Delivered,
    Returning,
    Returned,
    /// The transporter has it no longer, and nobody knows where it is.
    Lost,
    /// The transporter remitted the cash.
    Settled,
}

/// Whether the order's goods are held in a warehouse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::AsRefStr, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum Stock {
    Reserved,
    /// Inventory could not be asked yet; it will answer by event.
    Pending,
    Rejected,
    /// Given back because nobody confirmed the order in time.
    Released,
}

impl Stock {
    /// Whether goods are held for the order, or may be once inventory answers.
    pub const fn may_hold(self) -> bool {
        matches!(self, Self::Reserved | Self::Pending)
    }
}

/// What inventory said of an order's goods, as of a version of its reservation; 0 when it could not be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StockAnswer {
    pub stock: Stock,
    pub version: u64,
    /// The version of the order that was asked about; 0 where an inventory of before doesn't say.
    pub order_version: u64,
}

/// What payments said of the order's cash, as of a version of it: each payment of the order and each reversal counts one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaymentAnswer {
    pub paid: bool,
    pub version: u64,
}

/// What an order knows of its payments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaymentsKnown {
    /// Of the newest answer; 0 before the first.
    pub version: u64,
    pub was_delivered: bool,
}

impl PaymentAnswer {
    /// Whether it says something new. An order that was never delivered is in no payment.
    pub const fn is_news_to(self, known: PaymentsKnown) -> bool {
        known.was_delivered && self.version > known.version
    }
}

impl Status {
    /// What may follow. A status that may follow itself is a repeated attempt.
    pub const fn next(self) -> &'static [Self] {
        use Status::{
            Attempted, Cancelled, Confirmed, Delivered, Lost, Preparing, Returned, Returning, Settled,
            Shipped, Unreachable,
        };
        match self {
            Self::Placed | Self::Unreachable => &[Confirmed, Unreachable, Cancelled],
            Self::Confirmed => &[Preparing, Cancelled],
            Self::Preparing => &[Shipped, Cancelled],
            Self::Shipped | Self::Attempted => &[Delivered, Attempted, Returning, Lost],
            // It was not on its way back: a wrong click, or the transporter went there once more.
            Self::Returning => &[Returned, Attempted, Delivered, Lost],
            // It was found, or the transporter owes it all the same.
            Self::Lost => &[Delivered, Returning],
            // A delivery that was a wrong click is taken back.
            Self::Delivered => &[Settled, Returning],
            // Its payment was reversed.
            Self::Settled => &[Delivered],
            Self::Cancelled | Self::Returned => &[],
        }
    }

    pub fn may_become(self, to: Self) -> bool {
        self.next().contains(&to)
    }

    /// What staff may lead it to: what may follow, but for what only a transporter's payment and its reversal do.
    pub fn next_for_staff(self) -> impl Iterator<Item = Self> {
        let is_of_payments = move |to: &Self| {
            matches!((self, to), (Self::Delivered, Self::Settled) | (Self::Settled, Self::Delivered))
        };
        self.next().iter().copied().filter(move |to| !is_of_payments(to))
    }

    /// What staff need for the step to this status, of an order that was never delivered; `None`: not a step of staff. An order is placed
    /// by its shopper and settled by a transporter's payment.
    pub const fn permission(self) -> Option<Permission> {
        match self {
            Self::Confirmed | Self::Unreachable | Self::Cancelled => Some(Permission::OrdersConfirm),
            Self::Preparing | Self::Shipped => Some(Permission::OrdersPrepare),
            Self::Attempted | Self::Delivered | Self::Returning | Self::Lost => {
                Some(Permission::OrdersDeliver)
            }
            Self::Returned => Some(Permission::OrdersReturn),
            Self::Placed | Self::Settled => None,
        }
    }

    /// Whether the step says that what was recorded is not so, or writes goods off: then it is taken for a reason.
    pub const fn needs_reason(self, to: Self) -> bool {
        matches!(
            (self, to),
            (Self::Lost, _)
                | (_, Self::Lost)
                | (Self::Delivered, Self::Returning)
                | (Self::Returning, Self::Attempted | Self::Delivered)
        )
    }

    /// Whether its delivery stands.
    pub const fn is_delivered(self) -> bool {
        matches!(self, Self::Delivered | Self::Settled)
    }

    /// Whether the goods are still on a shelf for the order.
    pub const fn waits_for_goods(self) -> bool {
        matches!(self, Self::Placed | Self::Unreachable | Self::Confirmed | Self::Preparing)
    }

    /// Whether what it has may be changed: nobody packs it yet.
    pub const fn may_change_lines(self) -> bool {
        matches!(self, Self::Placed | Self::Unreachable | Self::Confirmed)
    }

    /// Whether staff still have to reach the customer.
    pub const fn is_unconfirmed(self) -> bool {
        matches!(self, Self::Placed | Self::Unreachable)
    }

    /// Whether the step to this status takes goods from a shelf, so that they must be held.
    pub const fn needs_stock(self) -> bool {
        matches!(self, Self::Preparing | Self::Shipped)
    }
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator as _;

    use super::*;

    #[test]
    fn every_status_can_be_reached_and_every_order_can_end() {
        let ends = |status: Status| status.next().is_empty();
        assert_eq!(
            Status::iter().filter(|status| ends(*status)).collect::<Vec<_>>(),
            [Status::Cancelled, Status::Returned]
        );
        let mut reached = vec![Status::Placed];
        let mut index = 0;
        while index < reached.len() {
            for next in reached[index].next() {
                if !reached.contains(next) {
                    reached.push(*next);
                }
            }
            index += 1;
        }
        assert_eq!(reached.len(), Status::iter().count());
    }

    #[test]
    fn goods_that_left_the_shop_are_never_cancelled() {
        for status in Status::iter().filter(|status| !matches!(status, Status::Placed | Status::Unreachable))
        {
            let cancels = status.may_become(Status::Cancelled);
            assert_eq!(cancels, matches!(status, Status::Confirmed | Status::Preparing), "{status:?}");
        }
    }

    #[test]
    fn a_parcel_that_left_comes_to_an_end_and_a_wrong_click_finds_its_way_back() {
        for status in [Status::Shipped, Status::Attempted, Status::Returning] {
            assert!(status.may_become(Status::Lost), "{status:?}");
        }
        for to in [Status::Attempted, Status::Delivered] {
            assert!(Status::Returning.may_become(to) && Status::Returning.needs_reason(to), "{to:?}");
        }
        assert!(Status::Lost.next().iter().all(|to| Status::Lost.needs_reason(*to)));
        assert!(!Status::Shipped.needs_reason(Status::Delivered));
    }

    #[test]
    fn only_payments_settle_and_only_their_reversal_undoes_it() {
        assert_eq!(Status::Settled.permission(), None);
        for status in Status::iter().filter(|status| status.may_become(Status::Settled)) {
            assert_eq!(status, Status::Delivered);
        }
        assert_eq!(Status::Settled.next_for_staff().count(), 0);
        assert_eq!(Status::Delivered.next_for_staff().collect::<Vec<_>>(), [Status::Returning]);
    }
}
