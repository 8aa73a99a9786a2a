//! The staff's list of brands. There are some thousand of them at most: each page goes through all.

use souk_database::columns::contains_pattern;
use souk_kernel::Page;
use sqlx::PgConnection;

use super::model::Brand;
use super::store::Row;

/// Which brands, in which order.
#[derive(Debug, Clone)]
pub struct ListFilter {
    pub page: Page,
    /// Part of the name; empty for all.
    pub query: String,
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

/// The page's brands and how many match in all.
pub async fn list(conn: &mut PgConnection, filter: &ListFilter) -> sqlx::Result<(Vec<Brand>, u64)> {
    let (skipped, shown) = filter.page.within_reach();
    let pattern = contains_pattern(&filter.query);
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id, version, name, slug, logo, about AS "about: _", position, products, merged_into
             FROM brands WHERE $1::text IS NULL OR name ILIKE $1
            ORDER BY CASE $2 WHEN 'products' THEN -products WHEN 'default' THEN position END, lower(name), id
            LIMIT $3 OFFSET $4"#,
        pattern,
        <&str>::from(filter.sort),
        shown,
        skipped,
    )
    .fetch_all(&mut *conn)
    .await?;
    let total = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM brands WHERE $1::text IS NULL OR name ILIKE $1"#,
        pattern
    )
    .fetch_one(conn)
    .await?;
    let brands = rows.into_iter().map(Row::brand).collect::<sqlx::Result<_>>()?;
    Ok((brands, total.unsigned_abs()))
}
