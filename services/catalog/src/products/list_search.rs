//! Which products a page of the staff's list has where somebody searches, or names a tag.
//!
//! All names, SKUs and barcodes of a product are one text (`product_search_texts`, kept by the database) without accents, as
//! what is typed is taken. A glance at the first [`GLANCE`] products of the list tells how common the words, or the tag, are.
//! Where some match, the first [`LOOKED_THROUGH`] are looked through: in the list's order, and so the newest or the cheapest of
//! what it is narrowed by. Where [`MANY`] of them match, they are the answer; where few do, the index of trigrams, or that of
//! tags, finds all that match, or as many as a list reaches. So neither a word of every tenth name nor one that nothing has
//! reads the whole table (ADR 23).

use souk_database::columns::trigram_patterns;
use souk_kernel::{Counted, Page};
use sqlx::PgConnection;

use super::list_ids::{self, ListFilter, ListSort};

/// Products that are read one by one, whatever is looked for.
const GLANCE: u32 = 500;
/// Products that are read one by one for a word that the glance finds as often as [`MANY`] among these.
const LOOKED_THROUGH: u32 = 2_000;
/// So many matches are of a word that the index would find too often, where one product in twenty has it. Of a rarer one all are
/// wanted: 25 of the newest are no answer to who looks for an older one.
const MANY: usize = 100;
/// Products that are taken from an index, whichever come first.
const INDEXED: i64 = Counted::limit(Page::REACH);

/// The products of the page that have the tag, and the words in a name, a SKU or a barcode, and how many have.
pub async fn page(conn: &mut PgConnection, filter: &ListFilter) -> sqlx::Result<(Vec<i64>, Counted)> {
    let patterns = trigram_patterns(&folded(conn, &filter.query).await?);
    if patterns.is_empty() && !filter.query.trim().is_empty() {
        return Ok((Vec::new(), Counted::default()));
    }
    let (mut found, more) = match look_near(conn, filter, &patterns).await? {
        Near::All(found) => (found, false),
        Near::Many(found) => (found, true),
        Near::Few(found) => by_index(conn, filter, &patterns, found).await?,
    };
    if filter.sort == ListSort::Name {
        found = list_ids::by_name(conn, filter.language, &found).await?;
    }
    let total = Counted::up_to(Page::SEARCHED, found.len() as u64);
    let numbers = filter.page.of(found.into_iter().take(Page::SEARCHED as usize)).collect();
    Ok((numbers, Counted { more: more || total.more, ..total }))
}

/// What is typed as the texts have it.
async fn folded(conn: &mut PgConnection, typed: &str) -> sqlx::Result<String> {
    sqlx::query_scalar!(r#"SELECT search_folded($1) AS "folded!""#, typed).fetch_one(conn).await
}

/// Matches among the list's first products, in its order.
enum Near {
    /// It has no others.
    All(Vec<i64>),
    Many(Vec<i64>),
    Few(Vec<i64>),
}

async fn look_near(conn: &mut PgConnection, filter: &ListFilter, patterns: &[String]) -> sqlx::Result<Near> {
    let some = MANY * GLANCE as usize / LOOKED_THROUGH as usize;
    let mut found = Vec::new();
    for (from, to, enough) in [(0, GLANCE, some), (GLANCE, LOOKED_THROUGH, MANY)] {
        let next = list_ids::in_order(conn, filter, from.into(), (to - from).into()).await?;
        found.extend(look_through(conn, filter, patterns, &next).await?);
        if next.len() < (to - from) as usize {
            return Ok(Near::All(found));
        }
        if found.len() < enough {
            return Ok(Near::Few(found));
        }
    }
    Ok(Near::Many(found))
}

/// What the index of the tag, or else that of the words, finds of what the list is narrowed by, with those that were found `near`, in
/// the list's order; and whether others may match too.
async fn by_index(
    conn: &mut PgConnection,
    filter: &ListFilter,
    patterns: &[String],
    near: Vec<i64>,
) -> sqlx::Result<(Vec<i64>, bool)> {
    let mut found = match &filter.tag {
        Some(tag) => tagged(conn, tag).await?,
        None => matching(conn, patterns).await?,
    };
    let is_cut = found.len() as u64 == INDEXED.unsigned_abs();
    found.extend(near);
    found.sort_unstable();
    found.dedup();
    let listed = list_ids::narrowed(conn, filter, &found).await?;
    if filter.tag.is_some() && !patterns.is_empty() {
        return Ok((look_through(conn, filter, patterns, &listed).await?, is_cut));
    }
    Ok((listed, is_cut))
}

async fn tagged(conn: &mut PgConnection, tag: &str) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"SELECT number AS "number!" FROM products
            WHERE tags <> '{}' AND tag_keys(tags) @> tag_keys(ARRAY[$1::text]) LIMIT $2"#,
        tag,
        INDEXED,
    )
    .fetch_all(conn)
    .await
}

async fn matching(conn: &mut PgConnection, patterns: &[String]) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "SELECT number FROM product_search_texts WHERE text LIKE ANY ($1) LIMIT $2",
        patterns,
        INDEXED,
    )
    .fetch_all(conn)
    .await
}

/// Those of the products that match, in the order in which they come; each is asked by itself, whatever the planner thinks of the
/// words.
async fn look_through(
    conn: &mut PgConnection,
    filter: &ListFilter,
    patterns: &[String],
    products: &[i64],
) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"SELECT near.number AS "number!"
             FROM unnest($1::bigint[]) WITH ORDINALITY AS near (number, position)
             LEFT JOIN LATERAL (
                  SELECT text FROM product_search_texts
                   WHERE number = near.number AND cardinality($2::text[]) > 0 LIMIT 1) own ON true
            WHERE (cardinality($2::text[]) = 0 OR own.text LIKE ANY ($2))
              AND ($3::text IS NULL
                   OR (SELECT tag_keys(p.tags) @> tag_keys(ARRAY[$3::text]) FROM products p WHERE p.number = near.number))
            ORDER BY near.position"#,
        products,
        patterns,
        filter.tag.as_deref(),
    )
    .fetch_all(conn)
    .await
}
