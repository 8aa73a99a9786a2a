//! The SQL of reservations. Locks are taken in one order: orders' rows first, then levels by key and warehouse.

use std::collections::HashSet;

use souk_database::columns::{count, damaged, decoded, version, version_column};
use souk_kernel::{OrderId, StockKey, WarehouseId};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{Held, ReleaseReason, Reservation, State};
use crate::columns::{KeyColumns, key};
use crate::stock::Level;

/// What became of an attempt to hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempt {
    /// As of this version of the reservation. `is_stored`: the order is known to exist, so nobody has to confirm the hold.
    Held { version: u64, is_stored: bool },
    /// A level had less free than when the plan was made, or a repeat of this call came first.
    Outrun,
    /// The order holds already, has shipped, or is cancelled; or a newer version of it was heard of, which may have other lines.
    Settled,
}

/// Holds all of `held` for the order, or nothing, in one statement and so in one transaction: no level stays
/// locked over a round trip, which is what a product that everybody buys at once lives on.
///
/// `before` locks the order's row before any level, as every other change of it does. `locked` finds the levels
/// that still have enough once their lock is ours; the order's row is written only if those are all, and
/// everything else only if that row was written.
pub async fn hold(
    conn: &mut PgConnection,
    order: OrderId,
    order_version: u64,
    held: &[Held],
    now: OffsetDateTime,
    expires_at: OffsetDateTime,
) -> Result<Attempt, sqlx::Error> {
    let columns = HeldColumns::from(held);
    let row = sqlx::query!(
        r#"WITH wanted AS (
             SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::int[])
                 AS w (product_id, combination_id, warehouse_id, quantity)
         ), before AS MATERIALIZED (
             SELECT state, release_reason, order_version > greatest($8::bigint, 1) AS is_outdated
               FROM reservations WHERE order_id = $1 FOR NO KEY UPDATE
         ), settled AS (
             SELECT FROM before WHERE state <> 'released' OR release_reason = 'cancelled' OR is_outdated
         ), locked AS MATERIALIZED (
             SELECT w.* FROM stock_levels l JOIN wanted w USING (product_id, combination_id, warehouse_id)
             WHERE l.on_hand - l.reserved >= w.quantity AND NOT EXISTS (SELECT FROM settled)
             ORDER BY l.product_id, l.combination_id, l.warehouse_id
             FOR NO KEY UPDATE OF l
         ), claimed AS (
             INSERT INTO reservations AS r (order_id, order_version, state, expires_at, created_at, updated_at)
             SELECT $1, $8::bigint, CASE WHEN $8::bigint > 0 THEN 'confirmed' ELSE 'held' END,
                    CASE WHEN $8::bigint = 0 THEN $6::timestamptz END, $7::timestamptz, $7::timestamptz
             WHERE (SELECT count(*) FROM locked) = (SELECT count(*) FROM wanted)
             ON CONFLICT (order_id) DO UPDATE SET
                 order_version = greatest(r.order_version, EXCLUDED.order_version),
                 state = CASE WHEN r.order_version > 0 THEN 'confirmed' ELSE EXCLUDED.state END,
                 expires_at = CASE WHEN r.order_version > 0 THEN NULL ELSE EXCLUDED.expires_at END,
                 release_reason = NULL, version = r.version + 1, updated_at = EXCLUDED.updated_at
             WHERE r.state = 'released' AND r.release_reason <> 'cancelled' AND r.order_version <= greatest($8::bigint, 1)
             RETURNING r.order_id, r.version, r.order_version > 0 AS is_stored
         ), taken AS (
             UPDATE stock_levels l SET reserved = l.reserved + t.quantity
             FROM locked t, claimed
             WHERE (l.product_id, l.combination_id, l.warehouse_id)
                 = (t.product_id, t.combination_id, t.warehouse_id)
         ), items AS (
             INSERT INTO reservation_items (order_id, product_id, combination_id, warehouse_id, quantity)
             SELECT c.order_id, t.product_id, t.combination_id, t.warehouse_id, t.quantity FROM locked t, claimed c
         ), noted AS (
             INSERT INTO availability_notes (product_id, combination_id)
             SELECT DISTINCT t.product_id, t.combination_id FROM locked t, claimed
         )
         SELECT (SELECT version FROM claimed) AS held, (SELECT is_stored FROM claimed) AS is_stored,
                EXISTS (SELECT FROM settled) AS "settled!""#,
        order.uuid(),
        &columns.keys.products,
        &columns.keys.combinations,
        &columns.warehouses,
        &columns.quantities,
        expires_at,
        now,
        version_column(order_version)
    )
    .fetch_one(conn)
    .await?;
    Ok(match (row.held, row.settled) {
        (Some(of_row), _) => {
            Attempt::Held { version: version(of_row)?, is_stored: row.is_stored.unwrap_or_default() }
        }
        (None, true) => Attempt::Settled,
        (None, false) => Attempt::Outrun,
    })
}

