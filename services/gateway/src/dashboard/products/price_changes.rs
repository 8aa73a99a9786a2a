//! What a product and its combinations cost before.

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use souk_kernel::{Money, Page, ProductId};
use souk_proto::catalog::v1 as proto;
use souk_proto::common::v1::PageRequest;
use souk_views::Dinars;
use utoipa::{IntoParams, ToSchema};

use super::super::access::Staff;
use crate::extract::{Query, id, page};
use crate::problem::Problem;
use crate::state::App;

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PriceChangesQuery {
    /// From 1.
    page: Option<u32>,
    /// 12, 24, 50, 100 or 200.
    size: Option<u32>,
}

/// A page of what prices were.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceChangeList {
    /// The last change first.
    pub changes: Vec<PriceChange>,
    /// Changes in all, as far as they were counted.
    pub total: u64,
    /// Whether there are more than `total` says.
    pub more: bool,
    /// From 1.
    pub page: u32,
    /// Changes per page.
    pub size: u32,
    /// Pages that can be asked for.
    pub page_count: u64,
}

/// A price that was changed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceChange {
    /// The combination whose own price it is; null: the product's.
    pub combination_id: Option<String>,
    /// RFC 3339.
    pub at: String,
    /// Before tax and promotions; null of a combination that was added then. 0 of a combination means the product's.
    pub before: Option<Dinars>,
    /// As `before`.
    pub after: Dinars,
    /// Who changed it; `souk` where it followed something else, as a pack its parts.
    pub by: String,
}

/// What a product and its combinations cost before, with who changed it. Kept for two years, and of one price 1,000 changes. What has
/// no change cost since it was made what it costs now.
#[utoipa::path(get, path = "/dashboard/api/products/{id}/price-changes", tag = "dashboard", security(("staff" = [])),
    params(("id" = String, Path, description = "The product's id"), PriceChangesQuery),
    responses((status = 200, body = PriceChangeList)))]
pub async fn list_price_changes(
    State(app): State<App>,
    staff: Staff,
    Path(product_id): Path<String>,
    Query(query): Query<PriceChangesQuery>,
) -> Result<Json<PriceChangeList>, Problem> {
    let page = page(query.page, query.size)?;
    let product: ProductId = id("id", &product_id)?;
    let request = proto::ListPriceChangesRequest {
        product_id: product.to_string(),
        page: Some(PageRequest { page: page.number(), size: page.size() }),
    };
    let mut changes = app.neighbours.by(&staff.actor).price_changes()?;
    Ok(Json(PriceChangeList::new(changes.list_price_changes(request).await?.into_inner(), page)))
}

impl PriceChangeList {
    fn new(listed: proto::ListPriceChangesResponse, page: Page) -> Self {
        Self {
            changes: listed.changes.into_iter().map(PriceChange::from).collect(),
            total: listed.total,
            more: listed.more,
            page: page.number(),
            size: page.size(),
            page_count: page.count_within_reach(listed.total),
        }
    }
}

impl From<proto::PriceChange> for PriceChange {
    fn from(change: proto::PriceChange) -> Self {
        let dinars = |centimes| Dinars(Money::from_centimes(centimes));
        Self {
            combination_id: Some(change.combination_id).filter(|id| !id.is_empty()),
            at: change.at,
            before: change.before.map(dinars),
            after: dinars(change.after),
            by: change.by.unwrap_or_default().name,
        }
    }
}
