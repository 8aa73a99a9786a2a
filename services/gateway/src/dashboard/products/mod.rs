//! Products as staff list and edit them.

pub mod combinations;
pub mod create;
pub mod duplicate;
pub mod languages;
mod pack;
pub mod price_changes;
mod sheet;
mod view;

use axum::Json;
use axum::extract::{Path, State};
use http::StatusCode;
use serde::Deserialize;
use souk_kernel::{BrandId, BrandLineId, CategoryId, CombinationId, Language, ProductId};
use souk_proto::catalog::v1 as proto;
use souk_proto::common::v1::PageRequest;
use souk_views::Dinars;
use tonic::{Response, Status};
use utoipa::{IntoParams, ToSchema};

pub use self::pack::{PackPart, PackPricing};
pub use self::sheet::{FeatureGiven, ProductFeature, WantedFeature};
pub use self::view::{
    CombinationChoice, CombinationOption, Combinations, Percent, Product, ProductCombination, ProductDetails,
    ProductList, ProductQuantityRule, ProductRow, ProductText,
};
use super::access::Staff;
use super::edits::or_current;
use crate::extract::{self, Locale, Query, id, page, words};
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ProductsQuery {
    /// From 1.
    page: Option<u32>,
    /// 12, 24, 50, 100 or 200.
    size: Option<u32>,
    /// Words of the name, the SKU or a combination's.
    q: Option<String>,
    /// Id.
    category: Option<String>,
    /// Id.
    brand: Option<String>,
    /// Only those that shoppers see, or only the others.
    active: Option<bool>,
    /// Only those that have the tag, whatever its case; 40 characters at most.
    tag: Option<String>,
    /// `default` (newest first), `name`, `price_asc`, `price_desc`.
    sort: Option<String>,
}

/// What changes; absent members stay.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProductChange {
    /// The version read; another one in the shop is a 409 with the present product.
    pub version: u64,
    /// Last part of its address, no other product's present or former one; the one before leads to it.
    #[serde(default)]
    pub slug: Option<String>,
    /// Whether shoppers see it.
    #[serde(default)]
    pub is_active: Option<bool>,
    /// Shown among the featured products.
    #[serde(default)]
    pub is_featured: Option<bool>,
    /// Before tax, in dinars.
    #[serde(default)]
    pub price_ht: Option<Dinars>,
    /// Percent of tax, 0 to 100.
    #[serde(default)]
    pub tax_rate: Option<Percent>,
    /// Category to file it under.
    #[serde(default)]
    pub category_id: Option<String>,
    /// Its brand; empty takes it away.
    #[serde(default)]
    pub brand_id: Option<String>,
    /// A line of its brand; empty takes it away, as another brand does where no line of its own is named.
    #[serde(default)]
    pub brand_line_id: Option<String>,
    /// Replaces the texts of the languages named.
    #[serde(default)]
    pub texts: Vec<ProductText>,
    /// Replaces the own prices of the combinations named; 0 means the product's.
    #[serde(default)]
    pub combination_prices: Vec<CombinationPrice>,
    /// How much its public page shows: `full`, `simpler`, `minimal` or `no_picker`.
    #[serde(default)]
    pub page: Option<String>,
    /// Replaces all that shoppers are not shown: what of it is left out is emptied.
    #[serde(default)]
    pub details: Option<ProductDetails>,
    /// Replaces the numbers in which shoppers order it.
    #[serde(default)]
    pub quantity_rule: Option<ProductQuantityRule>,
    /// Replaces the data sheet; 100 lines at most, in any order.
    #[serde(default)]
    pub features: Option<Vec<WantedFeature>>,
    /// Replaces the tags: 20 at most of 40 characters at most, each once whatever its case; the first is on the card.
    #[serde(default)]
    pub tags: Option<Vec<String>>,
    /// Replaces what it holds, in order: 100 parts at most, each once; none: it is no pack.
    #[serde(default)]
    pub pack: Option<Vec<PackPart>>,
    /// How the price of the pack is made; `sum` only where all that it holds has its tax rate.
    #[serde(default)]
    pub pack_price: Option<PackPricing>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CombinationPrice {
    /// Combination whose own price it is.
    pub id: String,
    /// Before tax, in dinars.
    pub price_ht: Dinars,
}

/// The products.
#[utoipa::path(get, path = "/dashboard/api/products", tag = "dashboard", security(("staff" = [])),
    params(ProductsQuery), responses((status = 200, body = ProductList)))]
pub async fn list_products(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Query(query): Query<ProductsQuery>,
) -> Result<Json<ProductList>, Problem> {
    let page = page(query.page, query.size)?;
    let mut request = query.request()?;
    request.page = Some(PageRequest { page: page.number(), size: page.size() });
    request.language = language.to_string();
    let answer = app.neighbours.by(&staff.actor).products()?.list_products(request).await?.into_inner();
    Ok(Json(ProductList::new(answer, page)))
}

/// One product.
#[utoipa::path(get, path = "/dashboard/api/products/{id}", tag = "dashboard", security(("staff" = [])),
    params(("id" = String, Path, description = "The product's id")),
    responses((status = 200, body = Product)))]
pub async fn get_product(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(product_id): Path<String>,
) -> Result<Json<Product>, Problem> {
    let product = read_product(&app, &staff, id("id", &product_id)?).await?;
    Ok(Json(Product::new(product, language)))
}

