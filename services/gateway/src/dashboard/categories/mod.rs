//! Categories as staff make and edit them.

mod view;

use axum::Json;
use axum::extract::{Path, State};
use http::StatusCode;
use serde::Deserialize;
use souk_kernel::{CategoryId, Language};
use souk_proto::catalog::v1 as proto;
use utoipa::ToSchema;

pub use self::view::{CategoryDetail, CategoryList};
use super::access::Staff;
use super::edits;
use super::texts::LocalizedTexts;
use super::wanted_picture::picture;
use crate::extract::{self, Locale, id};
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

/// A category to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewCategory {
    /// Chosen by the caller, a UUID: the same one again makes no second category.
    pub id: String,
    /// In French at least; at most 300 characters each.
    pub names: LocalizedTexts,
    /// The category that it stands in; empty for none.
    #[serde(default)]
    pub parent_id: String,
    /// Part of its address; made from the French name where it is left out.
    #[serde(default)]
    pub slug: String,
}

/// What changes; absent members stay.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CategoryChange {
    /// The version read; another one in the shop is a 409 with the present category.
    pub version: u64,
    /// In French at least; at most 300 characters each.
    #[serde(default)]
    pub names: Option<LocalizedTexts>,
    /// Part of its address; the one before leads to it.
    #[serde(default)]
    pub slug: Option<String>,
    /// Said over its listing.
    #[serde(default)]
    pub about: Option<LocalizedTexts>,
    /// What search engines show as its title; empty: its name.
    #[serde(default)]
    pub seo_title: Option<LocalizedTexts>,
    /// What search engines show of it; empty: what is said of it.
    #[serde(default)]
    pub seo_description: Option<LocalizedTexts>,
    /// A JPEG, PNG or WebP picture in Base64, or the path of one that the shop has; empty takes it away.
    #[serde(default)]
    pub image: Option<String>,
    /// Id of the set of features that its products are described by; empty for none.
    #[serde(default)]
    pub feature_set_id: Option<String>,
}

/// Where a category is to stand.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CategoryMove {
    /// The version read; another one in the shop is a 409 with the present category.
    pub version: u64,
    /// Id of the category that it stands in; empty for the top.
    pub parent_id: String,
    /// Its place among its siblings, from 0; behind them where it is larger.
    pub at: u32,
}

/// All categories, parents before children, siblings in the order that shoppers see.
#[utoipa::path(get, path = "/dashboard/api/categories", tag = "dashboard", security(("staff" = [])),
    responses((status = 200, body = CategoryList)))]
pub async fn list_categories(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
) -> Result<Json<CategoryList>, Problem> {
    let categories = all(&app, &staff).await?;
    let details = categories.into_iter().map(|category| CategoryDetail::new(category, language));
    Ok(Json(CategoryList { categories: details.collect() }))
}

/// Makes a category.
#[utoipa::path(post, path = "/dashboard/api/categories", tag = "dashboard", security(("staff" = [], "csrf" = [])),
    request_body = NewCategory, responses((status = 201, body = CategoryDetail),
        (status = 409, body = ProblemBody, description = "`catalog.taken`: another category has the slug")))]
pub async fn create_category(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    extract::Json(body): extract::Json<NewCategory>,
) -> Result<(StatusCode, Json<CategoryDetail>), Problem> {
    let request = proto::CreateCategoryRequest {
        id: id::<CategoryId>("id", &body.id)?.to_string(),
        parent_id: parent(body.parent_id)?,
        slug: body.slug,
        name: Some(body.names.into()),
        ..Default::default()
    };
    let made = app.neighbours.by(&staff.actor).categories()?.create_category(request).await?.into_inner();
    app.catalog.reads().drop_all();
    Ok((StatusCode::CREATED, Json(CategoryDetail::new(made, language))))
}

/// One category.
#[utoipa::path(get, path = "/dashboard/api/categories/{id}", tag = "dashboard", security(("staff" = [])),
    params(("id" = String, Path, description = "The category's id")), responses((status = 200, body = CategoryDetail)))]
pub async fn get_category(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(category): Path<String>,
) -> Result<Json<CategoryDetail>, Problem> {
    Ok(Json(read(&app, &staff, id("id", &category)?, language).await?))
}

