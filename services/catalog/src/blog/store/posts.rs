//! Posts of the blog. There are some thousand of them at most: each list of staff goes through all.

use souk_database::columns::{contains_pattern, ensure_changed, version, version_column};
use souk_kernel::{LocalizedText, Page};
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::blog::model::{BlogPost, Filed, State};
use crate::columns::Localized;
use crate::media::StoredSize;

/// Which posts, in which order.
#[derive(Debug, Clone)]
pub struct ListFilter {
    pub page: Page,
    /// Part of the title in any language, or of the address; empty for all.
    pub query: String,
    pub category: Option<Uuid>,
    pub state: Option<State>,
    pub sort: ListSort,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ListSort {
    /// Newest first, before them what has no date.
    #[default]
    Default,
    /// By French title.
    Title,
    /// Last changed first.
    Changed,
}

struct Row {
    id: Uuid,
    version: i64,
    category_id: Uuid,
    slug: String,
    active: bool,
    published_at: Option<OffsetDateTime>,
    title: Localized,
    excerpt: Localized,
    html: Localized,
    seo_title: Localized,
    seo_description: Localized,
    picture: Option<Json<StoredSize>>,
    changed_at: OffsetDateTime,
    category_name: Localized,
}

impl Row {
    fn filed(self) -> sqlx::Result<Filed> {
        let post = BlogPost {
            id: self.id,
            version: version(self.version)?,
            category: self.category_id,
            slug: self.slug,
            active: self.active,
            published_at: self.published_at,
            title: self.title.0,
            excerpt: self.excerpt.0,
            html: self.html.0,
            seo_title: self.seo_title.0,
            seo_description: self.seo_description.0,
            picture: self.picture.map(|picture| picture.0),
            changed_at: self.changed_at,
        };
        Ok((post, self.category_name.0))
    }
}

/// The page's posts, without their texts, and how many match in all, by what they are at a moment.
pub async fn list(
    conn: &mut PgConnection,
    filter: &ListFilter,
    now: OffsetDateTime,
) -> sqlx::Result<(Vec<Filed>, u64)> {
    let (skipped, shown) = filter.page.within_reach();
    let pattern = contains_pattern(&filter.query);
    let state = filter.state.map(<&str>::from);
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT p.id, p.version, p.category_id, p.slug, p.active, p.published_at, p.title AS "title: _",
                  p.excerpt AS "excerpt: _", '{}'::jsonb AS "html!: _", p.seo_title AS "seo_title: _",
                  p.seo_description AS "seo_description: _", p.picture AS "picture: _", p.changed_at,
                  c.name AS "category_name: _"
             FROM blog_posts p JOIN blog_categories c ON c.id = p.category_id
            WHERE ($1::text IS NULL
                   OR concat_ws(' ', p.title ->> 'fr', p.title ->> 'ar', p.title ->> 'en', p.slug) ILIKE $1)
              AND ($2::uuid IS NULL OR p.category_id = $2)
              AND ($3::text IS NULL OR $3 = CASE WHEN NOT p.active THEN 'draft'
                                                 WHEN p.published_at > $4 THEN 'planned' ELSE 'published' END)
            ORDER BY CASE $5 WHEN 'changed' THEN p.changed_at
                             WHEN 'default' THEN COALESCE(p.published_at, 'infinity') END DESC NULLS LAST,
                     lower(p.title ->> 'fr'), p.id
            LIMIT $6 OFFSET $7"#,
        pattern,
        filter.category,
        state,
        now,
        <&str>::from(filter.sort),
        shown,
        skipped,
    )
    .fetch_all(&mut *conn)
    .await?;
    let total = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM blog_posts
            WHERE ($1::text IS NULL
                   OR concat_ws(' ', title ->> 'fr', title ->> 'ar', title ->> 'en', slug) ILIKE $1)
              AND ($2::uuid IS NULL OR category_id = $2)
              AND ($3::text IS NULL OR $3 = CASE WHEN NOT active THEN 'draft'
                                                 WHEN published_at > $4 THEN 'planned' ELSE 'published' END)"#,
        pattern,
        filter.category,
        state,
        now,
    )
    .fetch_one(conn)
    .await?;
    Ok((rows.into_iter().map(Row::filed).collect::<sqlx::Result<_>>()?, total.unsigned_abs()))
}

