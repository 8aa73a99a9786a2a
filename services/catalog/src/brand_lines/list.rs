//! The staff's list of brand lines. There are some thousand of them at most: each page goes through all.

use souk_database::columns::contains_pattern;
use souk_kernel::{BrandId, Page};
use sqlx::PgConnection;

use super::model::Named;
use super::store::Row;

/// Which lines, in which order.
#[derive(Debug, Clone)]
pub struct ListFilter {
    pub page: Page,
    /// Part of the name; empty for all.
    pub query: String,
    pub brand: Option<BrandId>,
    pub sort: ListSort,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ListSort {
    /// As shoppers see them.
    #[default]
    Default,
    Name,
    /// Most first.
    Products,
}

/// The page's lines and how many match in all.
pub async fn list(conn: &mut PgConnection, filter: &ListFilter) -> sqlx::Result<(Vec<Named>, u64)> {
    let (skipped, shown) = filter.page.within_reach();
    let pattern = contains_pattern(&filter.query);
    let brand = filter.brand.map(BrandId::uuid);
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT l.id, l.brand_id, l.version, l.slug, l.name, l.picture AS "picture: _", l.about AS "about: _",
                  l.seo_title AS "seo_title: _", l.seo_description AS "seo_description: _", l.position, l.products,
                  b.name AS brand_name
             FROM brand_lines l JOIN brands b ON b.id = l.brand_id
            WHERE ($1::text IS NULL OR l.name ILIKE $1) AND ($2::uuid IS NULL OR l.brand_id = $2)
            ORDER BY CASE $3 WHEN 'products' THEN -l.products WHEN 'default' THEN l.position END, lower(l.name), l.id
            LIMIT $4 OFFSET $5"#,
        pattern,
        brand,
        <&str>::from(filter.sort),
        shown,
        skipped,
    )
    .fetch_all(&mut *conn)
    .await?;
    let total = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM brand_lines
            WHERE ($1::text IS NULL OR name ILIKE $1) AND ($2::uuid IS NULL OR brand_id = $2)"#,
        pattern,
        brand,
    )
    .fetch_one(conn)
    .await?;
    Ok((rows.into_iter().map(Row::named).collect::<sqlx::Result<_>>()?, total.unsigned_abs()))
}
