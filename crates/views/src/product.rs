//! A product's own page.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Brand, BrandLine, Category, CategoryTile, Dinars, ImageSize, ProductCard, Promotion, QuantityRule,
    Rating, Review, RuleType, Tag,
};

/// Everything that the product page shows, in one language but for `product_langs_read`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductPage {
    /// Id.
    pub id: String,
    /// The same id; clients of the specification read either.
    pub uid: String,
    /// How much the page shows (spec 2): `full`, `simpler`, `minimal` or `no_picker`.
    #[serde(default = "full")]
    pub page: String,
    /// In the page's language.
    pub name: String,
    /// Part of its address.
    pub slug: String,
    /// Base price in the shop's basis.
    pub price_ht: Dinars,
    /// Price after the best promotion, in the shop's basis; null without one.
    pub product_price_after_promotion: Option<Dinars>,
    /// The lowest price of the 30 days before the present reduction, in the shop's basis; absent where nothing is reduced, where
    /// there was no price before, and where the shop doesn't say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lowest_price: Option<Dinars>,
    /// `ht` or `ttc`: what the prices of this page are (design 5).
    pub price_basis: String,
    /// Where it is filed.
    pub main_category_read: Option<Category>,
    /// From the root to its category.
    pub breadcrumb: Vec<CategoryTile>,
    /// Null without a brand.
    pub brand_read: Option<Brand>,
    /// Null where it is of no line of its brand.
    #[serde(default)]
    pub brand_line_read: Option<BrandLine>,
    /// What lowers the price of what is chosen first, if anything does.
    pub promotion_read: Option<Promotion>,
    /// Short words such as `nouveau`.
    pub tags_read: Vec<Tag>,
    /// Its texts in every language.
    pub product_langs_read: Vec<ProductLang>,
    /// In the page's language.
    pub short_description: String,
    /// Sanitised HTML in the page's language.
    pub long_description: String,
    /// For the page's title; empty: the name.
    pub seo_title: String,
    /// For the page's description; empty: the short one.
    pub seo_description: String,
    /// Its data sheet in order.
    pub feature_values_read: Vec<FeatureValue>,
    /// Its pictures in order.
    pub images: Vec<ProductImage>,
    /// What can be chosen of it; empty: nothing is to be chosen. Of a page without a picker, the one that is ordered.
    pub combinations: Vec<Combination>,
    /// What a pack contains; empty: it is no pack.
    pub products_in_pack_serialized: Vec<PackItem>,
    /// `strict`: what the pack holds is always the same; `flexible`: the shopper chooses some of it. Empty: it is no pack.
    #[serde(default)]
    pub pack_mode: String,
    /// Of a flexible pack, by the id of a part's product: ids of the combinations that can be chosen and had now.
    #[serde(default)]
    pub available_combinations_by_product: BTreeMap<String, Vec<String>>,
    /// Ids of the combinations that are always in the pack, in its order.
    #[serde(default)]
    pub strict_pack_combinations: Vec<String>,
    /// What its price follows from, where it follows what is chosen; null: it is what `priceHt` says.
    #[serde(default)]
    pub pack_price_read: Option<PackPrice>,
    /// The newest of what shoppers say of it, 12 at most.
    #[serde(default)]
    pub reviews_serialized: Vec<Review>,
    /// What all published reviews come to.
    #[serde(default)]
    pub rating: Rating,
    /// Whether there is enough of a product without combinations to order it; with combinations, whether of any. So also before
    /// the day from which on it can be ordered.
    pub available: bool,
    /// `2026-12-12`: the day of Algiers from which on it can be ordered, while that is to come; absent from then on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub available_from: Option<String>,
    /// In the seasonal sale, by the merchant's word.
    #[serde(default)]
    pub is_on_sale: bool,
    /// In what numbers it is ordered, each of its combinations; absent: any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quantity_rule: Option<QuantityRule>,
    /// Grows with each change of the product.
    pub version: u64,
}

