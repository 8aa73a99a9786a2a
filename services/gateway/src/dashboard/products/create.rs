//! A new product, as the wizard of the dashboard makes it (spec 2).

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use serde::Deserialize;
use souk_kernel::{BrandId, BrandLineId, CategoryId, ProductId};
use souk_proto::catalog::v1 as proto;
use souk_views::Dinars;
use utoipa::ToSchema;

use super::view::{Percent, Product, ProductDetails, ProductText};
use crate::dashboard::access::Staff;
use crate::extract::{self, Locale, id};
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

/// A product to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewProduct {
    /// Chosen by the caller, a UUID: the same one again makes no second product.
    pub id: String,
    /// What it is called and said of it, in French at least.
    pub texts: Vec<ProductText>,
    /// Part of its address; made from the French name where it is left out.
    #[serde(default)]
    pub slug: String,
    /// Category to file it under.
    pub category_id: String,
    /// Its brand; empty for none.
    #[serde(default)]
    pub brand_id: String,
    /// A line of its brand; empty for none.
    #[serde(default)]
    pub brand_line_id: String,
    /// Before tax, in dinars.
    pub price_ht: Dinars,
    /// Percent of tax, 0 to 100.
    pub tax: Percent,
    /// How much its public page shows: `full` where it is left out, `simpler`, `minimal` or `no_picker`.
    #[serde(default)]
    pub page: String,
    /// What shoppers are not shown.
    #[serde(default)]
    pub details: ProductDetails,
    /// 20 at most of 40 characters at most, each once whatever its case; the first is on the card.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Whether shoppers see it at once.
    #[serde(default)]
    pub is_active: bool,
}

/// Makes a product.
#[utoipa::path(post, path = "/dashboard/api/products", tag = "dashboard", security(("staff" = [], "csrf" = [])),
    request_body = NewProduct, responses((status = 201, body = Product), (status = 409, body = ProblemBody,
        description = "`catalog.taken`: another product has the `field` of the `facts`, `slug` or `sku`")))]
pub async fn create_product(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    extract::Json(body): extract::Json<NewProduct>,
) -> Result<(StatusCode, Json<Product>), Problem> {
    let request = body.request()?;
    let made = app.neighbours.by(&staff.actor).products()?.create_product(request).await?.into_inner();
    app.catalog.reads().drop_all();
    Ok((StatusCode::CREATED, Json(Product::new(made, language))))
}

impl NewProduct {
    fn request(self) -> Result<proto::CreateProductRequest, Problem> {
        if !self.brand_id.is_empty() {
            id::<BrandId>("brandId", &self.brand_id)?;
        }
        if !self.brand_line_id.is_empty() {
            id::<BrandLineId>("brandLineId", &self.brand_line_id)?;
        }
        Ok(proto::CreateProductRequest {
            id: id::<ProductId>("id", &self.id)?.to_string(),
            active: self.is_active,
            price_ht: self.price_ht.0.centimes(),
            tax_rate: self.tax.0.hundredths(),
            category_id: id::<CategoryId>("categoryId", &self.category_id)?.to_string(),
            brand_id: self.brand_id,
            brand_line_id: self.brand_line_id,
            texts: self.texts.into_iter().map(Into::into).collect(),
            slug: self.slug,
            page: self.page,
            details: Some(self.details.into()),
            tags: self.tags,
            ..Default::default()
        })
    }
}
