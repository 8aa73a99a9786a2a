//! A product made like another one.

use axum::Json;
use axum::extract::{Path, State};
use http::{HeaderMap, StatusCode};
use souk_kernel::ProductId;
use souk_proto::catalog::v1 as proto;

use super::read_product;
use super::view::Product;
use crate::dashboard::access::Staff;
use crate::extract::{Locale, id};
use crate::idempotency::given_key;
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

/// Makes a product like this one, out of sale, once per `Idempotency-Key`: with its texts, prices, category, brand, data sheet, tags,
/// combinations, parts and pictures; without stock numbers and barcodes, stock, reviews, promotions and collections.
#[utoipa::path(post, path = "/dashboard/api/products/{id}/copies", tag = "dashboard",
    security(("staff" = [], "csrf" = [])),
    params(("id" = String, Path, description = "The product's id"), ("Idempotency-Key" = Option<String>, Header,
        description = "Names the copy, so that repeating it makes no other; 1 to 128 visible ASCII characters")),
    responses((status = 201, body = Product, description = "The copy"), (status = 409, body = ProblemBody,
        description = "`catalog.stale_version`: what the pack holds was changed meanwhile; `catalog.taken`: another product took \
            the address of the copy meanwhile")))]
pub async fn duplicate_product(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    headers: HeaderMap,
    Path(product_id): Path<String>,
) -> Result<(StatusCode, Json<Product>), Problem> {
    let request = proto::DuplicateProductRequest {
        id: id::<ProductId>("id", &product_id)?.to_string(),
        idempotency_key: staff.idempotency_key(&app, given_key(&headers)?),
    };
    let made = app.neighbours.by(&staff.actor).products()?.duplicate_product(request).await?.into_inner();
    app.catalog.reads().drop_all();
    let copy = read_product(&app, &staff, id("id", &made.id)?).await?;
    Ok((StatusCode::CREATED, Json(Product::new(copy, language))))
}
