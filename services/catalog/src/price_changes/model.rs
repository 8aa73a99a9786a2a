//! What prices were, change by change. Pure.

use std::collections::HashMap;

use souk_kernel::{CombinationId, EmployeeId, Money, ProductId};
use souk_pricing::PastPrice;
use time::{Duration, OffsetDateTime};

/// How long changes are kept.
pub const KEPT: Duration = Duration::days(2 * 365);
/// Changes of one price that are kept: of one that changes each hour, more than the 30 days that are compared.
pub const MOST_OF_ONE: i64 = 1_000;
/// Changes of a product's prices that its page looks at; where there are more, it says no lowest price.
pub const MOST_OF_A_PAGE: i64 = 5_000;

/// The prices before tax and promotions that a product has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Priced {
    pub product: ProductId,
    pub price: Money,
    /// Of its combinations; zero means the product's.
    pub own: HashMap<CombinationId, Money>,
}

/// One price that changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PriceChange {
    pub product: ProductId,
    /// Whose own price it is; `None`: the product's.
    pub combination: Option<CombinationId>,
    /// `None` of a combination that was not there.
    pub before: Option<Money>,
    pub after: Money,
}

/// A change as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    pub change: PriceChange,
    pub at: OffsetDateTime,
    pub employee: Option<EmployeeId>,
    pub name: String,
}

/// What the prices of a product were, by whose they are.
#[derive(Debug, Default)]
pub struct Past(HashMap<Option<CombinationId>, Vec<(OffsetDateTime, Option<Money>)>>);

impl Priced {
    /// What is another price now. A combination that is gone has none.
    pub fn changes(&self, now: &Self) -> Vec<PriceChange> {
        let change = |combination, before: Option<Money>, after| PriceChange {
            product: now.product,
            combination,
            before,
            after,
        };
        let own = now.own.iter().map(|(id, price)| change(Some(*id), self.own.get(id).copied(), *price));
        let all = std::iter::once(change(None, Some(self.price), now.price)).chain(own);
        all.filter(|change| change.before != Some(change.after)).collect()
    }
}

impl Past {
    /// Adds what a price was until a moment; the oldest first.
    pub fn add(&mut self, of: Option<CombinationId>, at: OffsetDateTime, before: Option<Money>) {
        self.0.entry(of).or_default().push((at, before));
    }

    /// Whether a combination's own price changed.
    pub fn knows(&self, of: CombinationId) -> bool {
        self.0.contains_key(&Some(of))
    }

    /// Of the product (`None`) or one of its combinations, whose price is this now.
    pub fn of(&self, of: Option<CombinationId>, price: Money, since: OffsetDateTime) -> PastPrice {
        PastPrice { price, since, changes: self.0.get(&of).cloned().unwrap_or_default() }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn what_costs_the_same_did_not_change_and_what_is_new_had_no_price() {
        let id = |number| CombinationId::from_uuid(Uuid::from_u128(number));
        let priced = |price, own: &[(u128, i64)]| Priced {
            product: ProductId::from_uuid(Uuid::nil()),
            price: Money::from_centimes(price),
            own: own.iter().map(|(number, price)| (id(*number), Money::from_centimes(*price))).collect(),
        };
        let told = |before: &Priced, now: &Priced| {
            let mut changes: Vec<_> = before
                .changes(now)
                .into_iter()
                .map(|change| {
                    let before = change.before.map(Money::centimes);
                    (change.combination, before, change.after.centimes())
                })
                .collect();
            changes.sort_unstable();
            changes
        };
        let before = priced(100, &[(1, 0), (2, 50), (3, 70)]);
        assert_eq!(told(&before, &before), []);
        let now = priced(120, &[(1, 0), (2, 60), (4, 0)]);
        let expected = [(None, Some(100), 120), (Some(id(2)), Some(50), 60), (Some(id(4)), None, 0)];
        assert_eq!(told(&before, &now), expected);
    }
}
