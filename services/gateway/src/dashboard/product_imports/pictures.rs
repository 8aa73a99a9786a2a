//! What became of the pictures that an import names by their addresses.

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use souk_proto::catalog::v1 as proto;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::dashboard::access::Staff;
use crate::extract::{Query, id};
use crate::problem::Problem;
use crate::state::App;

/// Where to look for pictures that can't be had.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PicturesQuery {
    /// `next` of the answer before; 0 where it is left out.
    #[serde(default)]
    after: u64,
}

/// The pictures of an import.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportPictures {
    /// How many are still to be fetched.
    pub waiting: u32,
    /// How many their products have.
    pub had: u32,
    /// How many can't be had.
    pub refused: u32,
    /// Some of these; 100 at most.
    pub missed: Vec<MissedPicture>,
    /// Where to look for more; null where there are none.
    pub next: Option<u64>,
}

/// A picture that can't be had.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MissedPicture {
    /// Of the file, from 1.
    pub line: u32,
    /// The product's id.
    pub product_id: String,
    /// Where it was looked for.
    pub address: String,
    /// Why, as a problem's code or a field's rule: `pictures.unreachable`.
    pub code: String,
}

/// What became of an import's pictures: they are fetched after its products were taken in, and tried a few times.
#[utoipa::path(get, path = "/dashboard/api/product-imports/{id}/pictures", tag = "dashboard",
    security(("staff" = [])), params(("id" = String, Path, description = "The import's id"), PicturesQuery),
    responses((status = 200, body = ImportPictures)))]
pub async fn get_product_import_pictures(
    State(app): State<App>,
    staff: Staff,
    Path(import): Path<String>,
    Query(query): Query<PicturesQuery>,
) -> Result<Json<ImportPictures>, Problem> {
    let import = id::<Uuid>("id", &import)?;
    app.product_imports.read(staff.employee.id, import).await?;
    let request = proto::GetImportPicturesRequest { import_id: import.to_string(), after: query.after };
    let answer = app.neighbours.by(&staff.actor).product_files()?.get_import_pictures(request).await?;
    let proto::GetImportPicturesResponse { waiting, had, refused, missed, next } = answer.into_inner();
    let missed = missed.into_iter().map(|missed| MissedPicture {
        line: missed.line,
        product_id: missed.product_id,
        address: missed.address,
        code: missed.code,
    });
    let next = (next > 0).then_some(next);
    Ok(Json(ImportPictures { waiting, had, refused, missed: missed.collect(), next }))
}
