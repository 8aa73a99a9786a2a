//! What an expedition carries: the specification's calls of its editor and of its receive screen (spec 4).

use axum::Json;
use axum::extract::{Path, State};
use http::HeaderMap;
use serde::{Deserialize, Serialize};
use souk_kernel::{ExpeditionId, ExpeditionPartId, Language, WarehouseId};
use souk_proto::inventory::v1 as proto;
use souk_rpc::Violations;
use utoipa::{IntoParams, ToSchema};

use super::{Expedition, changed};
use crate::dashboard::access::Staff;
use crate::dashboard::orders::optional;
use crate::dashboard::stock::check_key;
use crate::extract::{self, Locale, Query, id, words};
use crate::idempotency::given_key;
use crate::problem::{Problem, ProblemBody};
use crate::state::App;
use crate::text::pick;

/// Something that a warehouse has free, in the specification's names.
#[derive(Debug, Serialize, ToSchema)]
pub struct AvailableProduct {
    /// What it is.
    pub product_id: String,
    /// Its combination; null for a product without combinations.
    pub combination_id: Option<String>,
    /// `product` or `combination`
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// In the answer's language.
    pub product_name: String,
    /// Value labels joined by ` / `; empty without a combination.
    pub combination_name: String,
    /// Pieces that neither an order nor an expedition holds.
    pub available_stock: u32,
    /// The merchant's stock number; may be empty.
    pub sku: String,
    /// Path of a small picture; may be empty.
    pub image: String,
}

/// What a warehouse has free, or what the words find of it: 50 at most.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FreeProducts {
    /// In the specification's names.
    pub products: Vec<AvailableProduct>,
    /// Whether there may be more.
    pub more: bool,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct FreeQuery {
    /// Words of the name or the SKU.
    search: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct AvailableQuery {
    /// Words of the name or the SKU.
    search: Option<String>,
    /// The expedition that is edited. What it holds already is not free.
    expedition_id: Option<String>,
}

/// Pieces of a product or of one of its combinations.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExpeditionItem {
    /// What it is.
    pub product_id: String,
    /// Its combination; absent or null for a product without combinations.
    #[serde(default)]
    pub combination_id: Option<String>,
    /// Whole pieces, 1 or more: so many more when adding, so many in all when updating.
    pub quantity: i64,
}

/// What is taken out.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RemovedItem {
    /// What it is.
    pub product_id: String,
    /// Its combination; absent or null for a product without combinations.
    #[serde(default)]
    pub combination_id: Option<String>,
}

/// Pieces that arrived.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReceivedPart {
    /// Whole pieces, 1 or more, no more than are on their way.
    pub qty_received: i64,
    /// What had arrived of the part when these were counted; absent or null: whatever had.
    #[serde(default)]
    pub received: Option<u64>,
}

/// What arrived of an expedition at once.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReceivedParts {
    /// 1 to 500, each of another part.
    pub arrivals: Vec<PartArrival>,
}

/// Pieces of one part that arrived.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PartArrival {
    /// The part's id.
    pub part_id: String,
    /// Whole pieces, 1 or more, no more than are on their way.
    pub qty_received: i64,
    /// What had arrived of the part when these were counted; absent or null: whatever had.
    #[serde(default)]
    pub received: Option<u64>,
}

/// The specification's answer, with the expedition after it.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExpeditionChanged {
    /// `true`
    pub success: bool,
    /// The expedition now.
    pub expedition: Expedition,
}

/// What a warehouse has free: at most 50, of everything or of what the words find.
#[utoipa::path(get, path = "/dashboard/api/warehouse/{id}/available-products", tag = "dashboard",
    security(("staff" = [])), params(("id" = String, Path, description = "The warehouse's id"), AvailableQuery),
    responses((status = 200, body = Vec<AvailableProduct>)))]
pub async fn available_products(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(warehouse_id): Path<String>,
    Query(query): Query<AvailableQuery>,
) -> Result<Json<Vec<AvailableProduct>>, Problem> {
    if let Some(expedition) = &query.expedition_id {
        id::<ExpeditionId>("expeditionId", expedition)?;
    }
    Ok(Json(read_free(&app, &staff, language, (&warehouse_id, query.search)).await?.products))
}

