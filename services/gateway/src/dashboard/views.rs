//! Saved views of the caller's own.

use axum::Json;
use axum::extract::{Path, State};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::access::Staff;
use crate::extract::{self, Query, id};
use crate::problem::{Problem, ProblemBody};
use crate::state::App;
use crate::views::{Screen, View};

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ViewsQuery {
    /// The list.
    screen: Screen,
}

/// The views of a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct ViewList {
    /// By name, at most 20.
    pub views: Vec<SavedView>,
}

/// A list as it was narrowed and sorted.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedView {
    /// UUID.
    pub id: String,
    /// One view of a list each.
    pub name: String,
    /// As it stands in the list's address, without a question mark: `status=placed&wilaya=16`.
    pub search: String,
    /// Whether the list opens with it.
    pub is_default: bool,
}

/// What is saved.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SaveView {
    /// The list.
    pub screen: Screen,
    /// 1 to 60 characters; one view of a list each.
    pub name: String,
    /// As it stands in the list's address, without a question mark; at most 2,000 characters.
    pub search: String,
    /// Whether the list opens with it; no other of the list does then.
    pub is_default: bool,
}

/// The caller's views of a list.
#[utoipa::path(get, path = "/dashboard/api/views", tag = "dashboard", security(("staff" = [])), params(ViewsQuery),
    responses((status = 200, body = ViewList)))]
pub async fn list_views(
    State(app): State<App>,
    staff: Staff,
    Query(query): Query<ViewsQuery>,
) -> Result<Json<ViewList>, Problem> {
    let views = app.views.list(staff.employee.id, query.screen).await?;
    Ok(Json(ViewList { views: views.into_iter().map(Into::into).collect() }))
}

/// Saves a view under an id that the caller chose: a new one, or another state of one that there is.
#[utoipa::path(put, path = "/dashboard/api/views/{id}", tag = "dashboard", security(("staff" = [], "csrf" = [])),
    params(("id" = String, Path, description = "The view's id, a UUID that the caller makes")), request_body = SaveView,
    responses((status = 200, body = SavedView),
        (status = 409, body = ProblemBody, description = "`views.taken`, `views.too_many`")))]
pub async fn save_view(
    State(app): State<App>,
    staff: Staff,
    Path(view_id): Path<String>,
    extract::Json(body): extract::Json<SaveView>,
) -> Result<Json<SavedView>, Problem> {
    let SaveView { screen, name, search, is_default } = body;
    let view = View { id: id::<Uuid>("id", &view_id)?, name, search, is_default };
    Ok(Json(app.views.put(staff.employee.id, screen, view).await?.into()))
}

/// Forgets one of the caller's views; one that is gone already stays so.
#[utoipa::path(delete, path = "/dashboard/api/views/{id}", tag = "dashboard", security(("staff" = [], "csrf" = [])),
    params(("id" = String, Path, description = "The view's id")), responses((status = 204)))]
pub async fn delete_view(
    State(app): State<App>,
    staff: Staff,
    Path(view_id): Path<String>,
) -> Result<StatusCode, Problem> {
    app.views.delete(staff.employee.id, id::<Uuid>("id", &view_id)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

impl From<View> for SavedView {
    fn from(view: View) -> Self {
        Self { id: view.id.to_string(), name: view.name, search: view.search, is_default: view.is_default }
    }
}
