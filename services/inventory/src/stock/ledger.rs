//! The SQL of the ledger, which only ever grows.

use serde::Serialize;
use souk_database::columns::{count, damaged};
use souk_kernel::{
    CombinationId, Counted, EmployeeId, ExpeditionId, OrderId, Page, ProductId, WarehouseId, rfc3339,
};
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{Cause, Movement, MovementKind, Mover};
use crate::columns::{combination_column, key};

/// Which movements are listed; absent filters let all pass.
#[derive(Debug, Clone)]
pub struct MovementFilter {
    pub warehouse: Option<WarehouseId>,
    /// Of these warehouses only.
    pub bounds: Option<Vec<WarehouseId>>,
    pub product: Option<ProductId>,
    pub combination: Option<CombinationId>,
    pub page: Page,
}

/// Adds rows to the ledger, in their order.
pub async fn append_in(conn: &mut PgConnection, movements: &[Movement]) -> Result<(), sqlx::Error> {
    let rows: Vec<NewRow<'_>> = movements.iter().map(NewRow::from).collect();
    sqlx::query!(
        "INSERT INTO stock_movements (id, warehouse_id, product_id, combination_id, kind, quantity, before, after, reason,
             actor_id, actor_name, order_id, expedition_id, at)
         SELECT id, warehouse_id, product_id, combination_id, kind, quantity, before, after, reason, actor_id,
             actor_name, order_id, expedition_id, at
         FROM ROWS FROM (jsonb_to_recordset($1) AS (id uuid, warehouse_id uuid, product_id uuid, combination_id uuid,
             kind text, quantity integer, before integer, after integer, reason text, actor_id uuid, actor_name text,
             order_id uuid, expedition_id uuid, at timestamptz)) WITH ORDINALITY AS m (id, warehouse_id, product_id,
             combination_id, kind, quantity, before, after, reason, actor_id, actor_name, order_id, expedition_id, at, position)
         ORDER BY position",
        Json(&rows) as _
    )
    .execute(conn)
    .await
    .map(|_| ())
}

/// A page of the ledger, newest first, with the number of all. Each warehouse's rows are read by an index of their own order.
pub async fn list(
    conn: &mut PgConnection,
    filter: &MovementFilter,
) -> Result<(Vec<Movement>, Counted), sqlx::Error> {
    let warehouse = filter.warehouse.map(WarehouseId::uuid);
    let bounds = filter.bounds.as_ref();
    let bounds: Option<Vec<Uuid>> = bounds.map(|bounds| bounds.iter().map(|it| it.uuid()).collect());
    let product = filter.product.map(ProductId::uuid);
    let combination = filter.combination.map(CombinationId::uuid);
    let (skipped, shown) = filter.page.within_reach();
    let rows = sqlx::query_as!(
        MovementRow,
        "SELECT m.id, m.warehouse_id, m.product_id, m.combination_id, m.kind, m.quantity, m.before, m.after, m.reason,
             m.actor_id, m.actor_name, m.order_id, m.expedition_id, m.at
         FROM (
             SELECT of_warehouse.sequence
             FROM warehouses w CROSS JOIN LATERAL (
                 SELECT sequence FROM stock_movements
                 WHERE warehouse_id = w.id AND ($2::uuid IS NULL OR product_id = $2)
                     AND ($3::uuid IS NULL OR combination_id = $3)
                 ORDER BY sequence DESC LIMIT $4::bigint + $5::bigint
             ) of_warehouse
             WHERE ($1::uuid IS NULL OR w.id = $1) AND ($6::uuid[] IS NULL OR w.id = ANY ($6))
             ORDER BY of_warehouse.sequence DESC LIMIT $4 OFFSET $5
         ) page
         JOIN stock_movements m USING (sequence)
         ORDER BY m.sequence DESC",
        warehouse,
        product,
        combination,
        shown,
        skipped,
        bounds.as_deref()
    )
    .fetch_all(&mut *conn)
    .await?;
    let total = sqlx::query_scalar!(
        r#"SELECT count(*) AS "total!" FROM (
             SELECT FROM warehouses w CROSS JOIN LATERAL (
                 SELECT FROM stock_movements
                 WHERE warehouse_id = w.id AND ($2::uuid IS NULL OR product_id = $2)
                     AND ($3::uuid IS NULL OR combination_id = $3)
                 LIMIT $4
             ) of_warehouse
             WHERE ($1::uuid IS NULL OR w.id = $1) AND ($5::uuid[] IS NULL OR w.id = ANY ($5))
             LIMIT $4
         ) AS counted"#,
        warehouse,
        product,
        combination,
        Counted::limit(Page::REACH),
        bounds.as_deref()
    )
    .fetch_one(conn)
    .await?;
    let movements = rows.into_iter().map(MovementRow::movement).collect::<Result<_, _>>()?;
    Ok((movements, Counted::up_to(Page::REACH, total.unsigned_abs())))
}

/// A movement as `jsonb_to_recordset` reads it.
#[derive(Serialize)]
struct NewRow<'a> {
    id: Uuid,
    warehouse_id: WarehouseId,
    product_id: ProductId,
    combination_id: Uuid,
    kind: &'static str,
    quantity: i32,
    before: i32,
    after: i32,
    reason: &'a str,
    actor_id: Option<EmployeeId>,
    actor_name: &'a str,
    order_id: Option<OrderId>,
    expedition_id: Option<ExpeditionId>,
    at: String,
}

impl<'a> From<&'a Movement> for NewRow<'a> {
    fn from(movement: &'a Movement) -> Self {
        Self {
            id: movement.id,
            warehouse_id: movement.warehouse,
            product_id: movement.key.product,
            combination_id: combination_column(movement.key.combination),
            kind: movement.kind.into(),
            quantity: movement.quantity,
            before: count_column(movement.before),
            after: count_column(movement.after),
            reason: &movement.reason,
            actor_id: movement.mover.employee,
            actor_name: &movement.mover.name,
            order_id: movement.cause.and_then(Cause::order),
            expedition_id: movement.cause.and_then(Cause::expedition),
            at: rfc3339(movement.at),
        }
    }
}

struct MovementRow {
    id: Uuid,
    warehouse_id: Uuid,
    product_id: Uuid,
    combination_id: Uuid,
    kind: String,
    quantity: i32,
    before: i32,
    after: i32,
    reason: String,
    actor_id: Option<Uuid>,
    actor_name: String,
    order_id: Option<Uuid>,
    expedition_id: Option<Uuid>,
    at: OffsetDateTime,
}

impl MovementRow {
    fn movement(self) -> Result<Movement, sqlx::Error> {
        let order = self.order_id.map(|id| Cause::Order(OrderId::from_uuid(id)));
        let expedition = self.expedition_id.map(|id| Cause::Expedition(ExpeditionId::from_uuid(id)));
        Ok(Movement {
            id: self.id,
            warehouse: WarehouseId::from_uuid(self.warehouse_id),
            key: key(self.product_id, self.combination_id),
            kind: self.kind.parse::<MovementKind>().map_err(|_| damaged("kind", &self.kind))?,
            quantity: self.quantity,
            before: count("before", self.before)?,
            after: count("after", self.after)?,
            reason: self.reason,
            mover: Mover { employee: self.actor_id.map(EmployeeId::from_uuid), name: self.actor_name },
            cause: order.or(expedition),
            at: self.at,
        })
    }
}

fn count_column(pieces: u32) -> i32 {
    i32::try_from(pieces).unwrap_or(i32::MAX)
}
