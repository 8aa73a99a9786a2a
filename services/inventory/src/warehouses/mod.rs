//! Warehouses in their priority order. A save names the version that it read, and tells what can be sold only where that
//! changed.

mod model;
mod rpc;
mod store;

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;
use souk_audit::{Change, Subject};
use souk_bus::Outbox;
use souk_kernel::{Clock, WarehouseId};
use souk_proto::inventory::v1::AuditRecorded;
use souk_rpc::Actor;
use sqlx::{PgConnection, PgPool};

pub use model::{SaveError, Saved, Warehouse, WarehouseName};
pub use rpc::WarehousesRpc;

use crate::availability;

/// The use cases of warehouses.
#[derive(Clone)]
pub struct Warehouses {
    pool: PgPool,
    clock: Arc<dyn Clock>,
    outbox: Outbox,
}

/// Why a warehouse could not be saved.
#[derive(Debug, thiserror::Error)]
pub enum WarehousesError {
    #[error(transparent)]
    Save(#[from] SaveError),
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
}

/// What people call them.
pub async fn names(conn: &mut PgConnection) -> Result<HashMap<WarehouseId, String>, sqlx::Error> {
    let all = store::list(conn).await?;
    Ok(all.into_iter().map(|warehouse| (warehouse.id, warehouse.name.as_str().to_owned())).collect())
}

/// Where goods may be carried to.
pub async fn open(conn: &mut PgConnection) -> Result<Vec<Warehouse>, sqlx::Error> {
    let mut all = store::list(conn).await?;
    all.retain(|warehouse| warehouse.active);
    Ok(all)
}

impl Warehouses {
    pub fn new(pool: PgPool, clock: Arc<dyn Clock>, outbox: Outbox) -> Self {
        Self { pool, clock, outbox }
    }

    /// All of them, or those within `bounds`.
    pub async fn list(&self, bounds: Option<&[WarehouseId]>) -> Result<Vec<Warehouse>, sqlx::Error> {
        let mut all = store::list(&mut *self.pool.acquire().await?).await?;
        all.retain(|warehouse| bounds.is_none_or(|bounds| bounds.contains(&warehouse.id)));
        Ok(all)
    }

    /// Creates a warehouse, or replaces the one that was read. Opening or closing it changes what can be sold of all that
    /// stands there; nothing else does. One that orders wait for stays open; what is held in the moment that it closes is
    /// shipped from it all the same.
    pub async fn save(&self, actor: &Actor, wanted: Warehouse) -> Result<Warehouse, WarehousesError> {
        let mut tx = self.pool.begin().await?;
        let stored = store::lock_in(&mut tx, wanted.id).await?;
        let saved = wanted.over(stored.as_ref())?;
        if saved.is_news {
            if saved.closes() {
                let reserved = store::reserved_in(&mut tx, saved.warehouse.id).await?;
                if reserved > 0 {
                    return Err(SaveError::Reserved(reserved).into());
                }
            }
            if !store::save_in(&mut tx, &saved.warehouse, self.clock.now()).await? {
                return Err(SaveError::Stale.into());
            }
            if saved.opens_or_closes {
                availability::note_warehouse_in(&mut tx, saved.warehouse.id).await?;
            }
            let before = stored.as_ref().map_or(Value::Null, Warehouse::facts);
            let subject = Subject::new("warehouse", saved.warehouse.id, saved.warehouse.name.as_str());
            let change =
                Change::between("inventory.warehouse_saved", subject, before, saved.warehouse.facts());
            souk_audit::record_in::<AuditRecorded>(&mut tx, &self.outbox, &*self.clock, actor, change)
                .await?;
            tx.commit().await?;
        }
        Ok(saved.warehouse)
    }
}
