//! Sets of features, as staff keep them: what products of one kind are described by.

use axum::Json;
use axum::extract::{Path, State};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use souk_proto::catalog::v1 as proto;
use utoipa::ToSchema;
use uuid::Uuid;

use super::access::Staff;
use super::edits::or_current;
use crate::extract::{self, id};
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

/// Features that products of one kind have in common.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeatureSetDetail {
    /// Id.
    pub id: String,
    /// To be sent back with an edit.
    pub version: u64,
    /// The staff's own word.
    pub name: String,
    /// Ids of its features, in no order of their own.
    pub features: Vec<String>,
}

/// A set as it shall be, whole.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FeatureSetWanted {
    /// The version read, 0 for a set that is made; another one in the shop is a 409 with the present set.
    pub version: u64,
    /// 1 to 100 characters; no other set's, in whatever case.
    pub name: String,
    /// Ids of features, each once; 1 to 100.
    pub features: Vec<String>,
}

/// The sets by their names.
#[utoipa::path(get, path = "/dashboard/api/feature-sets", tag = "dashboard", security(("staff" = [])),
    responses((status = 200, body = Vec<FeatureSetDetail>)))]
pub async fn list_feature_sets(
    State(app): State<App>,
    staff: Staff,
) -> Result<Json<Vec<FeatureSetDetail>>, Problem> {
    let request = proto::ListFeatureSetsRequest {};
    let answer = app.neighbours.by(&staff.actor).feature_sets()?.list_feature_sets(request).await?;
    Ok(Json(answer.into_inner().sets.into_iter().map(FeatureSetDetail::from).collect()))
}

/// One set.
#[utoipa::path(get, path = "/dashboard/api/feature-sets/{id}", tag = "dashboard", security(("staff" = [])),
    params(("id" = String, Path, description = "The set's id")),
    responses((status = 200, body = FeatureSetDetail)))]
pub async fn get_feature_set(
    State(app): State<App>,
    staff: Staff,
    Path(set): Path<String>,
) -> Result<Json<FeatureSetDetail>, Problem> {
    Ok(Json(read(&app, &staff, id("id", &set)?).await?))
}

/// Makes a set or changes one; no product changes by it. The id of a new one is chosen by the caller, a UUID: the same again makes no
/// second set.
#[utoipa::path(put, path = "/dashboard/api/feature-sets/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The set's id")),
    request_body = FeatureSetWanted, responses((status = 200, body = FeatureSetDetail),
        (status = 409, body = ProblemBody,
            description = "`current` is the present set; `catalog.taken`: another set has the name")))]
pub async fn save_feature_set(
    State(app): State<App>,
    staff: Staff,
    Path(set): Path<String>,
    extract::Json(body): extract::Json<FeatureSetWanted>,
) -> Result<Json<FeatureSetDetail>, Problem> {
    let set = id::<Uuid>("id", &set)?;
    let FeatureSetWanted { version, name, features } = body;
    let wanted = proto::FeatureSet { id: set.to_string(), version, name, feature_ids: features };
    let request = proto::SaveFeatureSetRequest { set: Some(wanted) };
    let answer = app.neighbours.by(&staff.actor).feature_sets()?.save_feature_set(request).await;
    let answer = answer.map(|saved| saved.into_inner().into()).map_err(Problem::from);
    or_current(answer, || read(&app, &staff, set)).await
}

/// Takes a set away; products keep what they say.
#[utoipa::path(delete, path = "/dashboard/api/feature-sets/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The set's id")),
    responses((status = 204)))]
pub async fn delete_feature_set(
    State(app): State<App>,
    staff: Staff,
    Path(set): Path<String>,
) -> Result<StatusCode, Problem> {
    let request = proto::DeleteFeatureSetRequest { id: id::<Uuid>("id", &set)?.to_string() };
    app.neighbours.by(&staff.actor).feature_sets()?.delete_feature_set(request).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn read(app: &App, staff: &Staff, set: Uuid) -> Result<FeatureSetDetail, Problem> {
    let request = proto::GetFeatureSetRequest { id: set.to_string() };
    Ok(app.neighbours.by(&staff.actor).feature_sets()?.get_feature_set(request).await?.into_inner().into())
}

impl From<proto::FeatureSet> for FeatureSetDetail {
    fn from(set: proto::FeatureSet) -> Self {
        let proto::FeatureSet { id, version, name, feature_ids: features } = set;
        Self { id, version, name, features }
    }
}
