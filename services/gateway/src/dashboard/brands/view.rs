//! The JSON of brands on staff screens.

use serde::Serialize;
use souk_kernel::Page;
use souk_proto::catalog::v1 as proto;
use utoipa::ToSchema;

use crate::dashboard::export::Row;
use crate::dashboard::texts::LocalizedTexts;
use crate::pages::brand_path;

/// A page of the brands.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandList {
    /// The rows of the page.
    pub brands: Vec<BrandDetail>,
    /// Rows in all.
    pub total: u64,
    /// From 1.
    pub page: u32,
    /// Rows per page.
    pub size: u32,
    /// Pages that can be asked for: as many as 10,000 rows fill, at most.
    pub page_count: u64,
}

/// A brand as staff see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandDetail {
    /// Id.
    pub id: String,
    /// To be sent back with an edit.
    pub version: u64,
    /// The same in all languages.
    pub name: String,
    /// Its page in the shop.
    pub link: String,
    /// Path of its logo; `default-logo.png` without one.
    pub logo: String,
    /// Said over its listing.
    pub about: LocalizedTexts,
    /// Lower is shown first; equal ones by name.
    pub position: u32,
    /// Products that shoppers see.
    pub products_count: u64,
    /// Id of the brand that its products are being handed over to; null of all others.
    pub merged_into: Option<String>,
}

impl BrandList {
    pub fn new(answer: proto::ListBrandsResponse, page: Page) -> Self {
        Self {
            brands: answer.brands.into_iter().map(BrandDetail::from).collect(),
            total: answer.total,
            page: page.number(),
            size: page.size(),
            page_count: page.count_within_reach(answer.total),
        }
    }
}

impl BrandDetail {
    /// What [`Self::row`] has, in its order.
    pub const COLUMNS: [&str; 8] =
        ["id", "name", "link", "position", "products", "about_fr", "about_ar", "about_en"];

    /// As a line of an export.
    pub fn row(self) -> Row {
        let Self { id, name, link, position, products_count, about, .. } = self;
        let LocalizedTexts { fr, ar, en } = about;
        vec![id, name, link, position.to_string(), products_count.to_string(), fr, ar, en]
    }
}

impl From<proto::Brand> for BrandDetail {
    fn from(brand: proto::Brand) -> Self {
        Self {
            id: brand.id,
            version: brand.version,
            link: brand_path(&brand.slug),
            name: brand.name,
            logo: brand.logo,
            about: brand.about.unwrap_or_default().into(),
            position: brand.position,
            products_count: brand.products,
            merged_into: Some(brand.merged_into).filter(|id| !id.is_empty()),
        }
    }
}
