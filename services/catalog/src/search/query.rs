//! What can be asked of an index and what comes back.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use souk_kernel::{Language, Money, Page};

use super::{Facet, Scope, Selection};
use crate::prices::{Prices, Pricing};

/// Values of one section that are told beside those that are chosen: a feature of free words may have one for each product.
pub const MOST_CHOICES: usize = 100;

/// One page of a listing or search.
#[derive(Debug, Clone)]
pub struct SearchQuery {
    pub scope: Scope,
    /// Narrows the scope to what a collection has of it.
    pub within: Option<Arc<Selection>>,
    /// What the shopper typed; empty for a listing.
    pub words: String,
    pub filters: Filters,
    pub sort: Sort,
    pub language: Language,
    pub page: Page,
}

/// The shopper's narrowing. Groups combine with and, values of a group with or (spec 9).
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Filters {
    /// Folded values by group; no group is empty.
    pub groups: BTreeMap<String, Vec<String>>,
    pub price_min: Option<Money>,
    pub price_max: Option<Money>,
}

/// Order of a listing (spec 9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Sort {
    /// Best match first for a search, as they were picked for a listing of picked products, newest first for another.
    #[default]
    Default,
    PriceAsc,
    PriceDesc,
}

/// The answer to a [`SearchQuery`].
#[derive(Debug, Clone)]
pub struct Found {
    /// The page, in order.
    pub hits: Vec<Hit>,
    /// What the prices of the page follow from.
    pub prices: Arc<Prices>,
    /// How many products match in all.
    pub total: u64,
    /// Whether what matches has all words of the search; where no product has, those match that have some.
    pub has_all_words: bool,
    /// Lowest and highest price of the scope before any filter; `None` when it is empty.
    pub price_bounds: Option<(Money, Money)>,
    /// The values of the scope with how many products choosing it would show, [as many](FacetGroup::of) as are told.
    pub facets: Arc<[FacetGroup]>,
    /// The catalogue's revision that this was made from.
    pub revision: u64,
}

/// One product of a page: its card but for the price, and what the price follows from.
#[derive(Debug, Clone)]
pub struct Hit {
    pub pricing: Pricing,
    /// Members of the card's JSON object in the query's language, and those that all languages share.
    pub members: [Bytes; 2],
}

/// One filter section: at least one value, ordered by key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FacetGroup {
    pub values: Vec<FacetCount>,
}

/// One option of a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FacetCount {
    pub facet: Arc<Facet>,
    /// Products left if it were chosen too, its own group's choices aside; 0 shows it disabled.
    pub products: u64,
}

impl FacetGroup {
    /// Of all values of a section, ordered by key: those that are chosen, and of the others the first [`MOST_CHOICES`] by count.
    pub fn of(mut values: Vec<FacetCount>, filters: &Filters) -> Self {
        if values.len() > MOST_CHOICES {
            let chosen = values.first().and_then(|any| filters.groups.get(&any.facet.group));
            let is_chosen = |key: &String| chosen.is_some_and(|keys| keys.contains(key));
            let mut others: Vec<usize> =
                (0..values.len()).filter(|at| !is_chosen(&values[*at].facet.key)).collect();
            let mut is_told: Vec<bool> = values.iter().map(|count| is_chosen(&count.facet.key)).collect();
            if others.len() > MOST_CHOICES {
                others.select_nth_unstable_by_key(MOST_CHOICES, |at| (Reverse(values[*at].products), *at));
                others.truncate(MOST_CHOICES);
            }
            others.into_iter().for_each(|at| is_told[at] = true);
            let mut is_told = is_told.into_iter();
            values.retain(|_| is_told.next().unwrap_or_default());
        }
        Self { values }
    }
}

impl SearchQuery {
    /// The first products of a scope, newest first.
    pub fn newest(scope: Scope, language: Language) -> Self {
        Self {
            scope,
            within: None,
            words: String::new(),
            filters: Filters::default(),
            sort: Sort::Default,
            language,
            page: Page::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use souk_kernel::LocalizedText;

    use super::*;

    #[test]
    fn a_section_tells_what_is_chosen_and_the_values_that_most_products_have() {
        let value = |number: u64| {
            let facet = Facet {
                group: "features.pages".into(),
                key: format!("{number:03}"),
                label: LocalizedText::default(),
                value: LocalizedText::default(),
                color: String::new(),
                picture: String::new(),
            };
            // The later half is had by more products.
            FacetCount { facet: Arc::new(facet), products: number / 150 }
        };
        let told = |values: u64, chosen: &[&str]| {
            let chosen: Vec<String> = chosen.iter().map(|key| (*key).to_owned()).collect();
            let groups = BTreeMap::from([("features.pages".to_owned(), chosen)]);
            let filters = Filters { groups, ..Filters::default() };
            let group = FacetGroup::of((0..values).map(value).collect(), &filters);
            group.values.iter().map(|count| count.facet.key.clone()).collect::<Vec<_>>()
        };
        assert_eq!(told(100, &[]).len(), 100);
        let expected: Vec<_> = (150..250).map(|number| format!("{number:03}")).collect();
        assert_eq!(told(300, &[]), expected, "of as many the first by key, in the order of keys");
        let chosen = ["007", "160"];
        let expected: Vec<_> = [7].into_iter().chain(150..251).map(|number| format!("{number:03}")).collect();
        assert_eq!(told(300, &chosen), expected);
    }
}
