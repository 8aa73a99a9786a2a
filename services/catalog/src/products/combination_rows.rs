//! Combinations in PostgreSQL, all of a product or of several with one statement.

use serde::Serialize;
use souk_database::columns::ensure_all_changed;
use souk_kernel::{Clock, CombinationId, ProductId};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::combinations::{MOST_COMBINATIONS, chosen_attributes};
use super::model::{ChosenValue, Product};
use crate::attributes;

#[derive(Serialize)]
struct Row<'a> {
    product_id: ProductId,
    id: CombinationId,
    position: u32,
    sku: &'a str,
    barcode: &'a str,
    price_ht: i64,
    is_default: bool,
    active: bool,
    chosen: &'a [ChosenValue],
}

#[derive(Serialize)]
struct Label<'a> {
    id: CombinationId,
    chosen: &'a [ChosenValue],
}

fn rows(products: &[Product]) -> Json<Vec<Row<'_>>> {
    let placed = products
        .iter()
        .flat_map(|product| (0..).zip(&product.combinations).map(move |placed| (product.id, placed)));
    let rows = placed.map(|(product_id, (position, combination))| Row {
        product_id,
        id: combination.id,
        position,
        sku: &combination.sku,
        barcode: &combination.barcode,
        price_ht: combination.price.centimes(),
        is_default: combination.is_default,
        active: combination.active,
        chosen: &combination.values,
    });
    Json(rows.collect())
}

/// Enters what the combinations of new products choose among the shop's attributes; `false` where one would have too many options.
pub async fn enter_options_in(
    tx: &mut PgConnection,
    clock: &dyn Clock,
    products: &mut [Product],
) -> sqlx::Result<bool> {
    for wanted in chosen_attributes(products, clock) {
        let Some(attribute) = attributes::with_options_in(tx, &wanted).await? else { return Ok(false) };
        for product in &mut *products {
            product.choose_among(&attribute);
        }
    }
    Ok(true)
}

pub async fn insert_in(tx: &mut PgConnection, products: &[Product]) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO combinations (product_id, id, position, sku, barcode, price_ht, is_default, active, chosen)
         SELECT * FROM jsonb_to_recordset($1) AS c (product_id uuid, id uuid, position integer, sku text, barcode text,
                                                    price_ht bigint, is_default boolean, active boolean, chosen jsonb)",
        rows(products) as _,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Takes those away that are `gone`, saves the others and inserts new ones. The product is locked by the caller.
pub async fn replace_in(tx: &mut PgConnection, product: &Product, gone: &[Uuid]) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM combinations WHERE product_id = $1 AND id = ANY($2)", product.id.uuid(), gone)
        .execute(&mut *tx)
        .await?;
    // Nobody waits any more for what is gone, nor for the product itself where one of its combinations is to be named.
    sqlx::query!(
        "DELETE FROM restock_requests
          WHERE product_id = $1
            AND (combination_id = ANY($2) OR (combination_id = '00000000-0000-0000-0000-000000000000' AND $3))",
        product.id.uuid(),
        gone,
        !product.combinations.is_empty(),
    )
    .execute(&mut *tx)
    .await?;
    // Out of the way first: two combinations never have one place, SKU or barcode, not even for a moment.
    sqlx::query!(
        "UPDATE combinations SET position = position + $2, sku = '', barcode = '', is_default = false WHERE product_id = $1",
        product.id.uuid(),
        i32::try_from(MOST_COMBINATIONS).unwrap_or(i32::MAX),
    )
    .execute(&mut *tx)
    .await?;
    let done = sqlx::query!(
        "INSERT INTO combinations AS known (product_id, id, position, sku, barcode, price_ht, is_default, active, chosen)
         SELECT * FROM jsonb_to_recordset($1) AS c (product_id uuid, id uuid, position integer, sku text, barcode text,
                                                    price_ht bigint, is_default boolean, active boolean, chosen jsonb)
         ON CONFLICT (id) DO UPDATE
            SET position = excluded.position, sku = excluded.sku, barcode = excluded.barcode,
                price_ht = excluded.price_ht, is_default = excluded.is_default, active = excluded.active,
                chosen = excluded.chosen
          WHERE known.product_id = excluded.product_id",
        rows(std::slice::from_ref(product)) as _,
    )
    .execute(tx)
    .await?;
    ensure_all_changed(done.rows_affected(), product.combinations.len())
}

/// How many of the combinations had stock, which orders may name, or are a part of a pack.
pub async fn in_use(conn: &mut PgConnection, combinations: &[Uuid]) -> sqlx::Result<u64> {
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM combinations c
            WHERE c.id = ANY($1)
              AND (EXISTS (SELECT FROM availability a WHERE a.product_id = c.product_id AND a.combination_id = c.id)
                   OR EXISTS (SELECT FROM pack_components k WHERE k.component_id = c.product_id
                                                               AND (k.combination_id = c.id OR c.id = ANY(k.choices))))"#,
        combinations
    )
    .fetch_one(conn)
    .await?;
    Ok(count.unsigned_abs())
}

/// Saves the own prices that an edit of the product changed.
pub async fn save_prices_in(tx: &mut PgConnection, product: &Product) -> sqlx::Result<()> {
    let ids: Vec<Uuid> = product.combinations.iter().map(|combination| combination.id.uuid()).collect();
    let prices: Vec<i64> =
        product.combinations.iter().map(|combination| combination.price.centimes()).collect();
    sqlx::query!(
        "UPDATE combinations c SET price_ht = n.price
           FROM unnest($1::uuid[], $2::bigint[]) AS n (id, price) WHERE c.id = n.id AND c.price_ht <> n.price",
        &ids,
        &prices,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Saves what the combinations of the products are called. The products are locked by the caller.
pub async fn relabel_in(tx: &mut PgConnection, products: &[Product]) -> sqlx::Result<()> {
    let own = products.iter().flat_map(|product| &product.combinations);
    let labels: Vec<Label<'_>> = own.map(|own| Label { id: own.id, chosen: &own.values }).collect();
    sqlx::query!(
        "UPDATE combinations c SET chosen = n.chosen FROM jsonb_to_recordset($1) AS n (id uuid, chosen jsonb)
          WHERE c.id = n.id AND c.chosen IS DISTINCT FROM n.chosen",
        Json(labels) as _,
    )
    .execute(tx)
    .await?;
    Ok(())
}
