//! Categories of the blog, as staff list and edit them.

use axum::Json;
use axum::extract::{Path, State};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use souk_kernel::Page;
use souk_proto::catalog::v1 as proto;
use souk_proto::common::v1::PageRequest;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::access::Staff;
use super::edits::or_current;
use super::texts::LocalizedTexts;
use super::wanted_picture::picture;
use crate::extract::{self, Query, id, page, words};
use crate::pages::blog_category_path;
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

/// In which order categories are listed.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum BlogCategorySort {
    /// By position, then name.
    #[default]
    Default,
    /// By French name.
    Name,
    /// Most first.
    Posts,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BlogCategoriesQuery {
    /// From 1.
    page: Option<u32>,
    /// 12, 24, 50, 100 or 200.
    size: Option<u32>,
    /// Part of the name in any language, or of the address.
    q: Option<String>,
    /// `default` (by position, then name), `name`, `posts` (most first).
    #[param(inline)]
    sort: Option<BlogCategorySort>,
}

/// A page of the blog's categories.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlogCategoryList {
    /// The rows of the page.
    pub categories: Vec<BlogCategoryDetail>,
    /// Rows in all.
    pub total: u64,
    /// From 1.
    pub page: u32,
    /// Rows per page.
    pub size: u32,
    /// Pages that can be asked for.
    pub page_count: u64,
}

/// A category of the blog as staff see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlogCategoryDetail {
    /// Id.
    pub id: String,
    /// To be sent back with an edit.
    pub version: u64,
    /// Last part of its address.
    pub slug: String,
    /// Its page in the shop.
    pub link: String,
    /// What it is called.
    pub name: LocalizedTexts,
    /// Said over its posts.
    pub description: LocalizedTexts,
    /// Path of its picture; empty without one.
    pub picture: String,
    /// What search engines show of it; empty: its name.
    pub seo_title: LocalizedTexts,
    /// What search engines show below that; empty: its description.
    pub seo_description: LocalizedTexts,
    /// Lower is shown first; equal ones by name.
    pub position: u32,
    /// Its posts, drafts too.
    pub posts_count: u64,
}

/// A category of the blog as it shall be, whole.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BlogCategoryWanted {
    /// The version read, 0 for a category that is made; another one in the shop is a 409 with the present category.
    pub version: u64,
    /// Last part of its address; made from the French name where it is left out. A former one leads to the new one.
    #[serde(default)]
    pub slug: String,
    /// What it is called; 300 characters at most, French at least.
    pub name: LocalizedTexts,
    /// Said over its posts; 2,000 characters at most.
    #[serde(default)]
    pub description: LocalizedTexts,
    /// A JPEG, PNG or WebP picture in Base64; the path of its present picture keeps that, empty takes it away.
    #[serde(default)]
    pub picture: String,
    /// What search engines show of it; 300 characters at most.
    #[serde(default)]
    pub seo_title: LocalizedTexts,
    /// What search engines show below that; 2,000 characters at most.
    #[serde(default)]
    pub seo_description: LocalizedTexts,
    /// Lower is shown first; 1,000,000 at most.
    pub position: u32,
}

/// The blog's categories.
#[utoipa::path(get, path = "/dashboard/api/blog-categories", tag = "dashboard", security(("staff" = [])),
    params(BlogCategoriesQuery), responses((status = 200, body = BlogCategoryList)))]
pub async fn list_blog_categories(
    State(app): State<App>,
    staff: Staff,
    Query(query): Query<BlogCategoriesQuery>,
) -> Result<Json<BlogCategoryList>, Problem> {
    let page = page(query.page, query.size)?;
    let request = proto::ListBlogCategoriesRequest {
        page: Some(PageRequest { page: page.number(), size: page.size() }),
        query: words(query.q)?,
        sort: <&str>::from(query.sort.unwrap_or_default()).to_owned(),
    };
    let listed = app.neighbours.by(&staff.actor).blog()?.list_blog_categories(request).await?.into_inner();
    Ok(Json(BlogCategoryList::new(listed, page)))
}

/// One category of the blog.
#[utoipa::path(get, path = "/dashboard/api/blog-categories/{id}", tag = "dashboard", security(("staff" = [])),
    params(("id" = String, Path, description = "The category's id")),
    responses((status = 200, body = BlogCategoryDetail)))]
