//! What shoppers can open, for search engines: bounded parts, whatever the shop's size.

use sqlx::PgConnection;

/// Products of one part: some 300 kB of a sitemap in three languages.
const PART: u32 = 1_000;

/// A visible product's place in the shop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductAddress {
    pub slug: String,
    pub category_slug: String,
}

/// The visible products of a part, counted from 1. A product stays in its part for good.
pub async fn products(conn: &mut PgConnection, part: u32) -> sqlx::Result<Vec<ProductAddress>> {
    let last = i64::from(part) * i64::from(PART);
    sqlx::query_as!(
        ProductAddress,
        "SELECT p.slug, c.slug AS category_slug
           FROM products p JOIN categories c ON c.id = p.category_id
          WHERE p.active AND p.number > $1 AND p.number <= $2
          ORDER BY p.number",
        last - i64::from(PART),
        last,
    )
    .fetch_all(conn)
    .await
}

/// How many parts the products fill.
pub async fn parts(conn: &mut PgConnection) -> sqlx::Result<u32> {
    let newest = sqlx::query_scalar!(r#"SELECT COALESCE(max(number), 0) AS "newest!" FROM products"#);
    let newest = newest.fetch_one(conn).await?.unsigned_abs();
    Ok(u32::try_from(newest.div_ceil(u64::from(PART))).unwrap_or(u32::MAX))
}
