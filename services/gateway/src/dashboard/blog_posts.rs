//! Posts of the blog, as staff list and write them.

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
use crate::pages::blog_post_path;
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

/// Whether shoppers can read a post.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum BlogPostState {
    Published,
    /// From its date on, which is ahead.
    Planned,
    /// Nobody outside sees it.
    Draft,
}

/// In which order posts are listed.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum BlogPostSort {
    /// Newest first, before them what has no date.
    #[default]
    Default,
    /// By French title.
    Title,
    /// Last changed first.
    Changed,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BlogPostsQuery {
    /// From 1.
    page: Option<u32>,
    /// 12, 24, 50, 100 or 200.
    size: Option<u32>,
    /// Part of the title in any language, or of the address.
    q: Option<String>,
    /// Id of the category whose posts are listed.
    category: Option<String>,
    /// `published`, `planned` (from a date that is ahead) or `draft`.
    #[param(inline)]
    state: Option<BlogPostState>,
    /// `default` (newest first, before them what has no date), `title` (by French title), `changed` (last changed first).
    #[param(inline)]
    sort: Option<BlogPostSort>,
}

/// A page of the posts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlogPostList {
    /// The rows of the page.
    pub posts: Vec<BlogPostRow>,
    /// Rows in all.
    pub total: u64,
    /// From 1.
    pub page: u32,
    /// Rows per page.
    pub size: u32,
    /// Pages of the list that can be asked for.
    pub page_count: u64,
}

/// A post in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlogPostRow {
    /// Id.
    pub id: String,
    /// Its heading.
    pub title: LocalizedTexts,
    /// Its page in the shop.
    pub link: String,
    /// Name of its category.
    pub category: LocalizedTexts,
    /// Path of its picture; empty without one.
    pub picture: String,
    /// `published`, `planned` or `draft`.
    pub state: String,
    /// RFC 3339; shoppers read one that is no draft from then on. Null: none was set.
    pub published_at: Option<String>,
    /// RFC 3339; when it was saved last.
    pub changed_at: String,
}

/// A post as staff write it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlogPostDetail {
    /// Id.
    pub id: String,
    /// To be sent back with an edit.
    pub version: u64,
    /// Id of its category.
    pub category_id: String,
    /// Last part of its address.
    pub slug: String,
    /// Its page in the shop.
    pub link: String,
    /// A draft is seen by nobody outside.
    pub is_active: bool,
    /// RFC 3339; shoppers read one that is no draft from then on. Null: none was set.
    pub published_at: Option<String>,
    /// `published`, `planned` or `draft`.
    pub state: String,
    /// Its heading.
    pub title: LocalizedTexts,
    /// What lists show of it.
    pub excerpt: LocalizedTexts,
    /// Cleaned HTML.
    pub html: LocalizedTexts,
    /// Path of its picture; empty without one.
    pub picture: String,
    /// What search engines show of it; empty: its title.
    pub seo_title: LocalizedTexts,
    /// What search engines show below that; empty: the excerpt, or the beginning of its text.
    pub seo_description: LocalizedTexts,
    /// RFC 3339; when it was saved last.
    pub changed_at: String,
}

/// A post as it shall be, whole.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BlogPostWanted {
    /// The version read, 0 for a post that is made; another one in the shop is a 409 with the present post.
    pub version: u64,
    /// Id of its category.
    pub category_id: String,
    /// Last part of its address; made from the French title where it is left out. A former one leads to the new one.
    #[serde(default)]
    pub slug: String,
    /// Whether shoppers see it, from its date on.
    pub is_active: bool,
    /// RFC 3339; may lie ahead. Left out of a post that shoppers shall see: when it was saved so first.
    #[serde(default)]
    pub published_at: Option<String>,
    /// Its heading; 300 characters at most, French at least.
    pub title: LocalizedTexts,
    /// What lists show of it; 500 characters at most.
    #[serde(default)]
    pub excerpt: LocalizedTexts,
    /// Text in form, 50,000 characters at most; what could run or pretend is taken out.
    #[serde(default)]
    pub html: LocalizedTexts,
    /// A JPEG, PNG or WebP picture in Base64; the path of its present picture keeps that, empty takes it away.
    #[serde(default)]
    pub picture: String,
    /// What search engines show of it; 300 characters at most.
    #[serde(default)]
    pub seo_title: LocalizedTexts,
    /// What search engines show below that; 2,000 characters at most.
    #[serde(default)]
    pub seo_description: LocalizedTexts,
}

/// The posts of the blog, drafts too.
#[utoipa::path(get, path = "/dashboard/api/blog-posts", tag = "dashboard", security(("staff" = [])),
    params(BlogPostsQuery), responses((status = 200, body = BlogPostList)))]
pub async fn list_blog_posts(
    State(app): State<App>,
    staff: Staff,
    Query(query): Query<BlogPostsQuery>,
) -> Result<Json<BlogPostList>, Problem> {
    let page = page(query.page, query.size)?;
    let category = query.category.map(|category| id::<Uuid>("category", &category)).transpose()?;
    let request = proto::ListBlogPostsRequest {
        page: Some(PageRequest { page: page.number(), size: page.size() }),
        query: words(query.q)?,
        category_id: category.map(|category| category.to_string()).unwrap_or_default(),
        state: query.state.map(<&str>::from).unwrap_or_default().to_owned(),
        sort: <&str>::from(query.sort.unwrap_or_default()).to_owned(),
    };
    let listed = app.neighbours.by(&staff.actor).blog()?.list_blog_posts(request).await?.into_inner();
    Ok(Json(BlogPostList::new(listed, page)))
}

