//! The SQL of stock levels. Rows of levels are always locked in the order of their key,
//! then of their warehouse, so that no two transactions wait for each other.

use souk_database::columns::count;
use souk_kernel::{Counted, LocalizedText, Page, ProductId, StockKey, WarehouseId};
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::{Level, LevelChange, Received, StockFilter};
use super::search::{self, Wanted};
use crate::columns::{KeyColumns, combination_column, key, localized};

/// A level with the names of what it counts, for the staff's screens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedLevel {
    pub level: Level,
    pub product_name: LocalizedText,
    pub combination_name: LocalizedText,
    pub sku: String,
    pub image: String,
}

/// The levels of `keys` in active warehouses, in the warehouses' priority order.
pub async fn levels(
    conn: &mut PgConnection,
    keys: impl IntoIterator<Item = StockKey>,
) -> Result<Vec<Level>, sqlx::Error> {
    let keys = KeyColumns::from_iter(keys);
    let rows = sqlx::query!(
        "SELECT l.product_id, l.combination_id, l.warehouse_id, l.on_hand, l.reserved
         FROM unnest($1::uuid[], $2::uuid[]) AS k (product_id, combination_id)
         JOIN stock_levels l USING (product_id, combination_id)
         JOIN warehouses w ON w.id = l.warehouse_id
         WHERE w.active
         ORDER BY w.priority, w.id, l.product_id, l.combination_id",
        &keys.products,
        &keys.combinations
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter()
        .map(|row| {
            level(
                WarehouseId::from_uuid(row.warehouse_id),
                key(row.product_id, row.combination_id),
                row.on_hand,
                row.reserved,
            )
        })
        .collect()
}

/// Locks the levels of `keys` in every warehouse until the transaction ends.
pub async fn lock_levels_in(
    conn: &mut PgConnection,
    keys: impl IntoIterator<Item = StockKey>,
) -> Result<(), sqlx::Error> {
    let keys = KeyColumns::from_iter(keys);
    sqlx::query!(
        "SELECT 1 AS locked
         FROM stock_levels l
         JOIN unnest($1::uuid[], $2::uuid[]) AS k (product_id, combination_id) USING (product_id, combination_id)
         ORDER BY l.product_id, l.combination_id, l.warehouse_id
         FOR NO KEY UPDATE OF l",
        &keys.products,
        &keys.combinations
    )
    .fetch_all(conn)
    .await
    .map(|_| ())
}

/// Applies the changes and answers the levels after them, one for each change. The table's constraints refuse
/// what would not add up.
pub async fn apply_in(conn: &mut PgConnection, changes: &[LevelChange]) -> Result<Vec<Level>, sqlx::Error> {
    let keys: KeyColumns = changes.iter().map(|change| change.key).collect();
    let warehouses: Vec<Uuid> = changes.iter().map(|change| change.warehouse.uuid()).collect();
    let on_hand: Vec<i32> = changes.iter().map(|change| change.on_hand).collect();
    let reserved: Vec<i32> = changes.iter().map(|change| change.reserved).collect();
    let rows = sqlx::query!(
        r#"WITH change AS (
             SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::int[])
                 AS c (product_id, combination_id, warehouse_id, on_hand, reserved)
         ), locked AS MATERIALIZED (
             SELECT c.* FROM stock_levels l JOIN change c USING (product_id, combination_id, warehouse_id)
             ORDER BY l.product_id, l.combination_id, l.warehouse_id
             FOR NO KEY UPDATE OF l
         ), changed AS (
             UPDATE stock_levels l SET on_hand = l.on_hand + c.on_hand, reserved = l.reserved + c.reserved
             FROM locked c
             WHERE (l.product_id, l.combination_id, l.warehouse_id)
                 = (c.product_id, c.combination_id, c.warehouse_id)
             RETURNING l.*
         ), noted AS (
             INSERT INTO availability_notes (product_id, combination_id)
             SELECT DISTINCT product_id, combination_id FROM changed
         )
         SELECT product_id AS "product_id!", combination_id AS "combination_id!",
             warehouse_id AS "warehouse_id!", on_hand AS "on_hand!", reserved AS "reserved!"
         FROM changed"#,
        &keys.products,
        &keys.combinations,
        &warehouses,
        &on_hand,
        &reserved
    )
    .fetch_all(conn)
    .await?;
    if rows.len() != changes.len() {
        return Err(sqlx::Error::RowNotFound);
    }
    rows.into_iter()
        .map(|row| {
            level(
                WarehouseId::from_uuid(row.warehouse_id),
                key(row.product_id, row.combination_id),
                row.on_hand,
                row.reserved,
            )
        })
        .collect()
}

