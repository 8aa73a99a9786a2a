//! Money in centimes of dinar and tax on it. Integers only; every operation is checked; halves round up
//! (away from zero), the rule of the fixed vectors in `vectors/money.json` that the web app runs too.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Hundredths of a percent in one.
const RATE_SCALE: i128 = 10_000;

/// An amount in centimes of dinar. May be negative (a difference), prices are checked where they are set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Money(i64);

/// A rate in hundredths of a percent: 1900 is 19 %. Used for taxes and for percentages off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TaxRate(u32);

/// Why an amount could not be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    #[error("the amount is too large")]
    Overflow,
    #[error("the amount is not a number with at most two decimals")]
    Malformed,
}

/// The rate is above 100 %.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the rate is above 100 %")]
pub struct TaxRateError;

impl Money {
    pub const ZERO: Self = Self(0);

    pub const fn from_centimes(centimes: i64) -> Self {
        Self(centimes)
    }

    pub const fn centimes(self) -> i64 {
        self.0
    }

    pub const fn is_negative(self) -> bool {
        self.0 < 0
    }

    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    pub fn checked_add(self, other: Self) -> Result<Self, MoneyError> {
        self.0.checked_add(other.0).map(Self).ok_or(MoneyError::Overflow)
    }

    pub fn checked_sub(self, other: Self) -> Result<Self, MoneyError> {
        self.0.checked_sub(other.0).map(Self).ok_or(MoneyError::Overflow)
    }

    pub fn times(self, quantity: u32) -> Result<Self, MoneyError> {
        self.0.checked_mul(i64::from(quantity)).map(Self).ok_or(MoneyError::Overflow)
    }

    /// The sum of all, zero for none.
    pub fn sum(amounts: impl IntoIterator<Item = Self>) -> Result<Self, MoneyError> {
        amounts.into_iter().try_fold(Self::ZERO, Self::checked_add)
    }

    /// `rate` of this amount, half up: 19 % of 10.03 is 1.91.
    pub fn share(self, rate: TaxRate) -> Result<Self, MoneyError> {
        self.scaled(i128::from(rate.0))
    }

    /// Price with tax: HT × (1 + rate/100), half up to the centime (spec 9).
    pub fn with_tax(self, rate: TaxRate) -> Result<Self, MoneyError> {
        self.scaled(RATE_SCALE + i128::from(rate.0))
    }

    /// This × `hundredths` / 10,000, halves away from zero.
    fn scaled(self, hundredths: i128) -> Result<Self, MoneyError> {
        let product = i128::from(self.0) * hundredths;
        let half = if product < 0 { -RATE_SCALE / 2 } else { RATE_SCALE / 2 };
        i64::try_from((product + half) / RATE_SCALE).map(Self).map_err(|_| MoneyError::Overflow)
    }
}

/// Dinars with as many decimals as needed, a point before them: `1234.5`, `-0.05`, `12`. It is also the exact
/// form of a JSON number.
impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (dinars, centimes) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        match centimes {
            0 => write!(f, "{sign}{dinars}"),
            tens if tens % 10 == 0 => write!(f, "{sign}{dinars}.{}", tens / 10),
            _ => write!(f, "{sign}{dinars}.{centimes:02}"),
        }
    }
}

/// Reads dinars as [`Money`]'s `Display` writes them; more than two decimals, exponents and signs other than
/// a leading minus are refused.
impl FromStr for Money {
    type Err = MoneyError;

    fn from_str(text: &str) -> Result<Self, MoneyError> {
        let (negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (dinars, decimals) = digits.split_once('.').unwrap_or((digits, "0"));
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(dinars) || !is_number(decimals) || decimals.len() > 2 {
            return Err(MoneyError::Malformed);
        }
        let centimes: i64 = format!("{decimals:0<2}").parse().map_err(|_| MoneyError::Malformed)?;
        let whole: i64 = dinars.parse().map_err(|_| MoneyError::Overflow)?;
        let total = whole.checked_mul(100).and_then(|whole| whole.checked_add(centimes));
        total.map(|total| Self(if negative { -total } else { total })).ok_or(MoneyError::Overflow)
    }
}

impl TaxRate {
    pub const ZERO: Self = Self(0);

    pub fn from_hundredths(hundredths: u32) -> Result<Self, TaxRateError> {
        if i128::from(hundredths) <= RATE_SCALE { Ok(Self(hundredths)) } else { Err(TaxRateError) }
    }

    pub const fn hundredths(self) -> u32 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_written_reads_back(centimes in any::<i32>()) {
            let money = Money::from_centimes(i64::from(centimes));
            prop_assert_eq!(money.to_string().parse(), Ok(money));
        }

        #[test]
        fn reading_never_panics(text in "\\PC*") {
            let _ = text.parse::<Money>();
        }

        #[test]
        fn tax_rounds_to_the_nearest_centime(centimes in 0i64..1_000_000_000, hundredths in 0u32..=10_000) {
            let rate = TaxRate::from_hundredths(hundredths).expect("a legal rate");
            let ttc = i128::from(Money::from_centimes(centimes).with_tax(rate).expect("fits").centimes());
            let exact = i128::from(centimes) * (RATE_SCALE + i128::from(hundredths));
            prop_assert!((ttc * RATE_SCALE - exact).abs() * 2 <= RATE_SCALE);
        }
    }

    #[test]
    fn overflow_is_an_error() {
        let most = Money::from_centimes(i64::MAX);
        assert_eq!(most.checked_add(Money::from_centimes(1)), Err(MoneyError::Overflow));
        assert_eq!(most.times(2), Err(MoneyError::Overflow));
        assert_eq!(most.with_tax(TaxRate(1900)), Err(MoneyError::Overflow));
        assert_eq!("99999999999999999999".parse::<Money>(), Err(MoneyError::Overflow));
    }

    #[test]
    fn odd_spellings_are_refused() {
        for text in ["", "-", ".5", "5.", "1e3", "NaN", "+1", "1.234", "1,5", "0x10", "١", " 1"] {
            assert_eq!(text.parse::<Money>(), Err(MoneyError::Malformed), "{text}");
        }
    }
}
