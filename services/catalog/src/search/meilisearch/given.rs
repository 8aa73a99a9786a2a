//! What the prices of the index follow from.

use std::sync::Arc;

use time::OffsetDateTime;

use crate::prices::{Prices, Pricing};

/// Prices and the moment that they are of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    pub prices: Arc<Prices>,
    pub at: OffsetDateTime,
}

impl Given {
    /// What a product costs as shown, in centimes, and whether a promotion lowers it.
    pub fn price(&self, of: &Pricing) -> (i64, bool) {
        let price = self.prices.effective(of, self.at);
        (price.centimes(), self.prices.is_reduced(of, price))
    }
}
