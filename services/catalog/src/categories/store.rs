//! Categories in PostgreSQL.

use std::collections::HashMap;

use souk_database::columns::{column, count, ensure_changed, version, version_column};
use souk_kernel::{CategoryId, Page};
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{Category, Usage};
use crate::columns::Localized;

/// A category that its products don't all follow yet.
#[derive(Debug, Clone, Copy)]
pub struct Following {
    pub category: CategoryId,
    /// Products after this number still show what it was before.
    pub behind_after: i64,
    /// It stands under others now.
    pub is_moved: bool,
}

struct Row {
    id: Uuid,
    parent_id: Option<Uuid>,
    slug: String,
    name: Localized,
    image: String,
    position: i32,
    products: i64,
    version: i64,
    about: Localized,
    seo_title: Localized,
    seo_description: Localized,
    feature_set_id: Option<Uuid>,
}

impl Row {
    fn category(self) -> sqlx::Result<Category> {
        Ok(Category {
            id: CategoryId::from_uuid(self.id),
            parent: self.parent_id.map(CategoryId::from_uuid),
            slug: self.slug,
            name: self.name.0,
            image: self.image,
            position: count("position", self.position)?,
            products: self.products.unsigned_abs(),
            version: version(self.version)?,
            about: self.about.0,
            seo_title: self.seo_title.0,
            seo_description: self.seo_description.0,
            feature_set: self.feature_set_id,
        })
    }
}

/// All categories with the active products of each itself, in no order.
pub async fn all(conn: &mut PgConnection) -> sqlx::Result<Vec<Category>> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id, parent_id, slug, name AS "name: _", image, position, products, version, about AS "about: _",
                  seo_title AS "seo_title: _", seo_description AS "seo_description: _", feature_set_id FROM categories"#
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(Row::category).collect()
}

pub async fn find(conn: &mut PgConnection, id: CategoryId) -> sqlx::Result<Option<Category>> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, parent_id, slug, name AS "name: _", image, position, products, version, about AS "about: _",
                  seo_title AS "seo_title: _", seo_description AS "seo_description: _", feature_set_id
             FROM categories WHERE id = $1"#,
        id.uuid()
    )
    .fetch_optional(conn)
    .await?;
    row.map(Row::category).transpose()
}

/// The active products of each category itself, not below it.
pub async fn counts(conn: &mut PgConnection) -> sqlx::Result<HashMap<CategoryId, u64>> {
    let rows = sqlx::query!("SELECT id, products FROM categories").fetch_all(conn).await?;
    Ok(rows.into_iter().map(|row| (CategoryId::from_uuid(row.id), row.products.unsigned_abs())).collect())
}