pub async fn find(conn: &mut PgConnection, id: Uuid) -> sqlx::Result<Option<Filed>> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT p.id, p.version, p.category_id, p.slug, p.active, p.published_at, p.title AS "title: _",
                  p.excerpt AS "excerpt: _", p.html AS "html: _", p.seo_title AS "seo_title: _",
                  p.seo_description AS "seo_description: _", p.picture AS "picture: _", p.changed_at,
                  c.name AS "category_name: _"
             FROM blog_posts p JOIN blog_categories c ON c.id = p.category_id WHERE p.id = $1"#,
        id
    );
    row.fetch_optional(conn).await?.map(Row::filed).transpose()
}

/// A post that shoppers read, with its category's name and slug.
pub type Shown = (BlogPost, LocalizedText, String);

/// The post with this slug that shoppers read at a moment.
pub async fn shown(conn: &mut PgConnection, slug: &str, now: OffsetDateTime) -> sqlx::Result<Option<Shown>> {
    let id = sqlx::query_scalar!(
        "SELECT id FROM blog_posts WHERE slug = $1 AND active AND published_at <= $2",
        slug,
        now
    );
    let Some(id) = id.fetch_optional(&mut *conn).await? else { return Ok(None) };
    filed(conn, id).await
}

/// A post, whether shoppers read it or not, with what the page of one says of its category.
pub async fn filed(conn: &mut PgConnection, id: Uuid) -> sqlx::Result<Option<Shown>> {
    let Some((post, name)) = find(&mut *conn, id).await? else { return Ok(None) };
    let category =
        sqlx::query_scalar!("SELECT slug FROM blog_categories WHERE id = $1", post.category).fetch_one(conn);
    Ok(Some((post, name, category.await?)))
}

/// What lists that shoppers read show of a post.
#[derive(Debug, Clone)]
pub struct CardRow {
    pub slug: String,
    pub title: Localized,
    pub excerpt: Localized,
    pub picture: Option<Json<StoredSize>>,
    pub published_at: OffsetDateTime,
    pub category_slug: String,
    pub category_name: Localized,
}

/// Posts that shoppers read at a moment, newest first, of all categories or of one: `shown` after the `skipped` first.
pub async fn cards(
    conn: &mut PgConnection,
    category: Option<Uuid>,
    (skipped, shown): (i64, i64),
    now: OffsetDateTime,
) -> sqlx::Result<Vec<CardRow>> {
    sqlx::query_as!(
        CardRow,
        r#"SELECT p.slug, p.title AS "title: _", p.excerpt AS "excerpt: _", p.picture AS "picture: _",
                  p.published_at AS "published_at!", c.slug AS category_slug, c.name AS "category_name: _"
             FROM blog_posts p JOIN blog_categories c ON c.id = p.category_id
            WHERE p.active AND p.published_at <= $1 AND ($2::uuid IS NULL OR p.category_id = $2)
            ORDER BY p.published_at DESC, p.id
            LIMIT $3 OFFSET $4"#,
        now,
        category,
        shown,
        skipped,
    )
    .fetch_all(conn)
    .await
}

/// The card of a post, while shoppers read it.
pub async fn card(conn: &mut PgConnection, id: Uuid, now: OffsetDateTime) -> sqlx::Result<Option<CardRow>> {
    sqlx::query_as!(
        CardRow,
        r#"SELECT p.slug, p.title AS "title: _", p.excerpt AS "excerpt: _", p.picture AS "picture: _",
                  p.published_at AS "published_at!", c.slug AS category_slug, c.name AS "category_name: _"
             FROM blog_posts p JOIN blog_categories c ON c.id = p.category_id
            WHERE p.id = $1 AND p.active AND p.published_at <= $2"#,
        id,
        now,
    )
    .fetch_optional(conn)
    .await
}

/// How many posts shoppers read at a moment, of all categories or of one.
pub async fn shown_count(
    conn: &mut PgConnection,
    category: Option<Uuid>,
    now: OffsetDateTime,
) -> sqlx::Result<u64> {
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM blog_posts
            WHERE active AND published_at <= $1 AND ($2::uuid IS NULL OR category_id = $2)"#,
        now,
        category,
    );
    Ok(count.fetch_one(conn).await?.unsigned_abs())
}

