//! Dated price rules and the one function that picks the price after them (design 5). Pure.

use souk_kernel::{BrandId, CategoryId, LocalizedText, Money, MoneyError, ProductId, TaxRate};
use time::OffsetDateTime;
use uuid::Uuid;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Promotion {
    pub id: Uuid,
    pub version: u64,
    pub title: LocalizedText,
    pub discount: Discount,
    pub target: Target,
    pub starts_at: Option<OffsetDateTime>,
    pub ends_at: Option<OffsetDateTime>,
    /// Whether staff want it at all.
    pub active: bool,
    /// Whether the shop applies it at this moment.
    pub in_force: bool,
}

/// What is taken off a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Discount {
    Percentage(TaxRate),
    Amount(Money),
}

/// What is reduced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    All,
    Product(ProductId),
    /// With everything below it.
    Category(CategoryId),
    Brand(BrandId),
}

/// Where a product stands, for finding the promotions that reach it.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    pub product: ProductId,
    /// Its category and all above it.
    pub categories: &'a [CategoryId],
    pub brand: Option<BrandId>,
}

impl Promotion {
    /// Whether it should be in force: from its start until just before its end.
    pub fn is_due(&self, now: OffsetDateTime) -> bool {
        self.active
            && self.starts_at.is_none_or(|start| start <= now)
            && self.ends_at.is_none_or(|end| now < end)
    }

    pub fn reaches(&self, place: Place<'_>) -> bool {
        match self.target {
            Target::All => true,
            Target::Product(id) => id == place.product,
            Target::Category(id) => place.categories.contains(&id),
            Target::Brand(id) => Some(id) == place.brand,
        }
    }
}

impl Discount {
    /// The price after it, never below zero.
    pub fn apply(self, price: Money) -> Result<Money, MoneyError> {
        let off = match self {
            Self::Percentage(rate) => price.share(rate)?,
            Self::Amount(amount) => amount,
        };
        price.checked_sub(off).map(|left| left.max(Money::ZERO))
    }
}

/// The lowest price that one of the promotions in force gives, with that promotion; `None` when none lowers
/// the price. Promotions never add up.
pub fn best_price<'a>(
    price: Money,
    place: Place<'_>,
    promotions: &'a [Promotion],
) -> Option<(Money, &'a Promotion)> {
    promotions
        .iter()
        .filter(|promotion| promotion.in_force && promotion.reaches(place))
        .filter_map(|promotion| promotion.discount.apply(price).ok().map(|after| (after, promotion)))
        .filter(|(after, _)| *after < price)
        .min_by_key(|(after, promotion)| (*after, promotion.id))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::Duration;

    use super::*;

    const START: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    fn promotion(id: u128, discount: Discount, target: Target) -> Promotion {
        Promotion {
            id: Uuid::from_u128(id),
            version: 1,
            title: LocalizedText::default(),
            discount,
            target,
            starts_at: None,
            ends_at: None,
            active: true,
            in_force: true,
        }
    }

    fn percent(hundredths: u32) -> Discount {
        Discount::Percentage(TaxRate::from_hundredths(hundredths).expect("a rate"))
    }

    fn place() -> Place<'static> {
        Place { product: ProductId::from_uuid(Uuid::from_u128(7)), categories: &[], brand: None }
    }

    #[test]
    fn the_lowest_price_wins_and_nothing_adds_up() {
        let promotions = [
            promotion(1, percent(1_000), Target::All),
            promotion(2, Discount::Amount(Money::from_centimes(300)), Target::All),
        ];
        let (after, best) = best_price(Money::from_centimes(1_000), place(), &promotions).expect("reduced");
        assert_eq!((after.centimes(), best.id), (700, Uuid::from_u128(2)));
    }

    #[test]
    fn a_promotion_elsewhere_or_out_of_force_leaves_the_price() {
        let elsewhere = Target::Product(ProductId::from_uuid(Uuid::from_u128(8)));
        let mut over = promotion(2, percent(5_000), Target::All);
        over.in_force = false;
        let promotions = [promotion(1, percent(5_000), elsewhere), over];
        assert!(best_price(Money::from_centimes(1_000), place(), &promotions).is_none());
    }

    #[test]
    fn it_is_due_from_its_start_until_just_before_its_end() {
        let mut dated = promotion(1, percent(1), Target::All);
        dated.starts_at = Some(START);
        dated.ends_at = Some(START + Duration::hours(1));
        let due = |seconds| dated.is_due(START + Duration::seconds(seconds));
        assert_eq!([due(-1), due(0), due(3_599), due(3_600)], [false, true, true, false]);
    }

    proptest! {
        #[test]
        fn a_promotion_only_ever_lowers_and_never_below_zero(
            price in 0_i64..=i64::MAX / 20_000,
            rate in 0_u32..=10_000,
            amount in 1_i64..=i64::MAX,
        ) {
            let promotions = [
                promotion(1, percent(rate), Target::All),
                promotion(2, Discount::Amount(Money::from_centimes(amount)), Target::All),
            ];
            if let Some((after, _)) = best_price(Money::from_centimes(price), place(), &promotions) {
                prop_assert!(after.centimes() >= 0 && after.centimes() < price);
            }
        }
    }
}
