//! What a saved view is. Pure.

use serde::{Deserialize, Serialize};
use souk_kernel::is_reordering;
use souk_rpc::{Failure, Violations};
use strum::Display;
use utoipa::ToSchema;
use uuid::Uuid;

/// Most views of one list and employee.
pub const MOST: i64 = 20;
const LONGEST_NAME: usize = 60;
const LONGEST_SEARCH: usize = 2_000;

/// A list that can be saved as it is narrowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema, Display)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Screen {
    Orders,
    Products,
}

/// A list as somebody narrowed and sorted it.
#[derive(Debug, Clone)]
pub struct View {
    pub id: Uuid,
    pub name: String,
    /// As it stands in the list's address.
    pub search: String,
    pub is_default: bool,
}

impl View {
    pub fn checked(self) -> Result<Self, Failure> {
        let name = self.name.trim().to_owned();
        let mut violations = Violations::default();
        if name.is_empty() {
            violations.push("name", "form.validation.required", "a view has a name");
        }
        if name.chars().count() > LONGEST_NAME {
            violations.push("name", "form.validation.tooLong", format!("{LONGEST_NAME} characters at most"));
        }
        if name.chars().any(|one| one.is_control() || is_reordering(one)) {
            violations.push("name", "form.validation.name", "a name has visible characters");
        }
        if self.search.chars().count() > LONGEST_SEARCH {
            violations.push(
                "search",
                "form.validation.tooLong",
                format!("{LONGEST_SEARCH} characters at most"),
            );
        }
        violations.into_result("views.invalid")?;
        Ok(Self { name, ..self })
    }
}
