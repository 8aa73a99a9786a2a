//! What can be asked of an index and what comes back.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use souk_kernel::{Language, Money, Page};

use super::{Facet, Scope, Selection};
use crate::prices::{Prices, Pricing};

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
    /// Every value of the scope with how many products choosing it would show.
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
