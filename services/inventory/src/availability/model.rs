//! What can be sold, pure.

use souk_kernel::StockKey;

/// What can be sold of a key over all active warehouses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Availability {
    pub key: StockKey,
    pub available: u64,
    /// Grows each time that another number is published.
    pub version: u64,
}