/// Addresses of what shoppers read at a moment.
pub async fn shown_slugs(conn: &mut PgConnection, now: OffsetDateTime) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!("SELECT slug FROM blog_posts WHERE active AND published_at <= $1 ORDER BY slug", now)
        .fetch_all(conn)
        .await
}

/// When the next post is published, if one is planned.
pub async fn next_publication(
    conn: &mut PgConnection,
    now: OffsetDateTime,
) -> sqlx::Result<Option<OffsetDateTime>> {
    sqlx::query_scalar!("SELECT min(published_at) FROM blog_posts WHERE active AND published_at > $1", now)
        .fetch_one(conn)
        .await
}

/// What a post is called and where it is.
#[derive(Debug, Clone)]
pub struct NamedPost {
    pub id: Uuid,
    pub slug: String,
    pub title: LocalizedText,
    /// A draft, or one whose date is ahead, is not.
    pub is_shown: bool,
}

/// These posts as far as they are there, or all; newest first, before them what has no date.
pub async fn named(
    conn: &mut PgConnection,
    ids: Option<&[Uuid]>,
    now: OffsetDateTime,
) -> sqlx::Result<Vec<NamedPost>> {
    let rows = sqlx::query!(
        r#"SELECT id, slug, title AS "title: Localized",
                  (active AND published_at <= $2) IS TRUE AS "is_shown!"
             FROM blog_posts
            WHERE $1::uuid[] IS NULL OR id = ANY($1)
            ORDER BY published_at DESC NULLS FIRST, lower(title ->> 'fr'), id"#,
        ids,
        now,
    )
    .fetch_all(conn)
    .await?;
    let posts = rows.into_iter().map(|row| NamedPost {
        id: row.id,
        slug: row.slug,
        title: row.title.0,
        is_shown: row.is_shown,
    });
    Ok(posts.collect())
}

pub async fn how_many(conn: &mut PgConnection) -> sqlx::Result<u64> {
    let count = sqlx::query_scalar!(r#"SELECT count(*) AS "count!" FROM blog_posts"#).fetch_one(conn).await?;
    Ok(count.unsigned_abs())
}

/// Keeps others from changing posts until the transaction ends; readers are not kept from anything.
pub async fn lock_in(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("LOCK TABLE blog_posts IN SHARE ROW EXCLUSIVE MODE").execute(tx).await?;
    Ok(())
}

/// Holds the post against blocks that are to show it until the transaction ends.
pub async fn lock_to_delete_in(tx: &mut PgConnection, id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("SELECT id FROM blog_posts WHERE id = $1 FOR UPDATE", id).fetch_optional(tx).await?;
    Ok(())
}

/// Stores the post, or its next version. The caller holds the lock and checked the version.
pub async fn save_in(tx: &mut PgConnection, post: &BlogPost) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO blog_posts (id, version, category_id, slug, active, published_at, title, excerpt, html, seo_title,
                                 seo_description, picture, changed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         ON CONFLICT (id) DO UPDATE
            SET version = excluded.version, category_id = excluded.category_id, slug = excluded.slug,
                active = excluded.active, published_at = excluded.published_at, title = excluded.title,
                excerpt = excluded.excerpt, html = excluded.html, seo_title = excluded.seo_title,
                seo_description = excluded.seo_description, picture = excluded.picture,
                changed_at = excluded.changed_at",
        post.id,
        version_column(post.version),
        post.category,
        post.slug,
        post.active,
        post.published_at,
        Json(&post.title) as _,
        Json(&post.excerpt) as _,
        Json(&post.html) as _,
        Json(&post.seo_title) as _,
        Json(&post.seo_description) as _,
        post.picture.as_ref().map(Json) as _,
        post.changed_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn delete_in(tx: &mut PgConnection, id: Uuid) -> sqlx::Result<()> {
    let done = sqlx::query!("DELETE FROM blog_posts WHERE id = $1", id).execute(tx).await?;
    ensure_changed(done.rows_affected())
}
