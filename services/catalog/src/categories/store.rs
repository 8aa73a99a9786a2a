//! Categories in PostgreSQL.

use std::collections::HashMap;

use souk_database::columns::count;
use souk_kernel::{CategoryId, LocalizedText};
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;

use super::model::Category;
use crate::columns::Localized;

/// All categories with the active products of each itself, in no order.
pub async fn all(conn: &mut PgConnection) -> sqlx::Result<Vec<Category>> {
    let rows = sqlx::query!(
        r#"SELECT id, parent_id, slug, name AS "name: Localized", image, position, products FROM categories"#
    )
    .fetch_all(conn)
    .await?;
    let categories = rows.into_iter().map(|row| {
        Ok(Category {
            id: CategoryId::from_uuid(row.id),
            parent: row.parent_id.map(CategoryId::from_uuid),
            slug: row.slug,
            name: row.name.0,
            image: row.image,
            position: count("position", row.position)?,
            products: row.products.unsigned_abs(),
        })
    });
    categories.collect()
}

/// The active products of each category itself, not below it.
pub async fn counts(conn: &mut PgConnection) -> sqlx::Result<HashMap<CategoryId, u64>> {
    let rows = sqlx::query!("SELECT id, products FROM categories").fetch_all(conn).await?;
    Ok(rows.into_iter().map(|row| (CategoryId::from_uuid(row.id), row.products.unsigned_abs())).collect())
}

pub async fn exists(conn: &mut PgConnection, id: CategoryId) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!("SELECT 1 AS one FROM categories WHERE id = $1", id.uuid());
    Ok(found.fetch_optional(conn).await?.is_some())
}

/// `false` when the id is taken already.
pub async fn insert_in(
    tx: &mut PgConnection,
    category: &Category,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let name: Json<&LocalizedText> = Json(&category.name);
    let done = sqlx::query!(
        "INSERT INTO categories (id, parent_id, slug, name, image, position, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING",
        category.id.uuid(),
        category.parent.map(CategoryId::uuid),
        category.slug,
        name as _,
        category.image,
        i32::try_from(category.position).unwrap_or(i32::MAX),
        now,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}
