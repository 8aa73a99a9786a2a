//! What inventory said. Pure.

use std::collections::HashMap;

use souk_kernel::StockKey;

/// What inventory last said of one key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyAvailability {
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

    pub fn pieces(&self, key: StockKey) -> i64 {
        self.0.get(&key).copied().unwrap_or_default()
    }
}
