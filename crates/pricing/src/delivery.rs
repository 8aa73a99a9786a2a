//! What a delivery costs.

use souk_kernel::Money;

/// The price of a way of delivering `goods`, at the prices that the shop shows: nothing from the amount on that it says, if it says one.
pub fn delivery_price(price: Money, free_from: Option<Money>, goods: Money) -> Money {
    if free_from.is_some_and(|amount| goods >= amount) { Money::ZERO } else { price }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_costs_nothing_from_its_amount_on() {
        let price = |free_from: Option<i64>, goods| {
            let [price, goods] = [400, goods].map(Money::from_centimes);
            delivery_price(price, free_from.map(Money::from_centimes), goods).centimes()
        };
        assert_eq!([price(None, 9_999), price(Some(1_000), 999), price(Some(1_000), 1_000)], [400, 400, 0]);
    }
}