/// Changes a category; what products show of it follows within seconds.
#[utoipa::path(patch, path = "/dashboard/api/categories/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The category's id")),
    request_body = CategoryChange, responses((status = 200, body = CategoryDetail),
        (status = 409, body = ProblemBody, description = "`current` is the present category")))]
pub async fn update_category(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(category): Path<String>,
    extract::Json(body): extract::Json<CategoryChange>,
) -> Result<Json<CategoryDetail>, Problem> {
    let category = id::<CategoryId>("id", &category)?;
    let image = body.image.map(|given| picture("image", given)).transpose()?;
    let request = proto::UpdateCategoryRequest {
        id: category.to_string(),
        version: body.version,
        name: body.names.map(Into::into),
        slug: body.slug,
        about: body.about.map(Into::into),
        seo_title: body.seo_title.map(Into::into),
        seo_description: body.seo_description.map(Into::into),
        image_url: image.as_ref().map(|(_, url)| url.clone()).unwrap_or_default(),
        image: image.map(|(content, _)| content),
        feature_set_id: body.feature_set_id,
    };
    let answer = app.neighbours.by(&staff.actor).categories()?.update_category(request).await;
    changed(&app, &staff, (category, language), answer).await
}

/// Puts a category under another one, or elsewhere among its siblings.
#[utoipa::path(post, path = "/dashboard/api/categories/{id}/move", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The category's id")),
    request_body = CategoryMove, responses((status = 200, body = CategoryDetail),
        (status = 409, body = ProblemBody, description = "`current` is the present category")))]
pub async fn move_category(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(category): Path<String>,
    extract::Json(body): extract::Json<CategoryMove>,
) -> Result<Json<CategoryDetail>, Problem> {
    let category = id::<CategoryId>("id", &category)?;
    let request = proto::MoveCategoryRequest {
        id: category.to_string(),
        version: body.version,
        parent_id: parent(body.parent_id)?,
        at: body.at,
    };
    let answer = app.neighbours.by(&staff.actor).categories()?.move_category(request).await;
    changed(&app, &staff, (category, language), answer).await
}

/// Takes a category away that nothing names.
#[utoipa::path(delete, path = "/dashboard/api/categories/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The category's id")),
    responses((status = 204), (status = 409, body = ProblemBody, description =
        "`catalog.category_in_use`: `facts` count the `categories`, `products`, `promotions` and home `blocks` that name it")))]
pub async fn delete_category(
    State(app): State<App>,
    staff: Staff,
    Path(category): Path<String>,
) -> Result<StatusCode, Problem> {
    let request = proto::DeleteCategoryRequest { id: id::<CategoryId>("id", &category)?.to_string() };
    app.neighbours.by(&staff.actor).categories()?.delete_category(request).await?;
    app.catalog.reads().drop_all();
    Ok(StatusCode::NO_CONTENT)
}

/// The editor reads their own change at once; other gateways hear of it by the event.
async fn changed(
    app: &App,
    staff: &Staff,
    (category, language): (CategoryId, Language),
    answer: Result<tonic::Response<proto::Category>, tonic::Status>,
) -> Result<Json<CategoryDetail>, Problem> {
    let answer = answer.map(|answer| CategoryDetail::new(answer.into_inner(), language));
    if answer.is_ok() {
        app.catalog.reads().drop_all();
    }
    edits::or_current(answer.map_err(Problem::from), || read(app, staff, category, language)).await
}

async fn read(
    app: &App,
    staff: &Staff,
    category: CategoryId,
    language: Language,
) -> Result<CategoryDetail, Problem> {
    let wanted = category.to_string();
    let found = all(app, staff).await?.into_iter().find(|category| category.id == wanted);
    let found = found.ok_or_else(|| Problem::not_found("there is no such category"))?;
    Ok(CategoryDetail::new(found, language))
}

/// Hundreds, in one answer: a tree is shown whole.
async fn all(app: &App, staff: &Staff) -> Result<Vec<proto::Category>, Problem> {
    let mut categories = app.neighbours.by(&staff.actor).categories()?;
    Ok(categories.list_categories(proto::ListCategoriesRequest {}).await?.into_inner().categories)
}

fn parent(given: String) -> Result<String, Problem> {
    if !given.is_empty() {
        id::<CategoryId>("parentId", &given)?;
    }
    Ok(given)
}
