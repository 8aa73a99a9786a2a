//! What is about to run out, over all warehouses: kept beside what is published about availability, for what catalog sells and
//! has few of, so that a page costs the same whatever the shop's size and whatever catalog dropped.

use souk_kernel::{Counted, LocalizedText, StockKey};
use sqlx::PgConnection;

use crate::columns::{key, localized};

/// Keys that are counted; more are told as more.
const MOST_COUNTED: u32 = 1_000;

/// Most pieces of a key that is kept here.
pub const FEW: u32 = 100;

/// How low counts, and how many rows are wanted.
#[derive(Debug, Clone, Copy)]
pub struct LowStockFilter {
    /// Pieces that can still be sold, at most; up to [`FEW`].
    pub threshold: u32,
    pub limit: u32,
}

/// A key that runs out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LowStock {
    pub key: StockKey,
    pub product_name: LocalizedText,
    pub combination_name: LocalizedText,
    pub sku: String,
    pub image: String,
    pub available: u64,
}

/// The scarcest keys, and how many are as low.
pub async fn list(
    conn: &mut PgConnection,
    filter: LowStockFilter,
) -> Result<(Vec<LowStock>, Counted), sqlx::Error> {
    let rows = sqlx::query!(
        "SELECT i.product_id, i.combination_id, i.product_name_fr, i.product_name_ar, i.product_name_en,
             i.combination_name_fr, i.combination_name_ar, i.combination_name_en, i.sku, i.image, l.available
         FROM low_stock l JOIN sellable_items i USING (product_id, combination_id)
         WHERE l.available <= $1
         ORDER BY l.available, l.product_id, l.combination_id
         LIMIT $2",
        i64::from(filter.threshold),
        i64::from(filter.limit)
    )
    .fetch_all(&mut *conn)
    .await?;
    let total = sqlx::query_scalar!(
        r#"SELECT count(*) AS "total!" FROM (SELECT FROM low_stock WHERE available <= $1 LIMIT $2) AS counted"#,
        i64::from(filter.threshold),
        Counted::limit(MOST_COUNTED)
    )
    .fetch_one(conn)
    .await?;
    let items = rows.into_iter().map(|row| LowStock {
        key: key(row.product_id, row.combination_id),
        product_name: localized(row.product_name_fr, row.product_name_ar, row.product_name_en),
        combination_name: localized(
            row.combination_name_fr,
            row.combination_name_ar,
            row.combination_name_en,
        ),
        sku: row.sku,
        image: row.image,
        available: row.available.unsigned_abs(),
    });
    Ok((items.collect(), Counted::up_to(MOST_COUNTED, total.unsigned_abs())))
}