/// What a warehouse has free: at most 50, of everything or of what the words find, and whether there may be more.
#[utoipa::path(get, path = "/dashboard/api/warehouse/{id}/free-products", tag = "dashboard",
    security(("staff" = [])), params(("id" = String, Path, description = "The warehouse's id"), FreeQuery),
    responses((status = 200, body = FreeProducts)))]
pub async fn free_products(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(warehouse_id): Path<String>,
    Query(query): Query<FreeQuery>,
) -> Result<Json<FreeProducts>, Problem> {
    Ok(Json(read_free(&app, &staff, language, (&warehouse_id, query.search)).await?))
}

async fn read_free(
    app: &App,
    staff: &Staff,
    language: Language,
    (warehouse, search): (&str, Option<String>),
) -> Result<FreeProducts, Problem> {
    let request = proto::ListAvailableRequest {
        warehouse_id: id::<WarehouseId>("id", warehouse)?.to_string(),
        query: words(search)?,
    };
    let found = app.neighbours.by(&staff.actor).expeditions()?.list_available(request).await?.into_inner();
    let products = found.stocks.into_iter().map(|level| AvailableProduct::new(level, language));
    Ok(FreeProducts { products: products.collect(), more: found.more })
}

/// Adds pieces, once per `Idempotency-Key`; they are held in the source.
#[utoipa::path(post, path = "/dashboard/api/internal-expedition/{id}/add-item", tag = "dashboard",
    security(("staff" = [], "csrf" = [])),
    params(("id" = String, Path, description = "The expedition's id"), ("Idempotency-Key" = Option<String>, Header,
        description = "Names the addition, so that repeating it adds nothing; 1 to 128 visible ASCII characters")),
    request_body = ExpeditionItem, responses((status = 200, body = ExpeditionChanged), (status = 409, body = ProblemBody,
        description = "`inventory.out_of_stock`: `facts.available` pieces are there; `inventory.expedition_status`: it was sent \
            or cancelled")))]
pub async fn add_item(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(expedition): Path<String>,
    headers: HeaderMap,
    extract::Json(body): extract::Json<ExpeditionItem>,
) -> Result<Json<ExpeditionChanged>, Problem> {
    let expedition = id::<ExpeditionId>("id", &expedition)?;
    check(&body.product_id, body.combination_id.as_deref())?;
    let request = proto::AddItemRequest {
        idempotency_key: staff.idempotency_key(&app, given_key(&headers)?),
        expedition_id: expedition.to_string(),
        product_id: body.product_id,
        combination_id: body.combination_id.unwrap_or_default(),
        quantity: body.quantity,
    };
    let answer = app.neighbours.by(&staff.actor).expeditions()?.add_item(request).await;
    changed(&app, &staff, expedition, language, answer).await.map(ExpeditionChanged::json)
}

/// Sets how many pieces of an item there are in all.
#[utoipa::path(post, path = "/dashboard/api/internal-expedition/{id}/update-item", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The expedition's id")),
    request_body = ExpeditionItem, responses((status = 200, body = ExpeditionChanged), (status = 409, body = ProblemBody,
        description = "`inventory.out_of_stock`: `facts.available` pieces are there, with those that the expedition holds")))]
pub async fn update_item(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(expedition): Path<String>,
    extract::Json(body): extract::Json<ExpeditionItem>,
) -> Result<Json<ExpeditionChanged>, Problem> {
    let expedition = id::<ExpeditionId>("id", &expedition)?;
    check(&body.product_id, body.combination_id.as_deref())?;
    let request = proto::ChangeItemRequest {
        expedition_id: expedition.to_string(),
        product_id: body.product_id,
        combination_id: body.combination_id.unwrap_or_default(),
        quantity: body.quantity,
    };
    let answer = app.neighbours.by(&staff.actor).expeditions()?.change_item(request).await;
    changed(&app, &staff, expedition, language, answer).await.map(ExpeditionChanged::json)
}

/// Takes an item out; one that isn't there is success.
#[utoipa::path(post, path = "/dashboard/api/internal-expedition/{id}/remove-item", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The expedition's id")),
    request_body = RemovedItem, responses((status = 200, body = ExpeditionChanged)))]
pub async fn remove_item(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(expedition): Path<String>,
    extract::Json(body): extract::Json<RemovedItem>,
) -> Result<Json<ExpeditionChanged>, Problem> {
    let expedition = id::<ExpeditionId>("id", &expedition)?;
    check(&body.product_id, body.combination_id.as_deref())?;
    let request = proto::RemoveItemRequest {
        expedition_id: expedition.to_string(),
        product_id: body.product_id,
        combination_id: body.combination_id.unwrap_or_default(),
    };
    let answer = app.neighbours.by(&staff.actor).expeditions()?.remove_item(request).await;
    changed(&app, &staff, expedition, language, answer).await.map(ExpeditionChanged::json)
}