/// `false` when the id is taken already.
pub async fn insert_in(
    tx: &mut PgConnection,
    category: &Category,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "INSERT INTO categories (id, parent_id, slug, name, image, position, created_at, feature_set_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING",
        category.id.uuid(),
        category.parent.map(CategoryId::uuid),
        category.slug,
        Json(&category.name) as _,
        category.image,
        i32::try_from(category.position).unwrap_or(i32::MAX),
        now,
        category.feature_set,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Whether there is this set of features, which stays until the transaction ends. Asked before categories are held: who takes a set
/// away holds it first, and then the categories that name it.
pub async fn is_set_in(tx: &mut PgConnection, id: Uuid) -> sqlx::Result<bool> {
    let set = sqlx::query_scalar!("SELECT id FROM feature_sets WHERE id = $1 FOR KEY SHARE", id);
    Ok(set.fetch_optional(tx).await?.is_some())
}

/// Holds the category against other edits until the transaction ends.
pub async fn lock_in(tx: &mut PgConnection, id: CategoryId) -> sqlx::Result<()> {
    sqlx::query!("SELECT id FROM categories WHERE id = $1 FOR NO KEY UPDATE", id.uuid())
        .fetch_optional(tx)
        .await?;
    Ok(())
}

/// Holds the whole tree against other edits until the transaction ends, in one order for everyone.
pub async fn lock_all_in(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("SELECT id FROM categories ORDER BY id FOR NO KEY UPDATE").fetch_all(tx).await?;
    Ok(())
}

/// Holds the whole tree as [`lock_all_in`] does, and against what is to be filed in it.
pub async fn lock_all_with_keys_in(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("SELECT id FROM categories ORDER BY id FOR UPDATE").fetch_all(tx).await?;
    Ok(())
}

/// Holds the category against other edits and against what is to be filed under it until the transaction ends.
pub async fn lock_to_delete_in(tx: &mut PgConnection, id: CategoryId) -> sqlx::Result<()> {
    sqlx::query!("SELECT id FROM categories WHERE id = $1 FOR UPDATE", id.uuid()).fetch_optional(tx).await?;
    Ok(())
}

/// Saves what an edit can change over the version before it; `looks_other`: its products are to follow.
pub async fn save_in(tx: &mut PgConnection, category: &Category, looks_other: bool) -> sqlx::Result<()> {
    let done = sqlx::query!(
        "UPDATE categories SET version = $2::bigint, slug = $3, name = $4, image = $5, about = $6, seo_title = $7,
                seo_description = $8, behind_after = CASE WHEN $9 THEN 0 ELSE behind_after END, feature_set_id = $10
          WHERE id = $1 AND version = $2::bigint - 1",
        category.id.uuid(),
        version_column(category.version),
        category.slug,
        Json(&category.name) as _,
        category.image,
        Json(&category.about) as _,
        Json(&category.seo_title) as _,
        Json(&category.seo_description) as _,
        looks_other,
        category.feature_set,
    )
    .execute(tx)
    .await?;
    ensure_changed(done.rows_affected())
}

/// Puts the category under its parent, and all of these children of it in their order.
pub async fn place_in(
    tx: &mut PgConnection,
    category: &Category,
    siblings: &[CategoryId],
) -> sqlx::Result<()> {
    let done = sqlx::query!(
        "UPDATE categories SET version = $2::bigint, parent_id = $3 WHERE id = $1 AND version = $2::bigint - 1",
        category.id.uuid(),
        version_column(category.version),
        category.parent.map(CategoryId::uuid),
    )
    .execute(&mut *tx)
    .await?;
    ensure_changed(done.rows_affected())?;
    let siblings = column(siblings, |id| id.uuid());
    sqlx::query!(
        "UPDATE categories c SET position = o.place - 1
           FROM unnest($1::uuid[]) WITH ORDINALITY AS o (id, place) WHERE c.id = o.id AND c.position <> o.place - 1",
        &siblings,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The products of these categories are found by another name.
pub async fn follow_renamed_in(tx: &mut PgConnection, categories: &[CategoryId]) -> sqlx::Result<()> {
    let ids = column(categories, |id| id.uuid());
    sqlx::query!("UPDATE categories SET behind_after = 0 WHERE id = ANY($1)", &ids).execute(tx).await?;
    Ok(())
}

/// The products of these categories are to follow, and other services with them.
pub async fn follow_moved_in(tx: &mut PgConnection, categories: &[CategoryId]) -> sqlx::Result<()> {
    let ids = column(categories, |id| id.uuid());
    sqlx::query!("UPDATE categories SET behind_after = 0, is_moved = true WHERE id = ANY($1)", &ids)
        .execute(tx)
        .await?;
    Ok(())
}

/// What names the category; its products are counted as far as lists reach, and promotions that can still lower a price.
pub async fn usage(conn: &mut PgConnection, category: &Category, now: OffsetDateTime) -> sqlx::Result<Usage> {
    let row = sqlx::query!(
        r#"SELECT (SELECT count(*) FROM categories WHERE parent_id = $1) AS "categories!",
                  (SELECT count(*) FROM (SELECT FROM products WHERE category_id = $1 LIMIT $2) counted) AS "products!",
                  (SELECT count(*) FROM promotions
                    WHERE rule = 'category' AND entity_id = $1 AND active AND (ends_at IS NULL OR ends_at > $3)) AS "promotions!",
                  (SELECT count(*) FROM home_blocks WHERE block ->> 'source' = 'category:' || $1) AS "blocks!""#,
        category.id.uuid(),
        i64::from(Page::REACH) + 1,
        now,
    )
    .fetch_one(conn)
    .await?;
    Ok(Usage {
        categories: row.categories.unsigned_abs(),
        products: row.products.unsigned_abs(),
        promotions: row.promotions.unsigned_abs(),
        blocks: row.blocks.unsigned_abs(),
    })
}

pub async fn delete_in(tx: &mut PgConnection, id: CategoryId) -> sqlx::Result<()> {
    let done = sqlx::query!("DELETE FROM categories WHERE id = $1", id.uuid()).execute(tx).await?;
    ensure_changed(done.rows_affected())
}

/// A category whose products are to follow, if there is one.
pub async fn to_be_followed(conn: &mut PgConnection) -> sqlx::Result<Option<Following>> {
    let row = sqlx::query!(
        r#"SELECT id, behind_after AS "behind_after!", is_moved FROM categories
            WHERE behind_after IS NOT NULL ORDER BY id LIMIT 1"#
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| Following {
        category: CategoryId::from_uuid(row.id),
        behind_after: row.behind_after,
        is_moved: row.is_moved,
    }))
}

/// Notes how far products followed the category, `None` for all of them; `false` where it was changed again meanwhile.
pub async fn advance_in(tx: &mut PgConnection, from: Following, to: Option<i64>) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "UPDATE categories SET behind_after = $4::bigint, is_moved = is_moved AND $4::bigint IS NOT NULL
          WHERE id = $1 AND behind_after = $2 AND is_moved = $3",
        from.category.uuid(),
        from.behind_after,
        from.is_moved,
        to,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}
