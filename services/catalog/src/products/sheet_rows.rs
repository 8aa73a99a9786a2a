//! Data sheets in PostgreSQL: entered among the shop's features, and saved of many products with one statement.

use std::collections::HashSet;

use serde::Serialize;
use souk_database::columns::ensure_all_changed;
use souk_kernel::{Clock, FeatureId, ProductId};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::model::{FeatureValue, Product};
use crate::features;

#[derive(Serialize)]
struct Row<'a> {
    id: ProductId,
    features: &'a [FeatureValue],
    entered: bool,
}

impl<'a> Row<'a> {
    fn of(product: &'a Product) -> Self {
        let entered = !product.features.iter().any(FeatureValue::is_free);
        Self { id: product.id, features: &product.features, entered }
    }
}

/// Enters what a product says in free words among the shop's features, in one order for everybody: two products that are entered
/// at once wait for each other. No feature says two lines of it; a line for which there is no `room` stays as it is.
pub async fn enter_in(
    tx: &mut PgConnection,
    clock: &dyn Clock,
    product: &mut Product,
    room: &mut u64,
) -> sqlx::Result<()> {
    let said = |line: &FeatureValue| line.said.as_ref().map(|said| said.feature);
    let mut taken: HashSet<FeatureId> = product.features.iter().filter_map(said).collect();
    let mut free: Vec<usize> = (0..product.features.len()).collect();
    free.retain(|at| product.features[*at].is_free());
    free.sort_by(|one, other| product.features[*one].kind.cmp(&product.features[*other].kind));
    for at in free {
        let line = &mut product.features[at];
        let words = (line.kind.as_str(), &line.label, &line.value);
        let said = features::saying_in(tx, clock, words, &taken, room).await?;
        let Some((feature, given)) = said else { continue };
        taken.insert(feature.id);
        *line = FeatureValue::of(&feature, given).unwrap_or_else(|| line.clone());
    }
    Ok(())
}

/// Saves the data sheets of the products, and whether all of them is entered. The products are locked by the caller.
pub async fn save_in(tx: &mut PgConnection, products: &[Product]) -> sqlx::Result<()> {
    let rows: Vec<Row<'_>> = products.iter().map(Row::of).collect();
    let done = sqlx::query!(
        "UPDATE products p SET features = n.features, features_entered = n.entered
           FROM jsonb_to_recordset($1) AS n (id uuid, features jsonb, entered boolean) WHERE p.id = n.id",
        Json(rows) as _,
    )
    .execute(tx)
    .await?;
    ensure_all_changed(done.rows_affected(), products.len())
}

/// Some of the products whose data sheets are not entered yet, locked; nobody else takes them.
pub async fn to_be_entered_in(tx: &mut PgConnection, most: i64) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "SELECT id FROM products WHERE NOT features_entered AND features <> '[]'
          ORDER BY number LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED",
        most
    )
    .fetch_all(tx)
    .await
}