/// As [`hold`], for many orders that were never heard of; false, and the transaction is to be given up, when one was
/// or a level has too little for all of them.
pub async fn hold_all(
    tx: &mut PgConnection,
    orders: &[(OrderId, &[Held])],
    now: OffsetDateTime,
    expires_at: OffsetDateTime,
) -> Result<bool, sqlx::Error> {
    let of_orders: Vec<Uuid> =
        orders.iter().flat_map(|(order, held)| held.iter().map(|_| order.uuid())).collect();
    let held: Vec<Held> = orders.iter().flat_map(|(_, held)| held.iter().copied()).collect();
    let columns = HeldColumns::from(held.as_slice());
    sqlx::query_scalar!(
        r#"WITH wanted AS (
             SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::int[])
                 AS w (order_id, product_id, combination_id, warehouse_id, quantity)
         ), needed AS (
             SELECT product_id, combination_id, warehouse_id, sum(quantity)::int AS quantity FROM wanted
             GROUP BY product_id, combination_id, warehouse_id
         ), claimed AS (
             INSERT INTO reservations (order_id, state, expires_at, created_at, updated_at)
             SELECT DISTINCT order_id, 'held', $6::timestamptz, $7::timestamptz, $7::timestamptz FROM wanted
             ORDER BY order_id
             ON CONFLICT DO NOTHING
             RETURNING order_id
         ), locked AS MATERIALIZED (
             SELECT n.* FROM stock_levels l JOIN needed n USING (product_id, combination_id, warehouse_id)
             WHERE l.on_hand - l.reserved >= n.quantity AND (SELECT count(*) FROM claimed) = $8
             ORDER BY l.product_id, l.combination_id, l.warehouse_id
             FOR NO KEY UPDATE OF l
         ), taken AS (
             UPDATE stock_levels l SET reserved = l.reserved + t.quantity FROM locked t
             WHERE (l.product_id, l.combination_id, l.warehouse_id)
                 = (t.product_id, t.combination_id, t.warehouse_id)
         ), items AS (
             INSERT INTO reservation_items (order_id, product_id, combination_id, warehouse_id, quantity)
             SELECT w.* FROM wanted w JOIN claimed USING (order_id)
         ), noted AS (
             INSERT INTO availability_notes (product_id, combination_id)
             SELECT DISTINCT product_id, combination_id FROM locked
         )
         SELECT (SELECT count(*) FROM claimed) = $8 AND (SELECT count(*) FROM locked) = (SELECT count(*) FROM needed)
                AS "held!""#,
        &of_orders,
        &columns.keys.products,
        &columns.keys.combinations,
        &columns.warehouses,
        &columns.quantities,
        expires_at,
        now,
        i64::try_from(orders.len()).unwrap_or(i64::MAX)
    )
    .fetch_one(tx)
    .await
}

