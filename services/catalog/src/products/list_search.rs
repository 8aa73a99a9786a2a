//! Which products a page of the staff's list has where somebody searches, or names a tag.
//!
//! A glance at the first [`GLANCE`] products of the list tells how common the words, or the tag, are. Where some match, the first
//! [`LOOKED_THROUGH`] are looked through: in the list's order, and so the newest or the cheapest of what it is narrowed by. Where
//! [`MANY`] of them match, they are the answer; where few do, the indexes of trigrams find all that match, or as many as a list
//! reaches; where there is a tag, its own index finds them. So neither a word of every tenth name nor one that nothing has reads the
//! whole table (ADR 23).

use souk_database::columns::trigram_patterns;
use souk_kernel::{BrandId, CategoryId, Counted, Page};
use sqlx::PgConnection;
use uuid::Uuid;

use super::list_ids::{self, ListFilter, ListSort};
use super::list_tagged::{self, Found, INDEXED};

/// Products that are read one by one, with their texts and combinations, whatever is looked for.
const GLANCE: u32 = 500;
/// Products that are read one by one for a word that the glance finds as often as [`MANY`] among these.
const LOOKED_THROUGH: u32 = 2_000;
/// So many matches are of a word that the indexes would find too often, where one product in twenty has it. Of a rarer one all are
/// wanted: 25 of the newest are no answer to who looks for an older one.
const MANY: usize = 100;

/// The products of the page that have the tag, and the words in a name or a SKU, and how many have.
pub async fn page(conn: &mut PgConnection, filter: &ListFilter) -> sqlx::Result<(Vec<Uuid>, Counted)> {
    let patterns = trigram_patterns(&filter.query);
    if patterns.is_empty() && !filter.query.trim().is_empty() {
        return Ok((Vec::new(), Counted::default()));
    }
    let (found, more) = match look_near(conn, filter, &patterns).await? {
        Near::All(found) => (found, false),
        Near::Many(found) => (found, true),
        Near::Few(found) => match &filter.tag {
            Some(tag) => tagged(conn, filter, (tag, &patterns), &found).await?,
            None => by_index(conn, filter, &patterns, &found).await?,
        },
    };
    let total = Counted::up_to(Page::SEARCHED, found.len() as u64);
    let ids = filter.page.of(found.into_iter().take(Page::SEARCHED as usize)).collect();
    Ok((ids, Counted { more: more || total.more, ..total }))
}

/// Matches among the list's first products.
enum Near {
    /// It has no others.
    All(Vec<Uuid>),
    Many(Vec<Uuid>),
    Few(Vec<Uuid>),
}

async fn look_near(conn: &mut PgConnection, filter: &ListFilter, patterns: &[String]) -> sqlx::Result<Near> {
    let some = MANY * GLANCE as usize / LOOKED_THROUGH as usize;
    let mut found = Vec::new();
    for (reach, enough) in [(GLANCE, some), (LOOKED_THROUGH, MANY)] {
        let first = list_ids::in_order(conn, filter, 0, reach.into()).await?;
        found = look_through(conn, filter, patterns, &first).await?;
        if first.len() < reach as usize {
            return Ok(Near::All(found));
        }
        if found.len() < enough {
            return Ok(Near::Few(found));
        }
    }
    Ok(Near::Many(found))
}

/// What the tag's index finds of what the list is narrowed by, as far as it has the words.
async fn tagged(
    conn: &mut PgConnection,
    filter: &ListFilter,
    (tag, patterns): (&str, &[String]),
    near: &[Uuid],
) -> sqlx::Result<Found> {
    let (found, is_cut) = list_tagged::by_index(conn, filter, tag, near).await?;
    if patterns.is_empty() {
        return Ok((found, is_cut));
    }
    Ok((look_through(conn, filter, patterns, &found).await?, is_cut))
}

