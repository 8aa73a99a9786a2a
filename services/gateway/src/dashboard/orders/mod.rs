//! Orders as staff work with them: the list with its tabs, one order with its timeline, and its steps.

pub mod assignment;
pub mod bulk;
pub mod correction;
pub mod creation;
pub mod export;
mod filter;
pub mod lines;
pub mod papers;
mod view;

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use souk_kernel::{Language, OrderId, Page};
use souk_proto::inventory::v1 as inventory;
use souk_proto::orders::v1 as proto;
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};

pub use self::filter::{OrdersFilter, OrdersPeriod};
pub use self::view::{
    Allocation, CustomerHistory, OrderDetail, OrderLine, OrderList, OrderRow, Reservation, TimelineEntry,
    WarehouseOffer, optional,
};
use super::access::Staff;
use super::edits;
use crate::extract::{self, Locale, Query, id, page};
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct OrdersQuery {
    /// From 1.
    page: Option<u32>,
    /// 12, 24, 50, 100 or 200.
    size: Option<u32>,
    /// One status, or several joined by commas; absent: all.
    status: Option<String>,
    /// Number, phone, name or tracking number.
    q: Option<String>,
    /// Two digits: `16`.
    wilaya: Option<String>,
    /// Transporter's id.
    transporter: Option<String>,
    /// Id of the employee who looks after them.
    employee: Option<String>,
    /// When they were placed, in days of Algiers: `today`, `yesterday`, `week` (today and the six days before) or `month` (this one).
    #[param(inline)]
    period: Option<OrdersPeriod>,
    /// Placed on this day of Algiers or later: `2026-11-21`.
    from: Option<String>,
    /// Placed on this day of Algiers or earlier: `2026-11-30`.
    until: Option<String>,
    /// `newest` (default), `oldest`, or `nextCall`: whoever is to be called again soonest, then the others, oldest first; with `q` as `oldest`.
    sort: Option<String>,
}

/// One step of the order's life (design 6).
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Transition {
    /// The status to reach, one of `allowedTransitions`.
    pub to: String,
    /// The version read; another one in the shop is a 409 with the present order.
    pub version: u64,
    /// For the timeline; at most 1000 characters.
    #[serde(default)]
    pub note: Option<String>,
    /// Why, for a cancellation or a return; needed to take a delivery back (`delivered` to `returning`).
    #[serde(default)]
    pub reason: Option<String>,
    /// The transporter's, when shipping.
    #[serde(default)]
    pub tracking_number: Option<String>,
    /// When preparing: which warehouses serve; absent keeps the reservation as it is.
    #[serde(default)]
    pub allocations: Vec<Allocation>,
    /// When unreachable: RFC 3339 time of the next call.
    #[serde(default)]
    pub next_call_at: Option<String>,
}

#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// 1 to 1000 characters.
    pub note: String,
}

/// The orders, newest first, with counts per status.
#[utoipa::path(get, path = "/dashboard/api/orders", tag = "dashboard", security(("staff" = [])),
    params(OrdersQuery), responses((status = 200, body = OrderList)))]
pub async fn list_orders(
    State(app): State<App>,
    staff: Staff,
    Query(query): Query<OrdersQuery>,
) -> Result<Json<OrderList>, Problem> {
    let page = page(query.page, query.size)?;
    let request = query.request(page, app.clock.now())?;
    let answer = app.neighbours.by(&staff.actor).orders()?.list_orders(request).await?.into_inner();
    Ok(Json(OrderList::new(answer, page)))
}

/// One order.
#[utoipa::path(get, path = "/dashboard/api/orders/{id}", tag = "dashboard", security(("staff" = [])),
    params(("id" = String, Path, description = "The order's id, not its number")),
    responses((status = 200, body = OrderDetail)))]
pub async fn get_order(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(order_id): Path<String>,
) -> Result<Json<OrderDetail>, Problem> {
    let order = id::<OrderId>("id", &order_id)?;
    Ok(Json(read_order(&app, &staff, order, language).await?))
}

