//! What the audit log holds, and what is asked of it. Pure.

use souk_kernel::EmployeeId;
use time::OffsetDateTime;
use uuid::Uuid;

/// An entry that no release of ours writes.
#[derive(Debug, thiserror::Error)]
#[error("an audit entry has no legal {0}")]
pub struct MalformedEntry(pub &'static str);

/// One row of the log.
#[derive(Debug, Clone)]
pub struct Row {
    pub id: Uuid,
    pub at: OffsetDateTime,
    /// None for what the shop, or whoever runs it, did by itself.
    pub employee: Option<EmployeeId>,
    pub actor_name: String,
    pub roles: Vec<String>,
    pub address: String,
    pub request_id: String,
    pub action: String,
    pub subject_kind: String,
    pub subject_id: String,
    pub subject_name: String,
    pub before: Option<serde_json::Value>,
    pub after: Option<serde_json::Value>,
}

/// Which entries are wanted.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    pub employee: Option<EmployeeId>,
    pub action: Option<String>,
    pub subject: Option<String>,
    pub from: Option<OffsetDateTime>,
    pub until: Option<OffsetDateTime>,
    /// Those older than this one.
    pub after: Option<Uuid>,
    /// Rows at most.
    pub size: u32,
}
