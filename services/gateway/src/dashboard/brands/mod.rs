//! Brands, as staff list and edit them.

mod view;

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use futures::{StreamExt as _, stream};
use http::StatusCode;
use serde::Deserialize;
use souk_kernel::{BrandId, Page};
use souk_proto::catalog::v1 as proto;
use souk_proto::common::v1::PageRequest;
use utoipa::{IntoParams, ToSchema};

pub use self::view::{BrandDetail, BrandList};
use super::access::Staff;
use super::edits;
use super::export;
use super::texts::LocalizedTexts;
use super::wanted_picture::picture;
use crate::extract::{self, Query, id, page, words};
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

/// Rows that an export reads at once.
const STEP: u32 = 200;

/// In which order brands are listed.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BrandSort {
    /// As shoppers see them: by position, then name.
    #[default]
    Default,
    Name,
    /// Most first.
    Products,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BrandsQuery {
    /// From 1.
    page: Option<u32>,
    /// 12, 24, 50, 100 or 200.
    size: Option<u32>,
    /// Part of the name.
    q: Option<String>,
    /// `default` (by position, then name), `name`, `products` (most first).
    #[param(inline)]
    sort: Option<BrandSort>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BrandsExport {
    /// Part of the name.
    q: Option<String>,
    /// `default` (by position, then name), `name`, `products` (most first).
    #[param(inline)]
    sort: Option<BrandSort>,
}

/// A brand to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewBrand {
    /// Chosen by the caller, a UUID: the same one again makes no second brand.
    pub id: String,
    /// 1 to 300 characters.
    pub name: String,
    /// Part of its address, for good; made from the name where it is left out.
    #[serde(default)]
    pub slug: String,
    /// Said over its listing.
    #[serde(default)]
    pub about: LocalizedTexts,
    /// Lower is shown first; without it, behind those that have one.
    #[serde(default)]
    pub position: Option<u32>,
    /// A JPEG, PNG or WebP picture in Base64, or the path of one that the shop has; empty for none. The whole body has 64 KiB at most.
    #[serde(default)]
    pub logo: String,
}

/// What changes; absent members stay.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BrandChange {
    /// The version read; another one in the shop is a 409 with the present brand.
    pub version: u64,
    /// 1 to 300 characters.
    #[serde(default)]
    pub name: Option<String>,
    /// Said over its listing.
    #[serde(default)]
    pub about: Option<LocalizedTexts>,
    /// Lower is shown first.
    #[serde(default)]
    pub position: Option<u32>,
    /// A JPEG, PNG or WebP picture in Base64, or the path of one that the shop has; empty takes the logo away. The whole body has 64 KiB at most.
    #[serde(default)]
    pub logo: Option<String>,
}

/// Which brand takes the products over.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BrandMerge {
    /// The version read; another one in the shop is a 409 with the present brand.
    pub version: u64,
    /// Id of the brand that stays.
    pub into: String,
}

/// The brands.
#[utoipa::path(get, path = "/dashboard/api/brands", tag = "dashboard", security(("staff" = [])),
    params(BrandsQuery), responses((status = 200, body = BrandList)))]
pub async fn list_brands(
    State(app): State<App>,
    staff: Staff,
    Query(query): Query<BrandsQuery>,
) -> Result<Json<BrandList>, Problem> {
    let page = page(query.page, query.size)?;
    let filter = Filter { words: words(query.q)?, sort: query.sort.unwrap_or_default() };
    Ok(Json(BrandList::new(filter.read(&app, &staff, page).await?, page)))
}

/// The brands that a list shows, as CSV in UTF-8.
#[utoipa::path(get, path = "/dashboard/api/brands/export", tag = "dashboard", security(("staff" = [])),
    params(BrandsExport), responses((status = 200, body = String, content_type = "text/csv")))]
pub async fn export_brands(
    State(app): State<App>,
    staff: Staff,
    Query(query): Query<BrandsExport>,
) -> Result<Response, Problem> {
    let filter = Filter { words: words(query.q)?, sort: query.sort.unwrap_or_default() };
    let first = filter.step(&app, &staff, 1).await?;
    let rest = stream::try_unfold((2, first.1), move |(number, more)| {
        let (app, staff, filter) = (app.clone(), staff.clone(), filter.clone());
        async move {
            if !more {
                return Ok(None);
            }
            let (rows, more) = filter.step(&app, &staff, number).await?;
            Ok::<_, Problem>(Some((rows, (number + 1, more))))
        }
    });
    Ok(export::file("brands", &BrandDetail::COLUMNS, stream::iter([Ok(first.0)]).chain(rest)))
}

/// Makes a brand.
#[utoipa::path(post, path = "/dashboard/api/brands", tag = "dashboard", security(("staff" = [], "csrf" = [])),
    request_body = NewBrand, responses((status = 201, body = BrandDetail),
        (status = 409, body = ProblemBody, description = "`catalog.taken`: another brand has the slug")))]
pub async fn create_brand(
    State(app): State<App>,
    staff: Staff,
    extract::Json(body): extract::Json<NewBrand>,
) -> Result<(StatusCode, Json<BrandDetail>), Problem> {
    let (logo, logo_url) = picture("logo", body.logo)?;
    let request = proto::CreateBrandRequest {
        id: id::<BrandId>("id", &body.id)?.to_string(),
        name: body.name,
        slug: body.slug,
        logo,
        logo_url,
        about: Some(body.about.into()),
        position: body.position,
    };
    let made = app.neighbours.by(&staff.actor).brands()?.create_brand(request).await?.into_inner();
    app.catalog.reads().drop_all();
    Ok((StatusCode::CREATED, Json(made.into())))
}

