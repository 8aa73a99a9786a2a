//! The availability copy in PostgreSQL.

use std::collections::{HashMap, HashSet};

use souk_kernel::{CombinationId, ProductId, StockKey};
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::{Availability, KeyAvailability};

/// What is kept of these products and their combinations, in one query that is planned once (as `products::load`).
pub async fn load(
    conn: &mut PgConnection,
    products: impl IntoIterator<Item = ProductId>,
) -> sqlx::Result<Availability> {
    let ids: Vec<Uuid> = products.into_iter().map(ProductId::uuid).collect();
    let rows = sqlx::query!(
        "SELECT product_id, combination_id, available FROM availability WHERE product_id = ANY((SELECT $1::uuid[])::uuid[])",
        &ids
    )
    .fetch_all(conn)
    .await?;
    let pieces = rows.into_iter().map(|row| (key(row.product_id, row.combination_id), row.available));
    Ok(Availability::new(pieces))
}

/// What was saved of a key, and the pieces that were kept before.
#[derive(Debug, Clone, Copy)]
pub struct Saved {
    now: KeyAvailability,
    before: i64,
}

/// Saves all, locked in one order, but where something as new is kept already; answers what it saved. Each key comes
/// once.
pub async fn save_in(tx: &mut PgConnection, keys: &[KeyAvailability]) -> sqlx::Result<Vec<Saved>> {
    let (products, combinations) = key_columns(keys.iter());
    let before = sqlx::query!(
        "SELECT a.product_id, a.combination_id, a.available FROM availability a
           JOIN unnest($1::uuid[], $2::uuid[]) AS k (product_id, combination_id) USING (product_id, combination_id)
          ORDER BY a.product_id, a.combination_id FOR UPDATE OF a",
        &products,
        &combinations,
    )
    .fetch_all(&mut *tx)
    .await?;
    let versions: Vec<i64> = keys.iter().map(|key| key.version.cast_signed()).collect();
    let pieces: Vec<i64> = keys.iter().map(|key| key.available).collect();
    let saved = sqlx::query!(
        "INSERT INTO availability (product_id, combination_id, version, available)
         SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[]) AS told (product, combination, v, n)
          ORDER BY product, combination
         ON CONFLICT (product_id, combination_id) DO UPDATE
            SET version = excluded.version, available = excluded.available
          WHERE availability.version < excluded.version
         RETURNING product_id, combination_id",
        &products,
        &combinations,
        &versions,
        &pieces,
    )
    .fetch_all(tx)
    .await?;
    let before: HashMap<StockKey, i64> =
        before.into_iter().map(|row| (key(row.product_id, row.combination_id), row.available)).collect();
    let saved: HashSet<StockKey> =
        saved.into_iter().map(|row| key(row.product_id, row.combination_id)).collect();
    let saved = keys.iter().filter(|now| saved.contains(&now.key));
    let saved =
        saved.map(|now| Saved { now: *now, before: before.get(&now.key).copied().unwrap_or_default() });
    Ok(saved.collect())
}

/// The products that become orderable or stop being so: the keys' own, and packs that need more than there is.
pub async fn shown_otherwise(conn: &mut PgConnection, saved: &[Saved]) -> sqlx::Result<Vec<Uuid>> {
    let (products, combinations) = key_columns(saved.iter().map(|saved| &saved.now));
    let before: Vec<i64> = saved.iter().map(|saved| saved.before).collect();
    let now: Vec<i64> = saved.iter().map(|saved| saved.now.available).collect();
    sqlx::query_scalar!(
        r#"WITH saved AS (
               SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[])
                   AS s (product_id, combination_id, before, now))
           SELECT p.id AS "id!" FROM products p JOIN saved s ON s.product_id = p.id
                         AND (s.before >= p.minimum_quantity) <> (s.now >= p.minimum_quantity)
            UNION
           SELECT c.product_id FROM pack_components c JOIN products p ON p.id = c.product_id
             JOIN saved s ON s.product_id = c.component_id
                         AND (s.combination_id = coalesce(c.combination_id, '00000000-0000-0000-0000-000000000000')
                              OR c.choices = '{}' OR s.combination_id = ANY(c.choices))
                         AND (s.before >= c.quantity * p.minimum_quantity) <> (s.now >= c.quantity * p.minimum_quantity)"#,
        &products,
        &combinations,
        &before,
        &now,
    )
    .fetch_all(conn)
    .await
}

fn key_columns<'a>(keys: impl Iterator<Item = &'a KeyAvailability>) -> (Vec<Uuid>, Vec<Uuid>) {
    keys.map(|now| (now.key.product.uuid(), combination_column(now.key))).unzip()
}

/// The key of two columns: a combination that is nil is none.
pub fn key(product: Uuid, combination: Uuid) -> StockKey {
    let combination = (!combination.is_nil()).then(|| CombinationId::from_uuid(combination));
    StockKey { product: ProductId::from_uuid(product), combination }
}

/// Of a key without a combination it is nil.
pub fn combination_column(key: StockKey) -> Uuid {
    key.combination.map_or(Uuid::nil(), CombinationId::uuid)
}
