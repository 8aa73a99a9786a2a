//! The orders that a list shows, as a file for a carrier or a spreadsheet.

use axum::extract::State;
use axum::response::Response;
use futures::{StreamExt as _, stream};
use serde_json::json;
use souk_audit::{Change, Subject};
use souk_kernel::{Language, Page, parse_rfc3339};
use souk_proto::orders::v1 as proto;

use super::super::access::Staff;
use super::super::export::{self, Row, dinars};
use super::filter::{OrdersFilter, algiers};
use crate::extract::Query;
use crate::problem::Problem;
use crate::state::App;
use crate::text::pick;

const COLUMNS: [&str; 18] = [
    "number",
    "placed_at",
    "status",
    "customer",
    "phone",
    "wilaya_id",
    "wilaya",
    "commune",
    "address",
    "delivery_type",
    "transporter",
    "tracking_number",
    "items",
    "pieces",
    "products_total",
    "delivery_price",
    "total",
    "assignee",
];

/// The orders that a list shows, newest first, as CSV in UTF-8; who takes them out, and what the list was narrowed by, stands in the
/// audit log. Days and times are those of Algiers, amounts are dinars; of a search those that the list finds.
#[utoipa::path(get, path = "/dashboard/api/orders/export", tag = "dashboard", security(("staff" = [])),
    params(OrdersFilter), responses((status = 200, body = String, content_type = "text/csv")))]
pub async fn export_orders(
    State(app): State<App>,
    staff: Staff,
    Query(filter): Query<OrdersFilter>,
) -> Result<Response, Problem> {
    let request = filter.clone().request(Page::default(), app.clock.now())?;
    let first = step(&app, &staff, request.clone(), 0).await?;
    let taken = Change::made("staff.orders_exported", Subject::new("orders", "", ""), facts(filter));
    app.audit.add(&taken.by(&staff.actor, app.clock.as_ref())).await?;
    let rest = stream::try_unfold(first.1, move |after| {
        let (app, staff, request) = (app.clone(), staff.clone(), request.clone());
        async move {
            if after == 0 {
                return Ok(None);
            }
            Ok::<_, Problem>(Some(step(&app, &staff, request, after).await?))
        }
    });
    Ok(export::file("orders", &COLUMNS, stream::iter([Ok(first.0)]).chain(rest)))
}

/// The lines of a step, and what the next goes on after.
async fn step(
    app: &App,
    staff: &Staff,
    filter: proto::ListOrdersRequest,
    after: u64,
) -> Result<(Vec<Row>, u64), Problem> {
    let request = proto::ListWholeOrdersRequest { filter: Some(filter), after };
    let answer = app.neighbours.by(&staff.actor).orders()?.list_whole_orders(request).await?;
    let proto::ListWholeOrdersResponse { orders, next } = answer.into_inner();
    Ok((orders.into_iter().map(row).collect(), next))
}

/// What the audit log tells: not what was searched, which may be a person's name or phone.
fn facts(filter: OrdersFilter) -> serde_json::Value {
    let OrdersFilter { status, q, wilaya, transporter, employee, period, from, until } = filter;
    json!({
        "status": status, "isSearched": q.is_some(), "wilaya": wilaya, "transporter": transporter, "employee": employee,
        "period": period, "from": from, "until": until,
    })
}

fn row(order: proto::Order) -> Row {
    let pieces: u64 = order.lines.iter().map(|line| u64::from(line.quantity)).sum();
    let items: Vec<_> = order.lines.iter().map(item).collect();
    vec![
        order.number,
        local(&order.placed_at),
        order.status,
        format!("{} {}", order.first_name, order.last_name),
        order.phone,
        order.wilaya_id,
        order.wilaya_name,
        order.commune_name,
        order.address,
        order.delivery_type,
        order.transporter_name,
        order.tracking_number,
        items.join(" | "),
        pieces.to_string(),
        dinars(order.products_total),
        dinars(order.delivery_price),
        dinars(order.total),
        order.assignee.unwrap_or_default().name,
    ]
}

/// By its stock number, or its name where it has none.
fn item(line: &proto::OrderLine) -> String {
    let name = pick(line.name.as_ref(), Language::default());
    let combination = pick(line.combination_name.as_ref(), Language::default());
    let named = [name, combination].join(" ");
    let known_as = if line.sku.is_empty() { named.trim() } else { &line.sku };
    format!("{known_as} × {}", line.quantity)
}

/// `2026-11-21 10:41` in Algiers, which spreadsheets take for a time.
fn local(moment: &str) -> String {
    let format = time::macros::format_description!("[year]-[month]-[day] [hour]:[minute]");
    let at = parse_rfc3339(moment).map(|at| at.to_offset(algiers()));
    at.and_then(|at| at.format(format).ok()).unwrap_or_default()
}
