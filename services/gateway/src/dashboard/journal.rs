//! Who changed what: the audit log as an administrator reads it (design 8).

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use souk_kernel::{EmployeeId, parse_rfc3339, rfc3339};
use souk_rpc::Violations;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::audit::{Filter, Row};
use crate::extract::{Query, page};
use crate::problem::Problem;
use crate::state::App;

/// Entries of the audit log, the newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Journal {
    /// The entries.
    pub entries: Vec<JournalEntry>,
    /// Whether older ones fit: ask with `after` of the last entry.
    pub has_more: bool,
    /// All actions that the log has, for the filter.
    pub actions: Vec<String>,
}

/// One change, or one try to sign in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JournalEntry {
    /// Id.
    pub id: String,
    /// RFC 3339.
    pub at: String,
    /// Who did it; null for the shop itself, a command, and who was refused.
    pub employee_id: Option<String>,
    /// The name of who did it; may be empty.
    pub actor: String,
    /// Roles at that moment.
    pub roles: Vec<String>,
    /// Address of the client; may be empty.
    pub address: String,
    /// Names the request in logs; may be empty.
    pub request_id: String,
    /// What was done: `orders.note_added`.
    pub action: String,
    /// What it was done to: `order`, `product`, `employee`.
    pub subject_kind: String,
    /// Its id.
    pub subject_id: String,
    /// As people know it; may be empty.
    pub subject_name: String,
    /// What changed, as it was, in the service's own words (amounts in centimes); null where it was not there.
    #[schema(value_type = Option<Object>)]
    pub before: Option<serde_json::Value>,
    /// As it is now; null where it is gone.
    #[schema(value_type = Option<Object>)]
    pub after: Option<serde_json::Value>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub struct JournalQuery {
    /// Id of who did it.
    employee: Option<String>,
    /// What was done: `orders.note_added`.
    action: Option<String>,
    /// Id of what it was done to.
    subject: Option<String>,
    /// From this moment on; RFC 3339.
    from: Option<String>,
    /// Before this moment; RFC 3339.
    until: Option<String>,
    /// Id of an entry: those older than it.
    after: Option<String>,
    /// 12, 24, 50, 100 or 200.
    size: Option<u32>,
}

/// The audit log, the newest entries first.
#[utoipa::path(get, path = "/dashboard/api/journal", tag = "dashboard", security(("staff" = [])),
    params(JournalQuery), responses((status = 200, body = Journal)))]
pub async fn journal(
    State(app): State<App>,
    Query(query): Query<JournalQuery>,
) -> Result<Json<Journal>, Problem> {
    let page = app.audit.page(&query.parse()?).await?;
    let entries = page.rows.into_iter().map(Into::into).collect();
    Ok(Json(Journal { entries, has_more: page.has_more, actions: page.actions }))
}

impl JournalQuery {
    fn parse(self) -> Result<Filter, Problem> {
        let mut violations = Violations::default();
        let size = page(None, self.size)?.size();
        let employee = violations.optional_id::<EmployeeId>("employee", &self.employee.unwrap_or_default());
        let after = violations.optional_id::<Uuid>("after", &self.after.unwrap_or_default());
        let mut moment = |field: &'static str, given: Option<String>| {
            let read =
                given.map(|text| parse_rfc3339(&text).ok_or("a time like 2026-11-21T10:00:00Z is expected"));
            read.and_then(|read| violations.check(field, "form.validation.time", read))
        };
        let (from, until) = (moment("from", self.from), moment("until", self.until));
        violations.into_result("invalid_request")?;
        Ok(Filter { employee, action: self.action, subject: self.subject, from, until, after, size })
    }
}

impl From<Row> for JournalEntry {
    fn from(row: Row) -> Self {
        Self {
            id: row.id.to_string(),
            at: rfc3339(row.at),
            employee_id: row.employee.map(|id| id.to_string()),
            actor: row.actor_name,
            roles: row.roles,
            address: row.address,
            request_id: row.request_id,
            action: row.action,
            subject_kind: row.subject_kind,
            subject_id: row.subject_id,
            subject_name: row.subject_name,
            before: row.before,
            after: row.after,
        }
    }
}
