//! The availability copy in PostgreSQL.

use souk_kernel::{CombinationId, ProductId, StockKey};
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::{Availability, Known};
use crate::columns::damaged;
use crate::products::Product;

/// What is known of the products and of the parts of packs among them, in one query.
pub async fn load(conn: &mut PgConnection, products: &[Product]) -> sqlx::Result<Availability> {
    let parts = products.iter().flat_map(|product| product.pack.iter().map(|part| part.product.uuid()));
    let ids: Vec<Uuid> = products.iter().map(|product| product.id.uuid()).chain(parts).collect();
    let rows = sqlx::query!(
        "SELECT product_id, combination_id, available FROM availability WHERE product_id = ANY($1)",
        &ids
    )
    .fetch_all(conn)
    .await?;
    let pieces = rows.into_iter().map(|row| (key(row.product_id, row.combination_id), row.available));
    Ok(Availability::new(pieces))
}

/// Saves it and answers the pieces before; `None` when something as new is known already.
pub async fn save_in(tx: &mut PgConnection, known: Known) -> sqlx::Result<Option<i64>> {
    let version = i64::try_from(known.version).map_err(|_| damaged("version", known.version))?;
    let (product, combination) = (known.key.product.uuid(), combination_column(known.key));
    let before = sqlx::query_scalar!(
        "SELECT available FROM availability WHERE product_id = $1 AND combination_id = $2 FOR UPDATE",
        product,
        combination,
    )
    .fetch_optional(&mut *tx)
    .await?;
    let saved = sqlx::query!(
        "INSERT INTO availability (product_id, combination_id, version, available) VALUES ($1, $2, $3, $4)
         ON CONFLICT (product_id, combination_id) DO UPDATE
            SET version = excluded.version, available = excluded.available
          WHERE availability.version < excluded.version",
        product,
        combination,
        version,
        known.available,
    )
    .execute(tx)
    .await?;
    Ok((saved.rows_affected() == 1).then(|| before.unwrap_or_default()))
}

/// Saves all, locked in one order, but where something as new is known already.
pub async fn save_all_in(tx: &mut PgConnection, known: &[Known]) -> sqlx::Result<()> {
    let products: Vec<Uuid> = known.iter().map(|known| known.key.product.uuid()).collect();
    let combinations: Vec<Uuid> = known.iter().map(|known| combination_column(known.key)).collect();
    let versions: Vec<i64> = known.iter().map(|known| known.version.cast_signed()).collect();
    let pieces: Vec<i64> = known.iter().map(|known| known.available).collect();
    sqlx::query!(
        "INSERT INTO availability (product_id, combination_id, version, available)
         SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[]) AS known (product, combination, v, n)
          ORDER BY product, combination
         ON CONFLICT (product_id, combination_id) DO UPDATE
            SET version = excluded.version, available = excluded.available
          WHERE availability.version < excluded.version",
        &products,
        &combinations,
        &versions,
        &pieces,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The products that become orderable or stop being so: the key's own, and packs that need more than there is.
pub async fn shown_otherwise(conn: &mut PgConnection, known: Known, before: i64) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        r#"SELECT id AS "id!" FROM products WHERE id = $1 AND ($3::bigint > 0) <> ($4::bigint > 0)
            UNION
           SELECT product_id FROM pack_components
            WHERE component_id = $1 AND combination_id IS NOT DISTINCT FROM $2
              AND ($3 >= quantity) <> ($4 >= quantity)"#,
        known.key.product.uuid(),
        known.key.combination.map(CombinationId::uuid),
        before,
        known.available,
    )
    .fetch_all(conn)
    .await
}

fn key(product: Uuid, combination: Uuid) -> StockKey {
    let combination = (!combination.is_nil()).then(|| CombinationId::from_uuid(combination));
    StockKey { product: ProductId::from_uuid(product), combination }
}

fn combination_column(key: StockKey) -> Uuid {
    key.combination.map_or(Uuid::nil(), CombinationId::uuid)
}
