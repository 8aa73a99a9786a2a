//! What something cost before: the lowest price that a reduction is compared with (ADR 36).

use souk_kernel::Money;
use time::{Duration, OffsetDateTime};

use super::price::base_price;
use super::promotions::{Place, Promotions};

/// How long before a reduction the lowest price is looked for (Directive 98/6/EC, article 6a).
const COMPARED: Duration = Duration::days(30);

/// A reduction that goes on for longer is compared with what was paid during it: it is the price.
const LONGEST_REDUCTION: Duration = Duration::days(60);

/// How far back anything of what prices were is asked for.
pub const LOOKED_BACK: Duration = Duration::days(90);

/// A price before tax and promotions, now and before each of its changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastPrice {
    /// Of now.
    pub price: Money,
    /// From when on there was one.
    pub since: OffsetDateTime,
    /// When it changed and what it was until then, the oldest first; `None`: there was none.
    pub changes: Vec<(OffsetDateTime, Option<Money>)>,
}

/// What a product, or one combination of it, cost over time.
#[derive(Debug, Clone, Copy)]
pub struct PastPrices<'a> {
    pub product: &'a PastPrice,
    /// Its own price; zero means the product's.
    pub combination: Option<&'a PastPrice>,
}

impl PastPrice {
    fn at(&self, moment: OffsetDateTime) -> Option<Money> {
        if moment < self.since {
            return None;
        }
        let next = self.changes.get(self.changes.partition_point(|(changed, _)| *changed <= moment));
        next.map_or(Some(self.price), |(_, before)| *before)
    }
}

impl PastPrices<'_> {
    /// The lowest price before tax in the 30 days before the present reduction began; `None` where nothing is reduced, or it had no
    /// price before. `promotions` are those of now with those that were in force in the last [`LOOKED_BACK`].
    pub fn lowest_before_reduction(
        self,
        promotions: &Promotions,
        place: Place<'_>,
        now: OffsetDateTime,
    ) -> Option<Money> {
        let price = |at| {
            let base = self.base(at)?;
            let best = promotions.best(base, place, at).map(|(after, _)| after);
            Some((best.unwrap_or(base), best.is_some()))
        };
        let is_reduced = |paid: Option<(Money, bool)>| paid.is_some_and(|(_, is_reduced)| is_reduced);
        if !is_reduced(price(now)) {
            return None;
        }
        // Between two of these nothing changes.
        let mut moments = self.moments(promotions, place, now);
        moments.insert(0, now - LOOKED_BACK);
        let told: Vec<_> = moments.into_iter().map(|at| (at, price(at))).collect();
        let began = told.iter().rev().take_while(|(_, paid)| is_reduced(*paid)).last();
        let began = began.map_or(now, |(at, _)| *at).max(now - LONGEST_REDUCTION);
        let first = began - COMPARED;
        let compared = told.into_iter().filter(|(at, _)| first < *at && *at < began);
        let compared = std::iter::once((first, price(first))).chain(compared);
        // What was given away tells nothing of what it costs.
        compared.filter_map(|(_, paid)| paid).map(|(paid, _)| paid).filter(|paid| *paid > Money::ZERO).min()
    }

    fn base(self, at: OffsetDateTime) -> Option<Money> {
        let product = self.product.at(at)?;
        match self.combination {
            Some(own) => Some(base_price(product, Some(own.at(at)?))),
            None => Some(product),
        }
    }

    /// When the price may have changed since it is looked at, in order.
    fn moments(self, promotions: &Promotions, place: Place<'_>, now: OffsetDateTime) -> Vec<OffsetDateTime> {
        let own = [Some(self.product), self.combination].into_iter().flatten();
        let own = own.flat_map(|past| past.changes.iter().map(|(at, _)| *at).chain([past.since]));
        let reaching = promotions.reaching(place).flat_map(|one| [one.starts_at, one.ends_at]).flatten();
        let mut moments: Vec<_> =
            own.chain(reaching).filter(|at| now - LOOKED_BACK < *at && *at <= now).collect();
        moments.sort_unstable();
        moments.dedup();
        moments
    }
}

#[cfg(test)]
mod tests {
    use std::slice::from_ref;

    use proptest::prelude::*;
    use souk_kernel::{ProductId, TaxRate};
    use uuid::Uuid;

    use super::super::{Discount, Promotion, Target};
    use super::*;

    fn day(day: i64) -> OffsetDateTime {
        OffsetDateTime::UNIX_EPOCH + Duration::days(1_000 + day)
    }

    fn money(centimes: i64) -> Money {
        Money::from_centimes(centimes)
    }

