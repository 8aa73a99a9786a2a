//! `POST /web/api/order/track`: what a shopper sees of an order, by its number and phone.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use souk_kernel::{Language, Money, OrderNumber, Phone};
use souk_proto::common::v1::LocalizedText;
use souk_proto::orders::v1 as proto;
use souk_rpc::{Actor, Kind};
use souk_views::Dinars;
use utoipa::ToSchema;

use super::shopper::Visitor;
use crate::extract::{self, Locale};
use crate::limits::{ClientAddress, Guess, Limits};
use crate::problem::Problem;
use crate::state::App;
use crate::text::pick;

/// Steps of an order's life that a shopper is shown; notes and stock outcomes are the staff's.
const INTERNAL_STEPS: [&str; 2] = ["note", "stock"];

#[derive(Debug, Deserialize, ToSchema)]
pub struct TrackOrder {
    /// `A-10234`
    pub number: String,
    /// Phone that it was ordered with, in any spelling.
    pub phone: String,
}

/// An order as its shopper sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrackedOrder {
    /// `A-10234`
    pub number: String,
    /// Where it stands: `placed`, `confirmed`, `shipped`, `delivered`, …
    pub status: String,
    /// RFC 3339.
    pub placed_at: String,
    /// The transporter's; empty until it is shipped.
    pub tracking_number: String,
    /// Who delivers.
    pub transporter: String,
    /// Where to: its name in Latin letters.
    pub wilaya: String,
    /// Two digits: `16`. Its Arabic name is among the wilayas.
    pub wilaya_id: String,
    /// Where to: its name in Latin letters.
    pub commune: String,
    /// Four digits: `1601`. Its Arabic name is among the communes of the wilaya.
    pub commune_id: String,
    /// `home` or `desk`.
    pub delivery_type: String,
    /// What the delivery costs.
    pub delivery_price: Dinars,
    /// What is paid on delivery.
    pub total: Dinars,
    /// What happened, oldest first.
    pub timeline: Vec<TrackedStep>,
    /// What was ordered.
    pub lines: Vec<TrackedLine>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct TrackedStep {
    /// The status reached.
    pub status: String,
    /// RFC 3339.
    pub at: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrackedLine {
    /// In the answer's language.
    pub name: String,
    /// Value labels joined by ` / `; empty without a combination.
    pub combination: String,
    /// Path of a small picture; may be empty.
    pub image: String,
    /// Pieces.
    pub quantity: u32,
    /// What one piece was charged.
    pub unit_price: Dinars,
    /// Unit price times quantity.
    pub total: Dinars,
}

/// Finds an order by number and phone; both must fit. A wrong number and a wrong phone look the same, and are counted.
#[utoipa::path(post, path = "/web/api/order/track", tag = "storefront", security(("visitor" = [], "csrf" = [])),
    request_body = TrackOrder,
    responses((status = 200, body = TrackedOrder)))]
pub async fn track_order(
    State(app): State<App>,
    _: Visitor,
    client: ClientAddress,
    Locale(language): Locale,
    extract::Json(asked): extract::Json<TrackOrder>,
) -> Result<Json<TrackedOrder>, Problem> {
    let guess = asked.guess(&app.limits, client)?;
    let shopper = Actor::shopper();
    let request = proto::TrackOrderRequest { number: asked.number, phone: asked.phone };
    let answer = app.neighbours.by(&shopper).orders()?.track_order(request).await.map_err(Problem::from);
    let is_wrong = matches!(&answer, Err(problem) if problem.kind() == Kind::NotFound);
    if !is_wrong {
        guess.forgive();
    }
    Ok(Json(TrackedOrder::new(answer?.into_inner(), language)))
}

impl TrackOrder {
    /// Counts the attempt by what it looks for, so that no spelling of a number or a phone is another one.
    fn guess<'a>(&self, limits: &'a Limits, client: ClientAddress) -> Result<Guess<'a>, Problem> {
        let number = self.number.parse().map_or(0, |OrderNumber(number)| number.unsigned_abs());
        limits.track(client, Phone::parse(&self.phone).ok().as_ref(), number)
    }
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
            wilaya_id: order.wilaya_id,
            commune: order.commune_name,
            commune_id: order.commune_id,
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