/// Those of the levels that somebody keeps locked at this moment. Nothing stays locked where the transaction ends then.
pub async fn locked(conn: &mut PgConnection, levels: &[Level]) -> Result<Vec<StockKey>, sqlx::Error> {
    let keys: KeyColumns = levels.iter().map(|level| level.key).collect();
    let warehouses: Vec<_> = levels.iter().map(|level| level.warehouse.uuid()).collect();
    let free = sqlx::query!(
        "SELECT l.product_id, l.combination_id, l.warehouse_id FROM stock_levels l
         JOIN unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS k (product_id, combination_id, warehouse_id)
             USING (product_id, combination_id, warehouse_id)
         FOR NO KEY UPDATE OF l SKIP LOCKED",
        &keys.products,
        &keys.combinations,
        &warehouses
    )
    .fetch_all(conn)
    .await?;
    let free: HashSet<_> =
        free.iter().map(|row| (key(row.product_id, row.combination_id), row.warehouse_id)).collect();
    let locked = levels.iter().filter(|level| !free.contains(&(level.key, level.warehouse.uuid())));
    Ok(locked.map(|level| level.key).collect())
}

/// Keeps a hold that waits for its order until then.
pub async fn prolong(
    conn: &mut PgConnection,
    order: OrderId,
    expires_at: OffsetDateTime,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE reservations SET expires_at = $2 WHERE order_id = $1 AND state = 'held' AND expires_at < $2",
        order.uuid(),
        expires_at
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// As [`lock_in`], for a hold that nobody confirmed or prolonged by then.
pub async fn lock_expired_in(
    conn: &mut PgConnection,
    order: OrderId,
    now: OffsetDateTime,
) -> Result<Option<Reservation>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "SELECT state, release_reason, order_version, version FROM reservations
         WHERE order_id = $1 AND state = 'held' AND expires_at <= $2
         FOR NO KEY UPDATE",
        order.uuid(),
        now
    )
    .fetch_optional(&mut *conn)
    .await?;
    with_items(conn, order, row).await
}

/// What the order holds, without a lock.
pub async fn find(conn: &mut PgConnection, order: OrderId) -> Result<Option<Reservation>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "SELECT state, release_reason, order_version, version FROM reservations WHERE order_id = $1",
        order.uuid()
    )
    .fetch_optional(&mut *conn)
    .await?;
    with_items(conn, order, row).await
}

/// What the order holds, locked until the transaction ends. The items are read by a second statement: the
/// first one's snapshot is older than the lock that it waited for.
pub async fn lock_in(conn: &mut PgConnection, order: OrderId) -> Result<Option<Reservation>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "SELECT state, release_reason, order_version, version FROM reservations WHERE order_id = $1
         FOR NO KEY UPDATE",
        order.uuid()
    )
    .fetch_optional(&mut *conn)
    .await?;
    with_items(conn, order, row).await
}

/// As [`lock_in`], those of the orders that are there, locked in one order.
pub async fn lock_all_in(
    conn: &mut PgConnection,
    orders: &[OrderId],
) -> Result<Vec<Reservation>, sqlx::Error> {
    let mut orders = orders.to_vec();
    orders.sort_unstable();
    let mut found = Vec::with_capacity(orders.len());
    for order in orders {
        found.extend(lock_in(conn, order).await?);
    }
    Ok(found)
}

/// As [`lock_in`], after writing the row of an order that we only just heard of.
pub async fn open_in(
    conn: &mut PgConnection,
    order: OrderId,
    now: OffsetDateTime,
) -> Result<Reservation, sqlx::Error> {
    if let Some(reservation) = lock_in(conn, order).await? {
        return Ok(reservation);
    }
    let fresh = Reservation::unheld(order);
    sqlx::query!(
        "INSERT INTO reservations (order_id, state, release_reason, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $4) ON CONFLICT DO NOTHING",
        order.uuid(),
        <&str>::from(fresh.state),
        fresh.release_reason.map(<&str>::from),
        now
    )
    .execute(&mut *conn)
    .await?;
    lock_in(conn, order).await?.ok_or(sqlx::Error::RowNotFound)
}

