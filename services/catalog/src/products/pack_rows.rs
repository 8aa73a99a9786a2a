//! Packs in PostgreSQL: what a product holds, and what its parts are.

use std::collections::HashMap;

use serde::Serialize;
use souk_kernel::{CombinationId, ProductId};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::model::{PackComponent, Product};
use super::packs::Part;

#[derive(Serialize)]
struct PackRow {
    position: u32,
    component_id: ProductId,
    combination_id: Option<CombinationId>,
    quantity: u32,
}

/// The products of the pack that there are.
pub async fn parts(
    conn: &mut PgConnection,
    pack: &[PackComponent],
) -> sqlx::Result<HashMap<ProductId, Part>> {
    let ids: Vec<Uuid> = pack.iter().map(|part| part.product.uuid()).collect();
    let rows = sqlx::query!(
        r#"SELECT p.id, EXISTS (SELECT FROM pack_components k WHERE k.product_id = p.id) AS "is_pack!",
                  ARRAY(SELECT c.id FROM combinations c WHERE c.product_id = p.id) AS "combinations!"
             FROM products p WHERE p.id = ANY($1)"#,
        &ids,
    )
    .fetch_all(conn)
    .await?;
    let part = |id: Uuid, is_pack, combinations: Vec<Uuid>| {
        let combinations = combinations.into_iter().map(CombinationId::from_uuid).collect();
        (ProductId::from_uuid(id), Part { is_pack, combinations })
    };
    Ok(rows.into_iter().map(|row| part(row.id, row.is_pack, row.combinations)).collect())
}

/// Whether a pack holds the product.
pub async fn is_part(conn: &mut PgConnection, product: ProductId) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM pack_components WHERE component_id = $1) AS "is_part!""#,
        product.uuid(),
    )
    .fetch_one(conn)
    .await
}

/// Whether the product had stock of its own, which orders may name.
pub async fn had_stock(conn: &mut PgConnection, product: ProductId) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM availability WHERE product_id = $1) AS "had_stock!""#,
        product.uuid(),
    )
    .fetch_one(conn)
    .await
}

pub async fn insert_in(tx: &mut PgConnection, product: &Product) -> sqlx::Result<()> {
    let rows = (0..).zip(&product.pack).map(|(position, part)| PackRow {
        position,
        component_id: part.product,
        combination_id: part.combination,
        quantity: part.quantity,
    });
    sqlx::query!(
        "INSERT INTO pack_components (product_id, position, component_id, combination_id, quantity)
         SELECT $1, k.* FROM jsonb_to_recordset($2) AS k (position integer, component_id uuid, combination_id uuid,
                                                          quantity integer)",
        product.id.uuid(),
        Json(rows.collect::<Vec<_>>()) as _,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// What the product holds from now on. It is locked by the caller.
pub async fn replace_in(tx: &mut PgConnection, product: &Product) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM pack_components WHERE product_id = $1", product.id.uuid())
        .execute(&mut *tx)
        .await?;
    insert_in(tx, product).await
}