/// Takes a product away for good, which never had stock, nor as a pack one of its parts, and which nothing names; any other is refused, and can be taken out of sale.
#[utoipa::path(delete, path = "/dashboard/api/products/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The product's id")),
    responses((status = 204), (status = 409, body = ProblemBody,
        description = "`catalog.product_in_use`: `facts` say whether it had `stock` (1 or 0), and count the `packs`, `reviews`, menus' \
            `items`, `collections` and `promotions` that name it, and the `requests` of people who wait for it")))]
pub async fn delete_product(
    State(app): State<App>,
    staff: Staff,
    Path(product_id): Path<String>,
) -> Result<StatusCode, Problem> {
    let request = proto::DeleteProductRequest { id: id::<ProductId>("id", &product_id)?.to_string() };
    app.neighbours.by(&staff.actor).products()?.delete_product(request).await?;
    app.catalog.reads().drop_all();
    Ok(StatusCode::NO_CONTENT)
}

/// Changes a product.
#[utoipa::path(patch, path = "/dashboard/api/products/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The product's id")), request_body = ProductChange,
    responses((status = 200, body = Product),
        (status = 409, body = ProblemBody, description = "`current` is the present product")))]
pub async fn update_product(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(product_id): Path<String>,
    extract::Json(change): extract::Json<ProductChange>,
) -> Result<Json<Product>, Problem> {
    let product = id::<ProductId>("id", &product_id)?;
    let request = change.request(product)?;
    let answer = app.neighbours.by(&staff.actor).products()?.update_product(request).await;
    reread(&app, &staff, (product, language), answer).await
}

/// The combinations of a product (spec 7).
#[utoipa::path(get, path = "/dashboard/api/product/product/{id}/combinations", tag = "dashboard",
    security(("staff" = [])), params(("id" = String, Path, description = "The product's id")),
    responses((status = 200, body = Combinations)))]
pub async fn combinations(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(product_id): Path<String>,
) -> Result<Json<Combinations>, Problem> {
    let product = read_product(&app, &staff, id("id", &product_id)?).await?;
    Ok(Json(Combinations::new(product, language)))
}

async fn read_product(app: &App, staff: &Staff, product: ProductId) -> Result<proto::Product, Problem> {
    let request = proto::GetProductRequest { id: product.to_string() };
    Ok(app.neighbours.by(&staff.actor).products()?.get_product(request).await?.into_inner())
}

/// What an edit of a product answers; of one that collided, the problem with the product as it is now.
async fn reread(
    app: &App,
    staff: &Staff,
    (product, language): (ProductId, Language),
    answer: Result<Response<proto::Product>, Status>,
) -> Result<Json<Product>, Problem> {
    if answer.is_ok() {
        // The editor reads their own change at once; other gateways hear of it by the event.
        app.catalog.reads().drop_all();
    }
    let answer = answer.map(|saved| Product::new(saved.into_inner(), language)).map_err(Problem::from);
    or_current(answer, || async { Ok(Product::new(read_product(app, staff, product).await?, language)) })
        .await
}

impl ProductsQuery {
    fn request(self) -> Result<proto::ListProductsRequest, Problem> {
        let query = words(self.q)?;
        if let Some(category) = &self.category {
            id::<CategoryId>("category", category)?;
        }
        if let Some(brand) = &self.brand {
            id::<BrandId>("brand", brand)?;
        }
        Ok(proto::ListProductsRequest {
            page: None,
            query,
            category_id: self.category.unwrap_or_default(),
            brand_id: self.brand.unwrap_or_default(),
            active: self.active,
            tag: self.tag.unwrap_or_default(),
            sort: self.sort.unwrap_or_default(),
            language: String::new(),
        })
    }
}

impl ProductChange {
    fn request(self, product: ProductId) -> Result<proto::UpdateProductRequest, Problem> {
        if let Some(category) = &self.category_id {
            id::<CategoryId>("categoryId", category)?;
        }
        if let Some(brand) = self.brand_id.as_deref().filter(|brand| !brand.is_empty()) {
            id::<BrandId>("brandId", brand)?;
        }
        if let Some(line) = self.brand_line_id.as_deref().filter(|line| !line.is_empty()) {
            id::<BrandLineId>("brandLineId", line)?;
        }
        let prices = self.combination_prices.into_iter().map(CombinationPrice::checked);
        Ok(proto::UpdateProductRequest {
            id: product.to_string(),
            version: self.version,
            slug: self.slug,
            active: self.is_active,
            price_ht: self.price_ht.map(|price| price.0.centimes()),
            tax_rate: self.tax_rate.map(|rate| rate.0.hundredths()),
            category_id: self.category_id,
            brand_id: self.brand_id,
            brand_line_id: self.brand_line_id,
            texts: self.texts.into_iter().map(Into::into).collect(),
            combination_prices: prices.collect::<Result<_, _>>()?,
            featured: self.is_featured,
            details: self.details.map(Into::into),
            quantity_rule: self.quantity_rule.map(Into::into),
            page: self.page,
            features: self
                .features
                .map(|lines| proto::FeatureValues { values: lines.into_iter().map(Into::into).collect() }),
            tags: self.tags.map(|tags| proto::ProductTags { tags }),
            pack: self
                .pack
                .map(|parts| proto::PackParts { parts: parts.into_iter().map(Into::into).collect() }),
            pack_price: self.pack_price.map(Into::into),
        })
    }
}

impl CombinationPrice {
    fn checked(self) -> Result<proto::CombinationPrice, Problem> {
        id::<CombinationId>("combinationPrices.id", &self.id)?;
        Ok(proto::CombinationPrice { id: self.id, price_ht: self.price_ht.0.centimes() })
    }
}