/// Of an answer from before there were others.
fn full() -> String {
    "full".to_owned()
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductLang {
    /// `fr`, `ar` or `en`.
    pub language_code: String,
    /// Name.
    pub name: String,
    /// One line.
    pub short_description: String,
    /// Sanitised HTML.
    pub long_description: String,
}

/// A line of the data sheet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeatureValue {
    /// The feature's.
    pub id: String,
    /// Machine name: `notes`.
    #[serde(rename = "type")]
    pub kind: String,
    /// In the page's language.
    pub value: String,
    /// Its name in the page's language.
    pub type_label: String,
    /// Its name in each language.
    pub type_langs: Vec<LocaleText>,
    /// The value in each language.
    pub value_langs: Vec<LocaleText>,
}

/// A text in one language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LocaleText {
    /// `fr`, `ar` or `en`.
    pub locale: String,
    /// The text.
    pub name: String,
}

/// A picture in its three sizes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductImage {
    /// Id.
    pub id: String,
    /// What it shows, in words; may be empty.
    pub alt: String,
    /// Its files.
    pub images_ids_and_sizes: Vec<ImageSize>,
}

/// A choice that can be ordered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Combination {
    /// Id.
    pub id: String,
    /// Chosen first; one at most is.
    pub is_default: bool,
    /// Own price if greater than 0, else the product's: the base price in the shop's basis.
    pub price_ht: Dinars,
    /// Price after the best promotion, in the shop's basis; null without one.
    pub price_after_promotion: Option<Dinars>,
    /// As `lowestPrice` of the page; absent of a part of a pack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lowest_price: Option<Dinars>,
    /// Ids of `images` that show it.
    pub images: Vec<String>,
    /// Value labels joined by ` / `.
    pub display_name: String,
    /// Its name in each language.
    pub combination_langs_read: Vec<CombinationLang>,
    /// What it is made of: colour, size.
    pub values: Vec<CombinationValue>,
    /// Whether there is enough of it to order it; also before the day from which on its product can be ordered.
    pub available: bool,
    /// The merchant's stock number; may be empty.
    pub sku: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CombinationLang {
    /// `fr`, `ar` or `en`.
    pub language_code: String,
    /// Value labels joined by ` / `.
    pub name: String,
}

/// One chosen value of a combination. The names are the specification's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CombinationValue {
    /// Machine name of the attribute: `color`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The attribute's name in the answer's language.
    pub type_label: String,
    /// The value in the answer's language.
    pub value: String,
    /// `#aa0044` for colours.
    pub color: Option<String>,
    /// Path of a small picture that is shown instead of the colour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
}

/// What a pack contains.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PackItem {
    /// Id of the part.
    pub product_id: String,
    /// In the page's language.
    pub name: String,
    /// Part of its address.
    pub slug: String,
    /// Pieces in one pack.
    pub quantity: u32,
    /// A small picture, if it has one.
    pub thumb: Option<ImageSize>,
    /// Combination that is packed; null when it has none.
    pub combination_id: Option<String>,
    /// Its name.
    pub combination_name: Option<String>,
    /// The combination that is packed; null when it has none, and where the shopper chooses.
    #[serde(default)]
    pub combination: Option<Combination>,
    /// What the shopper chooses one of, for all pieces of the part; empty: it is always the same.
    #[serde(default)]
    pub combinations: Vec<Combination>,
}

/// What the price of a flexible pack follows from: the sum of its parts before tax, less the discount, after the best of the
/// promotions, in the shop's basis.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PackPrice {
    /// What is taken off the sum.
    pub discount: PackDiscount,
    /// The promotions in force that reach the pack: the one that makes it cheapest counts alone.
    pub promotions: Vec<PackDiscount>,
    /// Percent of tax.
    pub tax_rate: Dinars,
    /// As `productsInPackSerialized`.
    pub parts: Vec<PackPartPrice>,
}

/// Something off a price before tax.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PackDiscount {
    /// Percent or dinars.
    pub value: Dinars,
    /// What `value` is.
    pub rule_type: RuleType,
}

/// What one piece of a part costs alone, before tax and promotions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PackPartPrice {
    /// Of what is always the same, or is chosen first.
    pub price_ht: Dinars,
    /// As `combinations` of the part.
    pub choices: Vec<Dinars>,
}

/// Sections below the product (spec 7).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CrossSelling {
    /// Of the same department.
    pub related_products: Vec<ProductCard>,
    /// Of the same brand.
    pub products_from_same_brand: Vec<ProductCard>,
    /// Of the same category.
    pub products_from_same_category: Vec<ProductCard>,
    /// The newest of the shop.
    pub new_products: Vec<ProductCard>,
}