pub async fn get_blog_category(
    State(app): State<App>,
    staff: Staff,
    Path(category): Path<String>,
) -> Result<Json<BlogCategoryDetail>, Problem> {
    Ok(Json(read(&app, &staff, id("id", &category)?).await?))
}

/// Makes a category of the blog or changes one; shoppers see it at once. The id of a new one is chosen by the caller, a UUID: the
/// same again makes no second category.
#[utoipa::path(put, path = "/dashboard/api/blog-categories/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The category's id")),
    request_body = BlogCategoryWanted, responses((status = 200, body = BlogCategoryDetail),
        (status = 409, body = ProblemBody,
            description = "`current` is the present category; `catalog.taken`: another category has the slug")))]
pub async fn save_blog_category(
    State(app): State<App>,
    staff: Staff,
    Path(category): Path<String>,
    extract::Json(body): extract::Json<BlogCategoryWanted>,
) -> Result<Json<BlogCategoryDetail>, Problem> {
    let category = id::<Uuid>("id", &category)?;
    let request = proto::SaveBlogCategoryRequest { category: Some(body.message(category)?) };
    let saved = app.neighbours.by(&staff.actor).blog()?.save_blog_category(request).await;
    if saved.is_ok() {
        app.catalog.reads().drop_all();
    }
    let answer = saved.map(|saved| saved.into_inner().into()).map_err(Problem::from);
    or_current(answer, async || read(&app, &staff, category).await).await
}

/// Takes away a category of the blog that no post is in and no menu names.
#[utoipa::path(delete, path = "/dashboard/api/blog-categories/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The category's id")),
    responses((status = 204), (status = 409, body = ProblemBody,
        description = "`catalog.blog_category_in_use`: `facts` count the `posts` in it, drafts too, and the `items` of menus that name it")))]
pub async fn delete_blog_category(
    State(app): State<App>,
    staff: Staff,
    Path(category): Path<String>,
) -> Result<StatusCode, Problem> {
    let request = proto::DeleteBlogCategoryRequest { id: id::<Uuid>("id", &category)?.to_string() };
    app.neighbours.by(&staff.actor).blog()?.delete_blog_category(request).await?;
    app.catalog.reads().drop_all();
    Ok(StatusCode::NO_CONTENT)
}

impl BlogCategoryList {
    fn new(listed: proto::ListBlogCategoriesResponse, page: Page) -> Self {
        Self {
            categories: listed.categories.into_iter().map(BlogCategoryDetail::from).collect(),
            total: listed.total,
            page: page.number(),
            size: page.size(),
            page_count: page.count_within_reach(listed.total),
        }
    }
}

impl From<proto::BlogCategory> for BlogCategoryDetail {
    fn from(category: proto::BlogCategory) -> Self {
        Self {
            id: category.id,
            version: category.version,
            link: blog_category_path(&category.slug),
            slug: category.slug,
            name: category.name.unwrap_or_default().into(),
            description: category.description.unwrap_or_default().into(),
            picture: category.picture_url,
            seo_title: category.seo_title.unwrap_or_default().into(),
            seo_description: category.seo_description.unwrap_or_default().into(),
            position: category.position,
            posts_count: category.posts,
        }
    }
}

impl BlogCategoryWanted {
    fn message(self, id: Uuid) -> Result<proto::BlogCategory, Problem> {
        let (picture, picture_url) = picture("picture", self.picture)?;
        Ok(proto::BlogCategory {
            id: id.to_string(),
            version: self.version,
            slug: self.slug,
            name: Some(self.name.into()),
            description: Some(self.description.into()),
            seo_title: Some(self.seo_title.into()),
            seo_description: Some(self.seo_description.into()),
            picture,
            picture_url,
            position: self.position,
            posts: 0,
        })
    }
}

async fn read(app: &App, staff: &Staff, category: Uuid) -> Result<BlogCategoryDetail, Problem> {
    let request = proto::GetBlogCategoryRequest { id: category.to_string() };
    Ok(app.neighbours.by(&staff.actor).blog()?.get_blog_category(request).await?.into_inner().into())
}
