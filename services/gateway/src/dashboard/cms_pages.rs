//! Pages of text, as staff list and write them.

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
use crate::extract::{self, Query, id, page, words};
use crate::pages::cms_page_path;
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

/// Whether shoppers can read a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum CmsPageState {
    Active,
    /// Nobody outside sees it.
    Draft,
}

/// In which order pages are listed.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum CmsPageSort {
    /// By French title.
    #[default]
    Default,
    /// Last changed first.
    Changed,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CmsPagesQuery {
    /// From 1.
    page: Option<u32>,
    /// 12, 24, 50, 100 or 200.
    size: Option<u32>,
    /// Part of the title in any language, or of the address.
    q: Option<String>,
    /// `active` or `draft`.
    #[param(inline)]
    state: Option<CmsPageState>,
    /// `default` (by French title), `changed` (last changed first).
    #[param(inline)]
    sort: Option<CmsPageSort>,
}

/// A page of the pages.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CmsPageList {
    /// The rows of the page.
    pub pages: Vec<CmsPageRow>,
    /// Rows in all.
    pub total: u64,
    /// From 1.
    pub page: u32,
    /// Rows per page.
    pub size: u32,
    /// Pages of the list that can be asked for.
    pub page_count: u64,
}

/// A page of text in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CmsPageRow {
    /// Id.
    pub id: String,
    /// Its heading.
    pub title: LocalizedTexts,
    /// Its page in the shop.
    pub link: String,
    /// A draft is seen by nobody outside.
    pub is_active: bool,
    /// RFC 3339; when it was saved last.
    pub changed_at: String,
}

/// A page of text as staff write it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CmsPageDetail {
    /// Id.
    pub id: String,
    /// To be sent back with an edit.
    pub version: u64,
    /// Last part of its address.
    pub slug: String,
    /// Its page in the shop.
    pub link: String,
    /// A draft is seen by nobody outside.
    pub is_active: bool,
    /// Its heading.
    pub title: LocalizedTexts,
    /// Cleaned HTML.
    pub html: LocalizedTexts,
    /// What search engines show of it; empty: its title.
    pub seo_title: LocalizedTexts,
    /// What search engines show below that; empty: the beginning of its text.
    pub seo_description: LocalizedTexts,
    /// RFC 3339; when it was saved last.
    pub changed_at: String,
}

/// A page of text as it shall be, whole.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CmsPageWanted {
    /// The version read, 0 for a page that is made; another one in the shop is a 409 with the present page.
    pub version: u64,
    /// Last part of its address; made from the French title where it is left out. A former one leads to the new one.
    #[serde(default)]
    pub slug: String,
    /// Whether shoppers see it.
    pub is_active: bool,
    /// Its heading; 300 characters at most, French at least.
    pub title: LocalizedTexts,
    /// Text in form, 50,000 characters at most; what could run or pretend is taken out.
    #[serde(default)]
    pub html: LocalizedTexts,
    /// What search engines show of it; 300 characters at most.
    #[serde(default)]
    pub seo_title: LocalizedTexts,
    /// What search engines show below that; 2,000 characters at most.
    #[serde(default)]
    pub seo_description: LocalizedTexts,
}

/// The pages of text, drafts too.
#[utoipa::path(get, path = "/dashboard/api/cms-pages", tag = "dashboard", security(("staff" = [])),
    params(CmsPagesQuery), responses((status = 200, body = CmsPageList)))]
pub async fn list_cms_pages(
    State(app): State<App>,
    staff: Staff,
    Query(query): Query<CmsPagesQuery>,
) -> Result<Json<CmsPageList>, Problem> {
    let page = page(query.page, query.size)?;
    let request = proto::ListCmsPagesRequest {
        page: Some(PageRequest { page: page.number(), size: page.size() }),
        query: words(query.q)?,
        state: query.state.map(<&str>::from).unwrap_or_default().to_owned(),
        sort: <&str>::from(query.sort.unwrap_or_default()).to_owned(),
    };
    let listed = app.neighbours.by(&staff.actor).cms_pages()?.list_cms_pages(request).await?.into_inner();
    Ok(Json(CmsPageList::new(listed, page)))
}

