//! The JSON of categories on staff screens.

use serde::Serialize;
use souk_kernel::Language;
use souk_proto::catalog::v1 as proto;
use utoipa::ToSchema;

use crate::dashboard::texts::LocalizedTexts;
use crate::pages::category_path;
use crate::text::pick;

/// All categories.
#[derive(Debug, Serialize, ToSchema)]
pub struct CategoryList {
    /// Parents before children, siblings in the order that shoppers see.
    pub categories: Vec<CategoryDetail>,
}

/// A category as staff see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategoryDetail {
    /// Id.
    pub id: String,
    /// To be sent back with an edit.
    pub version: u64,
    /// In the answer's language.
    pub name: String,
    /// In all of them.
    pub names: LocalizedTexts,
    /// The category that it stands in; null at the top.
    pub parent_id: Option<String>,
    /// Part of its address.
    pub slug: String,
    /// Its page in the shop.
    pub link: String,
    /// Path of its picture; empty for none.
    pub image: String,
    /// Said over its listing.
    pub about: LocalizedTexts,
    /// What search engines show as its title; empty: its name.
    pub seo_title: LocalizedTexts,
    /// What search engines show of it; empty: what is said of it.
    pub seo_description: LocalizedTexts,
    /// Id of the set of features that its products are described by; null for none.
    pub feature_set_id: Option<String>,
    /// Products that shoppers see in it and below.
    pub products_count: u64,
}

impl CategoryDetail {
    pub fn new(category: proto::Category, language: Language) -> Self {
        Self {
            name: pick(category.name.as_ref(), language),
            names: category.name.unwrap_or_default().into(),
            parent_id: Some(category.parent_id).filter(|id| !id.is_empty()),
            link: category_path(&category.slug),
            id: category.id,
            version: category.version,
            about: category.about.unwrap_or_default().into(),
            seo_title: category.seo_title.unwrap_or_default().into(),
            seo_description: category.seo_description.unwrap_or_default().into(),
            feature_set_id: Some(category.feature_set_id).filter(|id| !id.is_empty()),
            slug: category.slug,
            image: category.image,
            products_count: category.products,
        }
    }
}
