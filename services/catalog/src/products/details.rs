//! What staff keep of a product beside what shoppers are shown (spec 3, wizard and product attributes). Pure.

use serde::{Deserialize, Serialize};
use souk_kernel::Money;

/// All of it may be left unsaid: an empty text, a zero. What it was before an import is kept as JSON, which may be older than a field.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Details {
    /// The merchant's stock number, no other product's.
    pub sku: String,
    pub barcode: String,
    /// What it is bought for, before tax.
    pub supply_price: Money,
    /// What wholesalers pay, before tax.
    pub wholesale_price: Money,
    /// Grams.
    pub weight: u32,
    /// Centimetres, as the other two.
    pub height: u32,
    pub width: u32,
    pub length: u32,
    /// Fewest pieces in one wholesale order, its combinations together.
    pub wholesale_min_order_quantity: u32,
}