    fn place() -> Place<'static> {
        Place { product: ProductId::from_uuid(Uuid::nil()), category_path: &[], brand: None }
    }

    fn rule(id: u128, percent: u32, from: i64, until: i64) -> Promotion {
        Promotion {
            id: Uuid::from_u128(id),
            discount: Discount::Percentage(TaxRate::from_hundredths(percent * 100).expect("at most 100 %")),
            target: Target::All,
            starts_at: Some(day(from)),
            ends_at: Some(day(until)),
        }
    }

    fn past(price: i64, since: i64, changes: &[(i64, Option<i64>)]) -> PastPrice {
        let changes = changes.iter().map(|(at, before)| (day(*at), before.map(money))).collect();
        PastPrice { price: money(price), since: day(since), changes }
    }

    fn lowest(product: &PastPrice, promotions: &[Promotion]) -> Option<i64> {
        let prices = PastPrices { product, combination: None };
        let set = promotions.iter().cloned().collect();
        prices.lowest_before_reduction(&set, place(), day(0)).map(Money::centimes)
    }

    #[test]
    fn a_price_raised_before_a_promotion_is_compared_with_what_it_was() {
        let promotion = rule(1, 50, -2, 5);
        assert_eq!(lowest(&past(2_000, -500, &[(-5, Some(1_000))]), from_ref(&promotion)), Some(1_000));
        assert_eq!(lowest(&past(2_000, -500, &[(-40, Some(1_000))]), from_ref(&promotion)), Some(2_000));
        assert_eq!(lowest(&past(2_000, -500, &[]), &[promotion.clone(), rule(2, 60, -20, -10)]), Some(800));
        assert_eq!(lowest(&past(2_000, -500, &[]), &[]), None, "nothing is reduced");
        assert_eq!(lowest(&past(2_000, -2, &[]), &[promotion]), None, "it was never sold for anything else");
    }

    #[test]
    fn a_reduction_that_grows_is_one_and_one_of_months_is_the_price() {
        let grows = [rule(1, 10, -9, -4), rule(2, 30, -4, 3)];
        assert_eq!(lowest(&past(1_000, -500, &[]), &grows), Some(1_000));
        assert_eq!(lowest(&past(1_000, -500, &[]), &[rule(1, 10, -59, 3)]), Some(1_000));
        assert_eq!(lowest(&past(1_000, -500, &[]), &[rule(1, 10, -100, 3)]), Some(900));
    }

    #[test]
    fn a_combination_costs_what_the_product_does_until_it_has_a_price_of_its_own() {
        let product = past(1_000, -500, &[(-20, Some(700))]);
        let own = past(900, -500, &[(-10, Some(0))]);
        let late = past(900, -500, &[(-10, None)]);
        let set = [rule(1, 10, -1, 1)].into_iter().collect();
        let lowest = |own| {
            let prices = PastPrices { product: &product, combination: Some(own) };
            prices.lowest_before_reduction(&set, place(), day(0)).map(Money::centimes)
        };
        assert_eq!((lowest(&own), lowest(&late)), (Some(700), Some(900)));
    }

    proptest! {
        #[test]
        fn it_is_what_a_look_at_every_day_finds(
            price in 1_i64..3_000,
            since in -120_i64..1,
            changes in prop::collection::btree_map(-120_i64..1, prop::option::of(0_i64..3_000), 0..8),
            own in prop::option::of((0_i64..3_000, prop::collection::btree_map(-120_i64..1, prop::option::of(0_i64..3_000), 0..8))),
            rules in prop::collection::vec((0_u32..=100, -130_i64..5, 1_i64..60), 0..6),
        ) {
            let list = |changes: std::collections::BTreeMap<i64, Option<i64>>| changes.into_iter().collect::<Vec<_>>();
            let product = past(price, since, &list(changes));
            let own = own.map(|(price, changes)| past(price, since, &list(changes)));
            let rules = (1_u128..).zip(rules).map(|(id, (percent, from, long))| rule(id, percent, from, from + long));
            let set: Promotions = rules.collect();
            let prices = PastPrices { product: &product, combination: own.as_ref() };
            let found = prices.lowest_before_reduction(&set, place(), day(0)).map(Money::centimes);

            let base = |at: i64| {
                let of = |past: &PastPrice| {
                    let until = past.changes.iter().find(|(changed, _)| day(at) < *changed);
                    (day(at) >= past.since).then(|| until.map_or(Some(past.price), |(_, before)| *before)).flatten()
                };
                let whole = of(&product)?;
                own.as_ref().map_or(Some(whole), |own| of(own).map(|own| if own > Money::ZERO { own } else { whole }))
            };
            let paid = |at: i64| base(at).map(|base| set.effective_price(base, place(), day(at)));
            let is_reduced = |at: i64| paid(at) < base(at);
            let mut began = 0;
            while began > -60 && is_reduced(began - 1) {
                began -= 1;
            }
            let naive = (began - 30..began).filter_map(paid).filter(|paid| *paid > Money::ZERO).min().map(Money::centimes);
            prop_assert_eq!(found, naive.filter(|_| is_reduced(0)));
        }
    }
}
