//! What files say of pictures on other servers, and what becomes of them. Pure.

use souk_kernel::{CombinationId, ProductId};

/// A picture as a file names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    pub address: String,
    /// Of the file.
    pub line: u32,
    /// Combinations that it shows; none: the product.
    pub combinations: Vec<CombinationId>,
}

/// How many pictures became what.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    pub waiting: u32,
    pub had: u32,
    pub refused: u32,
}

/// A picture that can't be had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failed {
    pub number: u64,
    pub product: ProductId,
    pub line: u32,
    pub address: String,
    pub code: String,
}