/// One page of text.
#[utoipa::path(get, path = "/dashboard/api/cms-pages/{id}", tag = "dashboard", security(("staff" = [])),
    params(("id" = String, Path, description = "The page's id")), responses((status = 200, body = CmsPageDetail)))]
pub async fn get_cms_page(
    State(app): State<App>,
    staff: Staff,
    Path(cms_page): Path<String>,
) -> Result<Json<CmsPageDetail>, Problem> {
    Ok(Json(read(&app, &staff, id("id", &cms_page)?).await?))
}

/// Makes a page of text or changes one; shoppers see it at once. The id of a new one is chosen by the caller, a UUID: the same
/// again makes no second page.
#[utoipa::path(put, path = "/dashboard/api/cms-pages/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The page's id")),
    request_body = CmsPageWanted, responses((status = 200, body = CmsPageDetail),
        (status = 409, body = ProblemBody,
            description = "`current` is the present page; `catalog.taken`: another page has the slug")))]
pub async fn save_cms_page(
    State(app): State<App>,
    staff: Staff,
    Path(cms_page): Path<String>,
    extract::Json(body): extract::Json<CmsPageWanted>,
) -> Result<Json<CmsPageDetail>, Problem> {
    let cms_page = id::<Uuid>("id", &cms_page)?;
    let request = proto::SaveCmsPageRequest { page: Some(body.message(cms_page)) };
    let saved = app.neighbours.by(&staff.actor).cms_pages()?.save_cms_page(request).await;
    if saved.is_ok() {
        app.catalog.reads().drop_all();
    }
    let answer = saved.map(|saved| saved.into_inner().into()).map_err(Problem::from);
    or_current(answer, async || read(&app, &staff, cms_page).await).await
}

/// Takes a page of text away.
#[utoipa::path(delete, path = "/dashboard/api/cms-pages/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The page's id")),
    responses((status = 204)))]
pub async fn delete_cms_page(
    State(app): State<App>,
    staff: Staff,
    Path(cms_page): Path<String>,
) -> Result<StatusCode, Problem> {
    let request = proto::DeleteCmsPageRequest { id: id::<Uuid>("id", &cms_page)?.to_string() };
    app.neighbours.by(&staff.actor).cms_pages()?.delete_cms_page(request).await?;
    app.catalog.reads().drop_all();
    Ok(StatusCode::NO_CONTENT)
}

impl CmsPageList {
    fn new(listed: proto::ListCmsPagesResponse, page: Page) -> Self {
        Self {
            pages: listed.pages.into_iter().map(CmsPageRow::from).collect(),
            total: listed.total,
            page: page.number(),
            size: page.size(),
            page_count: page.count_within_reach(listed.total),
        }
    }
}

impl From<proto::CmsPage> for CmsPageRow {
    fn from(page: proto::CmsPage) -> Self {
        Self {
            link: cms_page_path(&page.slug),
            id: page.id,
            title: page.title.unwrap_or_default().into(),
            is_active: page.active,
            changed_at: page.changed_at,
        }
    }
}

impl From<proto::CmsPage> for CmsPageDetail {
    fn from(page: proto::CmsPage) -> Self {
        Self {
            id: page.id,
            version: page.version,
            link: cms_page_path(&page.slug),
            slug: page.slug,
            is_active: page.active,
            title: page.title.unwrap_or_default().into(),
            html: page.html.unwrap_or_default().into(),
            seo_title: page.seo_title.unwrap_or_default().into(),
            seo_description: page.seo_description.unwrap_or_default().into(),
            changed_at: page.changed_at,
        }
    }
}

impl CmsPageWanted {
    fn message(self, id: Uuid) -> proto::CmsPage {
        proto::CmsPage {
            id: id.to_string(),
            version: self.version,
            slug: self.slug,
            active: self.is_active,
            title: Some(self.title.into()),
            html: Some(self.html.into()),
            seo_title: Some(self.seo_title.into()),
            seo_description: Some(self.seo_description.into()),
            changed_at: String::new(),
        }
    }
}

async fn read(app: &App, staff: &Staff, cms_page: Uuid) -> Result<CmsPageDetail, Problem> {
    let request = proto::GetCmsPageRequest { id: cms_page.to_string() };
    Ok(app.neighbours.by(&staff.actor).cms_pages()?.get_cms_page(request).await?.into_inner().into())
}
