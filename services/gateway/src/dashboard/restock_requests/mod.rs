//! What shoppers wait for that is sold out, and who: staff call them.

pub mod bulk;

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use souk_kernel::{CombinationId, Language, Page, ProductId, RestockRequestId};
use souk_proto::catalog::v1 as proto;
use souk_proto::common::v1::PageRequest;
use utoipa::{IntoParams, ToSchema};

use super::access::Staff;
use super::orders::optional;
use crate::extract::{self, Locale, Query, id, page};
use crate::problem::Problem;
use crate::state::App;
use crate::text::pick;

#[derive(Debug, Clone, Copy, Default, Deserialize, strum::IntoStaticStr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RestockItemsSort {
    /// What can be had again first, then what was waited for longest.
    #[default]
    Default,
    /// Most waiting first.
    Waiting,
    /// Asked for last first.
    Recent,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RestockItemsQuery {
    /// From 1.
    page: Option<u32>,
    /// 12, 24, 50, 100 or 200.
    size: Option<u32>,
    /// Only what can be had again, or only what can't.
    available: Option<bool>,
    /// `default` (what can be had again first, then what was waited for longest), `waiting` (most waiting first) or `recent`.
    #[param(inline)]
    sort: Option<RestockItemsSort>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RestockRequestsQuery {
    /// From 1.
    page: Option<u32>,
    /// 12, 24, 50, 100 or 200.
    size: Option<u32>,
    /// Id of the product.
    product: Option<String>,
    /// Id of its combination; all of the product where it is left out.
    combination: Option<String>,
    /// Only who was told, or only who was not.
    told: Option<bool>,
}

/// A page of what is waited for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RestockItemList {
    /// The rows of the page.
    pub items: Vec<RestockItem>,
    /// Rows that match.
    pub total: u64,
    /// People who wait for something that can be had again, of all rows.
    pub to_tell: u64,
    /// From 1.
    pub page: u32,
    /// Rows per page.
    pub size: u32,
    /// Pages that can be asked for.
    pub page_count: u64,
}

/// A product or combination that people wait for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RestockItem {
    /// Id.
    pub product_id: String,
    /// Its combination; null where it is the product itself.
    pub combination_id: Option<String>,
    /// In the answer's language.
    pub product_name: String,
    /// Value labels joined by ` / `; empty without a combination.
    pub combination_name: String,
    /// People who were not told yet.
    pub waiting: u64,
    /// RFC 3339; when the first of them asked.
    pub since: String,
    /// RFC 3339; when the last of them asked.
    pub last_at: String,
    /// Whether it can be had now.
    pub available: bool,
}

/// A page of who waits.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RestockRequestList {
    /// The rows of the page, who waits longest first.
    pub requests: Vec<RestockRequestDetail>,
    /// Rows that match.
    pub total: u64,
    /// From 1.
    pub page: u32,
    /// Rows per page.
    pub size: u32,
    /// Pages that can be asked for.
    pub page_count: u64,
}

/// Somebody who waits, or was told.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RestockRequestDetail {
    /// Id.
    pub id: String,
    /// To be sent back with what is noted.
    pub version: u64,
    /// Id.
    pub product_id: String,
    /// Its combination; null where it is the product itself.
    pub combination_id: Option<String>,
    /// In the answer's language.
    pub product_name: String,
    /// Value labels joined by ` / `; empty without a combination.
    pub combination_name: String,
    /// 10 digits starting with 0.
    pub phone: String,
    /// As they call themselves; may be empty.
    pub name: String,
    /// RFC 3339.
    pub asked_at: String,
    /// RFC 3339; null while nobody told them.
    pub told_at: Option<String>,
    /// Whether it can be had now.
    pub available: bool,
}

/// What was noted of somebody who waits.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RestockNote {
    /// Whether they were told.
    pub told: bool,
    /// The version read; another one in the shop is a 409, unless it is noted so already.
    pub version: u64,
}

/// What a note did.
#[derive(Debug, Serialize, ToSchema)]
pub struct RestockNoted {
    /// Whether it changed anything; what was noted so already, by whomever, is nothing to take back.
    pub changed: bool,
}

