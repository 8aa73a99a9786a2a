//! A product as lists show it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Dinars;

/// One card of a listing or carousel, in one language (spec 2 "Product card").
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductCard {
    pub id: String,
    pub uid: String,
    pub name: String,
    pub slug: String,
    /// Base price of the default combination in the shop's price basis (design 5).
    pub price_ht: Dinars,
    /// Set when a promotion is active.
    pub product_price_after_promotion: Option<Dinars>,
    pub main_category_read: Option<Category>,
    pub brand_read: Option<Brand>,
    pub promotion_read: Option<Promotion>,
    pub tags_read: Vec<Tag>,
    pub grid_display_images_for_web: GridImages,
    /// False when nothing of it can be ordered now.
    pub available: bool,
    /// How many combinations there are to choose from; 0 and 1 need no choice.
    pub combinations_count: u32,
    /// The combination that "add to cart" takes; None for a product without combinations.
    pub default_combination_id: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Category {
    pub uuid: String,
    pub name: String,
    pub slug: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Brand {
    pub uuid: String,
    pub name: String,
    pub slug: String,
    pub logo: String,
}

/// What a promotion takes off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Promotion {
    /// Percent or dinars, by `rule_type`.
    pub value: Dinars,
    pub rule_type: RuleType,
    /// When it ends, as `2026-11-30 CET 23:59:59` (spec 4, countdown); None for an open end.
    pub end_date: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RuleType {
    Percentage,
    Amount,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Tag {
    pub name: String,
}

/// The card's picture and the one shown on hover.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GridImages {
    pub thumb: Option<ImageSize>,
    pub second_image: Option<ImageSize>,
}

/// One file of a picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImageSize {
    /// `SMALL_PRODUCT`, `GRID_DISPLAY` or `PRODUCT_PAGE_LARGE` (spec 3).
    pub name: String,
    /// Path that a page shows.
    pub display_url: String,
    /// The same path; clients of the specification read either.
    pub url: String,
    /// Pixels.
    pub width: u32,
    pub height: u32,
}
