//! The SQL of the copy of what catalog sells.

use souk_database::columns::version_column;
use sqlx::PgConnection;

use super::model::{Sellable, SellableItem};
use crate::columns::combination_column;

/// Notes the version if it is newer than the one known; answers whether it is.
pub async fn advance_in(conn: &mut PgConnection, sellable: &Sellable) -> Result<bool, sqlx::Error> {
    let advanced = sqlx::query!(
        "INSERT INTO sellable_products AS p (product_id, version) VALUES ($1, $2)
         ON CONFLICT (product_id) DO UPDATE SET version = EXCLUDED.version WHERE p.version < EXCLUDED.version",
        sellable.product.uuid(),
        version_column(sellable.version)
    )
    .execute(conn)
    .await?;
    Ok(advanced.rows_affected() == 1)
}

/// Replaces the product's items; those that are gone stay as not listed.
pub async fn replace_items_in(conn: &mut PgConnection, sellable: &Sellable) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE sellable_items SET listed = false WHERE product_id = $1 AND listed",
        sellable.product.uuid()
    )
    .execute(&mut *conn)
    .await?;
    for item in &sellable.items {
        put_item_in(conn, item).await?;
    }
    Ok(())
}

async fn put_item_in(conn: &mut PgConnection, item: &SellableItem) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO sellable_items (product_id, combination_id, product_name_fr, product_name_ar, product_name_en,
             combination_name_fr, combination_name_ar, combination_name_en, sku, image, listed)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, true)
         ON CONFLICT (product_id, combination_id) DO UPDATE SET
             product_name_fr = EXCLUDED.product_name_fr, product_name_ar = EXCLUDED.product_name_ar,
             product_name_en = EXCLUDED.product_name_en, combination_name_fr = EXCLUDED.combination_name_fr,
             combination_name_ar = EXCLUDED.combination_name_ar,
             combination_name_en = EXCLUDED.combination_name_en,
             sku = EXCLUDED.sku, image = EXCLUDED.image, listed = true",
        item.key.product.uuid(),
        combination_column(item.key.combination),
        item.product_name.fr,
        item.product_name.ar,
        item.product_name.en,
        item.combination_name.fr,
        item.combination_name.ar,
        item.combination_name.en,
        item.sku,
        item.image
    )
    .execute(conn)
    .await
    .map(|_| ())
}
