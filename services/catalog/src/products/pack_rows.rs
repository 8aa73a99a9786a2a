//! Packs in PostgreSQL: what a product holds, and what its parts are.

use std::collections::HashMap;

use serde::Serialize;
use souk_kernel::{CombinationId, ProductId};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::load::load;
use super::model::{PackComponent, Product};
use super::packs::Part;

#[derive(Serialize)]
struct PackRow<'a> {
    position: u32,
    component_id: ProductId,
    combination_id: Option<CombinationId>,
    quantity: u32,
    choices: Option<&'a [CombinationId]>,
}

/// The products of the packs that there are.
pub async fn parts(
    conn: &mut PgConnection,
    pack: impl IntoIterator<Item = &PackComponent>,
) -> sqlx::Result<HashMap<ProductId, Part>> {
    let ids: Vec<Uuid> = pack.into_iter().map(|part| part.product.uuid()).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let products = load(conn, &ids).await?;
    Ok(products.iter().map(|product| (product.id, Part::from(product))).collect())
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
        choices: part.choices.as_deref(),
    });
    sqlx::query!(
        "INSERT INTO pack_components (product_id, position, component_id, combination_id, quantity, choices)
         SELECT $1, k.* FROM jsonb_to_recordset($2) AS k (position integer, component_id uuid, combination_id uuid,
                                                          quantity integer, choices uuid[])",
        product.id.uuid(),
        Json(rows.collect::<Vec<_>>()) as _,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// How its price is made. The product is locked by the caller, or new.
pub async fn save_price_in(tx: &mut PgConnection, product: &Product) -> sqlx::Result<()> {
    let Some(discount) = product.pack_discount else {
        sqlx::query!("DELETE FROM pack_prices WHERE product_id = $1", product.id.uuid()).execute(tx).await?;
        return Ok(());
    };
    sqlx::query!(
        "INSERT INTO pack_prices AS kept (product_id, rule_type, value) VALUES ($1, $2, $3)
         ON CONFLICT (product_id) DO UPDATE SET rule_type = excluded.rule_type, value = excluded.value
          WHERE (kept.rule_type, kept.value) IS DISTINCT FROM (excluded.rule_type, excluded.value)",
        product.id.uuid(),
        discount.rule_type(),
        discount.value(),
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
