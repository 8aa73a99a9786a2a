//! Brand lines, as staff list and edit them.

use axum::Json;
use axum::extract::{Path, State};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use souk_kernel::{BrandId, BrandLineId, Page};
use souk_proto::catalog::v1 as proto;
use souk_proto::common::v1::PageRequest;
use utoipa::{IntoParams, ToSchema};

use super::access::Staff;
use super::brands::BrandSort;
use super::edits::or_current;
use super::menus::lookups::LookupItem;
use super::texts::LocalizedTexts;
use super::wanted_picture::picture;
use crate::extract::{self, Query, id, page, words};
use crate::pages::brand_line_path;
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BrandLinesQuery {
    /// From 1.
    page: Option<u32>,
    /// 12, 24, 50, 100 or 200.
    size: Option<u32>,
    /// Part of the name.
    q: Option<String>,
    /// Id of the brand whose lines are listed.
    brand: Option<String>,
    /// `default` (by position, then name), `name`, `products` (most first).
    #[param(inline)]
    sort: Option<BrandSort>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BrandLineChoices {
    /// Id of the brand whose lines there are to choose from; without it those of all brands, named with their brand.
    brand: Option<String>,
}

/// A page of the brand lines.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandLineList {
    /// The rows of the page.
    pub lines: Vec<BrandLineDetail>,
    /// Rows in all.
    pub total: u64,
    /// From 1.
    pub page: u32,
    /// Rows per page.
    pub size: u32,
    /// Pages that can be asked for.
    pub page_count: u64,
}

/// A brand line as staff see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandLineDetail {
    /// Id.
    pub id: String,
    /// To be sent back with an edit.
    pub version: u64,
    /// Id of the brand that it is of.
    pub brand_id: String,
    /// Name of the brand that it is of.
    pub brand: String,
    /// The same in all languages.
    pub name: String,
    /// Last part of its address.
    pub slug: String,
    /// Its page in the shop.
    pub link: String,
    /// Path of its picture; empty without one.
    pub picture: String,
    /// Said over its listing.
    pub about: LocalizedTexts,
    /// What search engines show of its listing; empty: its name.
    pub seo_title: LocalizedTexts,
    /// What search engines show below that; empty: what is said over its listing.
    pub seo_description: LocalizedTexts,
    /// Lower is shown first; equal ones by name.
    pub position: u32,
    /// Products that shoppers see.
    pub products_count: u64,
}

/// A brand line as it shall be, whole.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BrandLineWanted {
    /// The version read, 0 for a line that is made; another one in the shop is a 409 with the present line.
    pub version: u64,
    /// Id of the brand that it is of; of a line that is there, the one that it has.
    pub brand_id: String,
    /// 1 to 300 characters.
    pub name: String,
    /// Last part of its address; made from the name where it is left out. A former one leads to the new one.
    #[serde(default)]
    pub slug: String,
    /// A JPEG, PNG or WebP picture in Base64; the path of its present picture keeps that, empty takes it away.
    #[serde(default)]
    pub picture: String,
    /// Said over its listing; 2,000 characters at most.
    #[serde(default)]
    pub about: LocalizedTexts,
    /// What search engines show of its listing; 300 characters at most.
    #[serde(default)]
    pub seo_title: LocalizedTexts,
    /// What search engines show below that; 2,000 characters at most.
    #[serde(default)]
    pub seo_description: LocalizedTexts,
    /// Lower is shown first; 1,000,000 at most.
    pub position: u32,
}

/// Brand lines to choose from: a list whose first element is the list of them, as of brands.
#[utoipa::path(get, path = "/dashboard/menu/api/brand-lines", tag = "dashboard", security(("staff" = [])),
    params(BrandLineChoices), responses((status = 200, body = Vec<Vec<LookupItem>>)))]
pub async fn menu_brand_lines(
    State(app): State<App>,
    staff: Staff,
    Query(query): Query<BrandLineChoices>,
) -> Result<Json<[Vec<LookupItem>; 1]>, Problem> {
    let brand_id = of_brand(query.brand)?;
    let is_of_one = !brand_id.is_empty();
    let request = proto::ListBrandLinesRequest { brand_id, ..Default::default() };
    let lines = app.neighbours.by(&staff.actor).brand_lines()?.list_brand_lines(request).await?.into_inner();
    let item = |line: proto::BrandLine| LookupItem {
        id: line.id,
        name: if is_of_one { line.name } else { format!("{} · {}", line.brand_name, line.name) },
    };
    Ok(Json([lines.lines.into_iter().map(item).collect()]))
}

/// The brand lines.
#[utoipa::path(get, path = "/dashboard/api/brand-lines", tag = "dashboard", security(("staff" = [])),
    params(BrandLinesQuery), responses((status = 200, body = BrandLineList)))]
