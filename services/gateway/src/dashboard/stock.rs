//! The stock of a warehouse and its movements.

use axum::Json;
use axum::extract::{Path, State};
use http::HeaderMap;
use serde::{Deserialize, Serialize};
use souk_kernel::{CombinationId, Language, Page, ProductId, WarehouseId};
use souk_proto::common::v1::PageRequest;
use souk_proto::inventory::v1 as proto;
use souk_rpc::Violations;
use utoipa::{IntoParams, ToSchema};

use super::access::Staff;
use super::orders::optional;
use crate::extract::{self, Locale, Query, id, page, words};
use crate::idempotency::given_key;
use crate::problem::Problem;
use crate::state::App;
use crate::text::pick;

/// A page of stock rows.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockList {
    /// The rows of the page.
    pub stocks: Vec<StockRow>,
    /// How many match, as far as they were counted.
    pub total: u64,
    /// Whether more match than `total` says.
    pub more: bool,
    /// From 1.
    pub page: u32,
    /// Rows per page.
    pub size: u32,
    /// Pages that can be asked for: as many as 10,000 rows fill, at most.
    pub page_count: u64,
}

/// What one warehouse has of one product or combination.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockRow {
    /// Where it is.
    pub warehouse_id: String,
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
    /// Pieces on the shelf.
    pub on_hand: u32,
    /// Of them promised to orders, or listed by an open expedition.
    pub reserved: u32,
    /// Pieces that can still be sold: on hand less reserved.
    pub available: u32,
}

/// A page of movements, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MovementList {
    /// The rows of the page.
    pub movements: Vec<Movement>,
    /// How many match, as far as they were counted.
    pub total: u64,
    /// Whether more match than `total` says.
    pub more: bool,
    /// From 1.
    pub page: u32,
    /// Rows per page.
    pub size: u32,
    /// Pages that can be asked for: as many as 10,000 rows fill, at most.
    pub page_count: u64,
}

/// One row of the ledger.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Movement {
    /// Id.
    pub id: String,
    /// What moved.
    pub product_id: String,
    /// Its combination; null for a product without combinations.
    pub combination_id: Option<String>,
    /// `received`, `shipped`, `returned`, `adjusted`, `expedition_sent`, `expedition_received`, `expedition_returned`.
    pub kind: String,
    /// Pieces; negative when they left.
    pub quantity: i64,
    /// Pieces on hand before.
    pub before: u32,
    /// Pieces on hand after.
    pub after: u32,
    /// What whoever did it wrote; may be empty.
    pub reason: String,
    /// Who did it: a name, `client` or `souk`.
    pub actor: String,
    /// RFC 3339.
    pub at: String,
    /// The order behind it, if there is one.
    pub order_id: Option<String>,
    /// The internal expedition behind it, if there is one.
    pub expedition_id: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct StocksQuery {
    /// From 1.
    page: Option<u32>,
    /// 12, 24, 50, 100 or 200.
    size: Option<u32>,
    /// Words of the name or the SKU.
    q: Option<String>,
    /// Only this product.
    product_id: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct MovementsQuery {
    /// From 1.
    page: Option<u32>,
    /// 12, 24, 50, 100 or 200.
    size: Option<u32>,
    /// Only this product.
    product_id: Option<String>,
    /// Only this combination.
    combination_id: Option<String>,
}

/// Goods that came in.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddStock {
    /// Product that came in.
    pub product_id: String,
    /// Its combination; absent for a product without combinations.
    #[serde(default)]
    pub combination_id: Option<String>,
    /// 1 or more.
    pub quantity: i64,
    /// For the ledger; at most 500 characters.
    #[serde(default)]
    pub reason: String,
}

/// The specification's answer, with the new level.
#[derive(Debug, Serialize, ToSchema)]
pub struct StockAdded {
    /// `ok`
    pub status: &'static str,
    /// For people.
    pub message: &'static str,
    /// The level now.
    pub stock: StockRow,
}

/// What a warehouse has.
#[utoipa::path(get, path = "/dashboard/api/warehouse/{id}/stocks", tag = "dashboard",
    security(("staff" = [])), params(("id" = String, Path, description = "The warehouse's id"), StocksQuery),
    responses((status = 200, body = StockList)))]
