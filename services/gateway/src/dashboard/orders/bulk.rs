//! A step of many orders at once: those that were ticked, or all that a filter finds. What it would do is told first; then it is a
//! job, whose rows are worked on beside the calls.

use axum::Json;
use axum::extract::State;
use http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::json;
use souk_kernel::{OrderId, Page};
use souk_proto::orders::v1 as proto;
use souk_rpc::{Actor, Failure, Kind, Violations};
use utoipa::ToSchema;

use super::super::access::Staff;
use super::super::jobs::JobView;
use super::OrdersFilter;
use crate::extract;
use crate::idempotency::given_key;
use crate::jobs::{MOST_ROWS, NewJob, NewRow, Outcome, Row, Submission};
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

/// What jobs of this kind are called.
pub const KIND: &str = "order-step";
/// Most orders that are named one by one: with their tracking numbers they fit a request.
const MOST_NAMED: usize = 300;
/// Longest name of a row, which is for people only.
const LONGEST_NUMBER: usize = 40;
/// Orders asked for at once.
const PAGE: u32 = 200;

/// The steps that need nothing to be told of each order, or a tracking number at most, with the statuses that they are taken from
/// (design 6).
const STEPS: [(&str, &[&str]); 4] = [
    ("preparing", &["confirmed"]),
    ("shipped", &["preparing"]),
    ("delivered", &["shipped", "attempted"]),
    ("returned", &["returning"]),
];

/// One step of many orders: either `orders` or `matching`.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OrdersBulk {
    /// The status to reach: `preparing`, `shipped`, `delivered` or `returned`.
    pub to: String,
    /// These, at most 300.
    #[serde(default)]
    pub orders: Vec<PickedOrder>,
    /// All that this finds, at most 1,000; refused where they are not counted to their end.
    #[serde(default)]
    pub matching: Option<OrdersFilter>,
    /// Of `matching`: how many the preview said would move. Where it is another number by now, nothing starts.
    #[serde(default)]
    pub expected: Option<u64>,
}

/// One order, as it was on the screen.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PickedOrder {
    /// The order's id.
    pub id: String,
    /// As the job's rows are called.
    pub number: String,
    /// The version read.
    pub version: u64,
    /// The transporter's, when shipping.
    #[serde(default)]
    pub tracking_number: Option<String>,
}

/// What a step would do.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkPreview {
    /// Orders that were named or found, as far as they are counted.
    pub total: u64,
    /// Whether there are more than `total` says.
    pub more: bool,
    /// Of these: may take the step as they are now, as far as they are counted.
    pub will: u64,
    /// Whether there are more than `will` says: then nothing starts.
    pub will_more: bool,
    /// Most that one job takes.
    pub most: u64,
}

/// What one step would do to the orders of a filter.
#[utoipa::path(post, path = "/dashboard/api/orders/bulk/preview", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), request_body = OrdersBulk, responses((status = 200, body = BulkPreview)))]
pub async fn preview_bulk(
    State(app): State<App>,
    staff: Staff,
    extract::Json(body): extract::Json<OrdersBulk>,
) -> Result<Json<BulkPreview>, Problem> {
    let filter = body.matching.clone().ok_or_else(|| missing("matching"))?;
    Ok(Json(preview(&app, &staff, from(&body.to)?, &filter).await?))
}

/// Starts the step of many orders, once per `Idempotency-Key`; the job goes on when the page is closed.
#[utoipa::path(post, path = "/dashboard/api/orders/bulk", tag = "dashboard", security(("staff" = [], "csrf" = [])),
    params(("Idempotency-Key" = Option<String>, Header,
        description = "Names the start, so that repeating it starts nothing more; 1 to 128 visible ASCII characters")),
    request_body = OrdersBulk,
    responses((status = 202, body = JobView),
        (status = 409, body = ProblemBody, description = "`jobs.matching_changed`: `current` is the present preview; `jobs.too_many`")))]