pub async fn list_brand_lines(
    State(app): State<App>,
    staff: Staff,
    Query(query): Query<BrandLinesQuery>,
) -> Result<Json<BrandLineList>, Problem> {
    let page = page(query.page, query.size)?;
    let request = proto::ListBrandLinesRequest {
        page: Some(PageRequest { page: page.number(), size: page.size() }),
        query: words(query.q)?,
        brand_id: of_brand(query.brand)?,
        sort: query.sort.unwrap_or_default().code().to_owned(),
    };
    let listed = app.neighbours.by(&staff.actor).brand_lines()?.list_brand_lines(request).await?.into_inner();
    Ok(Json(BrandLineList::new(listed, page)))
}

/// One brand line.
#[utoipa::path(get, path = "/dashboard/api/brand-lines/{id}", tag = "dashboard", security(("staff" = [])),
    params(("id" = String, Path, description = "The line's id")),
    responses((status = 200, body = BrandLineDetail)))]
pub async fn get_brand_line(
    State(app): State<App>,
    staff: Staff,
    Path(line): Path<String>,
) -> Result<Json<BrandLineDetail>, Problem> {
    Ok(Json(read(&app, &staff, id("id", &line)?).await?))
}

/// Makes a brand line or changes one; what products show of it follows within seconds. The id of a new one is chosen by the
/// caller, a UUID: the same again makes no second line.
#[utoipa::path(put, path = "/dashboard/api/brand-lines/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The line's id")),
    request_body = BrandLineWanted, responses((status = 200, body = BrandLineDetail),
        (status = 409, body = ProblemBody, description = "`current` is the present line; `catalog.taken`: another line has \
            the slug; `catalog.brand_merging`: the brand is being handed over to another")))]
pub async fn save_brand_line(
    State(app): State<App>,
    staff: Staff,
    Path(line): Path<String>,
    extract::Json(body): extract::Json<BrandLineWanted>,
) -> Result<Json<BrandLineDetail>, Problem> {
    let line = id::<BrandLineId>("id", &line)?;
    let request = proto::SaveBrandLineRequest { line: Some(body.message(line)?) };
    let saved = app.neighbours.by(&staff.actor).brand_lines()?.save_brand_line(request).await;
    if saved.is_ok() {
        app.catalog.reads().drop_all();
    }
    let answer = saved.map(|saved| saved.into_inner().into()).map_err(Problem::from);
    or_current(answer, async || read(&app, &staff, line).await).await
}

/// Takes a brand line away that nothing names.
#[utoipa::path(delete, path = "/dashboard/api/brand-lines/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The line's id")),
    responses((status = 204), (status = 409, body = ProblemBody,
        description = "`catalog.brand_line_in_use`: `facts` count the `products` and home `blocks` that name it")))]
pub async fn delete_brand_line(
    State(app): State<App>,
    staff: Staff,
    Path(line): Path<String>,
) -> Result<StatusCode, Problem> {
    let request = proto::DeleteBrandLineRequest { id: id::<BrandLineId>("id", &line)?.to_string() };
    app.neighbours.by(&staff.actor).brand_lines()?.delete_brand_line(request).await?;
    app.catalog.reads().drop_all();
    Ok(StatusCode::NO_CONTENT)
}

/// The brand that a list is narrowed to; empty for all.
fn of_brand(brand: Option<String>) -> Result<String, Problem> {
    if let Some(brand) = &brand {
        id::<BrandId>("brand", brand)?;
    }
    Ok(brand.unwrap_or_default())
}

impl BrandLineList {
    fn new(listed: proto::ListBrandLinesResponse, page: Page) -> Self {
        Self {
            lines: listed.lines.into_iter().map(BrandLineDetail::from).collect(),
            total: listed.total,
            page: page.number(),
            size: page.size(),
            page_count: page.count_within_reach(listed.total),
        }
    }
}

impl From<proto::BrandLine> for BrandLineDetail {
    fn from(line: proto::BrandLine) -> Self {
        Self {
            id: line.id,
            version: line.version,
            brand_id: line.brand_id,
            brand: line.brand_name,
            name: line.name,
            link: brand_line_path(&line.slug),
            slug: line.slug,
            picture: line.picture_url,
            about: line.about.unwrap_or_default().into(),
            seo_title: line.seo_title.unwrap_or_default().into(),
            seo_description: line.seo_description.unwrap_or_default().into(),
            position: line.position,
            products_count: line.products,
        }
    }
}

impl BrandLineWanted {
    fn message(self, line: BrandLineId) -> Result<proto::BrandLine, Problem> {
        let (picture, picture_url) = picture("picture", self.picture)?;
        Ok(proto::BrandLine {
            id: line.to_string(),
            version: self.version,
            brand_id: id::<BrandId>("brandId", &self.brand_id)?.to_string(),
            name: self.name,
            slug: self.slug,
            picture,
            picture_url,
            about: Some(self.about.into()),
            seo_title: Some(self.seo_title.into()),
            seo_description: Some(self.seo_description.into()),
            position: self.position,
            ..Default::default()
        })
    }
}

async fn read(app: &App, staff: &Staff, line: BrandLineId) -> Result<BrandLineDetail, Problem> {
    let request = proto::GetBrandLineRequest { id: line.to_string() };
    Ok(app.neighbours.by(&staff.actor).brand_lines()?.get_brand_line(request).await?.into_inner().into())
}
