//! What shoppers say of products: `POST /web/api/product/submit/review` (spec 7), and what is published of it.

use axum::Json;
use axum::extract::multipart::Field;
use axum::extract::{Multipart, Path, State};
use axum::response::Response;
use http::{HeaderMap, StatusCode};
use prost::Message as _;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use souk_kernel::VisitorId;
use souk_proto::catalog::v1 as proto;
use souk_rpc::Actor;
use souk_views::Reviews;
use utoipa::{IntoParams, ToSchema};

use super::catalog::serve;
use super::shopper::Bearer;
use crate::catalog::{Read, ReviewSort};
use crate::extract::{Asked, Query, page, unread};
use crate::idempotency::given_key;
use crate::limits::ClientAddress;
use crate::problem::Problem;
use crate::state::App;

/// Stars of a form that says nothing (spec 5).
const USUAL_RATING: u32 = 5;

/// The form of spec 3 "Review".
#[derive(ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the form; it is read as a stream")]
pub struct ReviewForm {
    /// Id of the product.
    product_uuid: String,
    /// As the shopper calls themselves, 60 characters at most; it is shown.
    name: String,
    /// For the shop alone.
    email: String,
    /// For the shop alone: 10 digits starting with 0.
    phone: String,
    /// Past: `2026-11-30`.
    purchase_date: String,
    /// 1 to 5; 5 where it is left out.
    #[schema(required = false)]
    rating: u32,
    /// 1,000 characters at most.
    text: String,
    /// `true`, `on` or `1`.
    bought_here: String,
    /// `true`, `on` or `1`.
    accepted_policy: String,
    /// A JPEG, PNG or WebP picture of 2 MB at most.
    #[schema(value_type = String, format = Binary, required = false)]
    image: Vec<u8>,
}

/// A review that waits for the staff.
#[derive(Debug, Serialize, ToSchema)]
pub struct SubmittedReview {
    /// Its id.
    pub id: String,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ReviewsParams {
    /// From 1.
    page: Option<u32>,
    /// 12, 24, 50, 100 or 200.
    size: Option<u32>,
    /// `default` (newest first), `rating_desc` or `rating_asc`.
    #[param(inline)]
    sort: Option<ReviewSort>,
}

/// Takes a shopper's review, which is published once staff approved it. It carries the bearer token alone (spec 7), which no
/// browser sends by itself. Without an `Idempotency-Key` the same form of the same shopper is one review.
#[utoipa::path(post, path = "/web/api/product/submit/review", tag = "storefront", security(("visitor" = [])),
    params(("Idempotency-Key" = Option<String>, Header,
        description = "Names the submission, so that repeating it makes no second review; 1 to 128 visible ASCII characters")),
    request_body(content = ReviewForm, content_type = "multipart/form-data"),
    responses((status = 201, body = SubmittedReview)))]
pub async fn submit_review(
    State(app): State<App>,
    Bearer(visitor): Bearer,
    client: ClientAddress,
    headers: HeaderMap,
    form: Multipart,
) -> Result<(StatusCode, Json<SubmittedReview>), Problem> {
    app.limits.review(client)?;
    let given = given_key(&headers)?;
    let mut request = read(form).await?;
    request.idempotency_key = key(visitor, given, &request);
    let shopper = Actor::shopper();
    let answer = app.neighbours.by(&shopper).reviews()?.submit_review(request).await?.into_inner();
    Ok((StatusCode::CREATED, Json(SubmittedReview { id: answer.id })))
}

/// A page of what is published of a product's reviews.
#[utoipa::path(get, path = "/web/public/api/product/{slug}/reviews", tag = "storefront", security(("visitor" = [])),
    params(("slug" = String, Path, description = "Last part of the product's address"), ReviewsParams),
    responses((status = 200, body = Reviews)))]
pub async fn product_reviews(
    State(app): State<App>,
    Path(slug): Path<String>,
    Query(query): Query<ReviewsParams>,
    request: Asked,
) -> Result<Response, Problem> {
    serve(&app, &request, || {
        let page = page(query.page, query.size)?;
        Ok(Read::Reviews { slug, page, sort: query.sort.unwrap_or_default() })
    })
    .await
}

/// Keys of different shoppers don't meet; where none is given, the form itself is the key.
fn key(visitor: VisitorId, given: Option<String>, request: &proto::SubmitReviewRequest) -> String {
    let digest = || {
        let digest = Sha256::digest(request.encode_to_vec());
        digest.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
    };
    format!("{visitor}:{}", given.unwrap_or_else(digest))
}

async fn read(mut form: Multipart) -> Result<proto::SubmitReviewRequest, Problem> {
    let mut request = proto::SubmitReviewRequest { rating: USUAL_RATING, ..Default::default() };
    while let Some(field) = form.next_field().await.map_err(|error| unread("image", &error))? {
        let name = field.name().unwrap_or_default().to_owned();
        match name.as_str() {
            "productUuid" => request.product_id = text(&name, field).await?,
            "name" => request.name = text(&name, field).await?,
            "email" => request.email = text(&name, field).await?,
            "phone" => request.phone = text(&name, field).await?,
            "purchaseDate" => request.purchase_date = text(&name, field).await?,
            "rating" => request.rating = stars(&text(&name, field).await?),
            "text" => request.text = text(&name, field).await?,
            "boughtHere" => request.bought_here = is_checked(&text(&name, field).await?),
            "acceptedPolicy" => request.accepted_policy = is_checked(&text(&name, field).await?),
            "image" => request.image = field.bytes().await.map_err(|error| unread(&name, &error))?.into(),
            _ => {
                return Err(Problem::field(
                    name,
                    "form.validation.unknownField",
                    "the form has no such field",
                ));
            }
        }
    }
    Ok(request)
}

async fn text(name: &str, field: Field<'_>) -> Result<String, Problem> {
    field.text().await.map_err(|error| unread(name, &error))
}

/// What is no number is no rating either: the catalogue names the field.
fn stars(text: &str) -> u32 {
    match text.trim() {
        "" => USUAL_RATING,
        text => text.parse().unwrap_or_default(),
    }
}

fn is_checked(text: &str) -> bool {
    ["true", "on", "1"].contains(&text.trim())
}