/// One brand.
#[utoipa::path(get, path = "/dashboard/api/brands/{id}", tag = "dashboard", security(("staff" = [])),
    params(("id" = String, Path, description = "The brand's id")), responses((status = 200, body = BrandDetail)))]
pub async fn get_brand(
    State(app): State<App>,
    staff: Staff,
    Path(brand): Path<String>,
) -> Result<Json<BrandDetail>, Problem> {
    Ok(Json(read(&app, &staff, id("id", &brand)?).await?))
}

/// Changes a brand; what products show of it follows within seconds.
#[utoipa::path(patch, path = "/dashboard/api/brands/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The brand's id")),
    request_body = BrandChange, responses((status = 200, body = BrandDetail),
        (status = 409, body = ProblemBody, description = "`current` is the present brand")))]
pub async fn update_brand(
    State(app): State<App>,
    staff: Staff,
    Path(brand): Path<String>,
    extract::Json(body): extract::Json<BrandChange>,
) -> Result<Json<BrandDetail>, Problem> {
    let brand = id::<BrandId>("id", &brand)?;
    let logo = body.logo.map(|given| picture("logo", given)).transpose()?;
    let request = proto::UpdateBrandRequest {
        id: brand.to_string(),
        version: body.version,
        name: body.name,
        about: body.about.map(Into::into),
        position: body.position,
        logo_url: logo.as_ref().map(|(_, url)| url.clone()).unwrap_or_default(),
        logo: logo.map(|(content, _)| content),
    };
    let answer = app.neighbours.by(&staff.actor).brands()?.update_brand(request).await;
    changed(&app, &staff, brand, answer).await
}

/// Takes a brand away that nothing names.
#[utoipa::path(delete, path = "/dashboard/api/brands/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The brand's id")),
    responses((status = 204), (status = 409, body = ProblemBody,
        description = "`catalog.brand_in_use`: `facts` count the `products`, `lines`, `promotions` and home `blocks` that name it")))]
pub async fn delete_brand(
    State(app): State<App>,
    staff: Staff,
    Path(brand): Path<String>,
) -> Result<StatusCode, Problem> {
    let request = proto::DeleteBrandRequest { id: id::<BrandId>("id", &brand)?.to_string() };
    app.neighbours.by(&staff.actor).brands()?.delete_brand(request).await?;
    app.catalog.reads().drop_all();
    Ok(StatusCode::NO_CONTENT)
}

/// Hands the lines of a brand over to another, and all its products in the background, after which it is gone.
#[utoipa::path(post, path = "/dashboard/api/brands/{id}/merge", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The brand's id")),
    request_body = BrandMerge, responses((status = 200, body = BrandDetail),
        (status = 409, body = ProblemBody, description = "`catalog.brand_in_use`: promotions or home blocks name it")))]
pub async fn merge_brand(
    State(app): State<App>,
    staff: Staff,
    Path(brand): Path<String>,
    extract::Json(body): extract::Json<BrandMerge>,
) -> Result<Json<BrandDetail>, Problem> {
    let brand = id::<BrandId>("id", &brand)?;
    let into = id::<BrandId>("into", &body.into)?.to_string();
    let request = proto::MergeBrandRequest { id: brand.to_string(), version: body.version, into };
    let answer = app.neighbours.by(&staff.actor).brands()?.merge_brand(request).await;
    changed(&app, &staff, brand, answer).await
}

impl BrandSort {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Name => "name",
            Self::Products => "products",
        }
    }
}

/// Which brands, in which order.
#[derive(Debug, Clone)]
struct Filter {
    words: String,
    sort: BrandSort,
}

impl Filter {
    async fn read(&self, app: &App, staff: &Staff, page: Page) -> Result<proto::ListBrandsResponse, Problem> {
        let request = proto::ListBrandsRequest {
            page: Some(PageRequest { page: page.number(), size: page.size() }),
            query: self.words.clone(),
            sort: self.sort.code().to_owned(),
        };
        Ok(app.neighbours.by(&staff.actor).brands()?.list_brands(request).await?.into_inner())
    }

    /// Rows of an export, and whether more follow.
    async fn step(&self, app: &App, staff: &Staff, number: u32) -> Result<(Vec<export::Row>, bool), Problem> {
        let page = page(Some(number), Some(STEP))?;
        let answer = self.read(app, staff, page).await?;
        let more = u64::from(number) < page.count_within_reach(answer.total);
        Ok((answer.brands.into_iter().map(|brand| BrandDetail::from(brand).row()).collect(), more))
    }
}

/// The editor reads their own change at once; other gateways hear of it by the event.
async fn changed(
    app: &App,
    staff: &Staff,
    brand: BrandId,
    answer: Result<tonic::Response<proto::Brand>, tonic::Status>,
) -> Result<Json<BrandDetail>, Problem> {
    let answer = answer.map(|answer| BrandDetail::from(answer.into_inner()));
    if answer.is_ok() {
        app.catalog.reads().drop_all();
    }
    edits::or_current(answer.map_err(Problem::from), || read(app, staff, brand)).await
}

async fn read(app: &App, staff: &Staff, brand: BrandId) -> Result<BrandDetail, Problem> {
    let request = proto::GetBrandRequest { id: brand.to_string() };
    Ok(app.neighbours.by(&staff.actor).brands()?.get_brand(request).await?.into_inner().into())
}
