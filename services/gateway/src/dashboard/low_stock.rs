//! What is about to run out, for the home screen.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use souk_kernel::Language;
use souk_proto::inventory::v1 as proto;
use utoipa::{IntoParams, ToSchema};

use super::access::Staff;
use super::orders::optional;
use crate::extract::{Locale, Query};
use crate::problem::Problem;
use crate::state::App;
use crate::text::pick;

/// Pieces that count as few, and rows that the home screen shows.
const LOW: u32 = 5;
const LOW_ROWS: u32 = 10;

/// What is about to run out, scarcest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct LowStockList {
    /// The scarcest, at most as many as asked for.
    pub items: Vec<LowStock>,
    /// How many products and combinations are that low, as far as they were counted.
    pub total: u64,
    /// Whether more are.
    pub more: bool,
}

/// A product or combination that runs out; over all warehouses.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LowStock {
    /// What it is.
    pub product_id: String,
    /// Its combination; null for a product without combinations.
    pub combination_id: Option<String>,
    /// In the answer's language.
    pub product_name: String,
    /// Value labels joined by ` / `; empty without a combination.
    pub combination_name: String,
    /// The merchant's stock number; may be empty.
    pub sku: String,
    /// Path of a small picture; may be empty.
    pub image: String,
    /// Pieces that can still be sold.
    pub available: u64,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LowStockQuery {
    /// Pieces that can still be sold, at most; 0 to 100, 5 when absent.
    threshold: Option<u32>,
    /// Rows, 1 to 100; 10 when absent.
    limit: Option<u32>,
}

/// What is about to run out or has, over all warehouses: for the home screen.
#[utoipa::path(get, path = "/dashboard/api/stock/low", tag = "dashboard", security(("staff" = [])),
    params(LowStockQuery), responses((status = 200, body = LowStockList)))]
pub async fn low_stock(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Query(query): Query<LowStockQuery>,
) -> Result<Json<LowStockList>, Problem> {
    let request = proto::ListLowStockRequest {
        threshold: query.threshold.unwrap_or(LOW),
        limit: query.limit.unwrap_or(LOW_ROWS),
    };
    let answer = app.neighbours.by(&staff.actor).stock()?.list_low_stock(request).await?.into_inner();
    let items = answer.items.into_iter().map(|item| LowStock::new(item, language)).collect();
    Ok(Json(LowStockList { items, total: answer.total, more: answer.more }))
}

impl LowStock {
    fn new(item: proto::LowStock, language: Language) -> Self {
        Self {
            product_name: pick(item.product_name.as_ref(), language),
            combination_name: pick(item.combination_name.as_ref(), language),
            product_id: item.product_id,
            combination_id: optional(item.combination_id),
            sku: item.sku,
            image: item.image,
            available: item.available,
        }
    }
}
