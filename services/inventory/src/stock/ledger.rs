//! The SQL of the ledger, which only ever grows.

use souk_database::columns::{count, damaged};
use souk_kernel::{CombinationId, EmployeeId, OrderId, Page, ProductId, WarehouseId};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{Movement, MovementKind, Mover};
use crate::columns::{combination_column, key};

/// Rows that a list's total counts to: the ledger only grows, and no request may cost more for it.
const MOST_COUNTED: i64 = 10_000;

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

/// Adds rows to the ledger.
pub async fn append_in(conn: &mut PgConnection, movements: &[Movement]) -> Result<(), sqlx::Error> {
    for movement in movements {
        sqlx::query!(
            "INSERT INTO stock_movements (id, warehouse_id, product_id, combination_id, kind, quantity, before,
                 after, reason, actor_id, actor_name, order_id, at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
            movement.id,
            movement.warehouse.uuid(),
            movement.key.product.uuid(),
            combination_column(movement.key.combination),
            <&str>::from(movement.kind),
            movement.quantity,
            count_column(movement.before),
            count_column(movement.after),
            movement.reason,
            movement.mover.employee.map(EmployeeId::uuid),
            movement.mover.name,
            movement.order.map(OrderId::uuid),
            movement.at
        )
        .execute(&mut *conn)
        .await?;
    }
    Ok(())
}

/// A page of the ledger, newest first, with the number of all up to [`MOST_COUNTED`].
pub async fn list(
    conn: &mut PgConnection,
    filter: &MovementFilter,
) -> Result<(Vec<Movement>, u64), sqlx::Error> {
    let warehouse = filter.warehouse.map(WarehouseId::uuid);
    let bounds = filter.bounds.as_ref();
    let bounds: Option<Vec<Uuid>> = bounds.map(|bounds| bounds.iter().map(|it| it.uuid()).collect());
    let product = filter.product.map(ProductId::uuid);
    let combination = filter.combination.map(CombinationId::uuid);
    let rows = sqlx::query_as!(
        MovementRow,
        "SELECT id, warehouse_id, product_id, combination_id, kind, quantity, before, after, reason, actor_id,
             actor_name, order_id, at
         FROM stock_movements
         WHERE ($1::uuid IS NULL OR warehouse_id = $1) AND ($2::uuid IS NULL OR product_id = $2)
             AND ($3::uuid IS NULL OR combination_id = $3) AND ($6::uuid[] IS NULL OR warehouse_id = ANY ($6))
         ORDER BY sequence DESC
         LIMIT $4 OFFSET $5",
        warehouse,
        product,
        combination,
        i64::from(filter.page.size()),
        filter.page.offset(),
        bounds.as_deref()
    )
    .fetch_all(&mut *conn)
    .await?;
    let total = sqlx::query_scalar!(
        r#"SELECT count(*) AS "total!" FROM (
             SELECT FROM stock_movements
             WHERE ($1::uuid IS NULL OR warehouse_id = $1) AND ($2::uuid IS NULL OR product_id = $2)
                 AND ($3::uuid IS NULL OR combination_id = $3) AND ($5::uuid[] IS NULL OR warehouse_id = ANY ($5))
             LIMIT $4
         ) AS counted"#,
        warehouse,
        product,
        combination,
        MOST_COUNTED,
        bounds.as_deref()
    )
    .fetch_one(conn)
    .await?;
    let movements = rows.into_iter().map(MovementRow::movement).collect::<Result<_, _>>()?;
    Ok((movements, total.unsigned_abs()))
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
    at: OffsetDateTime,
}

impl MovementRow {
    fn movement(self) -> Result<Movement, sqlx::Error> {
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
            order: self.order_id.map(OrderId::from_uuid),
            at: self.at,
        })
    }
}

fn count_column(pieces: u32) -> i32 {
    i32::try_from(pieces).unwrap_or(i32::MAX)
}
