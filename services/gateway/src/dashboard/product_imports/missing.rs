//! Categories and brands that a file names and the shop has not: told, and made at once where staff say so.

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use souk_proto::catalog::v1 as proto;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::dashboard::access::Staff;
use crate::dashboard::product_columns::Column;
use crate::extract::{self, id};
use crate::problem::Problem;
use crate::product_imports::{Fault, MOST_UNKNOWN, Unknown};
use crate::state::App;

/// The rule of a name that leads nowhere.
const UNKNOWN: &str = "form.validation.unknown";

/// What an import lacks.
#[derive(Debug, Serialize, ToSchema)]
pub struct MissingNames {
    /// As the file writes them, each behind those above it: `Maison`, `Maison > Cuisine`.
    pub categories: Vec<String>,
    /// As the file writes them.
    pub brands: Vec<String>,
    /// Whether it lacks more: 500 are told, or fewer long ones.
    pub more: bool,
}

/// What is to be made of it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WantedNames {
    /// As they were told; 500 at most with the brands.
    pub categories: Vec<String>,
    /// As they were told.
    pub brands: Vec<String>,
}

/// What was made.
#[derive(Debug, Serialize, ToSchema)]
pub struct MadeNames {
    /// Categories and brands; those that were there already are not counted.
    pub made: u32,
}

/// The categories and brands that all of an import names and the shop has not now.
#[utoipa::path(get, path = "/dashboard/api/product-imports/{id}/missing", tag = "dashboard",
    security(("staff" = [])), params(("id" = String, Path, description = "The import's id")),
    responses((status = 200, body = MissingNames)))]
pub async fn list_missing_names(
    State(app): State<App>,
    staff: Staff,
    Path(import): Path<String>,
) -> Result<Json<MissingNames>, Problem> {
    let import = id::<Uuid>("id", &import)?;
    let mut unknown = app.product_imports.unknown(staff.employee.id, import).await?;
    let is_cut = unknown.len() > MOST_UNKNOWN;
    unknown.truncate(MOST_UNKNOWN);
    let mut request = proto::ListMissingRequest::default();
    for name in unknown {
        match name {
            Unknown::Category(name) => request.categories.push(name),
            Unknown::Brand(name) => request.brands.push(name),
        }
    }
    let answer = app.neighbours.by(&staff.actor).product_files()?.list_missing(request).await?;
    let proto::ListMissingResponse { categories, brands, more } = answer.into_inner();
    Ok(Json(MissingNames { categories, brands, more: more || is_cut }))
}

/// Makes categories and brands that an import lacks, all or none: exactly those that are named. Those that the shop has are left as they
/// are, so the same again makes nothing. The file is checked again afterwards.
#[utoipa::path(post, path = "/dashboard/api/product-imports/{id}/missing", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The import's id")),
    request_body = WantedNames, responses((status = 200, body = MadeNames)))]
pub async fn make_missing_names(
    State(app): State<App>,
    staff: Staff,
    Path(import): Path<String>,
    extract::Json(body): extract::Json<WantedNames>,
) -> Result<Json<MadeNames>, Problem> {
    app.product_imports.read(staff.employee.id, id("id", &import)?).await?;
    let WantedNames { categories, brands } = body;
    let request = proto::MakeMissingRequest { categories, brands };
    let answer = app.neighbours.by(&staff.actor).product_files()?.make_missing(request).await?;
    app.catalog.reads().drop_all();
    Ok(Json(MadeNames { made: answer.into_inner().made }))
}

/// What a product names and the shop has not, by one of the faults of its lines.
pub fn unknown(sent: &proto::FileProduct, fault: &Fault) -> Option<Unknown> {
    if fault.code != UNKNOWN {
        return None;
    }
    match fault.column.parse() {
        Ok(Column::Category) => Some(Unknown::Category(sent.category.clone())),
        Ok(Column::Brand) => Some(Unknown::Brand(sent.brand.clone())),
        _ => None,
    }
}