/// Writes the row of a reservation that [`lock_in`] or [`open_in`] read. A hold that events or staff touched
/// is confirmed, so `held` is never written here.
pub async fn save_in(
    conn: &mut PgConnection,
    reservation: &mut Reservation,
    now: OffsetDateTime,
) -> Result<(), sqlx::Error> {
    let row = sqlx::query!(
        "UPDATE reservations SET state = $2, release_reason = $3, order_version = $4, updated_at = $5,
             version = version + 1, expires_at = CASE WHEN $2 = 'held' THEN expires_at END
         WHERE order_id = $1
         RETURNING version",
        reservation.order.uuid(),
        <&str>::from(reservation.state),
        reservation.release_reason.map(<&str>::from),
        version_column(reservation.order_version),
        now
    )
    .fetch_one(conn)
    .await?;
    reservation.version = version(row.version)?;
    Ok(())
}

/// Confirms those of the orders that hold and heard of no such version yet, as [`Reservation::confirm`] would; answers
/// how many.
pub async fn confirm_in(
    conn: &mut PgConnection,
    orders: &[(OrderId, u64)],
    now: OffsetDateTime,
) -> Result<usize, sqlx::Error> {
    let (orders, versions): (Vec<Uuid>, Vec<i64>) =
        orders.iter().map(|(order, version)| (order.uuid(), version_column(*version))).unzip();
    let confirmed = sqlx::query!(
        "WITH held AS MATERIALIZED (
             SELECT r.order_id, p.order_version FROM reservations r
             JOIN unnest($1::uuid[], $2::bigint[]) AS p (order_id, order_version) USING (order_id)
             WHERE r.state = 'held' AND r.order_version < p.order_version
             ORDER BY r.order_id
             FOR NO KEY UPDATE OF r
         )
         UPDATE reservations r SET state = 'confirmed', order_version = h.order_version, version = r.version + 1,
             expires_at = NULL, updated_at = $3
         FROM held h WHERE r.order_id = h.order_id",
        &orders,
        &versions,
        now
    )
    .execute(conn)
    .await?;
    Ok(usize::try_from(confirmed.rows_affected()).unwrap_or(usize::MAX))
}

/// Replaces the items of the reservation by what it holds now.
pub async fn replace_items_in(conn: &mut PgConnection, reservation: &Reservation) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM reservation_items WHERE order_id = $1", reservation.order.uuid())
        .execute(&mut *conn)
        .await?;
    let columns = HeldColumns::from(reservation.held.as_slice());
    sqlx::query!(
        "INSERT INTO reservation_items (order_id, product_id, combination_id, warehouse_id, quantity)
         SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::int[])",
        reservation.order.uuid(),
        &columns.keys.products,
        &columns.keys.combinations,
        &columns.warehouses,
        &columns.quantities
    )
    .execute(conn)
    .await
    .map(|_| ())
}

/// Those of the orders that [`Reservation::require_in_reach`] lets through, in their order.
pub async fn in_reach(
    conn: &mut PgConnection,
    orders: &[OrderId],
    bounds: &[WarehouseId],
) -> Result<Vec<OrderId>, sqlx::Error> {
    let orders: Vec<Uuid> = orders.iter().map(|order| order.uuid()).collect();
    let bounds: Vec<Uuid> = bounds.iter().map(|warehouse| warehouse.uuid()).collect();
    let near = sqlx::query_scalar!(
        r#"SELECT asked.id AS "id!" FROM unnest($1::uuid[]) WITH ORDINALITY AS asked (id, place)
            WHERE NOT EXISTS (SELECT FROM reservation_items i WHERE i.order_id = asked.id)
               OR EXISTS (SELECT FROM reservation_items i WHERE i.order_id = asked.id AND i.warehouse_id = ANY($2))
            ORDER BY place"#,
        &orders,
        &bounds,
    )
    .fetch_all(conn)
    .await?;
    Ok(near.into_iter().map(OrderId::from_uuid).collect())
}

