//! Warehouses, as staff list, open, close and edit them.

use axum::Json;
use axum::extract::{Path, State};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use souk_kernel::WarehouseId;
use souk_proto::inventory::v1 as proto;
use utoipa::ToSchema;

use super::access::Staff;
use super::edits::or_current;
use crate::extract::{self, id};
use crate::problem::{Problem, ProblemBody};
use crate::state::App;

/// A place where goods stand.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Warehouse {
    /// Id.
    pub id: String,
    /// To be sent back with an edit.
    pub version: u64,
    /// As staff know it.
    pub name: String,
    /// Two digits.
    pub wilaya_id: String,
    /// Lower is asked first.
    pub priority: u32,
    /// Whether orders are served from it.
    pub is_active: bool,
}

/// A warehouse to be made; it is open.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewWarehouse {
    /// Chosen by the caller, a UUID: the same one again makes no second warehouse.
    pub id: String,
    /// 1 to 100 characters.
    pub name: String,
    /// Two digits.
    pub wilaya_id: String,
    /// Lower is asked first; 0 to 65535.
    pub priority: u32,
}

/// What changes; absent members stay.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WarehouseChange {
    /// The version read; another one in the shop is a 409 with the present warehouse.
    pub version: u64,
    /// 1 to 100 characters.
    #[serde(default)]
    pub name: Option<String>,
    /// Two digits.
    #[serde(default)]
    pub wilaya_id: Option<String>,
    /// Lower is asked first; 0 to 65535.
    #[serde(default)]
    pub priority: Option<u32>,
    /// `false` closes it: what stands there goes off sale.
    #[serde(default)]
    pub is_active: Option<bool>,
}

/// The warehouses in the order in which they are asked.
#[utoipa::path(get, path = "/dashboard/api/warehouses", tag = "dashboard", security(("staff" = [])),
    responses((status = 200, body = Vec<Warehouse>)))]
pub async fn list_warehouses(State(app): State<App>, staff: Staff) -> Result<Json<Vec<Warehouse>>, Problem> {
    let warehouses = read_all(&app, &staff).await?;
    Ok(Json(warehouses.into_iter().map(Warehouse::from).collect()))
}

/// Makes a warehouse.
#[utoipa::path(post, path = "/dashboard/api/warehouses", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), request_body = NewWarehouse,
    responses((status = 201, body = Warehouse), (status = 409, body = ProblemBody,
        description = "`inventory.stale_version`: another warehouse has the id")))]
pub async fn create_warehouse(
    State(app): State<App>,
    staff: Staff,
    extract::Json(body): extract::Json<NewWarehouse>,
) -> Result<(StatusCode, Json<Warehouse>), Problem> {
    let warehouse = proto::Warehouse {
        id: id::<WarehouseId>("id", &body.id)?.to_string(),
        name: body.name,
        wilaya_id: body.wilaya_id,
        priority: body.priority,
        active: true,
        version: 0,
    };
    Ok((StatusCode::CREATED, Json(save(&app, &staff, warehouse).await?)))
}

/// One warehouse.
#[utoipa::path(get, path = "/dashboard/api/warehouses/{id}", tag = "dashboard", security(("staff" = [])),
    params(("id" = String, Path, description = "The warehouse's id")),
    responses((status = 200, body = Warehouse)))]
pub async fn get_warehouse(
    State(app): State<App>,
    staff: Staff,
    Path(warehouse): Path<String>,
) -> Result<Json<Warehouse>, Problem> {
    Ok(Json(read(&app, &staff, id("id", &warehouse)?).await?.into()))
}

/// Changes a warehouse, opens or closes it.
#[utoipa::path(patch, path = "/dashboard/api/warehouses/{id}", tag = "dashboard",
    security(("staff" = [], "csrf" = [])), params(("id" = String, Path, description = "The warehouse's id")),
    request_body = WarehouseChange, responses((status = 200, body = Warehouse),
        (status = 409, body = ProblemBody, description = "`current` is the present warehouse; \
            `inventory.warehouse_reserved`: it can't be closed while `facts.reserved` pieces are promised to orders")))]
pub async fn update_warehouse(
    State(app): State<App>,
    staff: Staff,
    Path(warehouse): Path<String>,
    extract::Json(change): extract::Json<WarehouseChange>,
) -> Result<Json<Warehouse>, Problem> {
    let warehouse = id::<WarehouseId>("id", &warehouse)?;
    let wanted = change.over(read(&app, &staff, warehouse).await?);
    let answer = save(&app, &staff, wanted).await;
    or_current(answer, async || Ok(read(&app, &staff, warehouse).await?.into())).await
}

impl WarehouseChange {
    /// What is saved: of a newer version than the one that was read, inventory refuses it.
    fn over(self, read: proto::Warehouse) -> proto::Warehouse {
        proto::Warehouse {
            version: self.version,
            name: self.name.unwrap_or(read.name),
            wilaya_id: self.wilaya_id.unwrap_or(read.wilaya_id),
            priority: self.priority.unwrap_or(read.priority),
            active: self.is_active.unwrap_or(read.active),
            ..read
        }
    }
}

async fn save(app: &App, staff: &Staff, warehouse: proto::Warehouse) -> Result<Warehouse, Problem> {
    let request = proto::SaveWarehouseRequest { warehouse: Some(warehouse) };
    Ok(app.neighbours.by(&staff.actor).warehouses()?.save_warehouse(request).await?.into_inner().into())
}

async fn read(app: &App, staff: &Staff, warehouse: WarehouseId) -> Result<proto::Warehouse, Problem> {
    let warehouse = warehouse.to_string();
    let found = read_all(app, staff).await?.into_iter().find(|found| found.id == warehouse);
    found.ok_or_else(|| Problem::not_found("there is no such warehouse"))
}

async fn read_all(app: &App, staff: &Staff) -> Result<Vec<proto::Warehouse>, Problem> {
    let mut warehouses = app.neighbours.by(&staff.actor).warehouses()?;
    Ok(warehouses.list_warehouses(proto::ListWarehousesRequest {}).await?.into_inner().warehouses)
}

impl From<proto::Warehouse> for Warehouse {
    fn from(warehouse: proto::Warehouse) -> Self {
        let proto::Warehouse { id, name, wilaya_id, priority, active, version } = warehouse;
        Self { id, version, name, wilaya_id, priority, is_active: active }
    }
}
