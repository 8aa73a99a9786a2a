//! The blocks of the home page, as staff make, edit and arrange them.

mod view;

use axum::Json;
use axum::extract::{Path, State};
use http::StatusCode;
use serde::Deserialize;
use souk_proto::catalog::v1 as proto;
use souk_rpc::Failure;
use souk_views::HomePreview;
use utoipa::ToSchema;
use uuid::Uuid;

pub use self::view::{HomeBlockDetail, HomeBlockList, ModuleLooks, SlideDetail};
use super::access::Staff;
use super::edits::or_current;
use super::texts::LocalizedTexts;
use super::wanted_picture::picture;
use crate::extract::{self, id};
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

/// A block as it shall be, whole.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HomeBlockWanted {
    /// The version read, 0 for a block that is made; another one in the shop is a 409 with the present block.
    pub version: u64,
    /// The specification's block type, such as `products_carousel`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Whether it is shown at all.
    pub is_active: bool,
    /// RFC 3339; null: shown at once.
    #[serde(default)]
    pub starts_at: Option<String>,
    /// RFC 3339, the moment from which it is not shown any more; null: without end.
    #[serde(default)]
    pub ends_at: Option<String>,
    /// Heading.
    #[serde(default)]
    pub public_title: LocalizedTexts,
    /// Text below it; of a `text_carousel` one item on each line.
    #[serde(default)]
    pub text: LocalizedTexts,
    /// Words of its button.
    #[serde(default)]
    pub button: LocalizedTexts,
    /// Of an `html_block`: text in form; what could run or pretend is taken out.
    #[serde(default)]
    pub html: LocalizedTexts,
    /// A path of the shop; empty for none.
    #[serde(default)]
    pub link: String,
    /// A JPEG, PNG or WebP picture in Base64; the path of its present picture keeps that, empty takes it away.
    #[serde(default)]
    pub image: String,
    /// What it is filled with: `featured`, `new`, `bestsellers`, `category:<id>`, `brand:<id>`, `brand_line:<id>`,
    /// `collection:<id>`, `tag:<words>`, of a `discount_block` `promotion:<id>`, of a
    /// `blog_post_card` `blog_post:<id>`; empty where its type needs nothing.
    #[serde(default)]
    pub source: String,
    /// Things shown at most; 0: as many as the type shows of itself.
    #[serde(default)]
    pub number: u32,
    /// Banners of a `banner_carousel`, 8 at most.
    #[serde(default)]
    pub slides: Vec<SlideWanted>,
    /// How it looks.
    pub settings: ModuleLooks,
}

/// One banner of a `banner_carousel`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SlideWanted {
    /// Heading.
    pub title: LocalizedTexts,
    /// Text below it.
    pub text: LocalizedTexts,
    /// Words of its button.
    pub button: LocalizedTexts,
    /// A path of the shop; empty for none.
    pub link: String,
    /// A picture in Base64; the path of one of the block's pictures keeps that, empty for none.
    pub image: String,
}

/// In which order the blocks stand.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HomeOrder {
    /// Ids of those that come first, 50 at most; the others follow as they stand.
    pub ids: Vec<String>,
}

/// What of the home page is not saved yet.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HomePreviewWanted {
    /// The page's language: `fr`, `ar` or `en`.
    pub language: String,
    /// Id of the block that is edited; without one, `block` stands behind the others, under an id of zeros.
    #[serde(default)]
    pub id: Option<String>,
    /// The block as it is typed; it is shown whether or not shoppers see it. Its version is not read, and a new picture need not be
    /// sent: whatever stands for it, in Base64, comes back as a picture without an address.
    #[serde(default)]
    pub block: Option<HomeBlockWanted>,
    /// Ids of the blocks that come first, 50 at most; the others follow as they stand.
    #[serde(default)]
    pub ids: Vec<String>,
    /// Whether blocks are shown that shoppers don't see now.
    #[serde(default)]
    pub all: bool,
}

/// The home page's blocks in order, shown or not.
#[utoipa::path(get, path = "/dashboard/api/home-blocks", tag = "dashboard", security(("staff" = [])),
    responses((status = 200, body = HomeBlockList)))]
pub async fn list_home_blocks(State(app): State<App>, staff: Staff) -> Result<Json<HomeBlockList>, Problem> {
    let blocks = read_all(&app, &staff).await?.into_iter().map(HomeBlockDetail::from).collect();
    Ok(Json(HomeBlockList { blocks }))
}

/// One block.
#[utoipa::path(get, path = "/dashboard/api/home-blocks/{id}", tag = "dashboard", security(("staff" = [])),
    params(("id" = String, Path, description = "The block's id")), responses((status = 200, body = HomeBlockDetail)))]
pub async fn get_home_block(
    State(app): State<App>,
    staff: Staff,
    Path(block): Path<String>,
) -> Result<Json<HomeBlockDetail>, Problem> {
    Ok(Json(read(&app, &staff, id("id", &block)?).await?))
}

