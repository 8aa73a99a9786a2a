//! The staff's list of a tag that few of its first products have: the tag's index finds all that have it, or as many as a list reaches.

use souk_kernel::{BrandId, CategoryId, Counted, Page};
use sqlx::PgConnection;
use uuid::Uuid;

use super::list_ids::ListFilter;

/// Texts, combinations and tagged products that are taken from the indexes, whichever come first.
pub const INDEXED: i64 = Counted::limit(Page::REACH);

/// Matching products in the list's order, and whether others may match too.
pub type Found = (Vec<Uuid>, bool);

/// The products of the tag that are in the list, in its order, with those that were found `near`.
pub async fn by_index(
    conn: &mut PgConnection,
    filter: &ListFilter,
    tag: &str,
    near: &[Uuid],
) -> sqlx::Result<Found> {
    let row = sqlx::query!(
        r#"WITH tagged AS MATERIALIZED (
               SELECT id FROM products WHERE tags <> '{}' AND tag_keys(tags) @> tag_keys(ARRAY[$4::text]) LIMIT $7
           ), matching AS MATERIALIZED (
               SELECT p.id, p.number, p.price_ht
                 FROM (SELECT id FROM tagged UNION SELECT unnest($8::uuid[])) f
                CROSS JOIN LATERAL (
                      SELECT id, number, price_ht FROM products
                       WHERE id = f.id AND ($3::boolean IS NULL OR active = $3)
                         AND ($1::uuid IS NULL OR category_id = $1) AND ($2::uuid IS NULL OR brand_id = $2) LIMIT 1) p
           )
           SELECT ARRAY(SELECT m.id FROM matching m
                         ORDER BY CASE WHEN $6 = 'name' THEN
                                      COALESCE((SELECT name FROM product_texts WHERE product_id = m.id AND language = $5),
                                               (SELECT name FROM product_texts WHERE product_id = m.id AND language = 'fr')) END,
                                  CASE $6 WHEN 'price_asc' THEN m.price_ht WHEN 'price_desc' THEN -m.price_ht END,
                                  CASE $6 WHEN 'price_desc' THEN m.number ELSE -m.number END) AS "ids!",
                  (SELECT count(*) FROM tagged) = $7 AS "is_cut!""#,
        filter.category.map(CategoryId::uuid),
        filter.brand.map(BrandId::uuid),
        filter.active,
        tag,
        filter.language.code(),
        <&str>::from(filter.sort),
        INDEXED,
        near,
    )
    .fetch_one(conn)
    .await?;
    Ok((row.ids, row.is_cut))
}
