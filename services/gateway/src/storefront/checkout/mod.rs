//! Taking orders (spec 4, 5, 7; design 6). The browser's prices, totals and names are accepted in any form, for
//! clients written against the specification, and never read: orders prices everything itself.

mod body;

use axum::Json;
use axum::extract::State;
use axum::response::AppendHeaders;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::{HeaderMap, HeaderName, HeaderValue};
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use souk_kernel::{Language, Money, Phone, VisitorId};
use souk_proto::orders::v1 as proto;
use souk_rpc::Actor;
use souk_views::Dinars;
use utoipa::ToSchema;

use self::body::Submission;
pub use self::body::{CheckoutBody, CheckoutProduct};
use super::shopper::Visitor;
use crate::extract::{self, Locale};
use crate::idempotency::given_key;
use crate::limits::ClientAddress;
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

/// Tells a repeat from the answer that it repeats, whose body is the same.
const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");
/// A browser that sends no key repeats itself within this time, in seconds; later it buys the same again.
/// A repeat that straddles two such spans is refused by the cooldown, which lasts a minute at least.
const REPEAT_SPAN: i64 = 600;

/// What orders say of a key under which nothing was placed, where nothing is to be.
const NOT_PLACED: &str = "orders.not_placed";

/// A placed order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckoutAnswer {
    /// The order's id.
    pub order_id: String,
    /// `A-10234`
    pub order_number: String,
    /// What was charged.
    pub total: Dinars,
    /// Seconds from when it was placed until this visitor may order again, the same however often it is answered; absent where the shop
    /// doesn't say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cooldown_seconds: Option<u32>,
    /// Where the browser goes next, if anywhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redirect_url: Option<String>,
}

/// A stored draft.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DraftCart {
    /// To be sent with the checkout.
    pub cart_id: String,
}

/// Stores a draft of the cart, once the shopper can be called back (spec 4).
#[utoipa::path(post, path = "/web/api/cart/create/", tag = "storefront", operation_id = "create_cart",
    security(("visitor" = [], "csrf" = [])), request_body = CheckoutBody,
    responses((status = 200, body = DraftCart)))]
pub async fn create_cart(
    State(app): State<App>,
    Visitor(visitor): Visitor,
    Locale(language): Locale,
    address: ClientAddress,
    extract::Json(body): extract::Json<CheckoutBody>,
) -> Result<Json<DraftCart>, Problem> {
    if let Some(closure) = app.maintenance.closed() {
        return Err(app.maintenance.refusal(&closure, language).into());
    }
    let draft = body.draft()?;
    let request = proto::CreateDraftCartRequest {
        visitor_id: visitor.to_string(),
        form: Some(draft.form),
        lines: draft.lines,
        client_network: address.customer().to_string(),
        client_site: address.site().map(|site| site.to_string()).unwrap_or_default(),
    };
    let shopper = Actor::shopper();
    let answer = app.neighbours.by(&shopper).checkout()?.create_draft_cart(request).await?.into_inner();
    Ok(Json(DraftCart { cart_id: answer.cart_id }))
}

/// Orders a cart or one product.
#[utoipa::path(post, path = "/web/api/cart/checkout", tag = "storefront", operation_id = "checkout",
    security(("visitor" = [], "csrf" = [])), request_body = CheckoutBody,
    params(("Idempotency-Key" = Option<String>, Header,
        description = "Names the submission; made from the visitor and the cart when absent. 1 to 128 visible ASCII characters")),
    responses((status = 200, body = CheckoutAnswer,
            headers(("Idempotent-Replayed", description = "`true` where an earlier request of the same submission placed the order"))),
        (status = 409, body = ProblemBody,
            description = "`orders.out_of_stock` names the lines, and `facts` tell as `products[0].available` how many of one can be had, where at most 20 pieces are left; `orders.price_changed` has `facts.total`"),
        (status = 503, body = ProblemBody,
            description = "`shop.closed`: the shop is closed for maintenance; `facts` may have `message` and `endsAt`")))]
pub async fn checkout(
    State(app): State<App>,
    Visitor(visitor): Visitor,
    Locale(language): Locale,
    address: ClientAddress,
    headers: HeaderMap,
    extract::Json(body): extract::Json<CheckoutBody>,
) -> Result<(AppendHeaders<Option<(HeaderName, HeaderValue)>>, Json<CheckoutAnswer>), Problem> {
    let shopper = Shopper { visitor, language, address };
    let placed = place(&app, shopper, given_key(&headers)?, &body).await?;
    let replayed = placed.replayed.then_some((REPLAYED, HeaderValue::from_static("true")));
    let answer = CheckoutAnswer {
        order_id: placed.order_id,
        order_number: placed.order_number,
        total: Money::from_centimes(placed.total).into(),
        cooldown_seconds: placed.cooldown_seconds,
        redirect_url: None,
    };
    Ok((AppendHeaders(replayed), Json(answer)))
}

/// Who orders, and from where.
#[derive(Debug, Clone, Copy)]
pub struct Shopper {
    pub visitor: VisitorId,
    pub language: Language,
    pub address: ClientAddress,
}

/// Places the order that a body describes, once for a key of its visitor's.
pub async fn place(
    app: &App,
    shopper: Shopper,
    key: Option<String>,
    body: &CheckoutBody,
) -> Result<proto::PlaceOrderResponse, Problem> {
    let Shopper { visitor, language, address } = shopper;
    // What was placed is still answered, whatever became of its first answer.
    let closure = app.maintenance.closed();
    let submission = body.submission()?;
    let guess = app.limits.order(address, Phone::parse(&submission.form.phone).ok().as_ref())?;
    let request = proto::PlaceOrderRequest {
        idempotency_key: idempotency_key(app, key, visitor, &submission, language),
        request_hash: submission.hash(language),
        visitor_id: visitor.to_string(),
        form: Some(submission.form),
        lines: submission.lines,
        shown_total: submission.shown_total.map(Money::centimes),
        language: language.to_string(),
        client_network: address.customer().to_string(),
        client_site: address.site().map(|site| site.to_string()).unwrap_or_default(),
        only_placed: closure.is_some(),
    };
    let actor = Actor::shopper();
    let answer = app.neighbours.by(&actor).checkout()?.place_order(request).await.map_err(Problem::from);
    if !counts(&answer) {
        guess.forgive();
    }
    if let (Err(problem), Some(closure)) = (&answer, &closure)
        && problem.code() == NOT_PLACED
    {
        return Err(app.maintenance.refusal(closure, language).into());
    }
    Ok(answer?.into_inner())
}

/// Whether the checkout made an order, or told that the phone or the visitor made one a moment ago.
fn counts(answer: &Result<tonic::Response<proto::PlaceOrderResponse>, Problem>) -> bool {
    match answer {
        Ok(placed) => !placed.get_ref().replayed,
        Err(problem) => problem.code() == "orders.cooldown",
    }
}

/// The caller's key, else one that is the same for the same submission of the same visitor.
fn idempotency_key(
    app: &App,
    given: Option<String>,
    visitor: VisitorId,
    submission: &Submission,
    language: Language,
) -> String {
    if let Some(key) = given {
        return format!("{visitor}:{key}");
    }
    let span = app.clock.now().unix_timestamp() / REPEAT_SPAN;
    let digest = Sha256::new()
        .chain_update(visitor.uuid().as_bytes())
        .chain_update(span.to_be_bytes())
        .chain_update(submission.cart_id.as_bytes())
        .chain_update(submission.hash(language).as_bytes())
        .finalize();
    format!("auto:{}", URL_SAFE_NO_PAD.encode(digest))
}