pub async fn start_bulk(
    State(app): State<App>,
    staff: Staff,
    headers: HeaderMap,
    extract::Json(body): extract::Json<OrdersBulk>,
) -> Result<(StatusCode, Json<JobView>), Problem> {
    let key = staff.idempotency_key(&app, given_key(&headers)?);
    let submission = Submission::new(key, &serde_json::to_vec(&body).map_err(Failure::internal)?);
    // A repeat is answered by what it started, whatever the filter finds by now.
    let employee = staff.employee.id;
    let job = if let Some(job) = app.jobs.submitted(employee, &submission).await? {
        job
    } else {
        let job = body.job(&app, &staff).await?;
        app.jobs.start(employee, &staff.actor, &submission, &job).await?
    };
    Ok((StatusCode::ACCEPTED, Json(job.into())))
}

/// Takes the step of one row.
pub async fn take(app: &App, actor: &Actor, to: &str, row: &Row) -> Outcome {
    match transition(app, actor, to, row).await {
        Ok(()) => Outcome::Done,
        Err(failure) => refused(app, actor, row, &failure).await,
    }
}

async fn transition(app: &App, actor: &Actor, to: &str, row: &Row) -> Result<(), Failure> {
    let tracking_number = row.input["trackingNumber"].as_str().unwrap_or_default().to_owned();
    let request = proto::TransitionOrderRequest {
        id: row.subject.to_string(),
        to: to.to_owned(),
        version: row.version,
        tracking_number,
        ..proto::TransitionOrderRequest::default()
    };
    app.neighbours.by(actor).orders()?.transition_order(request).await?;
    Ok(())
}

/// Where the order has another state by now, a next try is made from that one.
pub(super) async fn refused(app: &App, actor: &Actor, row: &Row, failure: &Failure) -> Outcome {
    let outcome = Outcome::of(failure);
    let Outcome::Refused { code, .. } = outcome else { return outcome };
    let version = match failure.kind {
        Kind::Conflict | Kind::Precondition => present_version(app, actor, row).await,
        _ => None,
    };
    Outcome::Refused { code, version }
}

async fn present_version(app: &App, actor: &Actor, row: &Row) -> Option<u64> {
    let request = proto::GetOrderRequest { id: row.subject.to_string() };
    let answer = app.neighbours.by(actor).orders().ok()?.get_order(request).await.ok()?;
    Some(answer.into_inner().order?.version)
}

/// The statuses that a step is taken from.
fn from(to: &str) -> Result<&'static [&'static str], Problem> {
    let step = STEPS.iter().find(|(name, _)| *name == to);
    step.map(|(_, from)| *from).ok_or_else(|| {
        Problem::field("to", "form.validation.status", "this step is not taken by many at once")
    })
}

async fn preview(
    app: &App,
    staff: &Staff,
    from: &[&str],
    filter: &OrdersFilter,
) -> Result<BulkPreview, Problem> {
    let all = filter.list(app, staff, first_page()?, None).await?;
    let movable = filter.list(app, staff, first_page()?, Some(from)).await?;
    let most = u64::try_from(MOST_ROWS).unwrap_or(u64::MAX);
    Ok(BulkPreview { total: all.total, more: all.more, will: movable.total, will_more: movable.more, most })
}

fn first_page() -> Result<Page, Problem> {
    extract::page(Some(1), Some(12))
}

fn missing(field: &'static str) -> Problem {
    Problem::field(field, "form.validation.required", "is needed")
}

impl OrdersBulk {
    async fn job(self, app: &App, staff: &Staff) -> Result<NewJob, Problem> {
        let from = from(&self.to)?;
        let rows = match (self.matching, self.orders) {
            (None, orders) => named(orders)?,
            (Some(filter), orders) if orders.is_empty() => {
                found(app, staff, from, &filter, self.expected).await?
            }
            _ => return Err(Problem::field("matching", "form.validation.repeated", "orders are named too")),
        };
        Ok(NewJob { kind: KIND, detail: self.to, rows })
    }
}

