//! The demo's goods as `demo/data/*.json` lists them, with their pictures, both inside the program.

use anyhow::Context as _;
use serde::Deserialize;
use souk_kernel::LocalizedText;
use souk_proto::common::v1 as common;

#[derive(Debug, Deserialize)]
pub struct Category {
    pub slug: String,
    pub parent: Option<String>,
    pub name: LocalizedText,
    pub image: String,
    /// Name of the set of features that its products are described by.
    #[serde(default, rename = "featureSet")]
    pub feature_set: Option<String>,
}

/// A page of text.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CmsPage {
    pub slug: String,
    pub title: LocalizedText,
    pub html: LocalizedText,
    pub seo_description: LocalizedText,
}

#[derive(Debug, Deserialize)]
pub struct Blog {
    pub categories: Vec<BlogCategory>,
    pub posts: Vec<BlogPost>,
}

#[derive(Debug, Deserialize)]
pub struct BlogCategory {
    pub slug: String,
    pub picture: String,
    pub name: LocalizedText,
    pub description: LocalizedText,
}

#[derive(Debug, Deserialize)]
pub struct BlogPost {
    pub slug: String,
    /// Slug of its category.
    pub category: String,
    pub picture: String,
    pub title: LocalizedText,
    pub excerpt: LocalizedText,
    pub html: LocalizedText,
}

#[derive(Debug, Deserialize)]
pub struct Brand {
    pub name: String,
    /// A picture of `demo/images`.
    pub logo: String,
}

/// What a brand makes under one name.
#[derive(Debug, Deserialize)]
pub struct BrandLine {
    pub name: String,
    pub slug: String,
    pub brand: String,
    pub picture: String,
    pub about: LocalizedText,
    /// By slug.
    pub products: Vec<String>,
}

