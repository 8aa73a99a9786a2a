//! What inventory said, and whether something can be ordered. Pure.

use std::collections::HashMap;

use souk_kernel::StockKey;

use crate::products::{Combination, Product};

/// What inventory last said of one key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    pub key: StockKey,
    pub version: u64,
    pub available: i64,
}

/// Pieces that can be sold, by stock key. What inventory never spoke of can't be ordered.
#[derive(Debug, Clone, Default)]
pub struct Availability(HashMap<StockKey, i64>);

impl Availability {
    pub fn new(pieces: impl IntoIterator<Item = (StockKey, i64)>) -> Self {
        Self(pieces.into_iter().collect())
    }

    fn pieces(&self, key: StockKey) -> i64 {
        self.0.get(&key).copied().unwrap_or_default()
    }

    /// Whether one of this combination can be ordered.
    pub fn combination(&self, product: &Product, combination: &Combination) -> bool {
        combination.active
            && self.pieces(StockKey { product: product.id, combination: Some(combination.id) }) > 0
    }

    /// Whether one of the product can be ordered in some form. A pack has no stock but its parts'.
    pub fn product(&self, product: &Product) -> bool {
        if !product.pack.is_empty() {
            return product.pack.iter().all(|part| {
                let key = StockKey { product: part.product, combination: part.combination };
                self.pieces(key) >= i64::from(part.quantity)
            });
        }
        if product.combinations.is_empty() {
            return self.pieces(StockKey { product: product.id, combination: None }) > 0;
        }
        product.offered().any(|combination| self.combination(product, combination))
    }
}