/// Adds the pieces of different keys, which are in their order, to their levels, and answers these; one is made when it is the key's
/// first in the warehouse.
pub async fn receive_in(
    conn: &mut PgConnection,
    warehouse: WarehouseId,
    received: &[(StockKey, Received)],
) -> Result<Vec<Level>, sqlx::Error> {
    let keys: KeyColumns = received.iter().map(|(key, _)| *key).collect();
    let pieces: Vec<i32> = received.iter().map(|(_, pieces)| pieces.get()).collect();
    let rows = sqlx::query!(
        r#"WITH level AS (
             INSERT INTO stock_levels AS l (product_id, combination_id, warehouse_id, on_hand)
             SELECT product_id, combination_id, $3, pieces
             FROM unnest($1::uuid[], $2::uuid[], $4::int[]) AS r (product_id, combination_id, pieces)
             ON CONFLICT (product_id, combination_id, warehouse_id)
                 DO UPDATE SET on_hand = l.on_hand + EXCLUDED.on_hand
             RETURNING product_id, combination_id, on_hand, reserved
         ), noted AS (
             INSERT INTO availability_notes (product_id, combination_id) SELECT product_id, combination_id FROM level
         )
         SELECT product_id AS "product_id!", combination_id AS "combination_id!", on_hand AS "on_hand!",
             reserved AS "reserved!"
         FROM level"#,
        &keys.products,
        &keys.combinations,
        warehouse.uuid(),
        &pieces
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter()
        .map(|row| level(warehouse, key(row.product_id, row.combination_id), row.on_hand, row.reserved))
        .collect()
}

/// Makes the key's level in the warehouse, of nothing, where there is none.
pub async fn open_in(
    conn: &mut PgConnection,
    warehouse: WarehouseId,
    stock: StockKey,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO stock_levels (product_id, combination_id, warehouse_id, on_hand) VALUES ($1, $2, $3, 0)
         ON CONFLICT DO NOTHING",
        stock.product.uuid(),
        combination_column(stock.combination),
        warehouse.uuid()
    )
    .execute(conn)
    .await
    .map(|_| ())
}

/// The key's level in the warehouse, locked until the transaction ends; empty where none was ever made.
pub async fn lock_in(
    conn: &mut PgConnection,
    warehouse: WarehouseId,
    stock: StockKey,
) -> Result<Level, sqlx::Error> {
    let row = sqlx::query!(
        "SELECT on_hand, reserved FROM stock_levels
         WHERE product_id = $1 AND combination_id = $2 AND warehouse_id = $3
         FOR NO KEY UPDATE",
        stock.product.uuid(),
        combination_column(stock.combination),
        warehouse.uuid()
    )
    .fetch_optional(conn)
    .await?;
    let (on_hand, reserved) = row.map_or((0, 0), |row| (row.on_hand, row.reserved));
    level(warehouse, stock, on_hand, reserved)
}

/// A page of a warehouse's levels by name; keys without a level yet count as empty ones, and those that catalog dropped are
/// listed for as long as any are left there (`leftovers`).
pub async fn list(
    conn: &mut PgConnection,
    filter: &StockFilter,
) -> Result<(Vec<NamedLevel>, Counted), sqlx::Error> {
    let (keys, total) = if filter.query.trim().is_empty() {
        (in_order(conn, filter).await?, count_all(conn, filter).await?)
    } else {
        search::find(conn, filter, Wanted::Shown).await?
    };
    Ok((named(conn, filter.warehouse, keys).await?, total))
}

