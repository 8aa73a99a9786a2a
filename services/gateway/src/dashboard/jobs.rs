//! What a member of staff has done to many things at once: how far it is, what became of each, and those that were refused once
//! more. What starts a job stands with what it is done to (`orders::bulk`).

use axum::Json;
use axum::extract::{Path, State};
use serde::Serialize;
use souk_kernel::rfc3339;
use utoipa::ToSchema;
use uuid::Uuid;

use super::access::Staff;
use crate::extract::id;
use crate::jobs::{Job, Row};
use crate::problem::{Problem, ProblemBody};
use crate::product_imports;
use crate::state::App;

/// The caller's last jobs.
#[derive(Debug, Serialize, ToSchema)]
pub struct JobList {
    /// The newest first, at most 20; a job is forgotten a week after it ended.
    pub jobs: Vec<JobView>,
}

/// How far a job is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobView {
    /// UUID.
    pub id: String,
    /// What is done: `order-step`, `order-assignment`, `review-decision`, `product-check`, `product-import`, `product-undo`.
    pub kind: String,
    /// How: the status that orders or reviews go to, the id of the employee whom orders are given to, empty for nobody; of files of
    /// products the import's id.
    pub detail: String,
    /// Rows in all.
    pub total: u32,
    /// Rows that it is done to.
    pub done: u32,
    /// Rows that refused it.
    pub refused: u32,
    /// RFC 3339.
    pub started_at: String,
    /// Absent while rows wait. RFC 3339.
    pub ended_at: Option<String>,
    /// Moves with every change.
    pub version: u64,
}

/// A job with what became of each row.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobDetail {
    #[serde(flatten)]
    pub job: JobView,
    /// All of them, in the order of the start.
    pub rows: Vec<JobRow>,
}

/// One thing of a job.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobRow {
    /// Id of what it is done to.
    pub id: String,
    /// What people call it: an order's number.
    pub label: String,
    /// `waiting`, `done` or `refused`.
    pub outcome: String,
    /// Why it was refused, as a problem's code: `orders.out_of_stock`; empty otherwise.
    pub code: String,
    /// Of one that is done, whether the job changed it; what was so already is nothing that its undo takes back.
    pub changed: bool,
}

/// The caller's last jobs.
#[utoipa::path(get, path = "/dashboard/api/jobs", tag = "dashboard", security(("staff" = [])),
    responses((status = 200, body = JobList)))]
pub async fn list_jobs(State(app): State<App>, staff: Staff) -> Result<Json<JobList>, Problem> {
    let jobs = app.jobs.list(staff.employee.id).await?;
    Ok(Json(JobList { jobs: jobs.into_iter().map(Into::into).collect() }))
}

/// One of the caller's jobs, with what became of each row.
#[utoipa::path(get, path = "/dashboard/api/jobs/{id}", tag = "dashboard", security(("staff" = [])),
    params(("id" = String, Path, description = "The job's id")), responses((status = 200, body = JobDetail)))]
pub async fn get_job(
    State(app): State<App>,
    staff: Staff,
    Path(job_id): Path<String>,
) -> Result<Json<JobDetail>, Problem> {
    let (job, rows) = app.jobs.read(staff.employee.id, id::<Uuid>("id", &job_id)?).await?;
    Ok(Json(JobDetail { job: job.into(), rows: rows.into_iter().map(Into::into).collect() }))
}

/// Tries the refused rows once more, each from the state that its refusal met; while rows wait, nothing happens.
#[utoipa::path(post, path = "/dashboard/api/jobs/{id}/retry", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The job's id")),
    responses((status = 200, body = JobView), (status = 409, body = ProblemBody,
        description = "`jobs.overtaken`: a later import of products, or the undo of one, was begun since; `jobs.too_many`")))]
pub async fn retry_job(
    State(app): State<App>,
    staff: Staff,
    Path(job_id): Path<String>,
) -> Result<Json<JobView>, Problem> {
    let id = id::<Uuid>("id", &job_id)?;
    let job = app.jobs.retry(staff.employee.id, id, product_imports::overtaken_by).await?;
    Ok(Json(job.into()))
}

impl From<Job> for JobView {
    fn from(job: Job) -> Self {
        Self {
            id: job.id.to_string(),
            kind: job.kind,
            detail: job.detail,
            total: job.total,
            done: job.done,
            refused: job.refused,
            started_at: rfc3339(job.created_at),
            ended_at: job.ended_at.map(rfc3339),
            version: job.version,
        }
    }
}

impl From<Row> for JobRow {
    fn from(row: Row) -> Self {
        Self {
            id: row.subject.to_string(),
            label: row.label,
            outcome: row.outcome,
            code: row.code,
            changed: row.changed,
        }
    }
}
