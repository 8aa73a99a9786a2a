//! Pages of text in PostgreSQL. There are some hundred of them at most: each list goes through all.

use souk_database::columns::{contains_pattern, ensure_changed, version, version_column};
use souk_kernel::{LocalizedText, Page};
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::CmsPage;
use crate::columns::Localized;

/// Which pages, in which order.
#[derive(Debug, Clone)]
pub struct ListFilter {
    pub page: Page,
    /// Part of the title in any language, or of the address; empty for all.
    pub query: String,
    pub state: Option<State>,
    pub sort: ListSort,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum State {
    Active,
    Draft,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ListSort {
    /// By French title.
    #[default]
    Default,
    /// Last changed first.
    Changed,
}

struct Row {
    id: Uuid,
    version: i64,
    slug: String,
    active: bool,
    title: Localized,
    html: Localized,
    seo_title: Localized,
    seo_description: Localized,
    changed_at: OffsetDateTime,
}

impl Row {
    fn page(self) -> sqlx::Result<CmsPage> {
        Ok(CmsPage {
            id: self.id,
            version: version(self.version)?,
            slug: self.slug,
            active: self.active,
            title: self.title.0,
            html: self.html.0,
            seo_title: self.seo_title.0,
            seo_description: self.seo_description.0,
            changed_at: self.changed_at,
        })
    }
}

/// The page's pages, without their texts, and how many match in all.
pub async fn list(conn: &mut PgConnection, filter: &ListFilter) -> sqlx::Result<(Vec<CmsPage>, u64)> {
    let (skipped, shown) = filter.page.within_reach();
    let pattern = contains_pattern(&filter.query);
    let active = filter.state.map(|state| state == State::Active);
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id, version, slug, active, title AS "title: _", '{}'::jsonb AS "html!: _", seo_title AS "seo_title: _",
                  seo_description AS "seo_description: _", changed_at
             FROM cms_pages
            WHERE ($1::text IS NULL OR concat_ws(' ', title ->> 'fr', title ->> 'ar', title ->> 'en', slug) ILIKE $1)
              AND ($2::boolean IS NULL OR active = $2)
            ORDER BY CASE $3 WHEN 'changed' THEN changed_at END DESC, lower(title ->> 'fr'), id
            LIMIT $4 OFFSET $5"#,
        pattern,
        active,
        <&str>::from(filter.sort),
        shown,
        skipped,
    )
    .fetch_all(&mut *conn)
    .await?;
    let total = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM cms_pages
            WHERE ($1::text IS NULL OR concat_ws(' ', title ->> 'fr', title ->> 'ar', title ->> 'en', slug) ILIKE $1)
              AND ($2::boolean IS NULL OR active = $2)"#,
        pattern,
        active,
    )
    .fetch_one(conn)
    .await?;
    Ok((rows.into_iter().map(Row::page).collect::<sqlx::Result<_>>()?, total.unsigned_abs()))
}

pub async fn find(conn: &mut PgConnection, id: Uuid) -> sqlx::Result<Option<CmsPage>> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, version, slug, active, title AS "title: _", html AS "html: _", seo_title AS "seo_title: _",
                  seo_description AS "seo_description: _", changed_at
             FROM cms_pages WHERE id = $1"#,
        id
    );
    row.fetch_optional(conn).await?.map(Row::page).transpose()
}

/// The active page with this slug.
pub async fn active(conn: &mut PgConnection, slug: &str) -> sqlx::Result<Option<CmsPage>> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, version, slug, active, title AS "title: _", html AS "html: _", seo_title AS "seo_title: _",
                  seo_description AS "seo_description: _", changed_at
             FROM cms_pages WHERE slug = $1 AND active"#,
        slug
    );
    row.fetch_optional(conn).await?.map(Row::page).transpose()
}

/// What a page is called and where it is.
#[derive(Debug, Clone)]
pub struct NamedPage {
    pub id: Uuid,
    pub slug: String,
    pub active: bool,
    pub title: LocalizedText,
}

/// These pages as far as they are there, or all, by French title.
pub async fn named(conn: &mut PgConnection, ids: Option<&[Uuid]>) -> sqlx::Result<Vec<NamedPage>> {
    let rows = sqlx::query!(
        r#"SELECT id, slug, active, title AS "title: Localized" FROM cms_pages
            WHERE $1::uuid[] IS NULL OR id = ANY($1) ORDER BY lower(title ->> 'fr'), id"#,
        ids,
    )
    .fetch_all(conn)
    .await?;
    let pages = rows.into_iter().map(|row| NamedPage {
        id: row.id,
        slug: row.slug,
        active: row.active,
        title: row.title.0,
    });
    Ok(pages.collect())
}

/// Addresses of what shoppers can read.
pub async fn active_slugs(conn: &mut PgConnection) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!("SELECT slug FROM cms_pages WHERE active ORDER BY slug").fetch_all(conn).await
}

pub async fn count(conn: &mut PgConnection) -> sqlx::Result<u64> {
    let count = sqlx::query_scalar!(r#"SELECT count(*) AS "count!" FROM cms_pages"#).fetch_one(conn).await?;
    Ok(count.unsigned_abs())
}

/// Keeps others from changing pages until the transaction ends; readers are not kept from anything.
pub async fn lock_in(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("LOCK TABLE cms_pages IN SHARE ROW EXCLUSIVE MODE").execute(tx).await?;
    Ok(())
}

/// Stores the page, or its next version. The caller holds the lock and checked the version.
pub async fn save_in(tx: &mut PgConnection, page: &CmsPage) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO cms_pages (id, version, slug, active, title, html, seo_title, seo_description, changed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (id) DO UPDATE
            SET version = excluded.version, slug = excluded.slug, active = excluded.active, title = excluded.title,
                html = excluded.html, seo_title = excluded.seo_title, seo_description = excluded.seo_description,
                changed_at = excluded.changed_at",
        page.id,
        version_column(page.version),
        page.slug,
        page.active,
        Json(&page.title) as _,
        Json(&page.html) as _,
        Json(&page.seo_title) as _,
        Json(&page.seo_description) as _,
        page.changed_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn delete_in(tx: &mut PgConnection, id: Uuid) -> sqlx::Result<()> {
    let done = sqlx::query!("DELETE FROM cms_pages WHERE id = $1", id).execute(tx).await?;
    ensure_changed(done.rows_affected())
}