/// Makes a block, behind the others, or changes one; the home page follows at once. The id of a new one is chosen by the caller,
/// a UUID: the same again makes no second block.
#[utoipa::path(put, path = "/dashboard/api/home-blocks/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The block's id")),
    request_body = HomeBlockWanted, responses((status = 200, body = HomeBlockDetail),
        (status = 409, body = ProblemBody, description = "`current` is the present block")))]
pub async fn save_home_block(
    State(app): State<App>,
    staff: Staff,
    Path(block): Path<String>,
    extract::Json(body): extract::Json<HomeBlockWanted>,
) -> Result<Json<HomeBlockDetail>, Problem> {
    let block = id::<Uuid>("id", &block)?;
    let request = proto::SaveHomeBlockRequest { block: Some(body.message(block)?) };
    let saved = app.neighbours.by(&staff.actor).content()?.save_home_block(request).await;
    if saved.is_ok() {
        app.catalog.reads().drop_all();
    }
    let answer = saved.map(|saved| saved.into_inner().into()).map_err(Problem::from);
    or_current(answer, async || read(&app, &staff, block).await).await
}

/// Takes a block away.
#[utoipa::path(delete, path = "/dashboard/api/home-blocks/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The block's id")),
    responses((status = 204)))]
pub async fn delete_home_block(
    State(app): State<App>,
    staff: Staff,
    Path(block): Path<String>,
) -> Result<StatusCode, Problem> {
    let request = proto::DeleteHomeBlockRequest { id: id::<Uuid>("id", &block)?.to_string() };
    app.neighbours.by(&staff.actor).content()?.delete_home_block(request).await?;
    app.catalog.reads().drop_all();
    Ok(StatusCode::NO_CONTENT)
}

/// Puts the blocks in order.
#[utoipa::path(post, path = "/dashboard/api/home-blocks/order", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), request_body = HomeOrder, responses((status = 200, body = HomeBlockList)))]
pub async fn arrange_home(
    State(app): State<App>,
    staff: Staff,
    extract::Json(body): extract::Json<HomeOrder>,
) -> Result<Json<HomeBlockList>, Problem> {
    let request = proto::ArrangeHomeRequest { ids: body.ids };
    app.neighbours.by(&staff.actor).content()?.arrange_home(request).await?;
    app.catalog.reads().drop_all();
    list_home_blocks(State(app), staff).await
}

/// The home page as it would be with what is not saved yet. Nothing is stored.
#[utoipa::path(post, path = "/dashboard/api/home-blocks/preview", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), request_body = HomePreviewWanted,
    responses((status = 200, body = HomePreview)))]
pub async fn preview_home(
    State(app): State<App>,
    staff: Staff,
    extract::Json(body): extract::Json<HomePreviewWanted>,
) -> Result<Json<HomePreview>, Problem> {
    let block = body.id.map(|block| id::<Uuid>("id", &block)).transpose()?.unwrap_or_default();
    let request = proto::GetHomePreviewRequest {
        language: body.language,
        block: body.block.map(|wanted| wanted.message(block)).transpose()?,
        ids: body.ids,
        all: body.all,
    };
    let answer = app.neighbours.by(&staff.actor).content()?.get_home_preview(request).await?.into_inner();
    Ok(Json(serde_json::from_slice(&answer.json).map_err(Failure::internal)?))
}

impl HomeBlockWanted {
    fn message(self, id: Uuid) -> Result<proto::HomeBlock, Problem> {
        let (image, image_url) = picture("image", self.image)?;
        let slides = self.slides.into_iter().enumerate().map(|(at, slide)| slide.message(at));
        Ok(proto::HomeBlock {
            id: id.to_string(),
            version: self.version,
            r#type: self.kind,
            active: self.is_active,
            starts_at: self.starts_at.unwrap_or_default(),
            ends_at: self.ends_at.unwrap_or_default(),
            title: Some(self.public_title.into()),
            text: Some(self.text.into()),
            button: Some(self.button.into()),
            html: Some(self.html.into()),
            link: self.link,
            image,
            image_url,
            source: self.source,
            number: self.number,
            slides: slides.collect::<Result<_, _>>()?,
            settings: Some(self.settings.into()),
            source_gone: false,
        })
    }
}

impl SlideWanted {
    fn message(self, at: usize) -> Result<proto::Slide, Problem> {
        let (image, image_url) = picture(&format!("slides[{at}].image"), self.image)?;
        Ok(proto::Slide {
            title: Some(self.title.into()),
            text: Some(self.text.into()),
            button: Some(self.button.into()),
            link: self.link,
            image,
            image_url,
        })
    }
}

async fn read(app: &App, staff: &Staff, block: Uuid) -> Result<HomeBlockDetail, Problem> {
    let block = block.to_string();
    let found = read_all(app, staff).await?.into_iter().find(|found| found.id == block);
    found.map(Into::into).ok_or_else(|| Problem::not_found("there is no such block"))
}

/// 50 at most, in one answer: a page is shown whole.
async fn read_all(app: &App, staff: &Staff) -> Result<Vec<proto::HomeBlock>, Problem> {
    let mut content = app.neighbours.by(&staff.actor).content()?;
    Ok(content.list_home_blocks(proto::ListHomeBlocksRequest {}).await?.into_inner().blocks)
}
