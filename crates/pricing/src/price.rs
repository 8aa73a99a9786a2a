//! Prices before promotions, and with or without tax.

use souk_kernel::{Money, MoneyError, TaxRate};

/// What the prices of storefront and orders are (design 5).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Default, strum::AsRefStr, strum::EnumString, strum::IntoStaticStr,
)]
#[strum(serialize_all = "lowercase")]
pub enum PriceBasis {
    /// Before tax, as the specification's formulas.
    #[default]
    Ht,
    /// With tax (law 18-05).
    Ttc,
}

/// The price before tax and promotions: the combination's own if greater than 0, else the product's (design 5).
pub fn base_price(product: Money, combination: Option<Money>) -> Money {
    combination.filter(|own| *own > Money::ZERO).unwrap_or(product)
}

impl PriceBasis {
    /// A price before tax as it is shown and charged.
    pub fn price(self, before_tax: Money, rate: TaxRate) -> Result<Money, MoneyError> {
        match self {
            Self::Ht => Ok(before_tax),
            Self::Ttc => before_tax.with_tax(rate),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_basis_decides_the_price_shown_and_charged() {
        let rate = TaxRate::from_hundredths(1_900).expect("a rate");
        let price = |basis: PriceBasis| basis.price(Money::from_centimes(10_000), rate).map(Money::centimes);
        assert_eq!((price(PriceBasis::Ht), price(PriceBasis::Ttc)), (Ok(10_000), Ok(11_900)));
    }
}