/// Levels of a warehouse that a look at what it has free reads, whatever they are: what came last.
const FREE_LOOKED_AT: i64 = 5_000;

/// Keys that catalog lists and of which the warehouse has some free, the newest first, and whether there may be more.
pub async fn free_keys(
    conn: &mut PgConnection,
    warehouse: WarehouseId,
    most: i64,
) -> Result<(Vec<StockKey>, bool), sqlx::Error> {
    let rows = sqlx::query!(
        "SELECT l.product_id, l.combination_id
         FROM (
             SELECT * FROM stock_levels WHERE warehouse_id = $1
             ORDER BY product_id DESC, combination_id DESC LIMIT $3
         ) l JOIN sellable_items i USING (product_id, combination_id)
         WHERE l.on_hand > l.reserved AND i.listed
         ORDER BY l.product_id DESC, l.combination_id DESC LIMIT $2",
        warehouse.uuid(),
        most + 1,
        FREE_LOOKED_AT
    )
    .fetch_all(&mut *conn)
    .await?;
    let shown = usize::try_from(most).unwrap_or(usize::MAX);
    let more = rows.len() > shown || has_more_levels(conn, warehouse).await?;
    let keys = rows.into_iter().take(shown).map(|row| key(row.product_id, row.combination_id));
    Ok((keys.collect(), more))
}

/// Whether the warehouse has more levels than are looked at for what is free.
async fn has_more_levels(conn: &mut PgConnection, warehouse: WarehouseId) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM stock_levels WHERE warehouse_id = $1
                           ORDER BY product_id DESC, combination_id DESC OFFSET $2) AS "more!""#,
        warehouse.uuid(),
        FREE_LOOKED_AT
    )
    .fetch_one(conn)
    .await
}

/// The keys of the page by two indexes that have them in the list's order.
async fn in_order(conn: &mut PgConnection, filter: &StockFilter) -> Result<Vec<StockKey>, sqlx::Error> {
    let (skipped, shown) = filter.page.within_reach();
    let rows = sqlx::query!(
        r#"SELECT product_id AS "product_id!", combination_id AS "combination_id!" FROM (
             (SELECT product_name_fr, product_id, combination_id FROM sellable_items
              WHERE listed AND ($2::uuid IS NULL OR product_id = $2)
              ORDER BY product_name_fr, product_id, combination_id LIMIT $3::bigint + $4::bigint)
             UNION ALL
             (SELECT product_name_fr, product_id, combination_id FROM leftovers
              WHERE warehouse_id = $1 AND ($2::uuid IS NULL OR product_id = $2)
              ORDER BY product_name_fr, product_id, combination_id LIMIT $3::bigint + $4::bigint)
         ) i
         ORDER BY product_name_fr, product_id, combination_id
         LIMIT $3 OFFSET $4"#,
        filter.warehouse.uuid(),
        filter.product.map(ProductId::uuid),
        shown,
        skipped
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| key(row.product_id, row.combination_id)).collect())
}

async fn count_all(conn: &mut PgConnection, filter: &StockFilter) -> Result<Counted, sqlx::Error> {
    let total = sqlx::query_scalar!(
        r#"SELECT count(*) AS "total!" FROM (
             SELECT FROM sellable_items WHERE listed AND ($2::uuid IS NULL OR product_id = $2)
             UNION ALL
             SELECT FROM leftovers WHERE warehouse_id = $1 AND ($2::uuid IS NULL OR product_id = $2)
             LIMIT $3
         ) AS counted"#,
        filter.warehouse.uuid(),
        filter.product.map(ProductId::uuid),
        Counted::limit(Page::REACH)
    )
    .fetch_one(conn)
    .await?;
    Ok(Counted::up_to(Page::REACH, total.unsigned_abs()))
}

pub async fn warehouse_exists(conn: &mut PgConnection, warehouse: WarehouseId) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM warehouses WHERE id = $1) AS "exists!""#,
        warehouse.uuid()
    )
    .fetch_one(conn)
    .await
}

