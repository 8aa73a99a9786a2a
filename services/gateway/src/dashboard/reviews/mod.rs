//! Reviews, as staff decide and answer them.

pub mod bulk;
mod view;

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use souk_kernel::{Language, ProductId, ReviewId};
use souk_proto::catalog::v1 as proto;
use souk_proto::common::v1::PageRequest;
use utoipa::{IntoParams, ToSchema};

pub use self::view::{ReviewDetail, ReviewList};
use super::access::Staff;
use super::edits::or_current;
use crate::extract::{self, Locale, Query, id, page};
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

/// Where a review stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr, ToSchema)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum ReviewState {
    /// Nobody decided yet.
    Pending,
    /// Shoppers see it.
    Approved,
    /// Nobody does.
    Refused,
}

/// What staff say of a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr, ToSchema)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Decision {
    Approved,
    Refused,
}

/// In which order reviews are listed.
#[derive(Debug, Clone, Copy, Default, Deserialize, strum::IntoStaticStr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ReviewsSort {
    /// Newest first.
    #[default]
    Default,
    Oldest,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ReviewsQuery {
    /// From 1.
    page: Option<u32>,
    /// 12, 24, 50, 100 or 200.
    size: Option<u32>,
    /// `pending`, `approved` or `refused`.
    #[param(inline)]
    state: Option<ReviewState>,
    /// Stars, from `1` to `5`.
    rating: Option<String>,
    /// Id of the product.
    product: Option<String>,
    /// `default` (newest first) or `oldest`.
    #[param(inline)]
    sort: Option<ReviewsSort>,
}

/// A decision on one review.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewDecision {
    /// `approved` or `refused`.
    pub to: Decision,
    /// The version read; another one in the shop is a 409 with the present review, unless it is decided so already.
    pub version: u64,
}

/// What the shop answers.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewReply {
    /// The version read; another one in the shop is a 409 with the present review.
    pub version: u64,
    /// 1,000 characters at most; empty takes the answer away.
    pub text: String,
}

/// What shoppers said, and who said it.
#[utoipa::path(get, path = "/dashboard/api/reviews", tag = "dashboard", security(("staff" = [])),
    params(ReviewsQuery), responses((status = 200, body = ReviewList)))]
pub async fn list_reviews(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Query(query): Query<ReviewsQuery>,
) -> Result<Json<ReviewList>, Problem> {
    let page = page(query.page, query.size)?;
    let rating = query.rating.map(|stars| stars_of(&stars)).transpose()?;
    let product = query.product.map(|product| id::<ProductId>("product", &product)).transpose()?;
    let request = proto::ListReviewsRequest {
        page: Some(PageRequest { page: page.number(), size: page.size() }),
        state: query.state.map(|state| <&str>::from(state).to_owned()).unwrap_or_default(),
        rating: rating.unwrap_or_default(),
        product_id: product.map(|id| id.to_string()).unwrap_or_default(),
        sort: <&str>::from(query.sort.unwrap_or_default()).to_owned(),
    };
    let answer = app.neighbours.by(&staff.actor).reviews()?.list_reviews(request).await?.into_inner();
    Ok(Json(ReviewList::new(answer, page, language)))
}

/// One review.
#[utoipa::path(get, path = "/dashboard/api/reviews/{id}", tag = "dashboard", security(("staff" = [])),
    params(("id" = String, Path, description = "The review's id")), responses((status = 200, body = ReviewDetail)))]
pub async fn get_review(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(review): Path<String>,
) -> Result<Json<ReviewDetail>, Problem> {
    let request = proto::GetReviewRequest { id: id::<ReviewId>("id", &review)?.to_string() };
    let answer = app.neighbours.by(&staff.actor).reviews()?.get_review(request).await?.into_inner();
    Ok(Json(ReviewDetail::new(answer, language)))
}

/// Approves or refuses a review, also one that was decided otherwise; the same again changes nothing.
#[utoipa::path(post, path = "/dashboard/api/reviews/{id}/decision", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The review's id")),
    request_body = ReviewDecision, responses((status = 200, body = ReviewDetail),
        (status = 409, body = ProblemBody, description = "`current` is the present review")))]
pub async fn decide_review(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(review): Path<String>,
    extract::Json(body): extract::Json<ReviewDecision>,
) -> Result<Json<ReviewDetail>, Problem> {
    let id = id::<ReviewId>("id", &review)?.to_string();
    let state = <&str>::from(body.to).to_owned();
    let request = proto::ModerateReviewRequest { id: id.clone(), state, version: body.version };
    let answer = app.neighbours.by(&staff.actor).reviews()?.moderate_review(request).await;
    changed(&app, &staff, language, id, answer).await
}

/// Says the shop's answer below a review.
#[utoipa::path(post, path = "/dashboard/api/reviews/{id}/reply", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The review's id")),
    request_body = ReviewReply, responses((status = 200, body = ReviewDetail),
        (status = 409, body = ProblemBody, description = "`current` is the present review")))]
pub async fn reply_to_review(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(review): Path<String>,
    extract::Json(body): extract::Json<ReviewReply>,
) -> Result<Json<ReviewDetail>, Problem> {
    let id = id::<ReviewId>("id", &review)?.to_string();
    let ReviewReply { version, text } = body;
    let request = proto::ReplyToReviewRequest { id: id.clone(), version, text };
    let answer = app.neighbours.by(&staff.actor).reviews()?.reply_to_review(request).await;
    changed(&app, &staff, language, id, answer).await
}

/// What a change made of a review; a conflict is told with the present one.
async fn changed(
    app: &App,
    staff: &Staff,
    language: Language,
    id: String,
    answer: Result<tonic::Response<proto::Review>, tonic::Status>,
) -> Result<Json<ReviewDetail>, Problem> {
    app.catalog.reads().drop_all();
    let answer = answer.map(|review| ReviewDetail::new(review.into_inner(), language)).map_err(Problem::from);
    or_current(answer, async || {
        let request = proto::GetReviewRequest { id };
        let current = app.neighbours.by(&staff.actor).reviews()?.get_review(request).await?.into_inner();
        Ok(ReviewDetail::new(current, language))
    })
    .await
}

/// Zero means "all" on the inner wire: here it is a mistake.
fn stars_of(text: &str) -> Result<u32, Problem> {
    let stars = text.parse().ok().filter(|stars| (1..=5).contains(stars));
    stars.ok_or_else(|| Problem::field("rating", "form.validation.rating", "a rating is from 1 to 5"))
}
