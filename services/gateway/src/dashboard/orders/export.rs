//! The orders that a list shows, as a file for a carrier or a spreadsheet.

use axum::extract::State;
use axum::response::Response;
use futures::{Stream, StreamExt as _, stream};
use http::Method;
use serde_json::json;
use souk_audit::{Change, Subject};
use souk_kernel::{Language, Page, Permission, parse_rfc3339};
use souk_proto::common::v1::AuditEntry;
use souk_proto::orders::v1 as proto;
use souk_rpc::{Actor, Failure};
use tokio::task::JoinHandle;

use super::super::access::Staff;
use super::super::export::{self, Reader, Row, dinars};
use super::filter::{OrdersFilter, algiers};
use super::view::kind;
use crate::extract::Query;
use crate::problem::{Problem, ProblemBody};
use crate::state::App;
use crate::text::pick;

const COLUMNS: [&str; 19] = [
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
    "type",
];

/// The orders that a list shows, newest first, as CSV in UTF-8; who takes them out, what the list was narrowed by, how many left and whether
/// it was cut stands in the audit log. Days and times are those of Algiers, amounts are dinars; of a search all that hold it. An employee
/// takes one file at a time.
#[utoipa::path(get, path = "/dashboard/api/orders/export", tag = "dashboard", security(("staff" = [])),
    params(OrdersFilter), responses((status = 200, body = String, content_type = "text/csv"),
        (status = 429, body = ProblemBody, description = "another file is being taken, or many were")))]
pub async fn export_orders(
    State(app): State<App>,
    staff: Staff,
    method: Method,
    Query(filter): Query<OrdersFilter>,
) -> Result<Response, Problem> {
    let request = filter.clone().request(Page::default(), app.clock.now())?;
    if let Some(head) = export::head(&method, "orders", &COLUMNS) {
        return Ok(head);
    }
    let reader = Reader::open(app.clone(), staff.clone(), Permission::OrdersExport)?;
    let first = step(app.clone(), staff.clone(), request.clone(), 0).await?;
    let mut left = Left { app, actor: staff.actor, orders: 0, is_told: true };
    left.tell(facts(filter, &request.statuses)).await?;
    left.is_told = false;
    let rest =
        export::steps(reader, first.1, move |app, staff, after| step(app, staff, request.clone(), after));
    Ok(export::file("orders", &COLUMNS, left.counting(stream::iter([Ok(first.0)]).chain(rest))))
}

/// The lines of a step, and what the next goes on after.
async fn step(
    app: App,
    staff: Staff,
    filter: proto::ListOrdersRequest,
    after: u64,
) -> Result<(Vec<Row>, u64), Problem> {
    let request = proto::ListWholeOrdersRequest { filter: Some(filter), after };
    let answer = app.neighbours.by(&staff.actor).orders()?.list_whole_orders(request).await?;
    let proto::ListWholeOrdersResponse { orders, next } = answer.into_inner();
    Ok((orders.into_iter().map(row).collect(), next))
}

/// What the audit log tells: not what was searched, which may be a person's name or phone.
fn facts(filter: OrdersFilter, statuses: &[String]) -> serde_json::Value {
    let OrdersFilter { status: _, q, wilaya, transporter, employee, period, from, until } = filter;
    json!({
        "status": statuses.join(","), "isSearched": q.is_some(), "wilaya": wilaya, "transporter": transporter, "employee": employee,
        "period": period, "from": from, "until": until,
    })
}

/// How many orders left the shop: told at the end, also of a file that is cut or whose reader goes away.
struct Left {
    app: App,
    actor: Actor,
    orders: usize,
    /// Nothing is left to tell.
    is_told: bool,
}

impl Left {
    fn entry(&self, facts: serde_json::Value) -> AuditEntry {
        let taken = Change::made("staff.orders_exported", Subject::new("orders", "", ""), facts);
        taken.by(&self.actor, self.app.clock.as_ref())
    }

    async fn tell(&self, facts: serde_json::Value) -> Result<(), Failure> {
        self.app.audit.add(&self.entry(facts)).await
    }

    /// The rows as they are, counted; the end is told before the reader has it.
    fn counting(
        self,
        rows: impl Stream<Item = Result<Vec<Row>, Problem>> + Send + 'static,
    ) -> impl Stream<Item = Result<Vec<Row>, Problem>> + Send + 'static {
        stream::unfold(Some((Box::pin(rows), self)), |open| async move {
            let (mut rows, mut left) = open?;
            match rows.next().await {
                Some(Ok(step)) => {
                    left.orders += step.len();
                    Some((Ok(step), Some((rows, left))))
                }
                Some(Err(problem)) => {
                    left.end(true).await.ok();
                    Some((Err(problem), None))
                }
                None => {
                    left.end(false).await.ok();
                    None
                }
            }
        })
    }

    /// By a task of its own, which whoever goes away meanwhile doesn't take along.
    fn end(&mut self, is_cut: bool) -> JoinHandle<()> {
        self.is_told = true;
        let (app, orders) = (self.app.clone(), self.orders);
        let entry = self.entry(json!({ "orders": orders, "isCut": is_cut }));
        tokio::spawn(async move {
            if let Err(failure) = app.audit.add(&entry).await {
                tracing::warn!(file.orders = orders, error.cause = %failure, "the end of a file of orders was not told");
            }
        })
    }
}

impl Drop for Left {
    /// Its reader went away.
    fn drop(&mut self) {
        if !self.is_told {
            self.end(true);
        }
    }
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
        kind(order.r#type),
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
