//! Who of the staff looks after an order (specification 2, "affectation"), of one order or of many that were ticked.

use axum::Json;
use axum::extract::{Path, State};
use http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use souk_kernel::{EmployeeId, OrderId, Permission};
use souk_proto::common::v1 as common;
use souk_proto::orders::v1 as proto;
use souk_rpc::{Actor, Failure};
use utoipa::ToSchema;

use super::super::access::Staff;
use super::super::edits;
use super::super::jobs::JobView;
use super::bulk::{self, PickedOrder};
use super::view::OrderDetail;
use super::{read_order, with_reservation};
use crate::extract::{self, Locale, id, page};
use crate::idempotency::given_key;
use crate::jobs::{NewJob, Outcome, Row, Submission};
use crate::problem::{Problem, ProblemBody};
use crate::staff::{AccountFilter, Employee};
use crate::state::App;

/// What jobs of this kind are called; their detail is the employee's id, empty for nobody.
pub const KIND: &str = "order-assignment";
/// Employees that are offered, by name: more than a shop has that sell.
const MOST_OFFERED: u32 = 200;

/// An employee whom orders can be given to.
#[derive(Debug, Serialize, ToSchema)]
pub struct Assignee {
    /// Id.
    pub id: String,
    /// As timelines show it.
    pub name: String,
}

/// Who is to look after the order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OrderAssignment {
    /// The version read; another one in the shop is a 409 with the present order.
    pub version: u64,
    /// An active employee who may see orders; null: nobody.
    pub employee_id: Option<String>,
}

/// Who is to look after many orders.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OrdersAssignment {
    /// An active employee who may see orders; null: nobody.
    pub employee_id: Option<String>,
    /// These, 1 to 300; tracking numbers are for steps.
    pub orders: Vec<PickedOrder>,
}

/// The employees whom orders can be given to, by name: those who may sign in and see orders, 200 at most.
#[utoipa::path(get, path = "/dashboard/api/orders/assignees", tag = "dashboard", security(("staff" = [])),
    responses((status = 200, body = Vec<Assignee>)))]
pub async fn list_assignees(State(app): State<App>) -> Result<Json<Vec<Assignee>>, Problem> {
    let page = page(Some(1), Some(MOST_OFFERED))?;
    let filter = AccountFilter { words: String::new(), active: Some(true), page };
    let (accounts, _) = app.staff.list(&filter).await?;
    let employees = accounts.into_iter().map(|account| account.employee.acting()).filter(may_have_orders);
    let offered = employees.map(|employee| Assignee { id: employee.id.to_string(), name: employee.name });
    Ok(Json(offered.collect()))
}

/// Gives the order to an employee, or to nobody; who has it already is success.
#[utoipa::path(put, path = "/dashboard/api/orders/{id}/assignee", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The order's id, not its number")),
    request_body = OrderAssignment, responses((status = 200, body = OrderDetail),
        (status = 409, body = ProblemBody, description = "`current` is the present order")))]
pub async fn assign_order(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(order_id): Path<String>,
    extract::Json(body): extract::Json<OrderAssignment>,
) -> Result<Json<OrderDetail>, Problem> {
    let order = id::<OrderId>("id", &order_id)?;
    let employee = match &body.employee_id {
        Some(employee) => Some(assignable(&app, id("employeeId", employee)?).await?),
        None => None,
    };
    let request = proto::AssignOrderRequest { id: order.to_string(), version: body.version, employee };
    match app.neighbours.by(&staff.actor).orders()?.assign_order(request).await {
        Ok(answer) => Ok(Json(with_reservation(&app, &staff, order, answer.into_inner(), language).await)),
        Err(status) => Err(edits::refused(status.into(), read_order(&app, &staff, order, language)).await),
    }
}

/// Gives many orders to an employee, or to nobody, once per `Idempotency-Key`; the job goes on when the page is closed.
#[utoipa::path(post, path = "/dashboard/api/orders/bulk/assignee", tag = "dashboard", security(("staff" = [], "csrf" = [])),
    params(("Idempotency-Key" = Option<String>, Header,
        description = "Names the start, so that repeating it starts nothing more; 1 to 128 visible ASCII characters")),
    request_body = OrdersAssignment,
    responses((status = 202, body = JobView), (status = 409, body = ProblemBody, description = "`jobs.too_many`")))]
pub async fn start_assignment(
    State(app): State<App>,
    staff: Staff,
    headers: HeaderMap,
    extract::Json(body): extract::Json<OrdersAssignment>,
) -> Result<(StatusCode, Json<JobView>), Problem> {
    let key = staff.idempotency_key(&app, given_key(&headers)?);
    let submission = Submission::new(key, &serde_json::to_vec(&body).map_err(Failure::internal)?);
    let starter = staff.employee.id;
    let job = if let Some(job) = app.jobs.submitted(starter, &submission).await? {
        job
    } else {
        let job = body.job(&app).await?;
        app.jobs.start(starter, &staff.actor, &submission, &job).await?
    };
    Ok((StatusCode::ACCEPTED, Json(job.into())))
}

impl OrdersAssignment {
    async fn job(self, app: &App) -> Result<NewJob, Problem> {
        let detail = match &self.employee_id {
            Some(employee) => assignable(app, id("employeeId", employee)?).await?.id,
            None => String::new(),
        };
        Ok(NewJob { kind: KIND, detail, rows: bulk::named(self.orders)? })
    }
}

/// Gives the order of one row to the employee of the job, empty for nobody.
pub async fn give(app: &App, actor: &Actor, to: &str, row: &Row) -> Outcome {
    match assign(app, actor, to, row).await {
        Ok(outcome) => outcome,
        Err(failure) => bulk::refused(app, actor, row, &failure).await,
    }
}

async fn assign(app: &App, actor: &Actor, to: &str, row: &Row) -> Result<Outcome, Failure> {
    let employee = match to {
        "" => None,
        id => Some(assignable(app, id.parse().map_err(Failure::internal)?).await?),
    };
    let request = proto::AssignOrderRequest { id: row.subject.to_string(), version: row.version, employee };
    let assigned = app.neighbours.by(actor).orders()?.assign_order(request).await?.into_inner();
    let version = assigned.order.unwrap_or_default().version;
    // Orders of the release before say nothing of it.
    Ok(Outcome::of_change(row, assigned.changed.unwrap_or(true), version))
}

async fn assignable(app: &App, id: EmployeeId) -> Result<common::Actor, Failure> {
    let employee = app.staff.active(id).await.map_err(souk_database::failure)?;
    let employee = employee.filter(may_have_orders).ok_or_else(|| {
        Failure::invalid_field("employeeId", "form.validation.unknown", "no such employee sees orders")
    })?;
    Ok(common::Actor { id: employee.id.to_string(), name: employee.name })
}

fn may_have_orders(employee: &Employee) -> bool {
    employee.roles.iter().any(|role| role.allows(Permission::OrdersRead))
}
