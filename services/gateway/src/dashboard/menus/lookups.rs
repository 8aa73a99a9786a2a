//! What items of menus can lead to, and whatever else is chosen by name: look-ups of spec 7, lists whose first element is the list
//! of ids and names.

use axum::Json;
use axum::extract::{Path, State};
use serde::Serialize;
use souk_kernel::Language;
use souk_proto::catalog::v1 as proto;
use souk_proto::common::v1::PageRequest;
use utoipa::ToSchema;

use crate::dashboard::access::Staff;
use crate::extract::Locale;
use crate::limits;
use crate::problem::Problem;
use crate::state::App;
use crate::text::pick;

/// Characters from which on products are searched (spec 5).
const SHORTEST: usize = 3;
/// Products that a search offers.
const OFFERED: u32 = 24;

/// Something to choose (spec 3 "Lookup items").
#[derive(Debug, Serialize, ToSchema)]
pub struct LookupItem {
    /// Id.
    pub id: String,
    /// In the answer's language.
    pub name: String,
}

type Lookup = Result<Json<[Vec<LookupItem>; 1]>, Problem>;

/// Categories to choose from.
#[utoipa::path(get, path = "/dashboard/menu/api/categories", tag = "dashboard", security(("staff" = [])),
    responses((status = 200, body = Vec<Vec<LookupItem>>)))]
pub async fn menu_categories(State(app): State<App>, staff: Staff, Locale(language): Locale) -> Lookup {
    let mut categories = app.neighbours.by(&staff.actor).categories()?;
    let answer = categories.list_categories(proto::ListCategoriesRequest {}).await?.into_inner();
    let item = |category: proto::Category| LookupItem {
        name: pick(category.name.as_ref(), language),
        id: category.id,
    };
    Ok(Json([answer.categories.into_iter().map(item).collect()]))
}

/// Brands to choose from.
#[utoipa::path(get, path = "/dashboard/menu/api/brands", tag = "dashboard", security(("staff" = [])),
    responses((status = 200, body = Vec<Vec<LookupItem>>)))]
pub async fn menu_brands(State(app): State<App>, staff: Staff) -> Lookup {
    let mut brands = app.neighbours.by(&staff.actor).brands()?;
    let answer = brands.list_brands(proto::ListBrandsRequest::default()).await?.into_inner();
    let item = |brand: proto::Brand| LookupItem { id: brand.id, name: brand.name };
    Ok(Json([answer.brands.into_iter().map(item).collect()]))
}

/// Tags to choose from, those of most products first, 500 at most; the id of a tag is its words.
#[utoipa::path(get, path = "/dashboard/menu/api/tags", tag = "dashboard", security(("staff" = [])),
    responses((status = 200, body = Vec<Vec<LookupItem>>)))]
pub async fn menu_tags(State(app): State<App>, staff: Staff) -> Lookup {
    let mut products = app.neighbours.by(&staff.actor).products()?;
    let answer = products.list_tags(proto::ListTagsRequest {}).await?.into_inner();
    let item = |tag: String| LookupItem { id: tag.clone(), name: tag };
    Ok(Json([answer.tags.into_iter().map(item).collect()]))
}

/// The pages that every shop has; their ids are types of menu items.
#[utoipa::path(get, path = "/dashboard/menu/api/pages", tag = "dashboard", security(("staff" = [])),
    responses((status = 200, body = Vec<Vec<LookupItem>>)))]
pub async fn menu_pages(State(app): State<App>, staff: Staff, Locale(language): Locale) -> Lookup {
    targets(&app, &staff, "page", language).await
}

/// Collections to choose from.
#[utoipa::path(get, path = "/dashboard/menu/api/collections", tag = "dashboard", security(("staff" = [])),
    responses((status = 200, body = Vec<Vec<LookupItem>>)))]
pub async fn menu_collections(State(app): State<App>, staff: Staff, Locale(language): Locale) -> Lookup {
    targets(&app, &staff, "collectionPage", language).await
}

/// Pages of text to choose from, drafts too.
#[utoipa::path(get, path = "/dashboard/menu/api/cmsPage", tag = "dashboard", security(("staff" = [])),
    responses((status = 200, body = Vec<Vec<LookupItem>>)))]
pub async fn menu_cms_pages(State(app): State<App>, staff: Staff, Locale(language): Locale) -> Lookup {
    targets(&app, &staff, "Cms", language).await
}

/// Categories of the blog to choose from.
#[utoipa::path(get, path = "/dashboard/menu/api/blogCategory", tag = "dashboard", security(("staff" = [])),
    responses((status = 200, body = Vec<Vec<LookupItem>>)))]
pub async fn menu_blog_categories(State(app): State<App>, staff: Staff, Locale(language): Locale) -> Lookup {
    targets(&app, &staff, "BlogCategory", language).await
}

/// Posts of the blog to choose from, drafts too.
#[utoipa::path(get, path = "/dashboard/menu/api/blogPost", tag = "dashboard", security(("staff" = [])),
    responses((status = 200, body = Vec<Vec<LookupItem>>)))]
pub async fn menu_blog_posts(State(app): State<App>, staff: Staff, Locale(language): Locale) -> Lookup {
    targets(&app, &staff, "BlogPost", language).await
}

/// Products with these words in their name or stock number, 24 at most.
#[utoipa::path(get, path = "/dashboard/menu/api/products/search/{text}", tag = "dashboard", security(("staff" = [])),
    params(("text" = String, Path, description = "3 characters at least, 100 at most")),
    responses((status = 200, body = Vec<Vec<LookupItem>>)))]
pub async fn menu_search_products(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(text): Path<String>,
) -> Lookup {
    let length = text.trim().chars().count();
    if !(SHORTEST..=limits::WORDS).contains(&length) {
        let detail = format!("{SHORTEST} characters at least, {} at most", limits::WORDS);
        return Err(Problem::field("text", "form.validation.words", detail));
    }
    let request = proto::ListProductsRequest {
        page: Some(PageRequest { page: 1, size: OFFERED }),
        query: text,
        language: language.to_string(),
        ..Default::default()
    };
    let answer = app.neighbours.by(&staff.actor).products()?.list_products(request).await?.into_inner();
    let item = |product: proto::ProductRow| LookupItem { id: product.id, name: product.name };
    Ok(Json([answer.products.into_iter().map(item).collect()]))
}

async fn targets(app: &App, staff: &Staff, kind: &str, language: Language) -> Lookup {
    let request = proto::ListMenuTargetsRequest { r#type: kind.to_owned() };
    let mut menus = app.neighbours.by(&staff.actor).menus()?;
    let answer = menus.list_menu_targets(request).await?.into_inner();
    let item =
        |target: proto::MenuTarget| LookupItem { name: pick(target.name.as_ref(), language), id: target.id };
    Ok(Json([answer.targets.into_iter().map(item).collect()]))
}
