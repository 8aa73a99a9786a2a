//! The SQL of the copy of what catalog sells.

use std::collections::HashSet;

use serde::Serialize;
use souk_database::columns::version_column;
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::model::{Sellable, SellableItem};
use crate::columns::{KeyColumns, combination_column};

/// The columns of `sellable_items`.
#[derive(Debug, Serialize)]
struct ItemRow<'a> {
    product_id: Uuid,
    combination_id: Uuid,
    product_name_fr: &'a str,
    product_name_ar: &'a str,
    product_name_en: &'a str,
    combination_name_fr: &'a str,
    combination_name_ar: &'a str,
    combination_name_en: &'a str,
    sku: &'a str,
    image: &'a str,
}

impl<'a> From<&'a SellableItem> for ItemRow<'a> {
    fn from(item: &'a SellableItem) -> Self {
        Self {
            product_id: item.key.product.uuid(),
            combination_id: combination_column(item.key.combination),
            product_name_fr: &item.product_name.fr,
            product_name_ar: &item.product_name.ar,
            product_name_en: &item.product_name.en,
            combination_name_fr: &item.combination_name.fr,
            combination_name_ar: &item.combination_name.ar,
            combination_name_en: &item.combination_name.en,
            sku: &item.sku,
            image: &item.image,
        }
    }
}

/// Notes the versions that are newer than those known, of products that come once; answers which they are.
pub async fn advance_in(conn: &mut PgConnection, sellables: &[Sellable]) -> sqlx::Result<HashSet<Uuid>> {
    let products: Vec<_> = sellables.iter().map(|sellable| sellable.product.uuid()).collect();
    let versions: Vec<_> = sellables.iter().map(|sellable| version_column(sellable.version)).collect();
    let advanced = sqlx::query_scalar!(
        "INSERT INTO sellable_products AS p (product_id, version)
         SELECT * FROM unnest($1::uuid[], $2::bigint[]) AS told (product, version) ORDER BY product
         ON CONFLICT (product_id) DO UPDATE SET version = EXCLUDED.version WHERE p.version < EXCLUDED.version
         RETURNING product_id",
        &products,
        &versions
    );
    Ok(advanced.fetch_all(conn).await?.into_iter().collect())
}

/// Replaces the products' items; those that are gone stay as not listed. What is told anew as it was known is not written: most
/// of what changes of a product is nothing that is kept here.
pub async fn replace_items_in(conn: &mut PgConnection, sellables: &[&Sellable]) -> sqlx::Result<()> {
    let products: Vec<_> = sellables.iter().map(|sellable| sellable.product.uuid()).collect();
    let items = || sellables.iter().flat_map(|sellable| &sellable.items);
    let keys: KeyColumns = items().map(|item| item.key).collect();
    lock_in(conn, &products).await?;
    sqlx::query!(
        "UPDATE sellable_items SET listed = false
         WHERE product_id = ANY ($1) AND listed
             AND (product_id, combination_id) NOT IN (SELECT * FROM unnest($2::uuid[], $3::uuid[]))",
        &products,
        &keys.products,
        &keys.combinations
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "INSERT INTO sellable_items AS known (product_id, combination_id, product_name_fr, product_name_ar, product_name_en,
             combination_name_fr, combination_name_ar, combination_name_en, sku, image, listed)
         SELECT i.*, true
           FROM jsonb_to_recordset($1) AS i (product_id uuid, combination_id uuid, product_name_fr text,
                product_name_ar text, product_name_en text, combination_name_fr text, combination_name_ar text,
                combination_name_en text, sku text, image text)
         ON CONFLICT (product_id, combination_id) DO UPDATE SET
             product_name_fr = EXCLUDED.product_name_fr, product_name_ar = EXCLUDED.product_name_ar,
             product_name_en = EXCLUDED.product_name_en, combination_name_fr = EXCLUDED.combination_name_fr,
             combination_name_ar = EXCLUDED.combination_name_ar,
             combination_name_en = EXCLUDED.combination_name_en,
             sku = EXCLUDED.sku, image = EXCLUDED.image, listed = true
         WHERE known IS DISTINCT FROM EXCLUDED",
        Json(items().map(ItemRow::from).collect::<Vec<_>>()) as _
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Locks what the products' items and the triggers on them write (`low_stock`, `leftovers`), in the order of keys in which those
/// lock it who move goods and who publish.
async fn lock_in(conn: &mut PgConnection, products: &[Uuid]) -> sqlx::Result<()> {
    sqlx::query!(
        "SELECT FROM sellable_items WHERE product_id = ANY ($1)
         ORDER BY product_id, combination_id FOR NO KEY UPDATE",
        products
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "SELECT FROM availability WHERE product_id = ANY ($1)
         ORDER BY product_id, combination_id FOR NO KEY UPDATE",
        products
    )
    .execute(conn)
    .await?;
    Ok(())
}
