//! Brands in PostgreSQL.

use std::collections::HashMap;

use souk_kernel::BrandId;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::model::{Brand, DEFAULT_LOGO};

/// All brands with how many active products each has.
pub async fn all(conn: &mut PgConnection) -> sqlx::Result<HashMap<BrandId, Brand>> {
    let rows = sqlx::query!("SELECT id, name, slug, logo, products FROM brands").fetch_all(conn).await?;
    let brands = rows.into_iter().map(|row| {
        let id = BrandId::from_uuid(row.id);
        let logo = if row.logo.is_empty() { DEFAULT_LOGO.to_owned() } else { row.logo };
        let products = row.products.unsigned_abs();
        (id, Brand { id, name: row.name, slug: row.slug, logo, products })
    });
    Ok(brands.collect())
}

/// The active products of each brand.
pub async fn counts(conn: &mut PgConnection) -> sqlx::Result<HashMap<BrandId, u64>> {
    let rows = sqlx::query!("SELECT id, products FROM brands").fetch_all(conn).await?;
    Ok(rows.into_iter().map(|row| (BrandId::from_uuid(row.id), row.products.unsigned_abs())).collect())
}

pub async fn exists(conn: &mut PgConnection, id: BrandId) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!("SELECT 1 AS one FROM brands WHERE id = $1", id.uuid());
    Ok(found.fetch_optional(conn).await?.is_some())
}

/// `false` when the id is taken already.
pub async fn insert_in(tx: &mut PgConnection, brand: &Brand, now: OffsetDateTime) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "INSERT INTO brands (id, slug, name, logo, created_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING",
        brand.id.uuid(),
        brand.slug,
        brand.name,
        brand.logo,
        now,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}
