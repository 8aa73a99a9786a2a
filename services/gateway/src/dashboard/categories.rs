//! Categories as staff make them.

mod view;

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use serde::Deserialize;
use souk_kernel::CategoryId;
use souk_proto::catalog::v1 as proto;
use utoipa::ToSchema;

pub use self::view::CategoryDetail;
use super::access::Staff;
use super::texts::LocalizedTexts;
use crate::extract::{self, Locale, id};
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

/// A category to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewCategory {
    /// Chosen by the caller, a UUID: the same one again makes no second category.
    pub id: String,
    /// In French at least; at most 300 characters each.
    pub names: LocalizedTexts,
    /// The category that it stands in; empty for none.
    #[serde(default)]
    pub parent_id: String,
    /// Part of its address; made from the French name where it is left out.
    #[serde(default)]
    pub slug: String,
}

/// Makes a category.
#[utoipa::path(post, path = "/dashboard/api/categories", tag = "dashboard", security(("staff" = [], "csrf" = [])),
    request_body = NewCategory, responses((status = 201, body = CategoryDetail),
        (status = 409, body = ProblemBody, description = "`catalog.taken`: another category has the slug")))]
pub async fn create_category(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    extract::Json(body): extract::Json<NewCategory>,
) -> Result<(StatusCode, Json<CategoryDetail>), Problem> {
    if !body.parent_id.is_empty() {
        id::<CategoryId>("parentId", &body.parent_id)?;
    }
    let request = proto::CreateCategoryRequest {
        id: id::<CategoryId>("id", &body.id)?.to_string(),
        parent_id: body.parent_id,
        slug: body.slug,
        name: Some(body.names.into()),
        ..Default::default()
    };
    let made = app.neighbours.by(&staff.actor).categories()?.create_category(request).await?.into_inner();
    app.catalog.reads().drop_all();
    Ok((StatusCode::CREATED, Json(CategoryDetail::new(made, language))))
}