/// What the orders hold of those that [`Reservation::require_in_reach`] lets through; of all without bounds.
pub async fn held_by(
    conn: &mut PgConnection,
    orders: &[OrderId],
    bounds: Option<&[WarehouseId]>,
) -> Result<Vec<HeldBy>, sqlx::Error> {
    let orders: Vec<Uuid> = orders.iter().map(|order| order.uuid()).collect();
    let bounds = bounds.map(|bounds| bounds.iter().map(|warehouse| warehouse.uuid()).collect::<Vec<_>>());
    let rows = sqlx::query!(
        "SELECT i.order_id, i.product_id, i.combination_id, i.warehouse_id, i.quantity, w.name AS warehouse_name
           FROM reservation_items i JOIN warehouses w ON w.id = i.warehouse_id
          WHERE i.order_id = ANY($1)
            AND ($2::uuid[] IS NULL OR EXISTS (
                    SELECT FROM reservation_items o WHERE o.order_id = i.order_id AND o.warehouse_id = ANY($2)))
          ORDER BY i.order_id, i.product_id, i.combination_id, i.warehouse_id",
        &orders,
        bounds as _,
    )
    .fetch_all(conn)
    .await?;
    let held = rows.into_iter().map(|row| {
        Ok(HeldBy {
            order: OrderId::from_uuid(row.order_id),
            held: Held {
                key: key(row.product_id, row.combination_id),
                warehouse: WarehouseId::from_uuid(row.warehouse_id),
                quantity: count("quantity", row.quantity)?,
            },
            warehouse_name: row.warehouse_name,
        })
    });
    held.collect()
}

/// Orders whose hold nobody confirmed in time, the oldest first.
pub async fn expired(
    conn: &mut PgConnection,
    now: OffsetDateTime,
    limit: i64,
) -> Result<Vec<OrderId>, sqlx::Error> {
    let orders = sqlx::query_scalar!(
        "SELECT order_id FROM reservations WHERE state = 'held' AND expires_at <= $1 ORDER BY expires_at LIMIT $2",
        now,
        limit
    )
    .fetch_all(conn)
    .await?;
    Ok(orders.into_iter().map(OrderId::from_uuid).collect())
}

async fn with_items(
    conn: &mut PgConnection,
    order: OrderId,
    row: Option<Row>,
) -> Result<Option<Reservation>, sqlx::Error> {
    let Some(row) = row else { return Ok(None) };
    let items = sqlx::query!(
        "SELECT product_id, combination_id, warehouse_id, quantity FROM reservation_items WHERE order_id = $1
         ORDER BY product_id, combination_id, warehouse_id",
        order.uuid()
    )
    .fetch_all(conn)
    .await?;
    let held = items.into_iter().map(|item| {
        Ok(Held {
            key: key(item.product_id, item.combination_id),
            warehouse: WarehouseId::from_uuid(item.warehouse_id),
            quantity: count("quantity", item.quantity)?,
        })
    });
    row.reservation(order, held.collect::<Result<_, sqlx::Error>>()?).map(Some)
}

/// Pieces that an order has of a warehouse, with the warehouse's name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldBy {
    pub order: OrderId,
    pub held: Held,
    pub warehouse_name: String,
}

struct Row {
    state: String,
    release_reason: Option<String>,
    order_version: i64,
    version: i64,
}

impl Row {
    fn reservation(self, order: OrderId, held: Vec<Held>) -> Result<Reservation, sqlx::Error> {
        let reason = self.release_reason.map(|reason| reason.parse::<ReleaseReason>()).transpose();
        Ok(Reservation {
            order,
            state: self.state.parse::<State>().map_err(|_| damaged("state", &self.state))?,
            release_reason: decoded(reason)?,
            order_version: version(self.order_version)?,
            version: version(self.version)?,
            held,
        })
    }
}

#[derive(Default)]
struct HeldColumns {
    keys: KeyColumns,
    warehouses: Vec<Uuid>,
    quantities: Vec<i32>,
}

impl From<&[Held]> for HeldColumns {
    fn from(held: &[Held]) -> Self {
        Self {
            keys: held.iter().map(|held| held.key).collect(),
            warehouses: held.iter().map(|held| held.warehouse.uuid()).collect(),
            quantities: held.iter().map(|held| i32::try_from(held.quantity).unwrap_or(i32::MAX)).collect(),
        }
    }
}