/// What shoppers wait for that is, or was, sold out: each product or combination with how many wait.
#[utoipa::path(get, path = "/dashboard/api/restock-items", tag = "dashboard", security(("staff" = [])),
    params(RestockItemsQuery), responses((status = 200, body = RestockItemList)))]
pub async fn list_restock_items(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Query(query): Query<RestockItemsQuery>,
) -> Result<Json<RestockItemList>, Problem> {
    let page = page(query.page, query.size)?;
    let request = proto::ListRestockItemsRequest {
        page: Some(PageRequest { page: page.number(), size: page.size() }),
        available: query.available,
        sort: <&str>::from(query.sort.unwrap_or_default()).to_owned(),
    };
    let answer = app.neighbours.by(&staff.actor).restock_requests()?.list_restock_items(request).await?;
    Ok(Json(RestockItemList::new(answer.into_inner(), page, language)))
}

/// Who waits, and where to call them.
#[utoipa::path(get, path = "/dashboard/api/restock-requests", tag = "dashboard", security(("staff" = [])),
    params(RestockRequestsQuery), responses((status = 200, body = RestockRequestList)))]
pub async fn list_restock_requests(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Query(query): Query<RestockRequestsQuery>,
) -> Result<Json<RestockRequestList>, Problem> {
    let page = page(query.page, query.size)?;
    let product = query.product.map(|text| id::<ProductId>("product", &text)).transpose()?;
    let combination = query.combination.map(|text| id::<CombinationId>("combination", &text)).transpose()?;
    let request = proto::ListRestockRequestsRequest {
        page: Some(PageRequest { page: page.number(), size: page.size() }),
        product_id: product.map(|id| id.to_string()).unwrap_or_default(),
        combination_id: combination.map(|id| id.to_string()).unwrap_or_default(),
        told: query.told,
    };
    let answer = app.neighbours.by(&staff.actor).restock_requests()?.list_restock_requests(request).await?;
    Ok(Json(RestockRequestList::new(answer.into_inner(), page, language)))
}

/// Notes that somebody was told, or wasn't after all; the same again changes nothing.
#[utoipa::path(put, path = "/dashboard/api/restock-requests/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The request's id")),
    request_body = RestockNote, responses((status = 200, body = RestockNoted)))]
pub async fn mark_restock_request(
    State(app): State<App>,
    staff: Staff,
    Path(request): Path<String>,
    extract::Json(note): extract::Json<RestockNote>,
) -> Result<Json<RestockNoted>, Problem> {
    let id = id::<RestockRequestId>("id", &request)?.to_string();
    let RestockNote { told, version } = note;
    let request = proto::MarkRestockRequestRequest { id, version, told };
    let noted = app.neighbours.by(&staff.actor).restock_requests()?.mark_restock_request(request).await?;
    Ok(Json(RestockNoted { changed: noted.into_inner().changed }))
}

impl RestockItemList {
    fn new(answer: proto::ListRestockItemsResponse, page: Page, language: Language) -> Self {
        let item = |item: proto::RestockItem| RestockItem {
            product_name: pick(item.product_name.as_ref(), language),
            combination_name: pick(item.combination_name.as_ref(), language),
            product_id: item.product_id,
            combination_id: optional(item.combination_id),
            waiting: item.waiting,
            since: item.since,
            last_at: item.last_at,
            available: item.available,
        };
        Self {
            items: answer.items.into_iter().map(item).collect(),
            total: answer.total,
            to_tell: answer.to_tell,
            page: page.number(),
            size: page.size(),
            page_count: page.count_within_reach(answer.total),
        }
    }
}

impl RestockRequestList {
    fn new(answer: proto::ListRestockRequestsResponse, page: Page, language: Language) -> Self {
        let detail = |one: proto::RestockRequest| RestockRequestDetail {
            product_name: pick(one.product_name.as_ref(), language),
            combination_name: pick(one.combination_name.as_ref(), language),
            id: one.id,
            version: one.version,
            product_id: one.product_id,
            combination_id: optional(one.combination_id),
            phone: one.phone,
            name: one.name,
            asked_at: one.asked_at,
            told_at: optional(one.told_at),
            available: one.available,
        };
        Self {
            requests: answer.requests.into_iter().map(detail).collect(),
            total: answer.total,
            page: page.number(),
            size: page.size(),
            page_count: page.count_within_reach(answer.total),
        }
    }
}
