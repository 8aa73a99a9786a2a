//! Warehouses in their priority order.

mod model;
mod rpc;
mod store;

use std::sync::Arc;

use souk_kernel::Clock;
use sqlx::PgPool;

pub use model::{Warehouse, WarehouseName};
pub use rpc::WarehousesRpc;

use crate::availability;

/// The use cases of warehouses.
#[derive(Clone)]
pub struct Warehouses {
    pool: PgPool,
    clock: Arc<dyn Clock>,
}

impl Warehouses {
    pub fn new(pool: PgPool, clock: Arc<dyn Clock>) -> Self {
        Self { pool, clock }
    }

    pub async fn list(&self) -> Result<Vec<Warehouse>, sqlx::Error> {
        store::list(&mut *self.pool.acquire().await?).await
    }

    /// Creates or replaces a warehouse. Opening or closing it changes what can be sold of all that stands there.
    pub async fn save(&self, warehouse: &Warehouse) -> Result<(), sqlx::Error> {
        let mut tx = self.pool.begin().await?;
        store::save_in(&mut tx, warehouse, self.clock.now()).await?;
        availability::note_warehouse_in(&mut tx, warehouse.id).await?;
        tx.commit().await
    }
}
