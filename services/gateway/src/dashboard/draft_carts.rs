//! Carts that shoppers left their phone for and did not order: staff see them, and call.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use souk_kernel::{Language, Money, Page};
use souk_proto::common::v1::PageRequest;
use souk_proto::orders::v1 as proto;
use souk_views::Dinars;
use utoipa::{IntoParams, ToSchema};

use super::access::Staff;
use super::orders::optional;
use crate::extract::{Locale, Query, page};
use crate::problem::Problem;
use crate::state::App;
use crate::text::pick;

#[derive(Debug, Clone, Copy, Default, Deserialize, strum::IntoStaticStr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum WaitingCartsSort {
    /// Touched last first.
    #[default]
    Default,
    /// Gone soonest first.
    Expiring,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct WaitingCartsQuery {
    /// From 1.
    page: Option<u32>,
    /// 12, 24, 50, 100 or 200.
    size: Option<u32>,
    /// `default` (touched last first) or `expiring` (gone soonest first).
    #[param(inline)]
    sort: Option<WaitingCartsSort>,
}

/// A page of the carts that were not ordered.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitingCartList {
    /// The rows of the page.
    pub carts: Vec<WaitingCart>,
    /// Rows in all, 10,000 at most.
    pub total: u64,
    /// Whether there are more rows than `total` says.
    pub more: bool,
    /// From 1.
    pub page: u32,
    /// Rows per page.
    pub size: u32,
    /// Pages that can be asked for.
    pub page_count: u64,
}

/// What somebody was about to order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitingCart {
    /// Id.
    pub id: String,
    /// First and last name.
    pub full_name: String,
    /// 10 digits starting with 0.
    pub phone: String,
    /// The first ten, in the cart's order.
    pub lines: Vec<WaitingLine>,
    /// Lines in all.
    pub line_count: u32,
    /// What the goods that are still sold cost now, without delivery.
    pub total: Dinars,
    /// RFC 3339; when it was touched last.
    pub updated_at: String,
    /// RFC 3339; when it is forgotten.
    pub expires_at: String,
}

/// So many pieces of something.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitingLine {
    /// Id of the product.
    pub product_id: String,
    /// Its combination; null without one.
    pub combination_id: Option<String>,
    /// In the answer's language; empty of what is not known any more.
    pub product_name: String,
    /// Value labels joined by ` / `; empty without a combination.
    pub combination_name: String,
    /// Pieces.
    pub quantity: i64,
    /// Of one piece, now; null of what can't be ordered any more.
    pub unit_price: Option<Dinars>,
}

/// Carts of shoppers who left their phone and did not order. One per shopper, gone with the order or 7 days after it was touched last.
#[utoipa::path(get, path = "/dashboard/api/draft-carts", tag = "dashboard", security(("staff" = [])),
    params(WaitingCartsQuery), responses((status = 200, body = WaitingCartList)))]
pub async fn list_draft_carts(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Query(query): Query<WaitingCartsQuery>,
) -> Result<Json<WaitingCartList>, Problem> {
    let page = page(query.page, query.size)?;
    let request = proto::ListDraftCartsRequest {
        page: Some(PageRequest { page: page.number(), size: page.size() }),
        sort: <&str>::from(query.sort.unwrap_or_default()).to_owned(),
    };
    let answer = app.neighbours.by(&staff.actor).carts()?.list_draft_carts(request).await?.into_inner();
    Ok(Json(WaitingCartList::new(answer, page, language)))
}

impl WaitingCartList {
    fn new(answer: proto::ListDraftCartsResponse, page: Page, language: Language) -> Self {
        Self {
            carts: answer.carts.into_iter().map(|cart| WaitingCart::new(cart, language)).collect(),
            total: answer.total,
            more: answer.more,
            page: page.number(),
            size: page.size(),
            page_count: page.count_within_reach(answer.total),
        }
    }
}

impl WaitingCart {
    fn new(cart: proto::DraftCart, language: Language) -> Self {
        let line = |line: proto::DraftLine| WaitingLine {
            product_name: pick(line.product_name.as_ref(), language),
            combination_name: pick(line.combination_name.as_ref(), language),
            product_id: line.product_id,
            combination_id: optional(line.combination_id),
            quantity: line.quantity,
            unit_price: line.unit_price.map(|price| Money::from_centimes(price).into()),
        };
        Self {
            id: cart.id,
            full_name: format!("{} {}", cart.first_name, cart.last_name),
            phone: cart.phone,
            line_count: cart.line_count,
            lines: cart.lines.into_iter().map(line).collect(),
            total: Money::from_centimes(cart.total).into(),
            updated_at: cart.updated_at,
            expires_at: cart.expires_at,
        }
    }
}
