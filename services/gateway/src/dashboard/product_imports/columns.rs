//! What the columns of files of products are, remembered for the shop.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use souk_rpc::Violations;
use utoipa::ToSchema;

use crate::dashboard::access::Staff;
use crate::problem::Problem;
use crate::product_imports::Columns;
use crate::state::App;

/// Columns that a file may have.
const MOST_COLUMNS: usize = 200;
/// Longest heads together, and longest of what a column is, in bytes: more are not remembered.
const LONGEST_HEADS: usize = 20_000;
const LONGEST_MEANING: usize = 60;

/// The columns of a file.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FileColumns {
    /// What stands over each, as the file has it; 20,000 bytes at most.
    pub heads: Vec<String>,
    /// What each is, by the names of the shop's own columns; empty: it is left out.
    pub meanings: Vec<String>,
}

/// The columns of the files that were imported last.
#[derive(Debug, Serialize, ToSchema)]
pub struct RememberedColumns {
    /// 20 at most, the newest first.
    pub files: Vec<FileColumns>,
}

/// What the columns of the last files were, whoever imported them: a file of the same heads is read as that one was.
#[utoipa::path(get, path = "/dashboard/api/product-import-columns", tag = "dashboard", security(("staff" = [])),
    responses((status = 200, body = RememberedColumns)))]
pub async fn list_product_import_columns(
    State(app): State<App>,
    _staff: Staff,
) -> Result<Json<RememberedColumns>, Problem> {
    let files = app.product_imports.columns().await?.into_iter();
    let files = files.map(|Columns { heads, meanings }| FileColumns { heads, meanings });
    Ok(Json(RememberedColumns { files: files.collect() }))
}

impl FileColumns {
    /// `None` where they can't be remembered, which is noted.
    pub fn read(self, found: &mut Violations) -> Option<Columns> {
        let Self { heads, meanings } = self;
        let bytes: usize = heads.iter().map(String::len).sum();
        let is_small = heads.len() <= MOST_COLUMNS && bytes <= LONGEST_HEADS;
        let are_short = meanings.iter().all(|meaning| meaning.len() <= LONGEST_MEANING);
        if !is_small || !are_short || heads.len() != meanings.len() {
            let text =
                format!("{MOST_COLUMNS} columns and {LONGEST_HEADS} bytes at most, each with what it is");
            found.push("columns", "form.validation.tooMany", text);
            return None;
        }
        Some(Columns { heads, meanings })
    }
}
