//! Which products a page of the staff's list has: read by indexes that have the list's order, so that a page costs the same however
//! many products there are (ADR 23). Two orders have none: what a search finds is sorted, and so are the newest by name.

use souk_database::columns::trigram_patterns;
use souk_kernel::{BrandId, CategoryId, Counted, Language, Page};
use sqlx::PgConnection;
use uuid::Uuid;

/// Rows of texts that a search reads: three languages for each of the products that it finds at most.
const TEXTS: i64 = 3 * Counted::limit(Page::SEARCHED);

/// Which products, in which order.
#[derive(Debug, Clone)]
pub struct ListFilter {
    pub page: Page,
    /// Words of the name or the SKU; empty for all.
    pub query: String,
    pub category: Option<CategoryId>,
    pub brand: Option<BrandId>,
    pub active: Option<bool>,
    pub sort: ListSort,
    pub language: Language,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ListSort {
    /// Newest first.
    #[default]
    Default,
    Name,
    PriceAsc,
    PriceDesc,
}

/// The products of the page in their order, and how many there are in all.
pub async fn page(conn: &mut PgConnection, filter: &ListFilter) -> sqlx::Result<(Vec<Uuid>, Counted)> {
    if !filter.query.trim().is_empty() {
        return matching(conn, filter).await;
    }
    let ids = match filter.sort {
        ListSort::Default => newest(conn, filter).await?,
        ListSort::PriceAsc => cheapest(conn, filter).await?,
        ListSort::PriceDesc => dearest(conn, filter).await?,
        ListSort::Name => by_name(conn, filter).await?,
    };
    Ok((ids, count(conn, filter).await?))
}

async fn newest(conn: &mut PgConnection, filter: &ListFilter) -> sqlx::Result<Vec<Uuid>> {
    let (skipped, shown) = filter.page.within_reach();
    sqlx::query_scalar!(
        r#"SELECT p.id
             FROM (SELECT number FROM products
                    WHERE ($1::uuid IS NULL OR category_id = $1) AND ($2::uuid IS NULL OR brand_id = $2)
                      AND ($3::boolean IS NULL OR active = $3)
                    ORDER BY number DESC LIMIT $4 OFFSET $5) page
             JOIN products p USING (number)
            ORDER BY number DESC"#,
        filter.category.map(CategoryId::uuid),
        filter.brand.map(BrandId::uuid),
        filter.active,
        shown,
        skipped,
    )
    .fetch_all(conn)
    .await
}

async fn cheapest(conn: &mut PgConnection, filter: &ListFilter) -> sqlx::Result<Vec<Uuid>> {
    let (skipped, shown) = filter.page.within_reach();
    sqlx::query_scalar!(
        r#"SELECT p.id
             FROM (SELECT number FROM products
                    WHERE ($1::uuid IS NULL OR category_id = $1) AND ($2::uuid IS NULL OR brand_id = $2)
                      AND ($3::boolean IS NULL OR active = $3)
                    ORDER BY price_ht, number DESC LIMIT $4 OFFSET $5) page
             JOIN products p USING (number)
            ORDER BY price_ht, number DESC"#,
        filter.category.map(CategoryId::uuid),
        filter.brand.map(BrandId::uuid),
        filter.active,
        shown,
        skipped,
    )
    .fetch_all(conn)
    .await
}

async fn dearest(conn: &mut PgConnection, filter: &ListFilter) -> sqlx::Result<Vec<Uuid>> {
    let (skipped, shown) = filter.page.within_reach();
    sqlx::query_scalar!(
        r#"SELECT p.id
             FROM (SELECT number FROM products
                    WHERE ($1::uuid IS NULL OR category_id = $1) AND ($2::uuid IS NULL OR brand_id = $2)
                      AND ($3::boolean IS NULL OR active = $3)
                    ORDER BY price_ht DESC, number LIMIT $4 OFFSET $5) page
             JOIN products p USING (number)
            ORDER BY price_ht DESC, number"#,
        filter.category.map(CategoryId::uuid),
        filter.brand.map(BrandId::uuid),
        filter.active,
        shown,
        skipped,
    )
    .fetch_all(conn)
    .await
}

/// Of the newest within reach, by the name that they have in the language.
async fn by_name(conn: &mut PgConnection, filter: &ListFilter) -> sqlx::Result<Vec<Uuid>> {
    let (skipped, shown) = filter.page.within_reach();
    sqlx::query_scalar!(
        r#"WITH newest AS MATERIALIZED (
               SELECT id, number FROM products
                WHERE ($1::uuid IS NULL OR category_id = $1) AND ($2::uuid IS NULL OR brand_id = $2)
                  AND ($3::boolean IS NULL OR active = $3)
                ORDER BY number DESC LIMIT $7
           )
           SELECT n.id FROM newest n
            ORDER BY COALESCE((SELECT name FROM product_texts WHERE product_id = n.id AND language = $6),
                              (SELECT name FROM product_texts WHERE product_id = n.id AND language = 'fr')),
                     n.number DESC
            LIMIT $4 OFFSET $5"#,
        filter.category.map(CategoryId::uuid),
        filter.brand.map(BrandId::uuid),
        filter.active,
        shown,
        skipped,
        filter.language.code(),
        i64::from(Page::REACH),
    )
    .fetch_all(conn)
    .await
}