/// Moves the order one step; repeating a step that was done is success.
#[utoipa::path(post, path = "/dashboard/api/orders/{id}/transitions", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The order's id, not its number")), request_body = Transition,
    responses((status = 200, body = OrderDetail),
        (status = 409, body = ProblemBody, description = "`current` is the present order")))]
pub async fn transition_order(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(order_id): Path<String>,
    extract::Json(step): extract::Json<Transition>,
) -> Result<Json<OrderDetail>, Problem> {
    let order = id::<OrderId>("id", &order_id)?;
    let request = step.request(order);
    let outcome = app.neighbours.by(&staff.actor).orders()?.transition_order(request).await;
    match outcome {
        Ok(answer) => Ok(Json(with_reservation(&app, &staff, order, answer.into_inner(), language).await)),
        Err(status) => Err(edits::refused(status.into(), read_order(&app, &staff, order, language)).await),
    }
}

/// Adds a remark to the timeline.
#[utoipa::path(post, path = "/dashboard/api/orders/{id}/notes", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The order's id, not its number")), request_body = Note,
    responses((status = 200, body = OrderDetail)))]
pub async fn add_note(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(order_id): Path<String>,
    extract::Json(body): extract::Json<Note>,
) -> Result<Json<OrderDetail>, Problem> {
    let order = id::<OrderId>("id", &order_id)?;
    let request = proto::AddNoteRequest { id: order.to_string(), note: body.note };
    let answer = app.neighbours.by(&staff.actor).orders()?.add_note(request).await?.into_inner();
    Ok(Json(with_reservation(&app, &staff, order, answer, language).await))
}

async fn read_order(
    app: &App,
    staff: &Staff,
    order: OrderId,
    language: Language,
) -> Result<OrderDetail, Problem> {
    let request = proto::GetOrderRequest { id: order.to_string() };
    let answer = app.neighbours.by(&staff.actor).orders()?.get_order(request).await?.into_inner();
    Ok(with_reservation(app, staff, order, answer, language).await)
}

async fn with_reservation(
    app: &App,
    staff: &Staff,
    order: OrderId,
    detail: proto::OrderDetail,
    language: Language,
) -> OrderDetail {
    OrderDetail::new(detail, reservation(app, staff, order).await, language)
}

/// What the order holds in stock; None where inventory is away or keeps it from the caller, since the order can be
/// read without it.
async fn reservation(app: &App, staff: &Staff, order: OrderId) -> Option<Reservation> {
    let mut reservations = app.neighbours.by(&staff.actor).reservations().ok()?;
    let request = inventory::GetReservationRequest { order_id: order.to_string() };
    let answer = reservations.get_reservation(request).await;
    let found = answer.inspect_err(|status| tracing::debug!(%status, "no reservation could be read"));
    found.ok().map(|found| found.into_inner().into())
}

impl OrdersQuery {
    fn request(self, page: Page, now: OffsetDateTime) -> Result<proto::ListOrdersRequest, Problem> {
        let Self { page: _, size: _, status, q, wilaya, transporter, employee, period, from, until, sort } =
            self;
        let filter = OrdersFilter { status, q, wilaya, transporter, employee, period, from, until };
        let request = filter.request(page, now)?;
        Ok(proto::ListOrdersRequest { sort: sort.unwrap_or_default(), ..request })
    }
}

impl Transition {
    fn request(self, order: OrderId) -> proto::TransitionOrderRequest {
        proto::TransitionOrderRequest {
            id: order.to_string(),
            to: self.to,
            version: self.version,
            note: self.note.unwrap_or_default(),
            reason: self.reason.unwrap_or_default(),
            tracking_number: self.tracking_number.unwrap_or_default(),
            allocations: self.allocations.into_iter().map(Into::into).collect(),
            next_call_at: self.next_call_at.unwrap_or_default(),
        }
    }
}
