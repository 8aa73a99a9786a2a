//! Promotions, as staff plan, change and end them.

use axum::Json;
use axum::extract::{Path, State};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use souk_kernel::{Money, Page, parse_rfc3339};
use souk_proto::catalog::v1 as proto;
use souk_views::Dinars;
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::access::Staff;
use super::edits::or_current;
use super::texts::LocalizedTexts;
use super::wanted_picture::picture;
use crate::extract::{self, Query, id, page};
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

/// Where a promotion stands at this moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PromotionState {
    /// Not begun.
    Planned,
    /// Prices follow it.
    Running,
    /// Ended by its date or by hand.
    Over,
}

/// A page of promotions, those that begin last first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromotionList {
    /// The rows of the page.
    pub promotions: Vec<PromotionDetail>,
    /// Rows in all.
    pub total: u64,
    /// From 1.
    pub page: u32,
    /// Rows per page.
    pub size: u32,
    /// Pages that can be asked for.
    pub page_count: u64,
}

/// A promotion as staff see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromotionDetail {
    /// Id.
    pub id: String,
    /// To be sent back with an edit.
    pub version: u64,
    /// Whether staff want it at all.
    pub is_active: bool,
    /// Where it stands at this moment.
    pub state: PromotionState,
    /// What it takes off, of what, and when.
    pub terms: PromotionTerms,
}

/// What a promotion takes off, of what, and when, and what its page says.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PromotionTerms {
    /// What it is called on its page and over the block that tells of it; may be empty.
    pub title: LocalizedTexts,
    /// Below its title; may be empty.
    #[serde(default)]
    pub subtitle: LocalizedTexts,
    /// On its banner; may be empty.
    #[serde(default)]
    pub slogan: LocalizedTexts,
    /// Path of its banner; sent, the path keeps it, a JPEG, PNG or WebP picture in Base64 is another one, empty takes it
    /// away.
    #[serde(default)]
    pub banner: String,
    /// Percent or dinars, by `ruleType`.
    pub discount_value: Dinars,
    /// `percentage` or `amount`.
    pub rule_type: String,
    /// `product`, `category` (with all below it), `brand` or `all`.
    pub rule: String,
    /// Id of the product, category or brand; null for `all`.
    #[serde(default)]
    pub rule_entity_id: Option<String>,
    /// RFC 3339; null: at once.
    #[serde(default)]
    pub starts_at: Option<String>,
    /// RFC 3339, the moment from which it is over; null: without end.
    #[serde(default)]
    pub ends_at: Option<String>,
}

/// A promotion to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewPromotion {
    /// Chosen by the caller, a UUID: the same one again makes no second promotion.
    pub id: String,
    /// What it takes off, of what, and when.
    pub terms: PromotionTerms,
}

/// What changes; absent members stay.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PromotionChange {
    /// The version read; another one in the shop is a 409 with the present promotion.
    pub version: u64,
    /// `false` ends it now.
    #[serde(default)]
    pub is_active: Option<bool>,
    /// Replaces all of them: they depend on one another.
    #[serde(default)]
    pub terms: Option<PromotionTerms>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PromotionsQuery {
    /// From 1.
    page: Option<u32>,
    /// 12, 24, 50, 100 or 200.
    size: Option<u32>,
    /// `planned`, `running` or `over`.
    #[param(inline)]
    state: Option<PromotionState>,
}

/// The promotions: a small set, of which 500 at most are in force or planned.
#[utoipa::path(get, path = "/dashboard/api/promotions", tag = "dashboard", security(("staff" = [])),
    params(PromotionsQuery), responses((status = 200, body = PromotionList)))]
pub async fn list_promotions(
    State(app): State<App>,
    staff: Staff,
    Query(query): Query<PromotionsQuery>,
) -> Result<Json<PromotionList>, Problem> {
    let page = page(query.page, query.size)?;
    let mut promotions = read_all(&app, &staff).await?;
    promotions.retain(|promotion| query.state.is_none_or(|state| promotion.state == state));
    Ok(Json(PromotionList::new(promotions, page)))
}

/// Plans or begins a promotion.
#[utoipa::path(post, path = "/dashboard/api/promotions", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), request_body = NewPromotion,
    responses((status = 201, body = PromotionDetail), (status = 409, body = ProblemBody,
        description = "`catalog.stale_version`: another promotion has the id")))]
pub async fn create_promotion(
    State(app): State<App>,
    staff: Staff,
    extract::Json(body): extract::Json<NewPromotion>,
) -> Result<(StatusCode, Json<PromotionDetail>), Problem> {
    let id = id::<Uuid>("id", &body.id)?;
    let saved = save(&app, &staff, body.terms.promotion(id, 0, true)?).await?;
    Ok((StatusCode::CREATED, Json(saved)))
}

/// One promotion.
#[utoipa::path(get, path = "/dashboard/api/promotions/{id}", tag = "dashboard", security(("staff" = [])),
    params(("id" = String, Path, description = "The promotion's id")),
    responses((status = 200, body = PromotionDetail)))]
