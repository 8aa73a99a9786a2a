//! The SQL of what was published about availability, and of the notes that wait to be.

use souk_database::columns::{damaged, version};
use souk_kernel::{ProductId, StockKey, WarehouseId};
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::Availability;
use crate::columns::{KeyColumns, combination_column, key};

/// Removes up to `limit` notes and answers how many they were, with their keys. Notes that another replica is working on are
/// passed over.
pub async fn take_notes_in(conn: &mut PgConnection, limit: i64) -> Result<(u64, Vec<StockKey>), sqlx::Error> {
    let rows = sqlx::query!(
        "DELETE FROM availability_notes
         WHERE id IN (SELECT id FROM availability_notes ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING product_id, combination_id",
        limit
    )
    .fetch_all(conn)
    .await?;
    let count = u64::try_from(rows.len()).unwrap_or(u64::MAX);
    Ok((count, rows.into_iter().map(|row| key(row.product_id, row.combination_id)).collect()))
}

/// Locks what was published about `keys`. The sums are read by the next statement, whose snapshot is then newer
/// than whatever a rival published: versions grow in the order of the sums.
pub async fn lock_in(conn: &mut PgConnection, keys: &[StockKey]) -> Result<(), sqlx::Error> {
    let keys: KeyColumns = keys.iter().copied().collect();
    sqlx::query!(
        "INSERT INTO availability (product_id, combination_id, available, version)
         SELECT product_id, combination_id, 0, 0
         FROM unnest($1::uuid[], $2::uuid[]) AS k (product_id, combination_id)
         ORDER BY product_id, combination_id
         ON CONFLICT DO NOTHING",
        &keys.products,
        &keys.combinations
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "SELECT 1 AS locked FROM availability a
         JOIN unnest($1::uuid[], $2::uuid[]) AS k (product_id, combination_id) USING (product_id, combination_id)
         ORDER BY a.product_id, a.combination_id
         FOR NO KEY UPDATE OF a",
        &keys.products,
        &keys.combinations
    )
    .fetch_all(conn)
    .await
    .map(|_| ())
}

/// Brings what is published about `keys` up to date; answers those that changed.
pub async fn refresh_in(
    conn: &mut PgConnection,
    keys: &[StockKey],
) -> Result<Vec<Availability>, sqlx::Error> {
    let keys: KeyColumns = keys.iter().copied().collect();
    let rows = sqlx::query_as!(
        Row,
        r#"UPDATE availability a SET available = s.available, version = a.version + 1
         FROM (
             SELECT k.product_id, k.combination_id, coalesce(sum(l.on_hand - l.reserved) FILTER (WHERE w.active), 0)
                 AS available
             FROM unnest($1::uuid[], $2::uuid[]) AS k (product_id, combination_id)
             LEFT JOIN stock_levels l USING (product_id, combination_id)
             LEFT JOIN warehouses w ON w.id = l.warehouse_id
             GROUP BY k.product_id, k.combination_id
         ) s
         WHERE (a.product_id, a.combination_id) = (s.product_id, s.combination_id)
             AND a.available <> s.available
         RETURNING a.product_id, a.combination_id, a.available, a.version"#,
        &keys.products,
        &keys.combinations
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(Row::availability).collect()
}

/// What was published last about the products. Never what is newer than its version: where the number comes back to what was
/// published, nothing is published, and whoever keeps the newer one under the old version keeps it for ever.
pub async fn of_products(
    conn: &mut PgConnection,
    products: &[ProductId],
) -> Result<Vec<Availability>, sqlx::Error> {
    let products: Vec<Uuid> = products.iter().map(|product| product.uuid()).collect();
    let rows = sqlx::query_as!(
        Row,
        "SELECT product_id, combination_id, available, version FROM availability WHERE product_id = ANY ($1)
         ORDER BY product_id, combination_id",
        &products
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(Row::availability).collect()
}

/// As [`of_products`], of the next keys after `after` in order.
pub async fn after(
    conn: &mut PgConnection,
    after: StockKey,
    limit: i64,
) -> Result<Vec<Availability>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT product_id, combination_id, available, version FROM availability
         WHERE (product_id, combination_id) > ($1, $2)
         ORDER BY product_id, combination_id
         LIMIT $3",
        after.product.uuid(),
        combination_column(after.combination),
        limit
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(Row::availability).collect()
}

/// Notes a warehouse, whose opening or closing changes what can be sold of all its keys. One that is noted already begins
/// again with its first key.
pub async fn note_warehouse_in(conn: &mut PgConnection, warehouse: WarehouseId) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO warehouse_notes (warehouse_id) VALUES ($1)
         ON CONFLICT (warehouse_id) DO UPDATE SET product_id = DEFAULT, combination_id = DEFAULT",
        warehouse.uuid()
    )
    .execute(conn)
    .await
    .map(|_| ())
}

/// The next `limit` keys of a noted warehouse in order, which then count as told; the note goes with its last key. `None` when
/// no warehouse is noted; one that another replica is working on is passed over.
pub async fn take_warehouse_keys_in(
    conn: &mut PgConnection,
    limit: i64,
) -> Result<Option<Vec<StockKey>>, sqlx::Error> {
    let note = sqlx::query!(
        "SELECT warehouse_id, product_id, combination_id FROM warehouse_notes LIMIT 1 FOR UPDATE SKIP LOCKED"
    );
    let Some(note) = note.fetch_optional(&mut *conn).await? else { return Ok(None) };
    let rows = sqlx::query!(
        "SELECT product_id, combination_id FROM stock_levels
         WHERE warehouse_id = $1 AND (product_id, combination_id) > ($2, $3)
         ORDER BY product_id, combination_id LIMIT $4",
        note.warehouse_id,
        note.product_id,
        note.combination_id,
        limit
    )
    .fetch_all(&mut *conn)
    .await?;
    if let Some(last) = rows.last() {
        sqlx::query!(
            "UPDATE warehouse_notes SET product_id = $2, combination_id = $3 WHERE warehouse_id = $1",
            note.warehouse_id,
            last.product_id,
            last.combination_id
        )
        .execute(conn)
        .await?;
    } else {
        sqlx::query!("DELETE FROM warehouse_notes WHERE warehouse_id = $1", note.warehouse_id)
            .execute(conn)
            .await?;
    }
    Ok(Some(rows.into_iter().map(|row| key(row.product_id, row.combination_id)).collect()))
}

struct Row {
    product_id: Uuid,
    combination_id: Uuid,
    available: i64,
    version: i64,
}

impl Row {
    fn availability(self) -> Result<Availability, sqlx::Error> {
        Ok(Availability {
            key: key(self.product_id, self.combination_id),
            available: self.available.try_into().map_err(|_| damaged("available", self.available))?,
            version: version(self.version)?,
        })
    }
}
