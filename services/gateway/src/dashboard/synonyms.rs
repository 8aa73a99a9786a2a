//! Words that mean the same to who searches, as staff group them.

use axum::Json;
use axum::extract::{Path, State};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use souk_kernel::{Page, SynonymGroupId};
use souk_proto::catalog::v1 as proto;
use utoipa::{IntoParams, ToSchema};

use super::access::Staff;
use super::edits::or_current;
use crate::extract::{self, Query, id, page, words};
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SynonymsQuery {
    /// From 1.
    page: Option<u32>,
    /// 12, 24, 50, 100 or 200.
    size: Option<u32>,
    /// Part of a word, whatever its accents and Arabic forms.
    q: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SynonymsVersion {
    /// The version read; another one in the shop is a 409.
    version: u64,
}

/// A page of the groups.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SynonymGroupList {
    /// The rows of the page, changed last first.
    pub groups: Vec<SynonymGroupDetail>,
    /// Rows that match, 200 at most.
    pub total: u64,
    /// From 1.
    pub page: u32,
    /// Rows per page.
    pub size: u32,
    /// Pages that can be asked for.
    pub page_count: u64,
}

/// Words that mean the same.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SynonymGroupDetail {
    /// Id.
    pub id: String,
    /// To be sent back with a change.
    pub version: u64,
    /// As they were written, in their order.
    pub words: Vec<String>,
    /// RFC 3339.
    pub updated_at: String,
}

/// A group as it is to be.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SynonymGroupChange {
    /// The version read, 0 of a new one; another one in the shop is a 409 with the present group.
    pub version: u64,
    /// 2 to 12, in any script, each of 1 to 3 words and 40 characters at most, and in one group alone.
    pub words: Vec<String>,
}

/// Groups of words that mean the same to who searches.
#[utoipa::path(get, path = "/dashboard/api/synonyms", tag = "dashboard", security(("staff" = [])),
    params(SynonymsQuery), responses((status = 200, body = SynonymGroupList)))]
pub async fn list_synonyms(
    State(app): State<App>,
    staff: Staff,
    Query(query): Query<SynonymsQuery>,
) -> Result<Json<SynonymGroupList>, Problem> {
    let page = page(query.page, query.size)?;
    let request = proto::ListSynonymGroupsRequest { part: words(query.q)? };
    let answer = app.neighbours.by(&staff.actor).synonyms()?.list_synonym_groups(request).await?.into_inner();
    Ok(Json(SynonymGroupList::new(answer.groups, page)))
}

/// Saves a group whole, or makes it under the id of the address; searches find by it within seconds.
#[utoipa::path(put, path = "/dashboard/api/synonyms/{id}", tag = "dashboard", security(("staff" = [], "csrf" = [])),
    params(("id" = String, Path, description = "The group's id, chosen by the caller")),
    request_body = SynonymGroupChange, responses((status = 200, body = SynonymGroupDetail),
        (status = 409, body = ProblemBody, description = "`current` is the present group"),
        (status = 422, body = ProblemBody,
            description = "`facts` has, under the name of each word that another group has, the words of that group")))]
pub async fn save_synonyms(
    State(app): State<App>,
    staff: Staff,
    Path(group): Path<String>,
    extract::Json(change): extract::Json<SynonymGroupChange>,
) -> Result<Json<SynonymGroupDetail>, Problem> {
    let id = id::<SynonymGroupId>("id", &group)?.to_string();
    let SynonymGroupChange { version, words } = change;
    let request = proto::SaveSynonymGroupRequest { id: id.clone(), version, words };
    let saved = app.neighbours.by(&staff.actor).synonyms()?.save_synonym_group(request).await;
    app.catalog.reads().drop_all();
    let saved = saved.map(|saved| SynonymGroupDetail::from(saved.into_inner())).map_err(Problem::from);
    or_current(saved, async || {
        let request = proto::GetSynonymGroupRequest { id };
        let current = app.neighbours.by(&staff.actor).synonyms()?.get_synonym_group(request).await?;
        Ok(SynonymGroupDetail::from(current.into_inner()))
    })
    .await
}

/// Takes a group away; one that is gone is success.
#[utoipa::path(delete, path = "/dashboard/api/synonyms/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The group's id"), SynonymsVersion),
    responses((status = 204)))]
pub async fn delete_synonyms(
    State(app): State<App>,
    staff: Staff,
    Path(group): Path<String>,
    Query(SynonymsVersion { version }): Query<SynonymsVersion>,
) -> Result<StatusCode, Problem> {
    let id = id::<SynonymGroupId>("id", &group)?.to_string();
    let request = proto::DeleteSynonymGroupRequest { id, version };
    app.neighbours.by(&staff.actor).synonyms()?.delete_synonym_group(request).await?;
    app.catalog.reads().drop_all();
    Ok(StatusCode::NO_CONTENT)
}

impl SynonymGroupList {
    fn new(groups: Vec<proto::SynonymGroup>, page: Page) -> Self {
        let total = groups.len() as u64;
        Self {
            groups: page.of(groups.into_iter()).map(SynonymGroupDetail::from).collect(),
            total,
            page: page.number(),
            size: page.size(),
            page_count: page.count_within_reach(total),
        }
    }
}

impl From<proto::SynonymGroup> for SynonymGroupDetail {
    fn from(group: proto::SynonymGroup) -> Self {
        let proto::SynonymGroup { id, version, words, updated_at } = group;
        Self { id, version, words, updated_at }
    }
}
