//! Categories of the blog. There are some dozen of them at most: each list goes through all.

use souk_database::columns::{contains_pattern, count, ensure_changed, version, version_column};
use souk_kernel::{LocalizedText, Page};
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::blog::model::{BlogCategory, Filled};
use crate::columns::Localized;
use crate::media::StoredSize;

/// Which categories, in which order.
#[derive(Debug, Clone)]
pub struct ListFilter {
    pub page: Page,
    /// Part of the name in any language, or of the address; empty for all.
    pub query: String,
    pub sort: ListSort,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ListSort {
    /// As shoppers see them.
    #[default]
    Default,
    /// By French name.
    Name,
    /// Most first.
    Posts,
}

struct Row {
    id: Uuid,
    version: i64,
    slug: String,
    name: Localized,
    description: Localized,
    seo_title: Localized,
    seo_description: Localized,
    picture: Option<Json<StoredSize>>,
    position: i32,
    posts: i64,
}

impl Row {
    fn filled(self) -> sqlx::Result<Filled> {
        let category = BlogCategory {
            id: self.id,
            version: version(self.version)?,
            slug: self.slug,
            name: self.name.0,
            description: self.description.0,
            seo_title: self.seo_title.0,
            seo_description: self.seo_description.0,
            picture: self.picture.map(|picture| picture.0),
            position: count("position", self.position)?,
        };
        Ok((category, self.posts.unsigned_abs()))
    }
}

/// The page's categories and how many match in all.
pub async fn list(conn: &mut PgConnection, filter: &ListFilter) -> sqlx::Result<(Vec<Filled>, u64)> {
    let (skipped, shown) = filter.page.within_reach();
    let pattern = contains_pattern(&filter.query);
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT c.id, c.version, c.slug, c.name AS "name: _", c.description AS "description: _",
                  c.seo_title AS "seo_title: _", c.seo_description AS "seo_description: _", c.picture AS "picture: _",
                  c.position, p.posts AS "posts!"
             FROM blog_categories c
             CROSS JOIN LATERAL (SELECT count(*) AS posts FROM blog_posts WHERE category_id = c.id) p
            WHERE $1::text IS NULL
               OR concat_ws(' ', c.name ->> 'fr', c.name ->> 'ar', c.name ->> 'en', c.slug) ILIKE $1
            ORDER BY CASE $2 WHEN 'posts' THEN -p.posts WHEN 'default' THEN c.position END, lower(c.name ->> 'fr'), c.id
            LIMIT $3 OFFSET $4"#,
        pattern,
        <&str>::from(filter.sort),
        shown,
        skipped,
    )
    .fetch_all(&mut *conn)
    .await?;
    let total = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM blog_categories
            WHERE $1::text IS NULL OR concat_ws(' ', name ->> 'fr', name ->> 'ar', name ->> 'en', slug) ILIKE $1"#,
        pattern,
    )
    .fetch_one(conn)
    .await?;
    Ok((rows.into_iter().map(Row::filled).collect::<sqlx::Result<_>>()?, total.unsigned_abs()))
}

pub async fn find(conn: &mut PgConnection, id: Uuid) -> sqlx::Result<Option<Filled>> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, version, slug, name AS "name: _", description AS "description: _", seo_title AS "seo_title: _",
                  seo_description AS "seo_description: _", picture AS "picture: _", position,
                  (SELECT count(*) FROM blog_posts WHERE category_id = c.id) AS "posts!"
             FROM blog_categories c WHERE id = $1"#,
        id
    );
    row.fetch_optional(conn).await?.map(Row::filled).transpose()
}

/// The category with this slug.
pub async fn at_slug(conn: &mut PgConnection, slug: &str) -> sqlx::Result<Option<BlogCategory>> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, version, slug, name AS "name: _", description AS "description: _", seo_title AS "seo_title: _",
                  seo_description AS "seo_description: _", picture AS "picture: _", position, 0::bigint AS "posts!"
             FROM blog_categories WHERE slug = $1"#,
        slug
    );
    row.fetch_optional(conn).await?.map(|row| row.filled().map(|(category, _)| category)).transpose()
}

/// Those with posts that shoppers read at a moment, with how many, in the order that shoppers see them.
pub async fn shown(conn: &mut PgConnection, now: OffsetDateTime) -> sqlx::Result<Vec<Filled>> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT c.id, c.version, c.slug, c.name AS "name: _", c.description AS "description: _",
                  c.seo_title AS "seo_title: _", c.seo_description AS "seo_description: _", c.picture AS "picture: _",
                  c.position, p.posts AS "posts!"
             FROM blog_categories c
             CROSS JOIN LATERAL (SELECT count(*) AS posts FROM blog_posts
                                  WHERE category_id = c.id AND active AND published_at <= $1) p
            WHERE p.posts > 0
            ORDER BY c.position, lower(c.name ->> 'fr'), c.id"#,
        now,
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(Row::filled).collect()
}

/// What a category is called and where it is.
#[derive(Debug, Clone)]
pub struct NamedCategory {
    pub id: Uuid,
    pub slug: String,
    pub name: LocalizedText,
}

/// These categories as far as they are there, or all, in the order that shoppers see them.
pub async fn named(conn: &mut PgConnection, ids: Option<&[Uuid]>) -> sqlx::Result<Vec<NamedCategory>> {
    let rows = sqlx::query!(
        r#"SELECT id, slug, name AS "name: Localized" FROM blog_categories
            WHERE $1::uuid[] IS NULL OR id = ANY($1) ORDER BY position, lower(name ->> 'fr'), id"#,
        ids,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| NamedCategory { id: row.id, slug: row.slug, name: row.name.0 }).collect())
}

pub async fn how_many(conn: &mut PgConnection) -> sqlx::Result<u64> {
    let count =
        sqlx::query_scalar!(r#"SELECT count(*) AS "count!" FROM blog_categories"#).fetch_one(conn).await?;
    Ok(count.unsigned_abs())
}

/// Keeps others from changing categories until the transaction ends; readers, and who files a post, are not kept from anything.
pub async fn lock_in(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("LOCK TABLE blog_categories IN SHARE ROW EXCLUSIVE MODE").execute(tx).await?;
    Ok(())
}

/// Stores the category, or its next version. The caller holds the lock and checked the version.
pub async fn save_in(tx: &mut PgConnection, category: &BlogCategory) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO blog_categories
                (id, version, slug, name, description, seo_title, seo_description, picture, position)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (id) DO UPDATE
            SET version = excluded.version, slug = excluded.slug, name = excluded.name,
                description = excluded.description, seo_title = excluded.seo_title,
                seo_description = excluded.seo_description, picture = excluded.picture, position = excluded.position",
        category.id,
        version_column(category.version),
        category.slug,
        Json(&category.name) as _,
        Json(&category.description) as _,
        Json(&category.seo_title) as _,
        Json(&category.seo_description) as _,
        category.picture.as_ref().map(Json) as _,
        category.position.cast_signed(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn delete_in(tx: &mut PgConnection, id: Uuid) -> sqlx::Result<()> {
    let done = sqlx::query!("DELETE FROM blog_categories WHERE id = $1", id).execute(tx).await?;
    ensure_changed(done.rows_affected())
}
