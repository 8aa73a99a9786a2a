//! The SQL of warehouses.

use souk_database::columns::{damaged, version, version_column};
use souk_kernel::WarehouseId;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{Warehouse, WarehouseName};

/// All warehouses in their priority order.
pub async fn list(conn: &mut PgConnection) -> Result<Vec<Warehouse>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT id, name, wilaya_id, priority, active, version FROM warehouses ORDER BY priority, id"
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(Row::warehouse).collect()
}

/// The warehouse, held against other saves until the transaction ends.
pub async fn lock_in(conn: &mut PgConnection, id: WarehouseId) -> Result<Option<Warehouse>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "SELECT id, name, wilaya_id, priority, active, version FROM warehouses WHERE id = $1 FOR NO KEY UPDATE",
        id.uuid()
    )
    .fetch_optional(conn)
    .await?;
    row.map(Row::warehouse).transpose()
}

/// Pieces in the warehouse that are promised: what open orders and open expeditions hold there, which is what its levels have
/// reserved. Reads those and not the levels, of which a warehouse has one for each thing that it ever had.
pub async fn reserved_in(conn: &mut PgConnection, id: WarehouseId) -> Result<u64, sqlx::Error> {
    let reserved = sqlx::query_scalar!(
        r#"SELECT (
               SELECT coalesce(sum(held.quantity), 0)
               FROM reservations r,
                    LATERAL (SELECT i.quantity FROM reservation_items i
                             WHERE i.order_id = r.order_id AND i.warehouse_id = $1 OFFSET 0) AS held
               WHERE r.state IN ('held', 'confirmed')
           )::bigint + (
               SELECT coalesce(sum(p.quantity), 0)
               FROM expeditions e JOIN expedition_parts p ON p.expedition_id = e.id
               WHERE e.source_id = $1 AND e.status = 'inprogress'
           )::bigint AS "reserved!""#,
        id.uuid()
    )
    .fetch_one(conn)
    .await?;
    Ok(reserved.unsigned_abs())
}

/// Creates the warehouse, or replaces the version before; says whether it did.
pub async fn save_in(
    conn: &mut PgConnection,
    warehouse: &Warehouse,
    now: OffsetDateTime,
) -> Result<bool, sqlx::Error> {
    let saved = sqlx::query!(
        "INSERT INTO warehouses AS w (id, name, wilaya_id, priority, active, version, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $7, $6, $6)
         ON CONFLICT (id) DO UPDATE SET name = EXCLUDED.name, wilaya_id = EXCLUDED.wilaya_id,
             priority = EXCLUDED.priority, active = EXCLUDED.active, version = EXCLUDED.version,
             updated_at = EXCLUDED.updated_at
         WHERE w.version = EXCLUDED.version - 1",
        warehouse.id.uuid(),
        warehouse.name.as_str(),
        warehouse.wilaya.as_str(),
        i32::from(warehouse.priority),
        warehouse.active,
        now,
        version_column(warehouse.version)
    )
    .execute(conn)
    .await?;
    Ok(saved.rows_affected() == 1)
}

struct Row {
    id: Uuid,
    name: String,
    wilaya_id: String,
    priority: i32,
    active: bool,
    version: i64,
}

impl Row {
    fn warehouse(self) -> Result<Warehouse, sqlx::Error> {
        Ok(Warehouse {
            id: WarehouseId::from_uuid(self.id),
            name: WarehouseName::new(&self.name).map_err(|_| damaged("name", &self.name))?,
            wilaya: self.wilaya_id.parse().map_err(|_| damaged("wilaya_id", &self.wilaya_id))?,
            priority: self.priority.try_into().map_err(|_| damaged("priority", self.priority))?,
            active: self.active,
            version: version(self.version)?,
        })
    }
}
