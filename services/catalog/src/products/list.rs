//! The staff's product list: rows of every product, active or not.

use souk_database::columns::{self, contains_pattern};
use souk_kernel::{BrandId, CategoryId, Language, Money, Page};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use crate::columns::{Localized, tax_rate};
use crate::media::{SizeName, StoredSize};

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

/// A row of spec 3 "Dashboard product list row".
#[derive(Debug, Clone)]
pub struct Row {
    pub id: Uuid,
    pub version: u64,
    pub name: String,
    pub slug: String,
    pub category: String,
    pub category_slug: String,
    pub brand: String,
    pub active: bool,
    pub price: Money,
    pub price_with_tax: Money,
    pub image: String,
    pub combinations: u32,
}

/// A page of rows and how many there are in all: two queries whatever the page.
pub async fn list(conn: &mut PgConnection, filter: &ListFilter) -> sqlx::Result<(Vec<Row>, u64)> {
    let total = count(conn, filter).await?;
    Ok((rows(conn, filter).await?, total))
}

async fn count(conn: &mut PgConnection, filter: &ListFilter) -> sqlx::Result<u64> {
    let total = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM products p
            WHERE ($1::uuid IS NULL OR p.category_id = $1) AND ($2::uuid IS NULL OR p.brand_id = $2)
              AND ($3::boolean IS NULL OR p.active = $3)
              AND ($4::text IS NULL
                   OR EXISTS (SELECT FROM product_texts t WHERE t.product_id = p.id AND t.name ILIKE $4)
                   OR EXISTS (SELECT FROM combinations c WHERE c.product_id = p.id AND c.sku ILIKE $4))"#,
        filter.category.map(CategoryId::uuid),
        filter.brand.map(BrandId::uuid),
        filter.active,
        contains_pattern(&filter.query),
    )
    .fetch_one(conn)
    .await?;
    Ok(total.unsigned_abs())
}

async fn rows(conn: &mut PgConnection, filter: &ListFilter) -> sqlx::Result<Vec<Row>> {
    let rows = sqlx::query!(
        r#"SELECT p.id, p.version, p.slug, p.active, p.price_ht, p.tax_rate,
                  COALESCE(own.name, french.name, p.slug) AS "name!",
                  c.name AS "category: Localized", c.slug AS category_slug, b.name AS "brand?",
                  (SELECT i.sizes FROM images i WHERE i.product_id = p.id ORDER BY i.position LIMIT 1)
                      AS "sizes: Json<Vec<StoredSize>>",
                  (SELECT count(*)::int FROM combinations k WHERE k.product_id = p.id) AS "combinations!"
             FROM products p
             JOIN categories c ON c.id = p.category_id
             LEFT JOIN brands b ON b.id = p.brand_id
             LEFT JOIN product_texts own ON own.product_id = p.id AND own.language = $5
             LEFT JOIN product_texts french ON french.product_id = p.id AND french.language = 'fr'
            WHERE ($1::uuid IS NULL OR p.category_id = $1) AND ($2::uuid IS NULL OR p.brand_id = $2)
              AND ($3::boolean IS NULL OR p.active = $3)
              AND ($4::text IS NULL
                   OR EXISTS (SELECT FROM product_texts t WHERE t.product_id = p.id AND t.name ILIKE $4)
                   OR EXISTS (SELECT FROM combinations k WHERE k.product_id = p.id AND k.sku ILIKE $4))
            ORDER BY CASE WHEN $6 = 'name' THEN COALESCE(own.name, french.name) END,
                     CASE $6 WHEN 'price_asc' THEN p.price_ht WHEN 'price_desc' THEN -p.price_ht END,
                     p.number DESC
            LIMIT $7 OFFSET $8"#,
        filter.category.map(CategoryId::uuid),
        filter.brand.map(BrandId::uuid),
        filter.active,
        contains_pattern(&filter.query),
        filter.language.code(),
        <&str>::from(filter.sort),
        i64::from(filter.page.size()),
        filter.page.offset(),
    )
    .fetch_all(conn)
    .await?;
    let rows = rows.into_iter().map(|row| {
        let price = Money::from_centimes(row.price_ht);
        Ok(Row {
            id: row.id,
            version: row.version.unsigned_abs(),
            name: row.name,
            slug: row.slug,
            category: row.category.get(filter.language).to_owned(),
            category_slug: row.category_slug,
            brand: row.brand.unwrap_or_default(),
            active: row.active,
            price,
            price_with_tax: price.with_tax(tax_rate(row.tax_rate)?).unwrap_or(price),
            image: row.sizes.as_ref().map(|sizes| small_url(&sizes.0)).unwrap_or_default(),
            combinations: columns::count("combinations", row.combinations)?,
        })
    });
    rows.collect()
}

fn small_url(sizes: &[StoredSize]) -> String {
    let small = sizes.iter().find(|size| size.name == SizeName::SmallProduct);
    small.map(|size| size.url.clone()).unwrap_or_default()
}