/// One post of the blog.
#[utoipa::path(get, path = "/dashboard/api/blog-posts/{id}", tag = "dashboard", security(("staff" = [])),
    params(("id" = String, Path, description = "The post's id")), responses((status = 200, body = BlogPostDetail)))]
pub async fn get_blog_post(
    State(app): State<App>,
    staff: Staff,
    Path(post): Path<String>,
) -> Result<Json<BlogPostDetail>, Problem> {
    Ok(Json(read(&app, &staff, id("id", &post)?).await?))
}

/// Makes a post or changes one; shoppers see it at once, or from its date on. The id of a new one is chosen by the caller, a UUID:
/// the same again makes no second post.
#[utoipa::path(put, path = "/dashboard/api/blog-posts/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The post's id")),
    request_body = BlogPostWanted, responses((status = 200, body = BlogPostDetail),
        (status = 409, body = ProblemBody,
            description = "`current` is the present post; `catalog.taken`: another post has the slug")))]
pub async fn save_blog_post(
    State(app): State<App>,
    staff: Staff,
    Path(post): Path<String>,
    extract::Json(body): extract::Json<BlogPostWanted>,
) -> Result<Json<BlogPostDetail>, Problem> {
    let post = id::<Uuid>("id", &post)?;
    let request = proto::SaveBlogPostRequest { post: Some(body.message(post)?) };
    let saved = app.neighbours.by(&staff.actor).blog()?.save_blog_post(request).await;
    if saved.is_ok() {
        app.catalog.reads().drop_all();
    }
    let answer = saved.map(|saved| saved.into_inner().into()).map_err(Problem::from);
    or_current(answer, async || read(&app, &staff, post).await).await
}

/// Takes away a post that nothing names.
#[utoipa::path(delete, path = "/dashboard/api/blog-posts/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The post's id")),
    responses((status = 204), (status = 409, body = ProblemBody,
        description = "`catalog.blog_post_in_use`: `facts` count the `items` of menus and home `blocks` that name it")))]
pub async fn delete_blog_post(
    State(app): State<App>,
    staff: Staff,
    Path(post): Path<String>,
) -> Result<StatusCode, Problem> {
    let request = proto::DeleteBlogPostRequest { id: id::<Uuid>("id", &post)?.to_string() };
    app.neighbours.by(&staff.actor).blog()?.delete_blog_post(request).await?;
    app.catalog.reads().drop_all();
    Ok(StatusCode::NO_CONTENT)
}

impl BlogPostList {
    fn new(listed: proto::ListBlogPostsResponse, page: Page) -> Self {
        Self {
            posts: listed.posts.into_iter().map(BlogPostRow::from).collect(),
            total: listed.total,
            page: page.number(),
            size: page.size(),
            page_count: page.count_within_reach(listed.total),
        }
    }
}

impl From<proto::BlogPost> for BlogPostRow {
    fn from(post: proto::BlogPost) -> Self {
        Self {
            link: blog_post_path(&post.slug),
            id: post.id,
            title: post.title.unwrap_or_default().into(),
            category: post.category_name.unwrap_or_default().into(),
            picture: post.picture_url,
            state: post.state,
            published_at: moment(post.published_at),
            changed_at: post.changed_at,
        }
    }
}

impl From<proto::BlogPost> for BlogPostDetail {
    fn from(post: proto::BlogPost) -> Self {
        Self {
            id: post.id,
            version: post.version,
            category_id: post.category_id,
            link: blog_post_path(&post.slug),
            slug: post.slug,
            is_active: post.active,
            published_at: moment(post.published_at),
            state: post.state,
            title: post.title.unwrap_or_default().into(),
            excerpt: post.excerpt.unwrap_or_default().into(),
            html: post.html.unwrap_or_default().into(),
            picture: post.picture_url,
            seo_title: post.seo_title.unwrap_or_default().into(),
            seo_description: post.seo_description.unwrap_or_default().into(),
            changed_at: post.changed_at,
        }
    }
}

impl BlogPostWanted {
    fn message(self, id: Uuid) -> Result<proto::BlogPost, Problem> {
        let (picture, picture_url) = picture("picture", self.picture)?;
        Ok(proto::BlogPost {
            id: id.to_string(),
            version: self.version,
            category_id: extract::id::<Uuid>("categoryId", &self.category_id)?.to_string(),
            slug: self.slug,
            active: self.is_active,
            published_at: self.published_at.unwrap_or_default(),
            title: Some(self.title.into()),
            excerpt: Some(self.excerpt.into()),
            html: Some(self.html.into()),
            seo_title: Some(self.seo_title.into()),
            seo_description: Some(self.seo_description.into()),
            picture,
            picture_url,
            ..Default::default()
        })
    }
}

fn moment(told: String) -> Option<String> {
    (!told.is_empty()).then_some(told)
}

async fn read(app: &App, staff: &Staff, post: Uuid) -> Result<BlogPostDetail, Problem> {
    let request = proto::GetBlogPostRequest { id: post.to_string() };
    Ok(app.neighbours.by(&staff.actor).blog()?.get_blog_post(request).await?.into_inner().into())
}
