//! Brands in PostgreSQL.

use std::collections::HashMap;

use souk_database::columns::{column, count, ensure_changed, version, version_column};
use souk_kernel::{BrandId, Page};
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{Brand, Choice, DEFAULT_LOGO, Usage};
use crate::brand_lines;
use crate::columns::Localized;
use crate::former_addresses::{self, Kind};

/// A brand that its products don't all follow yet.
#[derive(Debug, Clone, Copy)]
pub struct Following {
    pub brand: BrandId,
    /// Products after this number still show what it was before.
    pub behind_after: Option<i64>,
    /// Its products are this brand's from now on.
    pub merged_into: Option<BrandId>,
}

pub struct Row {
    pub id: Uuid,
    pub version: i64,
    pub name: String,
    pub slug: String,
    pub logo: String,
    pub about: Localized,
    pub position: i32,
    pub products: i64,
    pub merged_into: Option<Uuid>,
}

impl Row {
    pub fn brand(self) -> sqlx::Result<Brand> {
        Ok(Brand {
            id: BrandId::from_uuid(self.id),
            version: version(self.version)?,
            name: self.name,
            slug: self.slug,
            logo: if self.logo.is_empty() { DEFAULT_LOGO.to_owned() } else { self.logo },
            about: self.about.0,
            position: count("position", self.position)?,
            products: self.products.unsigned_abs(),
            merged_into: self.merged_into.map(BrandId::from_uuid),
        })
    }
}

/// All brands with how many active products each has.
pub async fn all(conn: &mut PgConnection) -> sqlx::Result<HashMap<BrandId, Brand>> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id, version, name, slug, logo, about AS "about: _", position, products, merged_into FROM brands"#
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(|row| row.brand().map(|brand| (brand.id, brand))).collect()
}

/// All brands as choices show them.
pub async fn choices(conn: &mut PgConnection) -> sqlx::Result<Vec<Choice>> {
    let rows = sqlx::query!("SELECT id, name, slug, products FROM brands").fetch_all(conn).await?;
    let choice = |id, name, slug, products: i64| Choice {
        id: BrandId::from_uuid(id),
        name,
        slug,
        products: products.unsigned_abs(),
    };
    Ok(rows.into_iter().map(|row| choice(row.id, row.name, row.slug, row.products)).collect())
}

/// The active products of each brand.
pub async fn counts(conn: &mut PgConnection) -> sqlx::Result<HashMap<BrandId, u64>> {
    let rows = sqlx::query!("SELECT id, products FROM brands").fetch_all(conn).await?;
    Ok(rows.into_iter().map(|row| (BrandId::from_uuid(row.id), row.products.unsigned_abs())).collect())
}

pub async fn find(conn: &mut PgConnection, id: BrandId) -> sqlx::Result<Option<Brand>> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, version, name, slug, logo, about AS "about: _", position, products, merged_into
             FROM brands WHERE id = $1"#,
        id.uuid()
    )
    .fetch_optional(conn)
    .await?;
    row.map(Row::brand).transpose()
}

/// Holds the brands against other edits until the transaction ends, in one order for everyone.
pub async fn lock_all_in(tx: &mut PgConnection, ids: &[BrandId]) -> sqlx::Result<()> {
    let ids = column(ids, |id| id.uuid());
    sqlx::query!("SELECT id FROM brands WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE", &ids)
        .fetch_all(tx)
        .await?;
    Ok(())
}

/// Holds the brand against other edits and against products that are to be filed under it until the transaction ends.
pub async fn lock_to_delete_in(tx: &mut PgConnection, id: BrandId) -> sqlx::Result<()> {
    sqlx::query!("SELECT id FROM brands WHERE id = $1 FOR UPDATE", id.uuid()).fetch_optional(tx).await?;
    Ok(())
}

/// `false` when the id is taken already.
pub async fn insert_in(tx: &mut PgConnection, brand: &Brand, now: OffsetDateTime) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "INSERT INTO brands (id, slug, name, logo, about, position, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (id) DO NOTHING",
        brand.id.uuid(),
        brand.slug,
        brand.name,
        brand.logo,
        Json(&brand.about) as _,
        brand.position.cast_signed(),
        now,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Saves the brand over the version before it; `looks_other`: its products are to follow.
