//! The rows that were ticked on a screen, as a step of many at once names them.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use souk_rpc::Violations;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::jobs::NewRow;
use crate::problem::Problem;

/// Most rows of one job: more than a page shows.
const MOST_NAMED: usize = 200;
/// Longest name of a row, which is for people only.
const LONGEST_LABEL: usize = 80;

/// One row, as it was on the screen.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PickedRow {
    /// Its id.
    pub id: String,
    /// As the job's rows are called; 80 characters at most.
    pub label: String,
    /// The version read; one that was changed since is refused.
    pub version: u64,
}

/// The rows of a job, each of them once; `field` is the list's name in the body.
pub fn rows(field: &str, picked: Vec<PickedRow>) -> Result<Vec<NewRow>, Problem> {
    let mut violations = Violations::default();
    if picked.is_empty() {
        violations.push(field, "form.validation.required", "nothing is named");
    }
    if picked.len() > MOST_NAMED {
        violations.push(field, "form.validation.tooMany", format!("{MOST_NAMED} at most"));
    }
    let mut rows: Vec<NewRow> = Vec::new();
    for (index, row) in picked.into_iter().take(MOST_NAMED).enumerate() {
        let at = |part: &str| format!("{field}[{index}].{part}");
        if row.label.chars().count() > LONGEST_LABEL {
            violations.push(
                at("label"),
                "form.validation.tooLong",
                format!("{LONGEST_LABEL} characters at most"),
            );
        }
        let Some(id) = violations.check(at("id"), "form.validation.id", row.id.parse::<Uuid>()) else {
            continue;
        };
        if rows.iter().any(|row| row.subject == id) {
            violations.push(at("id"), "form.validation.repeated", "it is named twice");
        }
        rows.push(NewRow { subject: id, label: row.label, version: row.version, input: Value::Null });
    }
    violations.into_result("jobs.invalid")?;
    Ok(rows)
}
