//! Finding stock by a part of its names or SKU.
//!
//! The [`LOOKED_THROUGH`] newest keys are looked through first. Where [`MANY`] of them match, they are the answer; where few do, the
//! index of trigrams finds all that match, or as many as a list reaches. So neither a word of every tenth name nor one that
//! nothing has reads the whole table, and what was added last is found whatever it is called (ADR 23).

use souk_database::columns::trigram_patterns;
use souk_kernel::{Counted, Page, ProductId, StockKey};
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::StockFilter;
use crate::columns::key;

/// Keys that are read one by one, whatever is looked for. They are the newest: ids grow with time.
const LOOKED_THROUGH: i64 = 5_000;
/// So many matches among them are a word that the index would find too often.
const MANY: usize = 250;
/// Matches that are taken from the index, whichever come first.
const INDEXED: i64 = Counted::limit(Page::REACH);
/// Matches of either way that are fetched: those that a list can show first, and whether there are more.
const SHOWN: i64 = Counted::limit(Page::SEARCHED);

/// Which keys are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// What the list of stock shows: all that catalog lists, and what is left of what it dropped.
    Shown,
    /// What catalog lists and the warehouse has free.
    Free,
}

/// A matching key by its place in the list.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Named {
    product_name_fr: String,
    product_id: Uuid,
    combination_id: Uuid,
}

/// The matching keys among those that were looked at, the first [`SHOWN`] of them in the order of [`Named`].
struct Looked {
    names: Vec<String>,
    products: Vec<Uuid>,
    combinations: Vec<Uuid>,
    /// How many were looked at.
    at: i64,
}

impl Looked {
    fn matching(self) -> impl Iterator<Item = Named> {
        let keys = self.names.into_iter().zip(self.products).zip(self.combinations);
        keys.map(|((product_name_fr, product_id), combination_id)| Named {
            product_name_fr,
            product_id,
            combination_id,
        })
    }
}

/// The keys of the page that have the words, and how many have.
pub async fn find(
    conn: &mut PgConnection,
    filter: &StockFilter,
    wanted: Wanted,
) -> Result<(Vec<StockKey>, Counted), sqlx::Error> {
    let patterns = trigram_patterns(&filter.query);
    let near = look_through(conn, filter, &patterns, wanted).await?;
    let mut more = near.at == LOOKED_THROUGH;
    let mut found: Vec<Named> = near.matching().collect();
    if more && found.len() < MANY {
        let indexed = by_index(conn, filter, &patterns, wanted).await?;
        more = indexed.at == INDEXED;
        found.extend(indexed.matching());
    }
    found.sort_unstable();
    found.dedup();
    let total = Counted::up_to(Page::SEARCHED, found.len() as u64);
    let shown = filter.page.of(found.iter().take(Page::SEARCHED as usize));
    let keys = shown.map(|named| key(named.product_id, named.combination_id)).collect();
    Ok((keys, Counted { more: more || total.more, ..total }))
}

async fn look_through(
    conn: &mut PgConnection,
    filter: &StockFilter,
    patterns: &[String],
    wanted: Wanted,
) -> Result<Looked, sqlx::Error> {
    sqlx::query_as!(
        Looked,
        r#"WITH near AS MATERIALIZED (
             SELECT product_name_fr, product_id, combination_id, words, listed FROM sellable_items
             WHERE $2::uuid IS NULL OR product_id = $2
             ORDER BY product_id DESC, combination_id DESC LIMIT $4
         ), matching AS MATERIALIZED (
             SELECT product_name_fr, product_id, combination_id FROM near i
             WHERE words LIKE ANY ($3) AND CASE WHEN $6 THEN listed AND (
                 SELECT true FROM stock_levels l WHERE l.warehouse_id = $1 AND l.product_id = i.product_id
                     AND l.combination_id = i.combination_id AND l.on_hand > l.reserved)
             ELSE listed OR (
                 SELECT true FROM leftovers l WHERE l.warehouse_id = $1 AND l.product_id = i.product_id
                     AND l.combination_id = i.combination_id) END
             ORDER BY product_name_fr COLLATE "C", product_id, combination_id LIMIT $5
         )
         SELECT ARRAY(SELECT product_name_fr FROM matching) AS "names!", ARRAY(SELECT product_id FROM matching) AS "products!",
             ARRAY(SELECT combination_id FROM matching) AS "combinations!", (SELECT count(*) FROM near) AS "at!""#,
        filter.warehouse.uuid(),
        filter.product.map(ProductId::uuid),
        patterns,
        LOOKED_THROUGH,
        SHOWN,
        wanted == Wanted::Free
    )
    .fetch_one(conn)
    .await
}

async fn by_index(
    conn: &mut PgConnection,
    filter: &StockFilter,
    patterns: &[String],
    wanted: Wanted,
) -> Result<Looked, sqlx::Error> {
    sqlx::query_as!(
        Looked,
        r#"WITH indexed AS MATERIALIZED (
             SELECT product_name_fr, product_id, combination_id, listed FROM sellable_items
             WHERE words LIKE ANY ($3) AND ($2::uuid IS NULL OR product_id = $2) LIMIT $4
         ), matching AS MATERIALIZED (
             SELECT product_name_fr, product_id, combination_id FROM indexed i
             WHERE CASE WHEN $6 THEN listed AND (
                 SELECT true FROM stock_levels l WHERE l.warehouse_id = $1 AND l.product_id = i.product_id
                     AND l.combination_id = i.combination_id AND l.on_hand > l.reserved)
             ELSE listed OR (
                 SELECT true FROM leftovers l WHERE l.warehouse_id = $1 AND l.product_id = i.product_id
                     AND l.combination_id = i.combination_id) END
             ORDER BY product_name_fr COLLATE "C", product_id, combination_id LIMIT $5
         )
         SELECT ARRAY(SELECT product_name_fr FROM matching) AS "names!", ARRAY(SELECT product_id FROM matching) AS "products!",
             ARRAY(SELECT combination_id FROM matching) AS "combinations!", (SELECT count(*) FROM indexed) AS "at!""#,
        filter.warehouse.uuid(),
        filter.product.map(ProductId::uuid),
        patterns,
        INDEXED,
        SHOWN,
        wanted == Wanted::Free
    )
    .fetch_one(conn)
    .await
}
