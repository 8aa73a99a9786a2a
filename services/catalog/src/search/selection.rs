//! What of a list belongs to a collection, said with the query: an index knows of no collection, so one can be made, changed or
//! taken away without touching a document.

use std::sync::Arc;

use souk_kernel::{Money, ProductId};
use time::OffsetDateTime;

use super::Scope;

/// Which products belong.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Selection {
    /// These, in this order; each once.
    Picked(Arc<[ProductId]>),
    /// Those that a rule fits.
    Ruled(Rule),
}

/// Conditions that all have to hold; none holds for every product.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Rule {
    /// Of each group a product is in one list at least; no product is in an empty group.
    pub groups: Vec<Vec<Scope>>,
    /// Bounds of the price as it is shown, both included.
    pub price_min: Option<Money>,
    pub price_max: Option<Money>,
    /// Made then or later.
    pub made_from: Option<OffsetDateTime>,
    /// Whether a promotion in force lowers its price.
    pub on_promotion: bool,
}

impl Selection {
    /// Whether its products have an order of their own.
    pub const fn is_ordered(&self) -> bool {
        matches!(self, Self::Picked(_))
    }

    /// About how many bytes it takes.
    pub fn weight(&self) -> usize {
        match self {
            Self::Picked(products) => 64 + products.len() * size_of::<ProductId>(),
            Self::Ruled(rule) => 200 + rule.groups.iter().flatten().count() * 80,
        }
    }
}
