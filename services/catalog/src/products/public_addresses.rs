//! What shoppers can open, for search engines: bounded parts, whatever the shop's size.

use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::{blog, cms_pages};

/// Products of one part: a sitemap in three languages, of some 150 kB without pictures.
const PART: u32 = 500;
/// Pictures of a product that are told: a sitemap names them once per language, each in some 100 bytes, so a part has 750 kB more of them
/// at most.
const PICTURES: i64 = 5;

/// A visible product's place in the shop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductAddress {
    /// Grows with each product that is made.
    pub number: i64,
    pub slug: String,
    pub category_slug: String,
    /// Paths of its first pictures.
    pub images: Vec<String>,
}

/// What the merchant writes, as far as shoppers can read it: the slugs of each.
#[derive(Debug)]
pub struct Texts {
    pub pages: Vec<String>,
    /// Those that have posts.
    pub blog_categories: Vec<String>,
    pub blog_posts: Vec<String>,
}

impl Texts {
    pub async fn read(conn: &mut PgConnection, now: OffsetDateTime) -> sqlx::Result<Self> {
        let categories = blog::shown_categories(conn, now).await?;
        Ok(Self {
            pages: cms_pages::active_slugs(conn).await?,
            blog_categories: categories.into_iter().map(|(category, _)| category.slug).collect(),
            blog_posts: blog::shown_slugs(conn, now).await?,
        })
    }
}

/// The visible products of a part, counted from 1. A product stays in its part for good.
pub async fn products(conn: &mut PgConnection, part: u32) -> sqlx::Result<Vec<ProductAddress>> {
    let last = i64::from(part) * i64::from(PART);
    sqlx::query_as!(
        ProductAddress,
        r#"SELECT p.number, p.slug, c.slug AS category_slug,
                  ARRAY(SELECT size.url FROM images i, jsonb_to_recordset(i.sizes) AS size(name text, url text)
                         WHERE i.product_id = p.id AND size.name = 'PRODUCT_PAGE_LARGE' AND size.url IS NOT NULL
                         ORDER BY i.position LIMIT $3) AS "images!"
           FROM products p JOIN categories c ON c.id = p.category_id
          WHERE p.active AND p.number > $1 AND p.number <= $2
          ORDER BY p.number"#,
        last - i64::from(PART),
        last,
        PICTURES,
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