pub async fn warehouse_name(
    conn: &mut PgConnection,
    warehouse: WarehouseId,
) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar!("SELECT name FROM warehouses WHERE id = $1", warehouse.uuid())
        .fetch_optional(conn)
        .await
}

/// The levels of the keys in the warehouse, in their order, with what staff know them by.
pub async fn named(
    conn: &mut PgConnection,
    warehouse: WarehouseId,
    keys: impl IntoIterator<Item = StockKey>,
) -> Result<Vec<NamedLevel>, sqlx::Error> {
    find(conn, warehouse, keys, Known::Ever).await
}

/// As [`named`], of those keys that catalog still lists.
pub async fn listed(
    conn: &mut PgConnection,
    warehouse: WarehouseId,
    keys: impl IntoIterator<Item = StockKey>,
) -> Result<Vec<NamedLevel>, sqlx::Error> {
    find(conn, warehouse, keys, Known::Listed).await
}

/// The key's level if catalog lists the key, or dropped it while some still stands in the warehouse: what the list of stock shows.
pub async fn shown(
    conn: &mut PgConnection,
    warehouse: WarehouseId,
    stock: StockKey,
) -> Result<Option<NamedLevel>, sqlx::Error> {
    Ok(find(conn, warehouse, [stock], Known::Shown).await?.pop())
}

/// Of which keys levels are read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// All that catalog ever listed.
    Ever,
    Listed,
    /// What is listed, and what is left of the rest.
    Shown,
}

async fn find(
    conn: &mut PgConnection,
    warehouse: WarehouseId,
    keys: impl IntoIterator<Item = StockKey>,
    known: Known,
) -> Result<Vec<NamedLevel>, sqlx::Error> {
    let keys = KeyColumns::from_iter(keys);
    let rows = sqlx::query_as!(
        NamedRow,
        r#"SELECT i.product_id, i.combination_id, i.product_name_fr, i.product_name_ar, i.product_name_en,
             i.combination_name_fr, i.combination_name_ar, i.combination_name_en, i.sku, i.image,
             coalesce(l.on_hand, 0) AS "on_hand!", coalesce(l.reserved, 0) AS "reserved!"
         FROM unnest($2::uuid[], $3::uuid[]) WITH ORDINALITY AS k (product_id, combination_id, position)
         JOIN sellable_items i USING (product_id, combination_id)
         LEFT JOIN stock_levels l ON l.warehouse_id = $1 AND l.product_id = i.product_id
             AND l.combination_id = i.combination_id
         WHERE i.listed OR $4 OR $5 AND l.on_hand > 0
         ORDER BY k.position"#,
        warehouse.uuid(),
        &keys.products,
        &keys.combinations,
        known == Known::Ever,
        known == Known::Shown
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(|row| row.named(warehouse)).collect()
}

struct NamedRow {
    product_id: Uuid,
    combination_id: Uuid,
    product_name_fr: String,
    product_name_ar: String,
    product_name_en: String,
    combination_name_fr: String,
    combination_name_ar: String,
    combination_name_en: String,
    sku: String,
    image: String,
    on_hand: i32,
    reserved: i32,
}

impl NamedRow {
    fn named(self, warehouse: WarehouseId) -> Result<NamedLevel, sqlx::Error> {
        Ok(NamedLevel {
            level: level(warehouse, key(self.product_id, self.combination_id), self.on_hand, self.reserved)?,
            product_name: localized(self.product_name_fr, self.product_name_ar, self.product_name_en),
            combination_name: localized(
                self.combination_name_fr,
                self.combination_name_ar,
                self.combination_name_en,
            ),
            sku: self.sku,
            image: self.image,
        })
    }
}

fn level(warehouse: WarehouseId, key: StockKey, on_hand: i32, reserved: i32) -> Result<Level, sqlx::Error> {
    Ok(Level { warehouse, key, on_hand: count("on_hand", on_hand)?, reserved: count("reserved", reserved)? })
}
