//! How much one cart, one phone and one client address may ask for before staff confirmed anything: nobody holds a shop's
//! stock by promising to buy it (design 6). Pure.
//!
//! An address may be that of everybody behind a mobile operator, and whoever likes orders with somebody else's phone, so that
//! nobody must be able to use either up for the others: beyond its caps orders are taken, and hold no stock until staff confirm
//! them. So nothing that a checkout answers tells what is open for a phone.
//!
//! Whatever is zero sets no limit. What is open counts for as long as it may hold stock: orders that wait for their
//! confirmation and weren't released, and checkouts that this process works on at the same moment. Several processes don't see each other's work,
//! so a crowd of requests at one instant may pass a limit once in each of them.

use std::collections::HashMap;

use souk_kernel::{Money, OrderId, Phone, ProductId};

use super::basket::{Basket, Problem, ProblemCause, Source};
use crate::carts::SITE_SHARES;
use crate::orders::Line;
use crate::sellables::Sellable;

/// Different things that leave the shelf in one order, packs expanded: as many as inventory reserves at once.
const STOCK_KEYS_MAX: usize = 500;

/// Pieces of one thing in one order, summed over its lines: as many as inventory reserves at once.
const STOCK_PIECES_MAX: u32 = 1_000_000;

/// Orders that a phone or an address may have open where pieces or value are limited and their number is not.
const OPEN_MAX: u32 = 1_000;

/// What the shop lets through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    pub line_pieces: u32,
    pub cart_pieces: u32,
    pub phone: Cap,
    pub address: Cap,
}

/// Most that may be open at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cap {
    pub orders: u32,
    pub pieces: u32,
    pub value: Money,
}

/// What waits for its confirmation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Exposure {
    pub orders: u64,
    pub pieces: u64,
    pub value: Money,
}

/// Who asks: by phone, and where they are known by the network of the client's address and by the line that it may be one of many of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claimant {
    pub phone: Phone,
    pub network: Option<String>,
    /// Of IPv6 alone.
    pub site: Option<String>,
}

/// A checkout that is about to have this open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    pub claimant: Claimant,
    pub exposure: Exposure,
}

/// The open orders of one phone or one network.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OpenOrders {
    pub exposure: Exposure,
    pub orders: Vec<OrderId>,
}

/// What is open of a claimant's phone, network and site.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Open {
    pub phone: OpenOrders,
    pub address: OpenOrders,
    pub site: OpenOrders,
}

/// What is too much.
#[derive(Debug, thiserror::Error)]
pub enum LimitError {
    #[error("some lines have too many pieces")]
    Lines(Vec<Problem>),
    #[error("an order has at most {most} pieces")]
    Pieces { most: u32 },
    #[error("an order has at most {most} different things")]
    Things { most: usize },
}

impl Limits {
    /// Everybody may have everything.
    pub const NONE: Self = Self { line_pieces: 0, cart_pieces: 0, phone: Cap::NONE, address: Cap::NONE };

    /// Refuses a cart that is too large. The fewest pieces of one thing that the merchant sells are never too many.
    pub fn check_basket(
        &self,
        basket: &Basket,
        sellables: &HashMap<ProductId, Sellable>,
    ) -> Result<(), LimitError> {
        let fewest = |line: &Line| sellables.get(&line.product).map_or(1, |it| it.quantity_rule.minimum());
        let long = |(line, source): (&Line, &Source)| {
            let most = self.line_pieces.max(fewest(line));
            let cause = ProblemCause::TooMany(most);
            (self.line_pieces > 0 && line.quantity > most).then_some(Problem { line: source.place, cause })
        };
        let problems: Vec<_> = basket.lines.iter().zip(&basket.sources).filter_map(long).collect();
        if !problems.is_empty() {
            return Err(LimitError::Lines(problems));
        }
        let fewest_of_one = basket.lines.iter().map(|line| line.pieces_of(fewest(line))).max();
        let most = self.cart_pieces.max(fewest_of_one.unwrap_or_default());
        if self.cart_pieces > 0 && basket.pieces() > u64::from(most) {
            return Err(LimitError::Pieces { most });
        }
        require_reservable(basket)
    }

    /// What a line with many addresses may have open.
    pub fn site(&self) -> Cap {
        self.address.times(SITE_SHARES)
    }

    /// Whether an order may hold stock: not beyond what its phone, its address, or the line that this is one of, may have open.
    pub fn may_hold(&self, open: &Open, own: Exposure) -> bool {
        self.phone.admits(open.phone.exposure.saturating_add(own))
            && self.address.admits(open.address.exposure.saturating_add(own))
            && self.site().admits(open.site.exposure.saturating_add(own))
    }
}

/// Refuses a cart that inventory could not reserve at once.
pub fn require_reservable(basket: &Basket) -> Result<(), LimitError> {
    let items = basket.stock_items();
    if items.len() > STOCK_KEYS_MAX {
        return Err(LimitError::Things { most: STOCK_KEYS_MAX });
    }
    if items.iter().any(|item| item.quantity > STOCK_PIECES_MAX) {
        return Err(LimitError::Pieces { most: STOCK_PIECES_MAX });
    }
    Ok(())
}