/// Those of the products that match, in the list's order; each is asked by itself, whatever the planner thinks of the words.
async fn look_through(
    conn: &mut PgConnection,
    filter: &ListFilter,
    patterns: &[String],
    products: &[Uuid],
) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        r#"SELECT near.id AS "id!"
             FROM unnest($1::uuid[]) WITH ORDINALITY AS near (id, position)
            CROSS JOIN LATERAL (
                  SELECT 1 WHERE cardinality($2::text[]) = 0
                   UNION ALL
                  SELECT 1 FROM product_texts t WHERE t.product_id = near.id AND lower(t.name) LIKE ANY ($2)
                   UNION ALL
                  SELECT 1 FROM combinations k WHERE k.product_id = near.id AND lower(k.sku) LIKE ANY ($2)
                   UNION ALL
                  SELECT 1 FROM products p WHERE p.id = near.id AND lower(p.sku) LIKE ANY ($2)
                   LIMIT 1) matching
            WHERE $5::text IS NULL
               OR (SELECT tag_keys(p.tags) @> tag_keys(ARRAY[$5::text]) FROM products p WHERE p.id = near.id)
            ORDER BY CASE WHEN $3 THEN
                         COALESCE((SELECT name FROM product_texts WHERE product_id = near.id AND language = $4),
                                  (SELECT name FROM product_texts WHERE product_id = near.id AND language = 'fr')) END,
                     near.position"#,
        products,
        patterns,
        filter.sort == ListSort::Name,
        filter.language.code(),
        filter.tag.as_deref(),
    )
    .fetch_all(conn)
    .await
}

/// What the indexes find of what the list is narrowed by, with those that were found `near`.
async fn by_index(
    conn: &mut PgConnection,
    filter: &ListFilter,
    patterns: &[String],
    near: &[Uuid],
) -> sqlx::Result<Found> {
    let row = sqlx::query!(
        r#"WITH texts AS MATERIALIZED (
               SELECT product_id FROM product_texts WHERE lower(name) LIKE ANY ($4) LIMIT $7
           ), skus AS MATERIALIZED (
               SELECT product_id FROM combinations WHERE lower(sku) LIKE ANY ($4) AND sku <> '' LIMIT $7
           ), own_skus AS MATERIALIZED (
               SELECT id AS product_id FROM products WHERE lower(sku) LIKE ANY ($4) AND sku <> '' LIMIT $7
           ), matching AS MATERIALIZED (
               SELECT p.id, p.number, p.price_ht
                 FROM (SELECT product_id FROM texts UNION SELECT product_id FROM skus
                       UNION SELECT product_id FROM own_skus UNION SELECT unnest($8::uuid[])) f
                CROSS JOIN LATERAL (
                      SELECT id, number, price_ht FROM products
                       WHERE id = f.product_id AND ($3::boolean IS NULL OR active = $3)
                         AND ($1::uuid IS NULL OR category_id = $1) AND ($2::uuid IS NULL OR brand_id = $2) LIMIT 1) p
           )
           SELECT ARRAY(SELECT m.id FROM matching m
                         ORDER BY CASE WHEN $6 = 'name' THEN
                                      COALESCE((SELECT name FROM product_texts WHERE product_id = m.id AND language = $5),
                                               (SELECT name FROM product_texts WHERE product_id = m.id AND language = 'fr')) END,
                                  CASE $6 WHEN 'price_asc' THEN m.price_ht WHEN 'price_desc' THEN -m.price_ht END,
                                  CASE $6 WHEN 'price_desc' THEN m.number ELSE -m.number END) AS "ids!",
                  ((SELECT count(*) FROM texts) = $7 OR (SELECT count(*) FROM skus) = $7
                   OR (SELECT count(*) FROM own_skus) = $7) AS "is_cut!""#,
        filter.category.map(CategoryId::uuid),
        filter.brand.map(BrandId::uuid),
        filter.active,
        patterns,
        filter.language.code(),
        <&str>::from(filter.sort),
        INDEXED,
        near,
    )
    .fetch_one(conn)
    .await?;
    Ok((row.ids, row.is_cut))
}
