//! `POST /web/api/order/track`: what a shopper sees of an order, by its number and phone.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use souk_kernel::{Language, Money};
use souk_proto::common::v1::LocalizedText;
use souk_proto::orders::v1 as proto;
use souk_rpc::Actor;
use souk_views::Dinars;
use utoipa::ToSchema;

use super::visitor::Visitor;
use crate::app::App;
use crate::extract::{self, Locale};
use crate::problem::{Problem, ProblemBody};
use crate::text::pick;

/// Steps of an order's life that a shopper is shown; notes and stock outcomes are the staff's.
const INTERNAL_STEPS: [&str; 2] = ["note", "stock"];

#[derive(Debug, Deserialize, ToSchema)]
pub struct TrackOrder {
    /// `A-10234`
    pub number: String,
    pub phone: String,
}

/// An order as its shopper sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrackedOrder {
    pub number: String,
    pub status: String,
    pub placed_at: String,
    pub tracking_number: String,
    pub transporter: String,
    pub wilaya: String,
    pub commune: String,
    pub delivery_type: String,
    pub delivery_price: Dinars,
    pub total: Dinars,
    pub timeline: Vec<TrackedStep>,
    pub lines: Vec<TrackedLine>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct TrackedStep {
    pub status: String,
    /// RFC 3339.
    pub at: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrackedLine {
    pub name: String,
    pub combination: String,
    pub image: String,
    pub quantity: u32,
    pub unit_price: Dinars,
    pub total: Dinars,
}

/// Finds an order by number and phone; both must fit.
#[utoipa::path(post, path = "/web/api/order/track", tag = "storefront", security(("visitor" = [], "csrf" = [])),
    request_body = TrackOrder,
    responses((status = 200, body = TrackedOrder), (status = "4XX", body = ProblemBody)))]
pub async fn track_order(
    State(app): State<App>,
    _: Visitor,
    Locale(language): Locale,
    extract::Json(asked): extract::Json<TrackOrder>,
) -> Result<Json<TrackedOrder>, Problem> {
    let shopper = Actor::shopper();
    let request = proto::TrackOrderRequest { number: asked.number, phone: asked.phone };
    let detail = app.neighbours.by(&shopper).orders()?.track_order(request).await?.into_inner();
    Ok(Json(TrackedOrder::new(detail, language)))
}

impl TrackedOrder {
    fn new(detail: proto::OrderDetail, language: Language) -> Self {
        let order = detail.order.unwrap_or_default();
        let shown = |step: &proto::TimelineEntry| !INTERNAL_STEPS.contains(&step.kind.as_str());
        Self {
            number: order.number,
            status: order.status,
            placed_at: order.placed_at,
            tracking_number: order.tracking_number,
            transporter: order.transporter_name,
            wilaya: order.wilaya_name,
            commune: order.commune_name,
            delivery_type: order.delivery_type,
            delivery_price: Money::from_centimes(order.delivery_price).into(),
            total: Money::from_centimes(order.total).into(),
            timeline: detail
                .timeline
                .into_iter()
                .filter(shown)
                .map(|step| TrackedStep { status: step.kind, at: step.at })
                .collect(),
            lines: order.lines.into_iter().map(|line| TrackedLine::new(line, language)).collect(),
        }
    }
}

impl TrackedLine {
    fn new(line: proto::OrderLine, language: Language) -> Self {
        let text = |text: Option<LocalizedText>| pick(text.as_ref(), language);
        Self {
            name: text(line.name),
            combination: text(line.combination_name),
            image: line.image,
            quantity: line.quantity,
            unit_price: Money::from_centimes(line.unit_price).into(),
            total: Money::from_centimes(line.total).into(),
        }
    }
}
