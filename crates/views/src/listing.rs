//! A page of cards with its filters (design 7).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Brand, CategoryTile, Dinars, ImageSize, ProductCard, RuleType};

/// The answer of every listing path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Listing {
    /// The cards of the page.
    pub products: Vec<ProductCard>,
    /// What it can be narrowed by.
    pub filter_data: FilterData,
    /// Name of what is listed, in the page's language: the category's, the brand's, its line's, the
    /// collection's, empty for the rest.
    pub title: String,
    /// Text of the category, the brand, its line or the collection; may be empty.
    pub description: String,
    /// What search engines show as its title; empty: the title.
    #[serde(default)]
    pub seo_title: String,
    /// What search engines show of it; empty: the description.
    #[serde(default)]
    pub seo_description: String,
    /// From the root to what is listed.
    pub breadcrumb: Vec<CategoryTile>,
    /// From 1.
    pub page: u32,
    /// Cards per page: 12, 24, 50, 100 or 200.
    pub size: u32,
    /// Pages in all; 0 for an empty list.
    pub page_count: u64,
    /// Products that pass the filters.
    pub total: u64,
    /// Of a search whose words no product has all: other searches that find something, 3 at most, the best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub instead: Vec<OtherSearch>,
    /// `default`, `price_asc` or `price_desc`.
    pub sort: String,
    /// Of a promotion's listing: what it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discount: Option<Discount>,
    /// Of a brand line's listing: whose line it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brand: Option<Brand>,
}

/// A search that finds something, offered for one that does not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OtherSearch {
    /// What to search.
    pub words: String,
    /// Products that it finds.
    pub total: u64,
}

/// What a rule of a collection would list now.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RulePreview {
    /// The first cards, 6 at most.
    pub products: Vec<ProductCard>,
    /// Products in all.
    pub total: u64,
}

/// A promotion in force with what its page says of it (spec 3 "Discount").
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Discount {
    /// Percent or dinars, by `ruleType`.
    pub discount_value: Dinars,
    /// What `discountValue` counts.
    pub rule_type: RuleType,
    /// `product`, `category` (with all below it), `brand` or `all`.
    pub rule: String,
    /// Name of the product, category or brand in the answer's language; empty for `all`.
    pub rule_entity_name: String,
    /// `2026-11-30 CET 23:59:59`, one hour ahead of UTC; null for a promotion without an end.
    pub discount_end_date: Option<String>,
    /// Its picture, if it has one.
    pub banner_thumb: Option<ImageSize>,
    /// In the answer's language; may be empty.
    pub subtitle: String,
    /// What it is called in each language.
    pub discount_lang_read: Vec<DiscountLang>,
}

/// What a promotion is called in one language; what is not translated is French.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiscountLang {
    /// `fr`, `ar` or `en`.
    pub language: String,
    /// May be empty.
    pub title: String,
    /// May be empty.
    pub slogan: String,
}

/// What can be filtered by, with counts that keep their own group open: of each filter the chosen values and the 100 others of most products.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FilterData {
    /// Filter key `brands`.
    pub brands: Vec<FacetValue>,
    /// Filter key `brandlines`.
    #[serde(default)]
    pub brandlines: Vec<FacetValue>,
    /// Filter key `subCategories`.
    pub sub_categories: Vec<FacetValue>,
    /// What combinations differ in, such as colour.
    pub attributes: Vec<FacetGroup>,
    /// Lines of the data sheet.
    pub features: Vec<FacetGroup>,
    /// Bounds of the price filter.
    pub price_range: PriceRange,
}

/// The values of one attribute or feature; filter key `attributes.<label>` or `features.<label>`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FacetGroup {
    /// Machine name: `color`.
    pub label: String,
    /// Name in the page's language.
    pub label_trans: String,
    /// Its values.
    pub data: Vec<FacetValue>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FacetValue {
    /// What a filter parameter carries.
    pub value: String,
    /// What people read.
    pub label: String,
    /// Products that choosing it would show; 0 is shown disabled.
    pub count: u64,
    /// `#aa0044` for colours.
    pub color: Option<String>,
    /// Path of a small picture that is shown instead of the colour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
}

/// Lowest and highest effective price of the scope, before filters.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
pub struct PriceRange {
    /// Lowest.
    pub min: Dinars,
    /// Highest.
    pub max: Dinars,
}

/// Products that were asked for by their ids.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ToSchema)]
pub struct Cards {
    /// Those that shoppers see.
    pub products: Vec<ProductCard>,
}

/// A few matches while the shopper types.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Suggestions {
    /// The best matches.
    pub products: Vec<ProductCard>,
    /// Categories whose name matches.
    pub categories: Vec<CategoryTile>,
    /// Brands whose name matches.
    pub brands: Vec<Brand>,
}