pub async fn save_in(tx: &mut PgConnection, brand: &Brand, looks_other: bool) -> sqlx::Result<()> {
    let done = sqlx::query!(
        "UPDATE brands SET version = $2::bigint, name = $3, logo = $4, about = $5, position = $6, merged_into = $7,
                behind_after = CASE WHEN $8 THEN 0 ELSE behind_after END
          WHERE id = $1 AND version = $2::bigint - 1",
        brand.id.uuid(),
        version_column(brand.version),
        brand.name,
        brand.logo,
        Json(&brand.about) as _,
        brand.position.cast_signed(),
        brand.merged_into.map(BrandId::uuid),
        looks_other,
    )
    .execute(tx)
    .await?;
    ensure_changed(done.rows_affected())
}

/// What names the brand; its products are counted as far as lists reach, and promotions that can still lower a price.
pub async fn usage(conn: &mut PgConnection, brand: &Brand, now: OffsetDateTime) -> sqlx::Result<Usage> {
    let lines = brand_lines::count_of(conn, brand.id).await?;
    let row = sqlx::query!(
        r#"SELECT (SELECT count(*) FROM (SELECT FROM products WHERE brand_id = $1 LIMIT $2) counted) AS "products!",
                  (SELECT count(*) FROM promotions
                    WHERE rule = 'brand' AND entity_id = $1 AND active AND (ends_at IS NULL OR ends_at > $3)) AS "promotions!",
                  (SELECT count(*) FROM home_blocks WHERE block ->> 'source' = 'brand:' || $1) AS "blocks!""#,
        brand.id.uuid(),
        i64::from(Page::REACH) + 1,
        now,
    )
    .fetch_one(conn)
    .await?;
    Ok(Usage {
        products: row.products.unsigned_abs(),
        lines,
        promotions: row.promotions.unsigned_abs(),
        blocks: row.blocks.unsigned_abs(),
    })
}

/// Whether another brand's products are being handed over to this one.
pub async fn is_merged_into(conn: &mut PgConnection, id: BrandId) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!("SELECT 1 AS one FROM brands WHERE merged_into = $1 LIMIT 1", id.uuid());
    Ok(found.fetch_optional(conn).await?.is_some())
}

pub async fn delete_in(tx: &mut PgConnection, id: BrandId) -> sqlx::Result<()> {
    let done = sqlx::query!("DELETE FROM brands WHERE id = $1", id.uuid()).execute(tx).await?;
    ensure_changed(done.rows_affected())
}

/// A brand whose products are to follow, if there is one.
pub async fn to_be_followed(conn: &mut PgConnection) -> sqlx::Result<Option<Following>> {
    let row = sqlx::query!(
        "SELECT id, behind_after, merged_into FROM brands
          WHERE behind_after IS NOT NULL OR merged_into IS NOT NULL ORDER BY id LIMIT 1"
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| Following {
        brand: BrandId::from_uuid(row.id),
        behind_after: row.behind_after,
        merged_into: row.merged_into.map(BrandId::from_uuid),
    }))
}

/// Notes how far products followed the brand, `None` for all of them; `false` where it was changed again meanwhile.
pub async fn advance_in(tx: &mut PgConnection, from: Following, to: Option<i64>) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "UPDATE brands SET behind_after = $3 WHERE id = $1 AND behind_after IS NOT DISTINCT FROM $2",
        from.brand.uuid(),
        from.behind_after,
        to,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Takes away a brand that handed all its products over, and has its address lead to the one that has them; nothing where another
/// process did so.
pub async fn remove_in(tx: &mut PgConnection, id: BrandId) -> sqlx::Result<()> {
    brand_lines::leave_in(tx, id).await?;
    let removed = sqlx::query!(
        r#"DELETE FROM brands WHERE id = $1 AND merged_into IS NOT NULL RETURNING slug, merged_into AS "into!""#,
        id.uuid()
    );
    let Some(brand) = removed.fetch_optional(&mut *tx).await? else { return Ok(()) };
    former_addresses::hand_over_in(tx, Kind::Brand, (id.uuid(), brand.into), &brand.slug).await
}
