//! One decision on the reviews that were ticked: a job, whose rows are worked on beside the calls.

use axum::Json;
use axum::extract::State;
use http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use souk_kernel::ReviewId;
use souk_proto::catalog::v1 as proto;
use souk_rpc::{Actor, Failure, Violations};
use utoipa::ToSchema;

use super::super::access::Staff;
use super::super::jobs::JobView;
use super::Decision;
use crate::extract;
use crate::idempotency::given_key;
use crate::jobs::{NewJob, NewRow, Outcome, Row, Submission};
use crate::problem::Problem;
use crate::state::App;

/// What jobs of this kind are called.
pub const KIND: &str = "review-decision";
/// Most reviews of one job: more than a page shows.
const MOST_NAMED: usize = 200;
/// Longest name of a row, which is for people only.
const LONGEST_LABEL: usize = 80;

/// One decision on many reviews.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewsBulk {
    /// `approved` or `refused`.
    pub to: Decision,
    /// These, at most 200.
    pub reviews: Vec<PickedReview>,
}

/// One review, as it was on the screen.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PickedReview {
    /// The review's id.
    pub id: String,
    /// As the job's rows are called; 80 characters at most.
    pub label: String,
    /// The version read; one that was changed since is refused.
    pub version: u64,
}

/// Starts the decision on many reviews, once per `Idempotency-Key`; the job goes on when the page is closed.
#[utoipa::path(post, path = "/dashboard/api/reviews/bulk", tag = "dashboard", security(("staff" = [], "csrf" = [])),
    params(("Idempotency-Key" = Option<String>, Header,
        description = "Names the start, so that repeating it starts nothing more; 1 to 128 visible ASCII characters")),
    request_body = ReviewsBulk, responses((status = 202, body = JobView)))]
pub async fn start_review_bulk(
    State(app): State<App>,
    staff: Staff,
    headers: HeaderMap,
    extract::Json(body): extract::Json<ReviewsBulk>,
) -> Result<(StatusCode, Json<JobView>), Problem> {
    let key = staff.idempotency_key(&app, given_key(&headers)?);
    let submission = Submission::new(key, &serde_json::to_vec(&body).map_err(Failure::internal)?);
    let employee = staff.employee.id;
    let detail = <&str>::from(body.to).to_owned();
    let job = NewJob { kind: KIND, detail, rows: rows(body.reviews)? };
    let job = match app.jobs.submitted(employee, &submission).await? {
        Some(job) => job,
        None => app.jobs.start(employee, &staff.actor, &submission, &job).await?,
    };
    Ok((StatusCode::ACCEPTED, Json(job.into())))
}

/// Takes the decision on one row; the same again changes nothing.
pub async fn decide(app: &App, actor: &Actor, state: &str, row: &Row) -> Outcome {
    let (id, version) = (row.subject.to_string(), row.version);
    let request = proto::ModerateReviewRequest { id, state: state.to_owned(), version };
    let moderate = async || {
        app.neighbours.by(actor).reviews()?.moderate_review(request).await?;
        app.catalog.reads().drop_all();
        Ok::<_, Failure>(())
    };
    moderate().await.map_or_else(|failure| Outcome::of(&failure), |()| Outcome::Done)
}

fn rows(reviews: Vec<PickedReview>) -> Result<Vec<NewRow>, Problem> {
    let mut violations = Violations::default();
    if reviews.is_empty() {
        violations.push("reviews", "validation.required", "no review is named");
    }
    if reviews.len() > MOST_NAMED {
        violations.push("reviews", "validation.too_many", format!("{MOST_NAMED} reviews at most"));
    }
    let mut rows: Vec<NewRow> = Vec::new();
    for (index, review) in reviews.into_iter().take(MOST_NAMED).enumerate() {
        let at = |field: &str| format!("reviews[{index}].{field}");
        if review.label.chars().count() > LONGEST_LABEL {
            violations.push(
                at("label"),
                "validation.too_long",
                format!("{LONGEST_LABEL} characters at most"),
            );
        }
        let Some(id) = violations.check(at("id"), "validation.id", review.id.parse::<ReviewId>()) else {
            continue;
        };
        if rows.iter().any(|row| row.subject == id.uuid()) {
            violations.push(at("id"), "validation.repeated", "the review is named twice");
        }
        rows.push(NewRow {
            subject: id.uuid(),
            label: review.label,
            version: review.version,
            input: Value::Null,
        });
    }
    violations.into_result("jobs.invalid")?;
    Ok(rows)
}
