//! Who wants to hear when something that is sold out can be had again. The shop sends nothing: staff call.

use axum::extract::State;
use http::StatusCode;
use serde::Deserialize;
use souk_kernel::Phone;
use souk_proto::catalog::v1 as proto;
use souk_rpc::Actor;
use utoipa::ToSchema;

use super::shopper::Visitor;
use crate::extract;
use crate::limits::ClientAddress;
use crate::problem::Problem;
use crate::state::App;

/// What a shopper waits for, and where to call them.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RestockWish {
    /// Id of the product.
    product: String,
    /// Id of its combination; null of a product that has none, and of a pack.
    #[serde(default)]
    combination: Option<String>,
    /// For the shop alone: 10 digits starting with 0.
    phone: String,
    /// As the shopper calls themselves, 60 characters at most; may be left out.
    #[serde(default)]
    name: String,
}

/// Keeps that somebody wants to be called when it can be had again, for 90 days. The same of the same phone again is the same success,
/// so it is safe to repeat; so is what is past what one phone may wait for. What can be ordered now is refused
/// (`catalog.can_be_had`).
#[utoipa::path(post, path = "/web/api/product/restock-requests", tag = "storefront",
    security(("visitor" = [], "csrf" = [])), request_body = RestockWish, responses((status = 204)))]
pub async fn request_restock(
    State(app): State<App>,
    Visitor(visitor): Visitor,
    client: ClientAddress,
    extract::Json(wish): extract::Json<RestockWish>,
) -> Result<StatusCode, Problem> {
    app.limits.restock_request(visitor, client, Phone::parse(&wish.phone).ok().as_ref())?;
    let request = proto::SubmitRestockRequestRequest {
        product_id: wish.product,
        combination_id: wish.combination.unwrap_or_default(),
        phone: wish.phone,
        name: wish.name,
    };
    let shopper = Actor::shopper();
    app.neighbours.by(&shopper).restock_requests()?.submit_restock_request(request).await?;
    Ok(StatusCode::NO_CONTENT)
}
