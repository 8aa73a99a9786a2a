//! How much one cart, one phone and one client address may ask for before staff confirmed anything: nobody holds a shop's
//! stock by promising to buy it (design 6). Pure.
//!
//! Whatever is zero sets no limit. What is open counts for as long as it holds stock: orders that wait for their
//! confirmation, and checkouts that this process works on at the same moment. Several processes don't see each other's work,
//! so a crowd of requests at one instant may pass a limit once in each of them.

use souk_kernel::{Money, Phone};

use super::basket::{Basket, Problem, ProblemCause};

/// Different things that leave the shelf in one order, packs expanded: as many as inventory reserves at once.
const STOCK_KEYS_MAX: usize = 500;

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

/// Who asks: by phone, and by the network of the client's address where it is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claimant {
    pub phone: Phone,
    pub network: Option<String>,
}

/// What is open of a claimant's phone and network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Open {
    pub phone: Exposure,
    pub address: Exposure,
}

/// Whose limit is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    Phone,
    Address,
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
    #[error("too much waits to be confirmed for this {}", .0.name())]
    Open(Holder),
}

impl Limits {
    /// Everybody may have everything.
    pub const NONE: Self = Self { line_pieces: 0, cart_pieces: 0, phone: Cap::NONE, address: Cap::NONE };

    /// Refuses a cart that is too large.
    pub fn check_basket(&self, basket: &Basket) -> Result<(), LimitError> {
        let long = basket.lines.iter().zip(&basket.sources);
        let long = long.filter(|(line, _)| self.line_pieces > 0 && line.quantity > self.line_pieces);
        let cause = ProblemCause::TooMany(self.line_pieces);
        let problems: Vec<_> = long.map(|(_, source)| Problem { line: *source, cause }).collect();
        if !problems.is_empty() {
            return Err(LimitError::Lines(problems));
        }
        if self.cart_pieces > 0 && basket.pieces() > u64::from(self.cart_pieces) {
            return Err(LimitError::Pieces { most: self.cart_pieces });
        }
        if basket.stock_items().len() > STOCK_KEYS_MAX {
            return Err(LimitError::Things { most: STOCK_KEYS_MAX });
        }
        Ok(())
    }

    /// Refuses an order beyond what its phone or its address may have open.
    pub fn check_open(&self, open: Open, basket: &Basket, total: Money) -> Result<(), LimitError> {
        let own = Exposure { orders: 1, pieces: basket.pieces(), value: total };
        for (holder, cap, open) in
            [(Holder::Phone, self.phone, open.phone), (Holder::Address, self.address, open.address)]
        {
            if !cap.admits(open.saturating_add(own)) {
                return Err(LimitError::Open(holder));
            }
        }
        Ok(())
    }
}

impl Holder {
    const fn name(self) -> &'static str {
        match self {
            Self::Phone => "phone",
            Self::Address => "network address",
        }
    }
}

impl Cap {
    pub const NONE: Self = Self { orders: 0, pieces: 0, value: Money::ZERO };

    fn admits(&self, open: Exposure) -> bool {
        let within = |amount: u64, most: u32| most == 0 || amount <= u64::from(most);
        within(open.orders, self.orders)
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

impl Open {
    pub fn saturating_add(self, other: Self) -> Self {
        Self {
            phone: self.phone.saturating_add(other.phone),
            address: self.address.saturating_add(other.address),
        }
    }
}

impl Claimant {
    /// What of others' work counts against this one.
    pub fn shared<'a>(&self, others: impl Iterator<Item = (&'a Self, Exposure)>) -> Open {
        others.fold(Open::default(), |mut open, (other, exposure)| {
            if other.phone == self.phone {
                open.phone = open.phone.saturating_add(exposure);
            }
            if self.network.is_some() && other.network == self.network {
                open.address = open.address.saturating_add(exposure);
            }
            open
        })
    }
}

#[cfg(test)]
mod tests {
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
    fn a_phone_and_an_address_share_what_is_theirs_only() {
        let claimant = |phone: &str, network: Option<&str>| Claimant {
            phone: Phone::parse(phone).expect("a phone"),
            network: network.map(str::to_owned),
        };
        let own = claimant("0555000001", Some("192.0.2.1"));
        let others = [
            claimant("0555000001", None),
            claimant("0555000002", Some("192.0.2.1")),
            claimant("0555000003", Some("192.0.2.2")),
        ];
        let one = exposure(1, 3, 10);
        let open = own.shared(others.iter().map(|other| (other, one)));
        assert_eq!(open, Open { phone: one, address: one });
        let unknown = claimant("0555000004", None);
        assert_eq!(unknown.shared(others.iter().map(|other| (other, one))).address, Exposure::default());
    }
}
