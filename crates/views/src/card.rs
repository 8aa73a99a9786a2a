//! A product as lists show it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Dinars;

/// One card of a listing or carousel, in one language (spec 2 "Product card").
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductCard {
    /// Id.
    pub id: String,
    /// The same id; clients of the specification read either.
    pub uid: String,
    /// In the answer's language.
    pub name: String,
    /// Part of its address: `/catalog/product/<category>/<slug>`.
    pub slug: String,
    /// Base price of the default combination in the shop's price basis (design 5).
    pub price_ht: Dinars,
    /// Set when a promotion is active.
    pub product_price_after_promotion: Option<Dinars>,
    /// Where it is filed.
    pub main_category_read: Option<Category>,
    /// Null without a brand.
    pub brand_read: Option<Brand>,
    /// Null where it is of no line of its brand.
    #[serde(default)]
    pub brand_line_read: Option<BrandLine>,
    /// What lowers the price, if anything does.
    pub promotion_read: Option<Promotion>,
    /// Short words such as `nouveau`.
    pub tags_read: Vec<Tag>,
    /// Its pictures.
    pub grid_display_images_for_web: GridImages,
    /// False when nothing of it can be ordered now.
    pub available: bool,
    /// How many combinations there are to choose from; 0 and 1 need no choice.
    pub combinations_count: u32,
    /// The combination that "add to cart" takes; None for a product without combinations.
    pub default_combination_id: Option<String>,
    /// `strict`: it is a pack that is always the same; `flexible`: some of what it holds is to be chosen, on its page. Empty: no pack.
    #[serde(default)]
    pub pack_mode: String,
    /// In what numbers it is ordered, each of its combinations; absent: any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quantity_rule: Option<QuantityRule>,
}

/// In what numbers something is ordered: the minimum, or that and some steps, up to the maximum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuantityRule {
    /// From 1.
    pub minimum_quantity: u32,
    /// No less than the minimum; null without one.
    #[serde(default)]
    pub maximum_quantity: Option<u32>,
    /// From 1.
    pub quantity_step: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Category {
    /// Id.
    pub uuid: String,
    /// In the answer's language.
    pub name: String,
    /// Part of its address: `/catalog/category/<slug>`.
    pub slug: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Brand {
    /// Id.
    pub uuid: String,
    /// As people read it.
    pub name: String,
    /// Part of its address: `/catalog/brands/<slug>`.
    pub slug: String,
    /// Path of its logo; `default-logo.png` when it has none (spec 9).
    pub logo: String,
}

/// What a brand makes under one name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BrandLine {
    /// Id.
    pub uuid: String,
    /// As people read it.
    pub name: String,
    /// Part of its address: `/catalog/brandlines/<slug>`.
    pub slug: String,
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
    /// As people read it.
    pub name: String,
}

/// The card's picture and the one shown on hover.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GridImages {
    /// Shown first.
    pub thumb: Option<ImageSize>,
    /// Shown under the pointer, if there is one.
    pub second_image: Option<ImageSize>,
}

/// One size of a picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImageSize {
    /// `SMALL_PRODUCT`, `GRID_DISPLAY` or `PRODUCT_PAGE_LARGE` (spec 3).
    pub name: String,
    /// Path of a JPEG file.
    pub display_url: String,
    /// The same path; clients of the specification read either.
    pub url: String,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// The same as WebP in several widths, as `srcset` takes it; empty for a picture that has none.
    #[serde(default)]
    pub webp_srcset: String,
    /// Colour of what the picture stands on, for its place while it loads: `#rrggbb`, or empty.
    #[serde(default)]
    pub tone: String,
}
