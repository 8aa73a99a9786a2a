//! Public reads of the catalogue: the service's ready JSON, kept by [`crate::reads`].

use std::collections::BTreeMap;

use axum::extract::{Path, State};
use axum::response::Response;
use souk_kernel::{BrandId, CategoryId, ProductId};
use souk_proto::catalog::v1::get_listing_request::Scope;
use souk_views::{Cards, CmsPage, CrossSelling, Home, Listing, Menus, ProductPage, Suggestions};
use utoipa::IntoParams;

use super::shopper;
use crate::catalog::Read;
use crate::extract::{Asked, id, language_of};
use crate::limits::ClientAddress;
use crate::listing_query::{self, ListingQuery};
use crate::problem::Problem;
use crate::reads::respond;
use crate::state::App;

/// Which part of a listing is wanted. Unknown keys are refused; values that nothing has find nothing.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "documents the query, which is read as pairs")]
pub struct ListingParams {
    /// From 1.
    #[param(required = false)]
    page: u32,
    /// 12, 24, 50, 100 or 200.
    #[param(required = false)]
    size: u32,
    /// `default`, `price_asc` or `price_desc`.
    #[param(required = false)]
    sort: String,
    /// Names of brands, as `filterData.brands` gives them; one of them is enough.
    #[param(required = false)]
    brands: Vec<String>,
    /// Names of brand lines, as `filterData.brandlines` gives them; one of them is enough.
    #[param(required = false)]
    brandlines: Vec<String>,
    /// Names of categories, as `filterData.subCategories` gives them; one of them is enough.
    #[param(required = false, rename = "subCategories")]
    sub_categories: Vec<String>,
    /// Parameters named `attributes.<label>` and `features.<label>` after the groups of `filterData`, each repeatable:
    /// `attributes.color=rouge&attributes.color=bleu&features.notes=ambre`. Values of one name are alternatives,
    /// different names all have to fit.
    #[param(required = false, style = Form, explode)]
    facets: BTreeMap<String, Vec<String>>,
    /// Lowest price in dinars, two decimals at most: `1500` or `1500.50`.
    #[param(required = false, rename = "priceMin")]
    price_min: String,
    /// Highest price in dinars, two decimals at most.
    #[param(required = false, rename = "priceMax")]
    price_max: String,
}

/// The home page's blocks.
#[utoipa::path(get, path = "/web/public/api/home", tag = "storefront", security(("visitor" = [])),
    responses((status = 200, body = Home)))]
pub async fn home(State(app): State<App>, request: Asked) -> Result<Response, Problem> {
    serve(&app, &request, || Ok(Read::Home)).await
}

/// The shop's menus.
#[utoipa::path(get, path = "/web/public/api/menus", tag = "storefront", security(("visitor" = [])),
    responses((status = 200, body = Menus)))]
pub async fn menus(State(app): State<App>, request: Asked) -> Result<Response, Problem> {
    serve(&app, &request, || Ok(Read::Menus)).await
}

/// A product's page.
#[utoipa::path(get, path = "/web/public/api/product/{slug}", tag = "storefront", security(("visitor" = [])),
    params(("slug" = String, Path, description = "Last part of the product's address")),
    responses((status = 200, body = ProductPage)))]
pub async fn product(
    State(app): State<App>,
    Path(slug): Path<String>,
    request: Asked,
) -> Result<Response, Problem> {
    serve(&app, &request, || Ok(Read::Product { slug })).await
}

/// A page of text.
#[utoipa::path(get, path = "/web/public/api/cms-page/{slug}", tag = "storefront", security(("visitor" = [])),
    params(("slug" = String, Path, description = "Last part of the page's address")),
    responses((status = 200, body = CmsPage)))]
pub async fn cms_page(
    State(app): State<App>,
    Path(slug): Path<String>,
    request: Asked,
) -> Result<Response, Problem> {
    serve(&app, &request, || Ok(Read::CmsPage { slug })).await
}

/// Products of a category and everything below it.
#[utoipa::path(get, path = "/web/public/api/category/products/{category}", tag = "storefront",
    security(("visitor" = [])), params(("category" = String, Path, description = "Slug"), ListingParams),
    responses((status = 200, body = Listing)))]
pub async fn category_products(
    State(app): State<App>,
    Path(category): Path<String>,
    request: Asked,
) -> Result<Response, Problem> {
    listing(&app, &request, Scope::Category, category).await
}

/// Products of a brand.
#[utoipa::path(get, path = "/web/public/api/brand/products/{brand}", tag = "storefront",
    security(("visitor" = [])), params(("brand" = String, Path, description = "Slug"), ListingParams),
    responses((status = 200, body = Listing)))]
pub async fn brand_products(
    State(app): State<App>,
    Path(brand): Path<String>,
    request: Asked,
) -> Result<Response, Problem> {
    listing(&app, &request, Scope::Brand, brand).await
}

/// Products of a brand line.
#[utoipa::path(get, path = "/web/public/api/brandLine/products/{brandLine}", tag = "storefront",
    security(("visitor" = [])), params(("brandLine" = String, Path, description = "Slug"), ListingParams),
    responses((status = 200, body = Listing)))]
pub async fn brand_line_products(
    State(app): State<App>,
    Path(line): Path<String>,
    request: Asked,
) -> Result<Response, Problem> {
    listing(&app, &request, Scope::BrandLine, line).await
}

