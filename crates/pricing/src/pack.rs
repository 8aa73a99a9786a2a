//! A pack that costs what its parts cost.

use souk_kernel::{Money, MoneyError};

use super::promotion::Discount;

/// What a pack costs before tax and promotions whose price is the sum of its parts less a discount: the price of one piece of each
/// part, before tax and promotions, and its pieces. Rounded once, never below zero; an amount that the sum is not above takes nothing off.
pub fn pack_price(
    parts: impl IntoIterator<Item = (Money, u32)>,
    discount: Discount,
) -> Result<Money, MoneyError> {
    let parts = parts.into_iter().map(|(price, pieces)| price.times(pieces));
    let sum = Money::sum(parts.collect::<Result<Vec<_>, _>>()?)?;
    discount.apply(sum)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use souk_kernel::TaxRate;

    use super::*;

    fn money(centimes: i64) -> Money {
        Money::from_centimes(centimes)
    }

    proptest! {
        #[test]
        fn a_pack_costs_no_more_than_its_parts_and_never_less_than_nothing(
            parts in prop::collection::vec((0_i64..10_000_000, 1_u32..1_000), 0..12),
            hundredths in 0_u32..=10_000,
            amount in 0_i64..i64::MAX,
        ) {
            let sum: i128 = parts.iter().map(|(price, pieces)| i128::from(*price) * i128::from(*pieces)).sum();
            let priced = |discount| pack_price(parts.iter().map(|(price, pieces)| (money(*price), *pieces)), discount);
            let rate = TaxRate::from_hundredths(hundredths).expect("at most 100 %");
            let off = (sum * i128::from(hundredths) + 5_000) / 10_000;
            prop_assert_eq!(i128::from(priced(Discount::Percentage(rate)).expect("fits").centimes()), sum - off);
            let after = priced(Discount::Amount(money(amount))).expect("fits").centimes();
            let off = if i128::from(amount) < sum { i128::from(amount) } else { 0 };
            prop_assert_eq!(i128::from(after), sum - off);
            prop_assert_eq!(priced(Discount::Amount(Money::ZERO)), priced(Discount::Percentage(TaxRate::ZERO)));
        }
    }

    #[test]
    fn a_sum_that_is_too_large_is_told() {
        let parts = [(money(i64::MAX), 1), (money(1), 1)];
        assert_eq!(pack_price(parts, Discount::Amount(Money::ZERO)), Err(MoneyError::Overflow));
        assert_eq!(
            pack_price([(money(i64::MAX), 2)], Discount::Amount(Money::ZERO)),
            Err(MoneyError::Overflow)
        );
    }
}
