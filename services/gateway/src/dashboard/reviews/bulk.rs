//! One decision on the reviews that were ticked: a job, whose rows are worked on beside the calls.

use axum::Json;
use axum::extract::State;
use http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use souk_proto::catalog::v1 as proto;
use souk_rpc::{Actor, Failure};
use utoipa::ToSchema;

use super::super::access::Staff;
use super::super::jobs::JobView;
use super::super::picked::{PickedRow, rows};
use super::Decision;
use crate::extract;
use crate::idempotency::given_key;
use crate::jobs::{NewJob, Outcome, Row, Submission};
use crate::problem::Problem;
use crate::state::App;

/// What jobs of this kind are called.
pub const KIND: &str = "review-decision";

/// One decision on many reviews.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewsBulk {
    /// `approved` or `refused`.
    pub to: Decision,
    /// These, at most 200.
    pub reviews: Vec<PickedRow>,
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
    let job = NewJob { kind: KIND, detail, rows: rows("reviews", body.reviews)? };
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
        let review = app.neighbours.by(actor).reviews()?.moderate_review(request).await?.into_inner();
        app.catalog.reads().drop_all();
        // A catalog of the release before says nothing of it.
        Ok::<_, Failure>(Outcome::of_change(row, review.changed.unwrap_or(true), review.version))
    };
    moderate().await.unwrap_or_else(|failure| Outcome::of(&failure))
}
