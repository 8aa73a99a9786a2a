//! What is noted of many who wait at once: a job, whose rows are worked on beside the calls.

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
use crate::extract;
use crate::idempotency::given_key;
use crate::jobs::{NewJob, Outcome, Row, Submission};
use crate::problem::Problem;
use crate::state::App;

/// What jobs of this kind are called.
pub const KIND: &str = "restock-note";

/// What becomes of requests.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    strum::EnumString,
    strum::IntoStaticStr,
    ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum RestockStep {
    /// They were told.
    Told,
    /// They weren't after all.
    Waiting,
    /// Nobody will tell them: forgotten, for good.
    Removed,
}

/// One note on many requests.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RestockBulk {
    /// `told`, `waiting` or `removed`.
    pub to: RestockStep,
    /// These, at most 200.
    pub requests: Vec<PickedRow>,
}

/// Starts the note on many requests, once per `Idempotency-Key`; the job goes on when the page is closed.
#[utoipa::path(post, path = "/dashboard/api/restock-requests/bulk", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("Idempotency-Key" = Option<String>, Header,
        description = "Names the start, so that repeating it starts nothing more; 1 to 128 visible ASCII characters")),
    request_body = RestockBulk, responses((status = 202, body = JobView)))]
pub async fn start_restock_bulk(
    State(app): State<App>,
    staff: Staff,
    headers: HeaderMap,
    extract::Json(body): extract::Json<RestockBulk>,
) -> Result<(StatusCode, Json<JobView>), Problem> {
    let key = staff.idempotency_key(&app, given_key(&headers)?);
    let submission = Submission::new(key, &serde_json::to_vec(&body).map_err(Failure::internal)?);
    let employee = staff.employee.id;
    let detail = <&str>::from(body.to).to_owned();
    let job = NewJob { kind: KIND, detail, rows: rows("requests", body.requests)? };
    let job = match app.jobs.submitted(employee, &submission).await? {
        Some(job) => job,
        None => app.jobs.start(employee, &staff.actor, &submission, &job).await?,
    };
    Ok((StatusCode::ACCEPTED, Json(job.into())))
}

/// Notes it on one row; the same again changes nothing.
pub async fn note(app: &App, actor: &Actor, step: &str, row: &Row) -> Outcome {
    // A step that a newer release knows is its own to take.
    let Ok(step) = step.parse::<RestockStep>() else { return Outcome::Unanswered { is_lost: false } };
    let (id, version) = (row.subject.to_string(), row.version);
    let note = async || {
        let mut requests = app.neighbours.by(actor).restock_requests()?;
        if step == RestockStep::Removed {
            requests.remove_restock_request(proto::RemoveRestockRequestRequest { id, version }).await?;
            return Ok(Outcome::Done);
        }
        let note = proto::MarkRestockRequestRequest { id, version, told: step == RestockStep::Told };
        let noted = requests.mark_restock_request(note).await?.into_inner();
        Ok::<_, Failure>(Outcome::of_change(row, noted.changed, noted.version))
    };
    note().await.unwrap_or_else(|failure| Outcome::of(&failure))
}
