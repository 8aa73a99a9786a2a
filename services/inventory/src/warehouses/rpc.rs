//! `souk.inventory.v1.Warehouses`.

use souk_kernel::Permission;
use souk_proto::inventory::v1 as proto;
use souk_proto::inventory::v1::warehouses_server::Warehouses as Service;
use souk_rpc::{Failure, Violations, actor};
use tonic::{Request, Response, Status};

use super::{SaveError, Warehouse, WarehouseName, Warehouses, WarehousesError};

/// The gRPC interface of warehouses.
pub struct WarehousesRpc {
    warehouses: Warehouses,
}

impl WarehousesRpc {
    pub fn new(warehouses: Warehouses) -> Self {
        Self { warehouses }
    }
}

#[tonic::async_trait]
impl Service for WarehousesRpc {
    async fn list_warehouses(
        &self,
        request: Request<proto::ListWarehousesRequest>,
    ) -> Result<Response<proto::ListWarehousesResponse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::StockRead)?;
        let warehouses = self
            .warehouses
            .list(actor.bounds(Permission::StockRead))
            .await
            .map_err(souk_database::failure)?;
        let warehouses = warehouses.iter().map(proto::Warehouse::from).collect();
        Ok(Response::new(proto::ListWarehousesResponse { warehouses }))
    }

    async fn save_warehouse(
        &self,
        request: Request<proto::SaveWarehouseRequest>,
    ) -> Result<Response<proto::Warehouse>, Status> {
        let actor = actor(&request)?;
        actor.require(Permission::WarehousesWrite)?;
        let warehouse = parse(&request.into_inner().warehouse.unwrap_or_default())?;
        let saved = self.warehouses.save(&actor, warehouse).await.map_err(Failure::from)?;
        Ok(Response::new(proto::Warehouse::from(&saved)))
    }
}

fn parse(warehouse: &proto::Warehouse) -> Result<Warehouse, Failure> {
    let mut violations = Violations::default();
    let id = violations.id("id", &warehouse.id);
    let name = violations.check("name", "form.validation.name", WarehouseName::new(&warehouse.name));
    let wilaya = violations.check("wilaya", "form.validation.wilaya", warehouse.wilaya_id.parse());
    let priority =
        violations.check("priority", "form.validation.priority", u16::try_from(warehouse.priority));
    match (id, name, wilaya, priority) {
        (Some(id), Some(name), Some(wilaya), Some(priority)) => {
            Ok(Warehouse { id, name, wilaya, priority, active: warehouse.active, version: warehouse.version })
        }
        _ => Err(Failure::invalid("inventory.invalid_warehouse", violations)),
    }
}

impl From<&Warehouse> for proto::Warehouse {
    fn from(warehouse: &Warehouse) -> Self {
        Self {
            id: warehouse.id.to_string(),
            name: warehouse.name.as_str().to_owned(),
            wilaya_id: warehouse.wilaya.to_string(),
            priority: warehouse.priority.into(),
            active: warehouse.active,
            version: warehouse.version,
        }
    }
}

impl From<WarehousesError> for Failure {
    fn from(error: WarehousesError) -> Self {
        let message = error.to_string();
        match error {
            WarehousesError::Save(SaveError::Stale) => Self::conflict("inventory.stale_version", message),
            WarehousesError::Save(SaveError::Unknown) => {
                Self::not_found("inventory.unknown_warehouse", message)
            }
            WarehousesError::Save(SaveError::Reserved(pieces)) => {
                Self::precondition("inventory.warehouse_reserved", message).with("reserved", pieces)
            }
            WarehousesError::Database(cause) => souk_database::failure(cause),
        }
    }
}
