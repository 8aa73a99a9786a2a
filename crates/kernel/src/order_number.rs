//! What people call an order.

use crate::phone::latin_digit;

/// `A-10234`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct OrderNumber(pub i64);

impl std::fmt::Display for OrderNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "A-{}", self.0)
    }
}

impl std::str::FromStr for OrderNumber {
    type Err = std::num::ParseIntError;

    /// `A-10234`, in any case, or the digits alone; also in Arabic digits and with whatever signs stand around them.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut said = text.chars().filter(|c| c.is_alphanumeric()).peekable();
        said.next_if(|c| matches!(c, 'A' | 'a'));
        let digits: String = said.map(|c| latin_digit(c).unwrap_or(c)).collect();
        digits.parse().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_number_reads_as_people_write_it() {
        let plain = "A-10234,a-10234, 10234 ,A10234,a 10234,A - 10234,#A-10234,A–10234,A-10 234";
        let arabic = "A-١٠٢٣٤,A-۱۰۲۳۴,\u{200f}A-10234";
        for text in plain.split(',').chain(arabic.split(',')) {
            assert_eq!(text.parse(), Ok(OrderNumber(10_234)), "{text}");
        }
        for text in ["B-10234", "AA-10234", "10234-A", "A-", "", "A-99999999999999999999"] {
            assert!(text.parse::<OrderNumber>().is_err(), "{text}");
        }
    }
}
