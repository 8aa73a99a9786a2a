//! Brands. Pure.

use souk_kernel::BrandId;

/// Shown for brands without a logo (spec 9).
pub const DEFAULT_LOGO: &str = "default-logo.png";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Brand {
    pub id: BrandId,
    pub name: String,
    pub slug: String,
    /// Path of its logo, or [`DEFAULT_LOGO`].
    pub logo: String,
    /// Active products.
    pub products: u64,
}
