//! Packs in PostgreSQL: what a product holds, and what its parts are.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use souk_kernel::{CombinationId, Money, ProductId};
use souk_pricing::Discount;
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::load::{PackRow as StoredPart, discount};
use super::model::{PackComponent, Product};
use super::packs::{Part, PartCombination};
use crate::columns::tax_rate;

#[derive(Serialize)]
struct PackRow<'a> {
    position: u32,
    component_id: ProductId,
    combination_id: Option<CombinationId>,
    quantity: u32,
    choices: Option<&'a [CombinationId]>,
}

/// A pack that costs what its parts cost.
#[derive(Debug)]
pub struct Summed {
    pub id: Uuid,
    pub price: Money,
    pub discount: Discount,
    pub parts: Vec<PackComponent>,
}

#[derive(Debug, Deserialize)]
struct CombinationRow {
    id: CombinationId,
    price_ht: i64,
    active: bool,
    is_default: bool,
}

/// Those of the products that cost what their parts cost.
pub async fn summed(conn: &mut PgConnection, packs: &[Uuid]) -> sqlx::Result<Vec<Summed>> {
    let rows = sqlx::query!(
        r#"SELECT p.id, p.price_ht, f.rule_type, f.value,
                  (SELECT json_agg(k ORDER BY k.position) FROM pack_components k WHERE k.product_id = p.id)
                      AS "parts: Json<Vec<StoredPart>>"
             FROM products p JOIN pack_prices f ON f.product_id = p.id WHERE p.id = ANY($1)"#,
        packs,
    )
    .fetch_all(conn)
    .await?;
    let summed = rows.into_iter().map(|row| {
        let parts = row.parts.map(|parts| parts.0).unwrap_or_default();
        Ok(Summed {
            id: row.id,
            price: Money::from_centimes(row.price_ht),
            discount: discount(&row.rule_type, row.value)?,
            parts: parts.into_iter().map(PackComponent::from).collect(),
        })
    });
    summed.collect()
}

/// What is known of the products that a pack holds, of those that there are.
pub async fn parts(
    conn: &mut PgConnection,
    pack: &[PackComponent],
) -> sqlx::Result<HashMap<ProductId, Part>> {
    let ids: Vec<Uuid> = pack.iter().map(|part| part.product.uuid()).collect();
    let rows = sqlx::query!(
        r#"SELECT p.id, p.price_ht, p.tax_rate,
                  EXISTS (SELECT FROM pack_components k WHERE k.product_id = p.id) AS "is_pack!",
                  (SELECT json_agg(json_build_object('id', c.id, 'price_ht', c.price_ht, 'active', c.active,
                                                     'is_default', c.is_default) ORDER BY c.position)
                     FROM combinations c WHERE c.product_id = p.id) AS "combinations: Json<Vec<CombinationRow>>"
             FROM products p WHERE p.id = ANY($1)"#,
        &ids,
    )
    .fetch_all(conn)
    .await?;
    let parts = rows.into_iter().map(|row| {
        let combinations = row.combinations.map(|own| own.0).unwrap_or_default();
        let part = Part {
            is_pack: row.is_pack,
            price: Money::from_centimes(row.price_ht),
            tax_rate: tax_rate(row.tax_rate)?,
            combinations: combinations.into_iter().map(PartCombination::from).collect(),
        };
        Ok((ProductId::from_uuid(row.id), part))
    });
    parts.collect()
}

impl From<CombinationRow> for PartCombination {
    fn from(row: CombinationRow) -> Self {
        let CombinationRow { id, price_ht, active, is_default } = row;
        Self { id, price: Money::from_centimes(price_ht), active, is_default }
    }
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

/// What the product holds from now on; what it held that had stock, orders may wait for. It is locked by the caller.
pub async fn replace_in(tx: &mut PgConnection, product: &Product) -> sqlx::Result<()> {
    sqlx::query!(
        "WITH held AS (DELETE FROM pack_components WHERE product_id = $1 RETURNING component_id)
         INSERT INTO packs_once_orderable (product_id)
         SELECT $1 WHERE EXISTS (SELECT FROM held JOIN availability a ON a.product_id = held.component_id)
         ON CONFLICT DO NOTHING",
        product.id.uuid(),
    )
    .execute(&mut *tx)
    .await?;
    insert_in(tx, product).await
}