/// Products that are put together, by hand or by a rule.
#[derive(Debug, Deserialize)]
pub struct Collection {
    pub slug: String,
    pub name: LocalizedText,
    pub picture: String,
    pub about: LocalizedText,
    /// By slug.
    #[serde(default)]
    pub products: Vec<String>,
    pub rule: Option<CollectionRule>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CollectionRule {
    /// By slug.
    pub categories: Vec<String>,
    /// Centimes.
    pub price_to: i64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Product {
    pub slug: String,
    /// How much its page shows; empty: all.
    #[serde(default)]
    pub page: String,
    pub brand: String,
    pub category: String,
    /// Centimes.
    pub price_ht: i64,
    pub tax_rate: u32,
    pub name: LocalizedText,
    pub short: LocalizedText,
    pub long: LocalizedText,
    pub images: Vec<String>,
    pub tags: Vec<String>,
    pub features: Vec<FeatureValue>,
    pub attribute: Option<Label>,
    #[serde(default)]
    pub combinations: Vec<Combination>,
    #[serde(default)]
    pub pack: Vec<Component>,
    /// Percent off what the parts cost together; absent: the price is its own.
    pub pack_percent_off: Option<i64>,
    /// Pieces over all warehouses; packs have none of their own.
    pub stock: Option<u32>,
    /// It can be ordered in so many days; absent: now.
    pub available_in_days: Option<i64>,
    /// In the seasonal sale.
    #[serde(default)]
    pub on_sale: bool,
    /// In what numbers it is ordered; absent: any.
    pub quantity_rule: Option<QuantityRule>,
    /// Fewest pieces that wholesalers order of it; absent: one.
    pub wholesale_minimum: Option<u32>,
}

/// In what numbers something is ordered.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct QuantityRule {
    pub minimum: u32,
    pub maximum: Option<u32>,
    pub step: u32,
}

#[derive(Debug, Deserialize)]
pub struct Label {
    #[serde(rename = "type")]
    pub kind: String,
    pub label: LocalizedText,
}

/// What data sheets say.
#[derive(Debug, Deserialize)]
pub struct Feature {
    pub kind: String,
    pub input: String,
    pub name: LocalizedText,
    #[serde(default)]
    pub unit: LocalizedText,
    #[serde(default)]
    pub options: Vec<LocalizedText>,
}

/// What products of one kind are described by.
#[derive(Debug, Deserialize)]
pub struct FeatureSet {
    pub name: String,
    /// Their kinds.
    pub features: Vec<String>,
}

/// A line of a product's data sheet.
#[derive(Debug, Deserialize)]
pub struct FeatureValue {
    #[serde(rename = "type")]
    pub kind: String,
    pub label: LocalizedText,
    /// In words; read as the feature's kind of value.
    pub value: LocalizedText,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Combination {
    pub value: LocalizedText,
    pub color: String,
    pub price_ht: i64,
    pub default: bool,
    /// The picture that shows it.
    pub image: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct Component {
    pub product: String,
    /// French value of the combination.
    pub combination: Option<String>,
    pub quantity: u32,
    /// French values of the combinations that the shopper chooses one of; empty: any.
    pub choices: Option<Vec<String>>,
}

impl BrandLine {
    pub fn id(&self) -> String {
        crate::ids::id("brand_line", &self.slug)
    }
}

impl Product {
    pub fn id(&self) -> String {
        crate::ids::id("product", &self.slug)
    }

    /// The id of its combination with this French value.
    pub fn combination_id(&self, value: &str) -> String {
        combination_id(&self.slug, value)
    }

    /// Its own pictures, then those of its combinations that are not among them.
    pub fn pictures(&self) -> Vec<&str> {
        let own = self.images.iter();
        let mut pictures: Vec<&str> = Vec::new();
        for picture in own.chain(self.combinations.iter().filter_map(|c| c.image.as_ref())) {
            if !pictures.contains(&picture.as_str()) {
                pictures.push(picture);
            }
        }
        pictures
    }

    pub fn combinations_shown_by(&self, picture: &str) -> Vec<String> {
        let shown = self.combinations.iter().filter(|c| c.image.as_deref() == Some(picture));
        shown.map(|combination| self.combination_id(&combination.value.fr)).collect()
    }
}

pub fn combination_id(product: &str, value: &str) -> String {
    crate::ids::id("combination", &format!("{product}/{value}"))
}

pub fn categories() -> anyhow::Result<Vec<Category>> {
    serde_json::from_str(include_str!("../data/categories.json")).context("categories.json")
}

pub fn brands() -> anyhow::Result<Vec<Brand>> {
    serde_json::from_str(include_str!("../data/brands.json")).context("brands.json")
}

pub fn brand_lines() -> anyhow::Result<Vec<BrandLine>> {
    serde_json::from_str(include_str!("../data/brand-lines.json")).context("brand-lines.json")
}

pub fn collections() -> anyhow::Result<Vec<Collection>> {
    serde_json::from_str(include_str!("../data/collections.json")).context("collections.json")
}

pub fn feature_sets() -> anyhow::Result<Vec<FeatureSet>> {
    serde_json::from_str(include_str!("../data/feature_sets.json")).context("feature_sets.json")
}

pub fn features() -> anyhow::Result<Vec<Feature>> {
    serde_json::from_str(include_str!("../data/features.json")).context("features.json")
}

pub fn products() -> anyhow::Result<Vec<Product>> {
    serde_json::from_str(include_str!("../data/products.json")).context("products.json")
}

pub fn pages() -> anyhow::Result<Vec<CmsPage>> {
    serde_json::from_str(include_str!("../data/pages.json")).context("pages.json")
}

pub fn blog() -> anyhow::Result<Blog> {
    serde_json::from_str(include_str!("../data/blog.json")).context("blog.json")
}

/// Bytes of a picture of `demo/images`.
pub fn picture(name: &str) -> anyhow::Result<Vec<u8>> {
    let found = PICTURES.iter().find(|(file, _)| *file == name);
    found.map(|(_, bytes)| bytes.to_vec()).with_context(|| format!("no picture {name}"))
}

pub fn text(text: &LocalizedText) -> common::LocalizedText {
    common::LocalizedText { fr: text.fr.clone(), ar: text.ar.clone(), en: text.en.clone() }
}

include!(concat!(env!("OUT_DIR"), "/pictures.rs"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_of_a_product_is_there() {
        let products = products().expect("they can be read");
        for name in products.iter().flat_map(|product| &product.images) {
            assert!(picture(name).is_ok(), "{name}");
        }
    }
}
