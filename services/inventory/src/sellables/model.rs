//! What catalog sells, as far as stock is concerned, pure.

use souk_kernel::{LocalizedText, ProductId, StockKey};

/// A product with the keys that stock can be kept of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sellable {
    pub product: ProductId,
    pub version: u64,
    /// One for each combination, or one for a product without any; none for a pack, whose contents are stocked,
    /// and for a product that is gone.
    pub items: Vec<SellableItem>,
}

/// A key and what staff know it by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SellableItem {
    pub key: StockKey,
    pub product_name: LocalizedText,
    pub combination_name: LocalizedText,
    pub sku: String,
    pub image: String,
}
