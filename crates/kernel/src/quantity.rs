//! How many pieces of something are ordered or moved.

/// A number of pieces from 1 to 999.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Quantity(u32);

/// The number is not from 1 to 999.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a quantity is a whole number from 1 to 999")]
pub struct QuantityError;

impl Quantity {
    /// The specification names no upper bound for a shopper's quantity; this one keeps a slip or a bot from
    /// holding a shop's whole stock with one order.
    pub const MAX: u32 = 999;

    pub fn new(pieces: i64) -> Result<Self, QuantityError> {
        u32::try_from(pieces)
            .ok()
            .filter(|pieces| (1..=Self::MAX).contains(pieces))
            .map(Self)
            .ok_or(QuantityError)
    }

    pub const fn get(self) -> u32 {
        self.0
    }

    pub fn checked_add(self, other: Self) -> Result<Self, QuantityError> {
        Self::new(i64::from(self.0) + i64::from(other.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sensible_numbers_pass() {
        for pieces in [0, -1, 1000, 1 << 31, 1 << 32, i64::MAX, i64::MIN] {
            assert_eq!(Quantity::new(pieces), Err(QuantityError), "{pieces}");
        }
        assert_eq!(Quantity::new(999).map(Quantity::get), Ok(999));
    }
}
