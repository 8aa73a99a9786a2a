//! Warehouses in their priority order. A save names the version that it read, and tells what can be sold only where that
//! changed.

mod model;
mod rpc;
mod store;

use std::sync::Arc;

use souk_kernel::{Clock, WarehouseId};
use sqlx::PgPool;

pub use model::{SaveError, Saved, Warehouse, WarehouseName};
pub use rpc::WarehousesRpc;

use crate::availability;

/// The use cases of warehouses.
#[derive(Clone)]
pub struct Warehouses {
    pool: PgPool,
    clock: Arc<dyn Clock>,
}

/// Why a warehouse could not be saved.
#[derive(Debug, thiserror::Error)]
pub enum WarehousesError {
    #[error(transparent)]
    Save(#[from] SaveError),
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
}

impl Warehouses {
    pub fn new(pool: PgPool, clock: Arc<dyn Clock>) -> Self {
        Self { pool, clock }
    }

    /// All of them, or those within `bounds`.
    pub async fn list(&self, bounds: Option<&[WarehouseId]>) -> Result<Vec<Warehouse>, sqlx::Error> {
        let mut all = store::list(&mut *self.pool.acquire().await?).await?;
        all.retain(|warehouse| bounds.is_none_or(|bounds| bounds.contains(&warehouse.id)));
        Ok(all)
    }

    /// Creates a warehouse, or replaces the one that was read. Opening or closing it changes what can be sold of all that
    /// stands there; nothing else does.
    pub async fn save(&self, wanted: Warehouse) -> Result<Warehouse, WarehousesError> {
        let mut tx = self.pool.begin().await?;
        let stored = store::lock_in(&mut tx, wanted.id).await?;
        let saved = wanted.over(stored.as_ref())?;
        if saved.is_news {
            if !store::save_in(&mut tx, &saved.warehouse, self.clock.now()).await? {
                return Err(SaveError::Stale.into());
            }
            if saved.opens_or_closes {
                availability::note_warehouse_in(&mut tx, saved.warehouse.id).await?;
            }
            tx.commit().await?;
        }
        Ok(saved.warehouse)
    }
}