pub(super) fn named(orders: Vec<PickedOrder>) -> Result<Vec<NewRow>, Problem> {
    let mut violations = Violations::default();
    if orders.is_empty() {
        violations.push("orders", "form.validation.required", "no order is named");
    }
    if orders.len() > MOST_NAMED {
        violations.push("orders", "form.validation.tooMany", format!("{MOST_NAMED} orders at most"));
    }
    let mut rows: Vec<NewRow> = Vec::new();
    for (index, order) in orders.into_iter().take(MOST_NAMED).enumerate() {
        let at = |field: &str| format!("orders[{index}].{field}");
        if order.number.chars().count() > LONGEST_NUMBER {
            violations.push(
                at("number"),
                "form.validation.tooLong",
                format!("{LONGEST_NUMBER} characters at most"),
            );
        }
        let Some(id) = violations.check(at("id"), "form.validation.id", order.id.parse::<OrderId>()) else {
            continue;
        };
        if rows.iter().any(|row| row.subject == id.uuid()) {
            violations.push(at("id"), "form.validation.repeated", "the order is named twice");
        }
        let input = json!({ "trackingNumber": order.tracking_number.unwrap_or_default() });
        rows.push(NewRow { subject: id.uuid(), label: order.number, version: order.version, input });
    }
    violations.into_result("jobs.invalid")?;
    Ok(rows)
}

/// All that the filter finds, where they are as many as the preview said.
async fn found(
    app: &App,
    staff: &Staff,
    from: &[&str],
    filter: &OrdersFilter,
    expected: Option<u64>,
) -> Result<Vec<NewRow>, Problem> {
    let expected = expected.ok_or_else(|| missing("expected"))?;
    let present = preview(app, staff, from, filter).await?;
    if present.will > present.most {
        let text = format!("{} orders at most", present.most);
        return Err(Problem::field("matching", "form.validation.tooMany", text));
    }
    if present.will_more {
        let text = "the orders are not counted to their end: narrow the list";
        return Err(Problem::field("matching", "form.validation.tooMany", text));
    }
    let rows = rows_of(app, staff, from, filter).await?;
    if u64::try_from(rows.len()) != Ok(expected) || rows.is_empty() {
        let failure = Failure::conflict("jobs.matching_changed", "other orders match by now");
        // A count may have more than are of the days that were asked for.
        let will = rows.len() as u64;
        return Err(Problem::from(failure).with_current(&BulkPreview { will, ..present }));
    }
    Ok(rows)
}

async fn rows_of(
    app: &App,
    staff: &Staff,
    from: &[&str],
    filter: &OrdersFilter,
) -> Result<Vec<NewRow>, Problem> {
    let mut rows: Vec<NewRow> = Vec::new();
    for number in 1.. {
        let page = extract::page(Some(number), Some(PAGE))?;
        let answer = filter.list(app, staff, page, Some(from)).await?;
        // A page may have fewer: those of another day are not told.
        let is_last = u64::from(number) * u64::from(PAGE) >= answer.total;
        for order in answer.orders {
            let id = extract::id::<OrderId>("id", &order.id)?;
            // One that moved to the next page meanwhile comes twice.
            if rows.iter().all(|row| row.subject != id.uuid()) {
                let (label, version) = (order.number, order.version);
                rows.push(NewRow { subject: id.uuid(), label, version, input: json!({}) });
            }
        }
        if is_last || rows.len() >= MOST_ROWS {
            break;
        }
    }
    Ok(rows)
}

impl OrdersFilter {
    /// A page of what it finds; `only`: of those in these statuses.
    async fn list(
        &self,
        app: &App,
        staff: &Staff,
        page: Page,
        only: Option<&[&str]>,
    ) -> Result<proto::ListOrdersResponse, Problem> {
        let mut request = self.clone().request(page, app.clock.now())?;
        request.sort = "oldest".into();
        if let Some(only) = only {
            let given = std::mem::take(&mut request.statuses);
            let is_asked = |status: &&&str| given.is_empty() || given.iter().any(|one| one == **status);
            request.statuses = only.iter().filter(is_asked).map(|status| (*status).to_owned()).collect();
            if request.statuses.is_empty() {
                return Ok(proto::ListOrdersResponse::default());
            }
        }
        let time = (request.placed_from.clone(), request.placed_before.clone());
        let answer = app.neighbours.by(&staff.actor).orders()?.list_orders(request).await?.into_inner();
        if (&answer.placed_from, &answer.placed_before) != (&time.0, &time.1) {
            let text = "a replica of orders of the release before knows no days: try again when all are of one release";
            return Err(Failure::unavailable(text).into());
        }
        Ok(answer)
    }
}