async fn count(conn: &mut PgConnection, filter: &ListFilter) -> sqlx::Result<Counted> {
    let total = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM (
               SELECT FROM products
                WHERE ($1::uuid IS NULL OR category_id = $1) AND ($2::uuid IS NULL OR brand_id = $2)
                  AND ($3::boolean IS NULL OR active = $3)
                LIMIT $4) counted"#,
        filter.category.map(CategoryId::uuid),
        filter.brand.map(BrandId::uuid),
        filter.active,
        Counted::limit(Page::REACH),
    )
    .fetch_one(conn)
    .await?;
    Ok(Counted::up_to(Page::REACH, total.unsigned_abs()))
}

/// The products of the page among [`Page::SEARCHED`] that have the words in a name or a SKU; where more have them, which ones is
/// not told.
async fn matching(conn: &mut PgConnection, filter: &ListFilter) -> sqlx::Result<(Vec<Uuid>, Counted)> {
    let rows = sqlx::query!(
        r#"WITH texts AS MATERIALIZED (
               SELECT p.id, p.number, p.price_ht FROM product_texts t JOIN products p ON p.id = t.product_id
                WHERE lower(t.name) LIKE ANY ($4) AND ($3::boolean IS NULL OR p.active = $3)
                  AND ($1::uuid IS NULL OR p.category_id = $1) AND ($2::uuid IS NULL OR p.brand_id = $2) LIMIT $7
           ), skus AS MATERIALIZED (
               SELECT p.id, p.number, p.price_ht FROM combinations k JOIN products p ON p.id = k.product_id
                WHERE lower(k.sku) LIKE ANY ($4) AND k.sku <> '' AND ($3::boolean IS NULL OR p.active = $3)
                  AND ($1::uuid IS NULL OR p.category_id = $1) AND ($2::uuid IS NULL OR p.brand_id = $2) LIMIT $7
           )
           SELECT f.id AS "id!", ((SELECT count(*) FROM texts) = $7 OR (SELECT count(*) FROM skus) = $7) AS "is_cut!"
             FROM (SELECT * FROM texts UNION SELECT * FROM skus) f
            ORDER BY CASE WHEN $6 = 'name' THEN
                         COALESCE((SELECT name FROM product_texts WHERE product_id = f.id AND language = $5),
                                  (SELECT name FROM product_texts WHERE product_id = f.id AND language = 'fr')) END,
                     CASE $6 WHEN 'price_asc' THEN f.price_ht WHEN 'price_desc' THEN -f.price_ht END,
                     f.number DESC"#,
        filter.category.map(CategoryId::uuid),
        filter.brand.map(BrandId::uuid),
        filter.active,
        &trigram_patterns(&filter.query),
        filter.language.code(),
        <&str>::from(filter.sort),
        TEXTS,
    )
    .fetch_all(conn)
    .await?;
    let found = Counted::up_to(Page::SEARCHED, rows.len() as u64);
    let total = Counted { more: found.more || rows.first().is_some_and(|row| row.is_cut), ..found };
    let ids = filter.page.of(rows.iter().take(Page::SEARCHED as usize)).map(|row| row.id).collect();
    Ok((ids, total))
}
