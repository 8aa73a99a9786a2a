//! A page of cards with its filters (design 7).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Brand, CategoryTile, Dinars, ProductCard};

/// The answer of every listing path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Listing {
    pub products: Vec<ProductCard>,
    pub filter_data: FilterData,
    /// Name of what is listed, in the page's language: the category's, the brand's, empty for the rest.
    pub title: String,
    pub description: String,
    /// From the root to what is listed.
    pub breadcrumb: Vec<CategoryTile>,
    pub page: u32,
    pub size: u32,
    pub page_count: u64,
    /// Products that pass the filters.
    pub total: u64,
    /// `default`, `price_asc` or `price_desc`.
    pub sort: String,
}

/// What can be filtered by, with counts that keep their own group open.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FilterData {
    pub brands: Vec<FacetValue>,
    pub sub_categories: Vec<FacetValue>,
    pub attributes: Vec<FacetGroup>,
    pub features: Vec<FacetGroup>,
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
}

/// Lowest and highest effective price of the scope, before filters.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
pub struct PriceRange {
    pub min: Dinars,
    pub max: Dinars,
}

/// A few matches while the shopper types.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Suggestions {
    pub products: Vec<ProductCard>,
    pub categories: Vec<CategoryTile>,
    pub brands: Vec<Brand>,
}