impl Cap {
    pub const NONE: Self = Self { orders: 0, pieces: 0, value: Money::ZERO };

    /// Open orders that have to be counted: whoever has so many gets no more, whatever is in them. 0 where nothing is limited.
    pub fn most_orders(&self) -> u32 {
        match self.orders {
            0 if *self == Self::NONE => 0,
            0 => OPEN_MAX,
            orders => orders,
        }
    }

    fn times(self, shares: u32) -> Self {
        Self {
            orders: self.orders.saturating_mul(shares),
            pieces: self.pieces.saturating_mul(shares),
            value: self.value.times(shares).unwrap_or(Money::from_centimes(i64::MAX)),
        }
    }

    fn admits(&self, open: Exposure) -> bool {
        let within = |amount: u64, most: u32| most == 0 || amount <= u64::from(most);
        within(open.orders, self.most_orders())
            && within(open.pieces, self.pieces)
            && (self.value == Money::ZERO || open.value <= self.value)
    }
}

impl Exposure {
    pub fn saturating_add(self, other: Self) -> Self {
        Self {
            orders: self.orders.saturating_add(other.orders),
            pieces: self.pieces.saturating_add(other.pieces),
            value: self.value.checked_add(other.value).unwrap_or(Money::from_centimes(i64::MAX)),
        }
    }
}

impl OpenOrders {
    fn add(&mut self, order: OrderId, exposure: Exposure) {
        if !self.orders.contains(&order) {
            self.orders.push(order);
            self.exposure = self.exposure.saturating_add(exposure);
        }
    }
}

impl Open {
    /// With what else is about to be open for the claimant, each order once.
    pub fn beside<'a>(
        mut self,
        claimant: &Claimant,
        others: impl Iterator<Item = (OrderId, &'a Claim)>,
    ) -> Self {
        for (order, Claim { claimant: other, exposure }) in others {
            if other.phone == claimant.phone {
                self.phone.add(order, *exposure);
            }
            if claimant.network.is_some() && other.network == claimant.network {
                self.address.add(order, *exposure);
            }
            if claimant.site.is_some() && other.site == claimant.site {
                self.site.add(order, *exposure);
            }
        }
        self
    }
}

impl Claimant {
    /// Of an order that holds no stock it is not kept where it came from.
    pub fn backed(self, is_backed: bool) -> Self {
        if is_backed { self } else { Self { network: None, site: None, ..self } }
    }
}

#[cfg(test)]
mod tests {
    use souk_kernel::SystemClock;

    use super::*;

    fn cap(orders: u32, pieces: u32, dinars: i64) -> Cap {
        Cap { orders, pieces, value: Money::from_centimes(dinars * 100) }
    }

    fn exposure(orders: u64, pieces: u64, dinars: i64) -> Exposure {
        Exposure { orders, pieces, value: Money::from_centimes(dinars * 100) }
    }

    #[test]
    fn each_bound_counts_alone_and_zero_is_none() {
        let strict = cap(2, 10, 1_000);
        assert!(strict.admits(exposure(2, 10, 1_000)));
        for beyond in [exposure(3, 1, 1), exposure(1, 11, 1), exposure(1, 1, 1_001)] {
            assert!(!strict.admits(beyond), "{beyond:?}");
            assert!(cap(0, 0, 0).admits(beyond));
        }
    }

    #[test]
    fn a_cap_is_one_however_large_and_what_is_not_counted_is_not_looked_at() {
        assert_eq!(cap(1_500, 0, 0).most_orders(), 1_500);
        assert_eq!(cap(0, 3, 0).most_orders(), OPEN_MAX);
        assert!(!cap(0, 0, 5).admits(exposure(1_001, 0, 1)), "more than was looked at");
        assert_eq!(Cap::NONE.most_orders(), 0);
    }

    #[test]
    fn a_phone_and_an_address_share_what_is_theirs_only() {
        let claimant = |phone: &str, network: Option<&str>| Claimant {
            phone: Phone::parse(phone).expect("a phone"),
            network: network.map(str::to_owned),
            site: None,
        };
        let own = claimant("0555000001", Some("192.0.2.1"));
        let one = exposure(1, 3, 10);
        let others = [
            claimant("0555000001", None),
            claimant("0555000002", Some("192.0.2.1")),
            claimant("0555000003", Some("192.0.2.2")),
        ]
        .map(|claimant| (OrderId::new(&SystemClock), Claim { claimant, exposure: one }));
        let beside = |own: &Claimant| {
            let open = Open::default().beside(own, others.iter().map(|(order, claim)| (*order, claim)));
            (open.phone.exposure, open.address.exposure)
        };
        assert_eq!(beside(&own), (one, one));
        assert_eq!(beside(&claimant("0555000004", None)), (Exposure::default(), Exposure::default()));
        assert_eq!(beside(&own.backed(false)), (one, Exposure::default()));
    }
}
