//! A product's own page.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Brand, Category, CategoryTile, Dinars, ImageSize, ProductCard, Promotion, Tag};

/// Everything that the product page shows, in one language but for `product_langs_read`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductPage {
    pub id: String,
    pub uid: String,
    pub name: String,
    pub slug: String,
    pub price_ht: Dinars,
    pub product_price_after_promotion: Option<Dinars>,
    /// `ht` or `ttc`: what the prices of this page are (design 5).
    pub price_basis: String,
    pub main_category_read: Option<Category>,
    pub breadcrumb: Vec<CategoryTile>,
    pub brand_read: Option<Brand>,
    pub promotion_read: Option<Promotion>,
    pub tags_read: Vec<Tag>,
    pub product_langs_read: Vec<ProductLang>,
    /// In the page's language.
    pub short_description: String,
    /// Sanitised HTML in the page's language.
    pub long_description: String,
    pub seo_title: String,
    pub seo_description: String,
    pub feature_values_read: Vec<FeatureValue>,
    pub images: Vec<ProductImage>,
    pub combinations: Vec<Combination>,
    pub products_in_pack_serialized: Vec<PackItem>,
    /// Whether a product without combinations can be ordered; with combinations, whether any can.
    pub available: bool,
    /// Grows with each change of the product.
    pub version: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductLang {
    pub language_code: String,
    pub name: String,
    pub short_description: String,
    pub long_description: String,
}

/// A line of the data sheet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeatureValue {
    pub id: String,
    /// Machine name: `notes`.
    #[serde(rename = "type")]
    pub kind: String,
    pub value: String,
    pub type_label: String,
}

/// A picture in its three sizes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductImage {
    pub id: String,
    pub alt: String,
    pub images_ids_and_sizes: Vec<ImageSize>,
}

/// A choice that can be ordered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Combination {
    pub id: String,
    pub is_default: bool,
    /// Own price if greater than 0, else the product's: the base price in the shop's basis.
    pub price_ht: Dinars,
    pub price_after_promotion: Option<Dinars>,
    /// Ids of `images` that show it.
    pub images: Vec<String>,
    /// Value labels joined by ` / `.
    pub display_name: String,
    pub combination_langs_read: Vec<CombinationLang>,
    pub values: Vec<CombinationValue>,
    pub available: bool,
    pub sku: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CombinationLang {
    pub language_code: String,
    pub name: String,
}

/// One chosen value of a combination. The names are the specification's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CombinationValue {
    #[serde(rename = "type")]
    pub kind: String,
    pub type_label: String,
    pub value: String,
    /// `#aa0044` for colours.
    pub color: Option<String>,
}

/// What a pack contains.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PackItem {
    pub product_id: String,
    pub name: String,
    pub slug: String,
    pub quantity: u32,
    pub thumb: Option<ImageSize>,
    pub combination_id: Option<String>,
    pub combination_name: Option<String>,
}

/// Sections below the product (spec 7).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CrossSelling {
    pub related_products: Vec<ProductCard>,
    pub products_from_same_brand: Vec<ProductCard>,
    pub products_from_same_category: Vec<ProductCard>,
    pub new_products: Vec<ProductCard>,
}