/// Products of a collection; those that were picked by hand as they were picked, unless another order is asked for.
#[utoipa::path(get, path = "/web/public/api/collection/products/{collection}", tag = "storefront",
    security(("visitor" = [])), params(("collection" = String, Path, description = "Slug"), ListingParams),
    responses((status = 200, body = Listing)))]
pub async fn collection_products(
    State(app): State<App>,
    Path(collection): Path<String>,
    request: Asked,
) -> Result<Response, Problem> {
    listing(&app, &request, Scope::Collection, collection).await
}

/// What a promotion in force reaches; of one that is over or not begun there is nothing.
#[utoipa::path(get, path = "/web/public/api/promotions/products/{discount}", tag = "storefront",
    security(("visitor" = [])), params(("discount" = String, Path, description = "The promotion's id"), ListingParams),
    responses((status = 200, body = Listing)))]
pub async fn promotion_products(
    State(app): State<App>,
    Path(discount): Path<String>,
    request: Asked,
) -> Result<Response, Problem> {
    listing(&app, &request, Scope::Promotion, discount).await
}

/// Products that the merchant features.
#[utoipa::path(get, path = "/web/public/api/featured/products", tag = "storefront", security(("visitor" = [])),
    params(ListingParams), responses((status = 200, body = Listing)))]
pub async fn featured_products(State(app): State<App>, request: Asked) -> Result<Response, Problem> {
    listing(&app, &request, Scope::Featured, String::new()).await
}

/// The newest products.
#[utoipa::path(get, path = "/web/public/api/new/products", tag = "storefront", security(("visitor" = [])),
    params(ListingParams), responses((status = 200, body = Listing)))]
pub async fn new_products(State(app): State<App>, request: Asked) -> Result<Response, Problem> {
    listing(&app, &request, Scope::New, String::new()).await
}

/// Products that match words.
#[utoipa::path(get, path = "/web/public/api/search/products", tag = "storefront", security(("visitor" = [])),
    params(("q" = String, Query, description = "Up to 100 characters"), ListingParams),
    responses((status = 200, body = Listing)))]
pub async fn search_products(State(app): State<App>, request: Asked) -> Result<Response, Problem> {
    serve(&app, &request, || {
        let (words, query) = ListingQuery::parse_search(request.0.uri.query().unwrap_or_default())?;
        Ok(Read::Listing { scope: Scope::Search, key: words, query })
    })
    .await
}

/// A few matches while the shopper types.
#[utoipa::path(get, path = "/web/public/api/search/suggest", tag = "storefront", security(("visitor" = [])),
    params(("q" = String, Query, description = "1 to 100 characters")),
    responses((status = 200, body = Suggestions)))]
pub async fn suggest(State(app): State<App>, request: Asked) -> Result<Response, Problem> {
    serve(&app, &request, || {
        let words = listing_query::words_only(request.0.uri.query().unwrap_or_default())?;
        Ok(Read::Suggestions { words })
    })
    .await
}

/// Cards of products by their ids, as of those that the visitor's browser saw before. What shoppers don't see is left out; in no
/// order.
#[utoipa::path(get, path = "/web/public/api/products", tag = "storefront", security(("visitor" = [])),
    params(("ids" = String, Query, description = "1 to 12 ids with commas between them")),
    responses((status = 200, body = Cards)))]
pub async fn cards(State(app): State<App>, request: Asked) -> Result<Response, Problem> {
    serve(&app, &request, || {
        let products = listing_query::ids_only(request.0.uri.query().unwrap_or_default())?;
        Ok(Read::Cards { products })
    })
    .await
}

/// The sections below a product (spec 7).
#[utoipa::path(get, path = "/web/api/product/cross_selling/{product_uid}/{brand_uuid}/{category_uuid}",
    tag = "storefront", security(("visitor" = [])),
    params(("product_uid" = String, Path, description = "The product's id"),
        ("brand_uuid" = String, Path, description = "Its brand's id; the nil UUID without a brand"),
        ("category_uuid" = String, Path, description = "Its category's id")),
    responses((status = 200, body = CrossSelling)))]
pub async fn cross_selling(
    State(app): State<App>,
    Path((product, brand, category)): Path<(String, String, String)>,
    request: Asked,
) -> Result<Response, Problem> {
    serve(&app, &request, || {
        Ok(Read::CrossSelling {
            product: id::<ProductId>("productUid", &product)?,
            brand: id::<BrandId>("brandUuid", &brand)?,
            category: id::<CategoryId>("categoryUuid", &category)?,
        })
    })
    .await
}

async fn listing(app: &App, request: &Asked, scope: Scope, key: String) -> Result<Response, Problem> {
    serve(app, request, || {
        let query = ListingQuery::parse(request.0.uri.query().unwrap_or_default())?;
        Ok(Read::Listing { scope, key, query })
    })
    .await
}

/// Answers a read for a visitor.
pub async fn serve(
    app: &App,
    request: &Asked,
    parse: impl FnOnce() -> Result<Read, Problem>,
) -> Result<Response, Problem> {
    let Asked(parts) = request;
    shopper::admit(app, parts)?;
    let language = language_of(&parts.headers);
    let client = ClientAddress::found(&parts.extensions);
    let copy = app.catalog.read(&parse()?, language, || app.limits.miss(client)).await?;
    Ok(respond(&copy, &parts.headers).await)
}
