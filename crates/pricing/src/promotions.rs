//! The promotions of a shop: a small set, found by what they target.

use std::collections::HashMap;

use souk_kernel::{BrandId, CategoryId, Money, ProductId};
use time::OffsetDateTime;

use super::promotion::{Promotion, Target};

/// Promotions that a shop may have in force or planned at once. The whole set is one event of this many rules at most, about
/// 85 kB beside their titles.
pub const MOST_PROMOTIONS: usize = 500;

/// Where a product stands, for finding the promotions that reach it.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    pub product: ProductId,
    /// Its category and all above it, in any order.
    pub category_path: &'a [CategoryId],
    pub brand: Option<BrandId>,
}

/// The promotions that staff want, in force or planned, by target. Cheap to ask: a look-up touches only those that can
/// reach the product.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Promotions {
    by_target: HashMap<Target, Vec<Promotion>>,
    /// Every start and end, in order.
    changes: Vec<OffsetDateTime>,
}

impl Promotions {
    /// The lowest price that one of the promotions in force at a moment gives, with that promotion; `None` when none
    /// lowers the price. Promotions never add up; of equal ones the first made counts (design 5).
    pub fn best(&self, base: Money, place: Place<'_>, at: OffsetDateTime) -> Option<(Money, &Promotion)> {
        self.reaching(place)
            .filter(|promotion| promotion.is_in_force(at))
            .filter_map(|promotion| promotion.discount.apply(base).ok().map(|after| (after, promotion)))
            .filter(|(after, _)| *after < base)
            .min_by_key(|(after, promotion)| (*after, promotion.id))
    }

    /// What is to be paid before tax: the price after the best promotion if there is one, else the base.
    pub fn effective_price(&self, base: Money, place: Place<'_>, at: OffsetDateTime) -> Money {
        self.best(base, place, at).map_or(base, |(after, _)| after)
    }

    /// The promotions that target a product, in force or not.
    pub fn reaching(&self, place: Place<'_>) -> impl Iterator<Item = &Promotion> {
        let categories = place.category_path.iter().copied().map(Target::Category);
        let targets = [Target::All, Target::Product(place.product)].into_iter();
        let targets = targets.chain(place.brand.map(Target::Brand)).chain(categories);
        targets.filter_map(|target| self.by_target.get(&target)).flatten()
    }

    /// The next moment after `after` at which a promotion starts or ends, and so prices may change by themselves.
    pub fn next_change(&self, after: OffsetDateTime) -> Option<OffsetDateTime> {
        let passed = self.changes.partition_point(|change| *change <= after);
        self.changes.get(passed).copied()
    }

    /// All, in no order.
    pub fn iter(&self) -> impl Iterator<Item = &Promotion> {
        self.by_target.values().flatten()
    }
}

impl FromIterator<Promotion> for Promotions {
    fn from_iter<I: IntoIterator<Item = Promotion>>(promotions: I) -> Self {
        let mut set = Self::default();
        for promotion in promotions {
            set.changes.extend([promotion.starts_at, promotion.ends_at].into_iter().flatten());
            set.by_target.entry(promotion.target).or_default().push(promotion);
        }
        set.changes.sort_unstable();
        set
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use souk_kernel::TaxRate;
    use time::Duration;
    use uuid::Uuid;

    use super::super::Discount;
    use super::*;

    fn at(second: i64) -> OffsetDateTime {
        OffsetDateTime::UNIX_EPOCH + Duration::seconds(second)
    }

    /// Of few entities, so that promotions and products meet.
    fn targets() -> impl Strategy<Value = Target> {
        let entity = || (0_u128..3).prop_map(Uuid::from_u128);
        prop_oneof![
            Just(Target::All),
            entity().prop_map(|id| Target::Product(ProductId::from_uuid(id))),
            entity().prop_map(|id| Target::Category(CategoryId::from_uuid(id))),
            entity().prop_map(|id| Target::Brand(BrandId::from_uuid(id))),
        ]
    }

    fn discounts() -> impl Strategy<Value = Discount> {
        let rate = |hundredths| TaxRate::from_hundredths(hundredths).expect("at most 100 %");
        prop_oneof![
            (0_u32..=10_000).prop_map(move |hundredths| Discount::Percentage(rate(hundredths))),
            (0_i64..=i64::MAX).prop_map(|amount| Discount::Amount(Money::from_centimes(amount))),
            (0_i64..=2_000).prop_map(|amount| Discount::Amount(Money::from_centimes(amount))),
        ]
    }

    fn sets() -> impl Strategy<Value = Vec<Promotion>> {
        let moment = || prop::option::of((0_i64..6).prop_map(at));
        let rule = (discounts(), targets(), moment(), moment());
        prop::collection::vec(rule, 0..20).prop_map(|rules| {
            let promotion = |(id, (discount, target, starts_at, ends_at))| Promotion {
                id: Uuid::from_u128(id),
                discount,
                target,
                starts_at,
                ends_at,
            };
            (0_u128..).zip(rules).map(promotion).collect()
        })
    }

    fn reaches(target: Target, place: Place<'_>) -> bool {
        match target {
            Target::All => true,
            Target::Product(id) => id == place.product,
            Target::Category(id) => place.category_path.contains(&id),
            Target::Brand(id) => place.brand == Some(id),
        }
    }

    proptest! {
        #[test]
        fn the_best_price_is_what_a_look_at_every_promotion_finds(
            all in sets(),
            base in prop_oneof![0_i64..3_000, 0..=i64::MAX / 20_000],
            (product, path, brand) in (0_u128..3, prop::collection::vec(0_u128..3, 0..3), prop::option::of(0_u128..3)),
            second in -1_i64..7,
        ) {
            let path: Vec<_> = path.into_iter().map(|id| CategoryId::from_uuid(Uuid::from_u128(id))).collect();
            let place = Place {
                product: ProductId::from_uuid(Uuid::from_u128(product)),
                category_path: &path,
                brand: brand.map(|id| BrandId::from_uuid(Uuid::from_u128(id))),
            };
            let (base, now) = (Money::from_centimes(base), at(second));
            let begun = |promotion: &Promotion| promotion.starts_at.is_none_or(|start| start <= now);
            let ended = |promotion: &Promotion| promotion.ends_at.is_some_and(|end| end <= now);
            let naive = all
                .iter()
                .filter(|promotion| begun(promotion) && !ended(promotion) && reaches(promotion.target, place))
                .filter_map(|promotion| promotion.discount.apply(base).ok())
                .fold(base, Money::min);
            let set: Promotions = all.iter().cloned().collect();
            let best = set.best(base, place, now);
            prop_assert_eq!(set.effective_price(base, place, now), naive);
            prop_assert_eq!(best.map(|(after, _)| after), Some(naive).filter(|price| *price < base));
            if let Some((after, promotion)) = best {
                prop_assert!(!after.is_negative());
                prop_assert_eq!(promotion.discount.apply(base), Ok(after));
            }
        }

        #[test]
        fn between_two_changes_no_promotion_starts_or_ends(all in sets(), second in -1_i64..7) {
            let set: Promotions = all.iter().cloned().collect();
            let in_force = |now| all.iter().map(|promotion| promotion.is_in_force(now)).collect::<Vec<_>>();
            let next = set.next_change(at(second));
            prop_assert!(next.is_none_or(|next| next > at(second)));
            let until = next.unwrap_or(at(100));
            prop_assert_eq!(in_force(at(second)), in_force(until - Duration::microseconds(1)));
        }
    }
}