pub async fn stocks(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(warehouse_id): Path<String>,
    Query(query): Query<StocksQuery>,
) -> Result<Json<StockList>, Problem> {
    let page = page(query.page, query.size)?;
    let product = query.product_id.map(|product| id::<ProductId>("productId", &product)).transpose()?;
    let request = proto::ListStocksRequest {
        warehouse_id: id::<WarehouseId>("id", &warehouse_id)?.to_string(),
        page: Some(PageRequest { page: page.number(), size: page.size() }),
        query: words(query.q)?,
        product_id: product.map(|product| product.to_string()).unwrap_or_default(),
    };
    let answer = app.neighbours.by(&staff.actor).stock()?.list_stocks(request).await?.into_inner();
    Ok(Json(StockList::new(answer, page, language)))
}

/// What happened to a warehouse's stock.
#[utoipa::path(get, path = "/dashboard/api/warehouse/{id}/movements", tag = "dashboard",
    security(("staff" = [])), params(("id" = String, Path, description = "The warehouse's id"), MovementsQuery),
    responses((status = 200, body = MovementList)))]
pub async fn movements(
    State(app): State<App>,
    staff: Staff,
    Path(warehouse_id): Path<String>,
    Query(query): Query<MovementsQuery>,
) -> Result<Json<MovementList>, Problem> {
    let page = page(query.page, query.size)?;
    let product = query.product_id.map(|text| id::<ProductId>("productId", &text)).transpose()?;
    let combination =
        query.combination_id.map(|text| id::<CombinationId>("combinationId", &text)).transpose()?;
    let request = proto::ListMovementsRequest {
        warehouse_id: id::<WarehouseId>("id", &warehouse_id)?.to_string(),
        product_id: product.map(|product| product.to_string()).unwrap_or_default(),
        combination_id: combination.map(|combination| combination.to_string()).unwrap_or_default(),
        page: Some(PageRequest { page: page.number(), size: page.size() }),
    };
    let answer = app.neighbours.by(&staff.actor).stock()?.list_movements(request).await?.into_inner();
    Ok(Json(MovementList::new(answer, page)))
}

/// Adds goods to a warehouse, once per `Idempotency-Key`.
#[utoipa::path(post, path = "/dashboard/api/warehouse/{id}/add-stock", tag = "dashboard",
    security(("staff" = [], "csrf" = [])),
    params(("id" = String, Path, description = "The warehouse's id"), ("Idempotency-Key" = Option<String>, Header,
        description = "Names the delivery, so that repeating it adds nothing; 1 to 128 visible ASCII characters")), request_body = AddStock,
    responses((status = 200, body = StockAdded)))]
pub async fn add_stock(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(warehouse_id): Path<String>,
    headers: HeaderMap,
    extract::Json(body): extract::Json<AddStock>,
) -> Result<Json<StockAdded>, Problem> {
    let warehouse = id::<WarehouseId>("id", &warehouse_id)?;
    body.check()?;
    let request = proto::AddStockRequest {
        idempotency_key: staff.idempotency_key(&app, given_key(&headers)?),
        warehouse_id: warehouse.to_string(),
        product_id: body.product_id,
        combination_id: body.combination_id.unwrap_or_default(),
        quantity: body.quantity,
        reason: body.reason,
    };
    let level = app.neighbours.by(&staff.actor).stock()?.add_stock(request).await?.into_inner();
    let stock = StockRow::new(level, language);
    Ok(Json(StockAdded { status: "ok", message: "Stocks updated successfully", stock }))
}

/// Goods of many articles that came in together.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReceiveStock {
    /// What came in: 1 to 200 articles, each once.
    pub lines: Vec<ReceivedLine>,
    /// For the ledger, as the delivery note's number; at most 500 characters.
    #[serde(default)]
    pub reason: String,
}

/// One article of a delivery.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReceivedLine {
    /// Product that came in.
    pub product_id: String,
    /// Its combination; absent for a product without combinations.
    #[serde(default)]
    pub combination_id: Option<String>,
    /// Pieces, 1 to 1,000,000.
    pub quantity: i64,
}

/// What came in by a delivery.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockReceived {
    /// Articles.
    pub articles: u32,
    /// Their pieces.
    pub pieces: u64,
}

/// Adds a delivery of many articles to a warehouse, all of it or nothing, once per `Idempotency-Key`.
#[utoipa::path(post, path = "/dashboard/api/warehouse/{id}/receive-stock", tag = "dashboard",
    security(("staff" = [], "csrf" = [])),
    params(("id" = String, Path, description = "The warehouse's id"), ("Idempotency-Key" = Option<String>, Header,
        description = "Names the delivery, so that repeating it adds nothing; 1 to 128 visible ASCII characters")),
    request_body = ReceiveStock, responses((status = 200, body = StockReceived)))]
