//! The SQL of warehouses.

use souk_database::columns::damaged;
use souk_kernel::WarehouseId;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{Warehouse, WarehouseName};

/// All warehouses in their priority order.
pub async fn list(conn: &mut PgConnection) -> Result<Vec<Warehouse>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT id, name, wilaya_id, priority, active FROM warehouses ORDER BY priority, id"
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(Row::warehouse).collect()
}

/// Creates the warehouse or replaces what is known of it.
pub async fn save_in(
    conn: &mut PgConnection,
    warehouse: &Warehouse,
    now: OffsetDateTime,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO warehouses (id, name, wilaya_id, priority, active, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $6)
         ON CONFLICT (id) DO UPDATE SET name = EXCLUDED.name, wilaya_id = EXCLUDED.wilaya_id,
             priority = EXCLUDED.priority, active = EXCLUDED.active, updated_at = EXCLUDED.updated_at",
        warehouse.id.uuid(),
        warehouse.name.as_str(),
        warehouse.wilaya.as_str(),
        i32::from(warehouse.priority),
        warehouse.active,
        now
    )
    .execute(conn)
    .await
    .map(|_| ())
}

struct Row {
    id: Uuid,
    name: String,
    wilaya_id: String,
    priority: i32,
    active: bool,
}

impl Row {
    fn warehouse(self) -> Result<Warehouse, sqlx::Error> {
        Ok(Warehouse {
            id: WarehouseId::from_uuid(self.id),
            name: WarehouseName::new(&self.name).map_err(|_| damaged("name", &self.name))?,
            wilaya: self.wilaya_id.parse().map_err(|_| damaged("wilaya_id", &self.wilaya_id))?,
            priority: self.priority.try_into().map_err(|_| damaged("priority", self.priority))?,
            active: self.active,
        })
    }
}
