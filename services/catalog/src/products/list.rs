//! The staff's product list: rows of every product, active or not.

use souk_database::columns;
use souk_kernel::{Counted, Language, Money};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::list_ids::{self, ListFilter};
use super::list_search;
use crate::columns::{Localized, tax_rate};
use crate::media::{SizeName, StoredSize};

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

/// A page of rows and how many there are in all, by as many queries whatever the page.
pub async fn list(conn: &mut PgConnection, filter: &ListFilter) -> sqlx::Result<(Vec<Row>, Counted)> {
    let (numbers, total) = if filter.query.trim().is_empty() && filter.tag.is_none() {
        list_ids::page(conn, filter).await?
    } else {
        list_search::page(conn, filter).await?
    };
    Ok((rows(conn, &numbers, filter.language).await?, total))
}

/// The rows of the products of these numbers, in their order.
async fn rows(conn: &mut PgConnection, numbers: &[i64], language: Language) -> sqlx::Result<Vec<Row>> {
    let rows = sqlx::query!(
        r#"SELECT p.id, p.version, p.slug, p.active, p.price_ht, p.tax_rate,
                  COALESCE(own.name, french.name, p.slug) AS "name!",
                  c.name AS "category: Localized", c.slug AS category_slug, b.name AS "brand?",
                  (SELECT i.sizes FROM images i WHERE i.product_id = p.id ORDER BY i.position LIMIT 1)
                      AS "sizes: Json<Vec<StoredSize>>",
                  (SELECT count(*)::int FROM combinations k WHERE k.product_id = p.id) AS "combinations!"
             FROM unnest($1::bigint[]) WITH ORDINALITY AS listed (number, position)
             JOIN products p USING (number)
             JOIN categories c ON c.id = p.category_id
             LEFT JOIN brands b ON b.id = p.brand_id
             LEFT JOIN product_texts own ON own.product_id = p.id AND own.language = $2
             LEFT JOIN product_texts french ON french.product_id = p.id AND french.language = 'fr'
            ORDER BY listed.position"#,
        numbers,
        language.code(),
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
            category: row.category.get(language).to_owned(),
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