/// Pieces of a part arrived, once per `Idempotency-Key`.
#[utoipa::path(post, path = "/dashboard/api/internal-expedition/receive/part/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])),
    params(("id" = String, Path, description = "The part's id"), ("Idempotency-Key" = Option<String>, Header,
        description = "Names the arrival, so that repeating it adds nothing; 1 to 128 visible ASCII characters")),
    request_body = ReceivedPart, responses((status = 200, body = ExpeditionChanged), (status = 409, body = ProblemBody,
        description = "`inventory.too_many_received`: `facts.expected` pieces are still on their way; `inventory.stale_version`: \
            another number of its pieces had arrived than `received`")))]
pub async fn receive_part(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(part): Path<String>,
    headers: HeaderMap,
    extract::Json(body): extract::Json<ReceivedPart>,
) -> Result<Json<ExpeditionChanged>, Problem> {
    let request = proto::ReceivePartRequest {
        idempotency_key: staff.idempotency_key(&app, given_key(&headers)?),
        part_id: id::<ExpeditionPartId>("id", &part)?.to_string(),
        quantity: body.qty_received,
        received: body.received,
    };
    let answer = app.neighbours.by(&staff.actor).expeditions()?.receive_part(request).await?;
    Ok(ExpeditionChanged::json(Json(Expedition::new(answer.into_inner(), language))))
}

/// Pieces of several parts arrived, all of them or none, once per `Idempotency-Key`.
#[utoipa::path(post, path = "/dashboard/api/internal-expeditions/{id}/receive", tag = "dashboard",
    security(("staff" = [], "csrf" = [])),
    params(("id" = String, Path, description = "The expedition's id"), ("Idempotency-Key" = Option<String>, Header,
        description = "Names the arrival, so that repeating it adds nothing; 1 to 128 visible ASCII characters")),
    request_body = ReceivedParts, responses((status = 200, body = ExpeditionChanged), (status = 409, body = ProblemBody,
        description = "`inventory.stale_version`: another number of pieces of a part had arrived than its `received`, `current` is \
            the present expedition; `inventory.too_many_received`: of a part `facts.expected` pieces are still on their way")))]
pub async fn receive_parts(
    State(app): State<App>,
    staff: Staff,
    Locale(language): Locale,
    Path(expedition): Path<String>,
    headers: HeaderMap,
    extract::Json(body): extract::Json<ReceivedParts>,
) -> Result<Json<ExpeditionChanged>, Problem> {
    let expedition = id::<ExpeditionId>("id", &expedition)?;
    let arrival = |PartArrival { part_id, qty_received, received }| proto::PartArrival {
        part_id,
        quantity: qty_received,
        received,
    };
    let request = proto::ReceivePartsRequest {
        idempotency_key: staff.idempotency_key(&app, given_key(&headers)?),
        expedition_id: expedition.to_string(),
        arrivals: body.arrivals.into_iter().map(arrival).collect(),
    };
    let answer = app.neighbours.by(&staff.actor).expeditions()?.receive_parts(request).await;
    changed(&app, &staff, expedition, language, answer).await.map(ExpeditionChanged::json)
}

/// What the ids must be; inventory checks the rest.
fn check(product: &str, combination: Option<&str>) -> Result<(), Problem> {
    let mut violations = Violations::default();
    check_key(&mut violations, product, combination);
    violations.into_result("inventory.invalid_expedition").map_err(Problem::from)
}

impl AvailableProduct {
    fn new(level: proto::StockLevel, language: Language) -> Self {
        Self {
            product_name: pick(level.product_name.as_ref(), language),
            combination_name: pick(level.combination_name.as_ref(), language),
            kind: if level.combination_id.is_empty() { "product" } else { "combination" },
            product_id: level.product_id,
            combination_id: optional(level.combination_id),
            available_stock: level.available,
            sku: level.sku,
            image: level.image,
        }
    }
}

impl ExpeditionChanged {
    fn json(Json(expedition): Json<Expedition>) -> Json<Self> {
        Json(Self { success: true, expedition })
    }
}