pub async fn receive_stock(
    State(app): State<App>,
    staff: Staff,
    Path(warehouse_id): Path<String>,
    headers: HeaderMap,
    extract::Json(body): extract::Json<ReceiveStock>,
) -> Result<Json<StockReceived>, Problem> {
    let line = |line: ReceivedLine| proto::ReceivedLine {
        product_id: line.product_id,
        combination_id: line.combination_id.unwrap_or_default(),
        quantity: line.quantity,
    };
    let request = proto::ReceiveStockRequest {
        idempotency_key: staff.idempotency_key(&app, given_key(&headers)?),
        warehouse_id: id::<WarehouseId>("id", &warehouse_id)?.to_string(),
        lines: body.lines.into_iter().map(line).collect(),
        reason: body.reason,
    };
    let answer = app.neighbours.by(&staff.actor).stock()?.receive_stock(request).await?.into_inner();
    Ok(Json(StockReceived { articles: answer.articles, pieces: answer.pieces }))
}

/// What became of a request to tell stock anew.
#[derive(Debug, Serialize, ToSchema)]
pub struct StocksUpdated {
    /// `success`
    pub status: &'static str,
    /// For people.
    pub message: &'static str,
}

/// Has what can be sold of all that stands in the warehouse worked out and told to the shop anew.
#[utoipa::path(post, path = "/dashboard/api/warehouse/update-stocks/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The warehouse's id")),
    responses((status = 200, body = StocksUpdated)))]
pub async fn update_stocks(
    State(app): State<App>,
    staff: Staff,
    Path(warehouse_id): Path<String>,
) -> Result<Json<StocksUpdated>, Problem> {
    let warehouse_id = id::<WarehouseId>("id", &warehouse_id)?.to_string();
    let request = proto::RefreshStocksRequest { warehouse_id };
    app.neighbours.by(&staff.actor).stock()?.refresh_stocks(request).await?;
    Ok(Json(StocksUpdated { status: "success", message: "Stocks updated successfully" }))
}

/// Notes what the ids of stock must be.
pub(super) fn check_key(violations: &mut Violations, product: &str, combination: Option<&str>) {
    violations.check("productId", "form.validation.product", product.parse::<ProductId>());
    if let Some(combination) = combination.filter(|id| !id.is_empty()) {
        violations.check(
            "combinationId",
            "form.validation.combination",
            combination.parse::<CombinationId>(),
        );
    }
}

impl AddStock {
    /// Inventory checks the rest; these three would be told apart by nobody there.
    fn check(&self) -> Result<(), Problem> {
        let mut violations = Violations::default();
        check_key(&mut violations, &self.product_id, self.combination_id.as_deref());
        if self.quantity < 1 {
            violations.push("quantity", "form.validation.quantity", "a quantity to add is 1 or more");
        }
        violations.into_result("stock.invalid").map_err(Problem::from)
    }
}

impl StockList {
    fn new(answer: proto::ListStocksResponse, page: Page, language: Language) -> Self {
        Self {
            stocks: answer.stocks.into_iter().map(|level| StockRow::new(level, language)).collect(),
            total: answer.total,
            more: answer.more,
            page: page.number(),
            size: page.size(),
            page_count: page.count_within_reach(answer.total),
        }
    }
}

impl StockRow {
    pub(super) fn new(level: proto::StockLevel, language: Language) -> Self {
        Self {
            product_name: pick(level.product_name.as_ref(), language),
            combination_name: pick(level.combination_name.as_ref(), language),
            warehouse_id: level.warehouse_id,
            product_id: level.product_id,
            combination_id: optional(level.combination_id),
            sku: level.sku,
            image: level.image,
            on_hand: level.on_hand,
            reserved: level.reserved,
            available: level.available,
        }
    }
}

impl MovementList {
    fn new(answer: proto::ListMovementsResponse, page: Page) -> Self {
        Self {
            movements: answer.movements.into_iter().map(Movement::from).collect(),
            total: answer.total,
            more: answer.more,
            page: page.number(),
            size: page.size(),
            page_count: page.count_within_reach(answer.total),
        }
    }
}

impl From<proto::Movement> for Movement {
    fn from(movement: proto::Movement) -> Self {
        Self {
            id: movement.id,
            product_id: movement.product_id,
            combination_id: optional(movement.combination_id),
            kind: movement.kind,
            quantity: movement.quantity,
            before: movement.before,
            after: movement.after,
            reason: movement.reason,
            actor: movement.actor.unwrap_or_default().name,
            at: movement.at,
            order_id: optional(movement.order_id),
            expedition_id: optional(movement.expedition_id),
        }
    }
}