pub async fn get_promotion(
    State(app): State<App>,
    staff: Staff,
    Path(promotion): Path<String>,
) -> Result<Json<PromotionDetail>, Problem> {
    Ok(Json(read(&app, &staff, id("id", &promotion)?).await?))
}

/// Changes or ends a promotion; prices follow at once.
#[utoipa::path(patch, path = "/dashboard/api/promotions/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The promotion's id")),
    request_body = PromotionChange, responses((status = 200, body = PromotionDetail),
        (status = 409, body = ProblemBody, description = "`current` is the present promotion")))]
pub async fn update_promotion(
    State(app): State<App>,
    staff: Staff,
    Path(promotion): Path<String>,
    extract::Json(change): extract::Json<PromotionChange>,
) -> Result<Json<PromotionDetail>, Problem> {
    let promotion = id::<Uuid>("id", &promotion)?;
    let stored = read(&app, &staff, promotion).await?;
    let is_active = change.is_active.unwrap_or(stored.is_active);
    let terms = change.terms.unwrap_or(stored.terms);
    let answer = save(&app, &staff, terms.promotion(promotion, change.version, is_active)?).await;
    or_current(answer, async || read(&app, &staff, promotion).await).await
}

impl PromotionList {
    fn new(promotions: Vec<PromotionDetail>, page: Page) -> Self {
        let total = u64::try_from(promotions.len()).unwrap_or(u64::MAX);
        let skipped = usize::try_from(page.offset()).unwrap_or(usize::MAX);
        let shown = promotions.into_iter().skip(skipped);
        Self {
            promotions: shown.take(usize::try_from(page.size()).unwrap_or(usize::MAX)).collect(),
            total,
            page: page.number(),
            size: page.size(),
            page_count: page.count_within_reach(total),
        }
    }
}

impl PromotionTerms {
    fn promotion(self, id: Uuid, version: u64, active: bool) -> Result<proto::Promotion, Problem> {
        let (banner, banner_url) = picture("banner", self.banner)?;
        Ok(proto::Promotion {
            id: id.to_string(),
            version,
            title: Some(self.title.into()),
            subtitle: Some(self.subtitle.into()),
            slogan: Some(self.slogan.into()),
            banner,
            banner_url,
            rule_type: self.rule_type,
            value: self.discount_value.0.centimes(),
            rule: self.rule,
            entity_id: self.rule_entity_id.unwrap_or_default(),
            starts_at: self.starts_at.unwrap_or_default(),
            ends_at: self.ends_at.unwrap_or_default(),
            active,
        })
    }
}

impl PromotionState {
    /// As catalog decides which promotion is in force: from its start until just before its end.
    fn of(promotion: &proto::Promotion, now: OffsetDateTime) -> Self {
        let is_over = parse_rfc3339(&promotion.ends_at).is_some_and(|end| end <= now);
        if is_over || !promotion.active {
            Self::Over
        } else if parse_rfc3339(&promotion.starts_at).is_some_and(|start| start > now) {
            Self::Planned
        } else {
            Self::Running
        }
    }
}

impl PromotionDetail {
    fn new(promotion: proto::Promotion, now: OffsetDateTime) -> Self {
        let present = |text: String| Some(text).filter(|text| !text.is_empty());
        Self {
            state: PromotionState::of(&promotion, now),
            id: promotion.id,
            version: promotion.version,
            is_active: promotion.active,
            terms: PromotionTerms {
                title: promotion.title.unwrap_or_default().into(),
                subtitle: promotion.subtitle.unwrap_or_default().into(),
                slogan: promotion.slogan.unwrap_or_default().into(),
                banner: promotion.banner_url,
                discount_value: Money::from_centimes(promotion.value).into(),
                rule_type: promotion.rule_type,
                rule: promotion.rule,
                rule_entity_id: present(promotion.entity_id),
                starts_at: present(promotion.starts_at),
                ends_at: present(promotion.ends_at),
            },
        }
    }
}

async fn save(app: &App, staff: &Staff, promotion: proto::Promotion) -> Result<PromotionDetail, Problem> {
    let request = proto::SavePromotionRequest { promotion: Some(promotion) };
    let saved = app.neighbours.by(&staff.actor).promotions()?.save_promotion(request).await?.into_inner();
    app.catalog.reads().drop_all();
    Ok(PromotionDetail::new(saved, app.clock.now()))
}

async fn read(app: &App, staff: &Staff, promotion: Uuid) -> Result<PromotionDetail, Problem> {
    let promotion = promotion.to_string();
    let found = read_all(app, staff).await?.into_iter().find(|found| found.id == promotion);
    found.ok_or_else(|| Problem::not_found("there is no such promotion"))
}

async fn read_all(app: &App, staff: &Staff) -> Result<Vec<PromotionDetail>, Problem> {
    let mut promotions = app.neighbours.by(&staff.actor).promotions()?;
    let listed = promotions.list_promotions(proto::ListPromotionsRequest {}).await?.into_inner();
    let now = app.clock.now();
    Ok(listed.promotions.into_iter().map(|promotion| PromotionDetail::new(promotion, now)).collect())
}
