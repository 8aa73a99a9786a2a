//! Brand lines in PostgreSQL.

use std::collections::HashMap;

use souk_database::columns::{count, ensure_changed, version, version_column};
use souk_kernel::{BrandId, BrandLineId, Page};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::model::{BrandLine, Choice, Named, Usage};
use crate::columns::Localized;
use crate::media::StoredSize;

/// A line that its products don't all follow yet.
#[derive(Debug, Clone, Copy)]
pub struct Following {
    pub line: BrandLineId,
    /// Products after this number still show what it was before.
    pub behind_after: i64,
}

/// A line's row with the name of its brand.
pub struct Row {
    pub id: Uuid,
    pub brand_id: Uuid,
    pub version: i64,
    pub slug: String,
    pub name: String,
    pub picture: Option<Json<StoredSize>>,
    pub about: Localized,
    pub seo_title: Localized,
    pub seo_description: Localized,
    pub position: i32,
    pub products: i64,
    pub brand_name: String,
}

impl Row {
    pub fn named(self) -> sqlx::Result<Named> {
        let line = BrandLine {
            id: BrandLineId::from_uuid(self.id),
            version: version(self.version)?,
            brand: BrandId::from_uuid(self.brand_id),
            name: self.name,
            slug: self.slug,
            picture: self.picture.map(|picture| picture.0),
            about: self.about.0,
            seo_title: self.seo_title.0,
            seo_description: self.seo_description.0,
            position: count("position", self.position)?,
            products: self.products.unsigned_abs(),
        };
        Ok((line, self.brand_name))
    }
}

/// What is known of a brand that a line is to be saved of.
#[derive(Debug, Clone, Copy)]
pub struct OfBrand {
    pub is_merging: bool,
    pub lines: u64,
}

/// All lines with how many active products each has.
pub async fn all(conn: &mut PgConnection) -> sqlx::Result<HashMap<BrandLineId, BrandLine>> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id, brand_id, version, slug, name, picture AS "picture: _", about AS "about: _",
                  seo_title AS "seo_title: _", seo_description AS "seo_description: _", position, products,
                  '' AS "brand_name!" FROM brand_lines"#
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(|row| row.named().map(|(line, _)| (line.id, line))).collect()
}

/// All lines of a brand in the order that shoppers see them; of all brands, brand by brand by name.
pub async fn choices(conn: &mut PgConnection, brand: Option<BrandId>) -> sqlx::Result<Vec<Choice>> {
    let rows = sqlx::query!(
        "SELECT l.id, l.name, l.slug, l.products, b.name AS brand_name
           FROM brand_lines l JOIN brands b ON b.id = l.brand_id
          WHERE $1::uuid IS NULL OR l.brand_id = $1
          ORDER BY CASE WHEN $1 IS NULL THEN lower(b.name) END, b.id, l.position, lower(l.name), l.id",
        brand.map(BrandId::uuid),
    )
    .fetch_all(conn)
    .await?;
    let choice = |id, name, slug, products: i64, brand_name| Choice {
        id: BrandLineId::from_uuid(id),
        name,
        slug,
        products: products.unsigned_abs(),
        brand_name,
    };
    let choices = rows.into_iter();
    Ok(choices.map(|row| choice(row.id, row.name, row.slug, row.products, row.brand_name)).collect())
}

/// The active products of each line.
pub async fn counts(conn: &mut PgConnection) -> sqlx::Result<HashMap<BrandLineId, u64>> {
    let rows = sqlx::query!("SELECT id, products FROM brand_lines").fetch_all(conn).await?;
    Ok(rows.into_iter().map(|row| (BrandLineId::from_uuid(row.id), row.products.unsigned_abs())).collect())
}

pub async fn find(conn: &mut PgConnection, id: BrandLineId) -> sqlx::Result<Option<Named>> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT l.id, l.brand_id, l.version, l.slug, l.name, l.picture AS "picture: _", l.about AS "about: _",
                  l.seo_title AS "seo_title: _", l.seo_description AS "seo_description: _", l.position, l.products,
                  b.name AS brand_name
             FROM brand_lines l JOIN brands b ON b.id = l.brand_id WHERE l.id = $1"#,
        id.uuid()
    );
    row.fetch_optional(conn).await?.map(Row::named).transpose()
}

/// Holds a brand against merges, and others who save lines of it, until the transaction ends; none where there is no such brand.
pub async fn lock_brand_in(tx: &mut PgConnection, brand: BrandId) -> sqlx::Result<Option<OfBrand>> {
    let found =
        sqlx::query_scalar!("SELECT merged_into FROM brands WHERE id = $1 FOR NO KEY UPDATE", brand.uuid())
            .fetch_optional(&mut *tx)
            .await?;
    let Some(merged_into) = found else { return Ok(None) };
    Ok(Some(OfBrand { is_merging: merged_into.is_some(), lines: count_of(tx, brand).await? }))
}

/// Holds the line against other edits, and against products that are to be filed under it, until the transaction ends. As whoever
/// files a product does: the brands that it may have products of before the line itself.
pub async fn lock_to_delete_in(tx: &mut PgConnection, id: BrandLineId) -> sqlx::Result<()> {
    sqlx::query!("SELECT 1 AS one FROM brand_line_brands WHERE line_id = $1 FOR UPDATE", id.uuid())
        .fetch_all(&mut *tx)
        .await?;
    sqlx::query!("SELECT id FROM brand_lines WHERE id = $1 FOR UPDATE", id.uuid()).fetch_optional(tx).await?;
    Ok(())
}

/// Holds the line against other edits until the transaction ends.
pub async fn lock_in(tx: &mut PgConnection, id: BrandLineId) -> sqlx::Result<()> {
    sqlx::query!("SELECT id FROM brand_lines WHERE id = $1 FOR NO KEY UPDATE", id.uuid())
        .fetch_optional(tx)
        .await?;
    Ok(())
}

pub async fn insert_in(tx: &mut PgConnection, line: &BrandLine) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO brand_lines (id, brand_id, version, slug, name, picture, about, seo_title, seo_description, position)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        line.id.uuid(),
        line.brand.uuid(),
        version_column(line.version),
        line.slug,
        line.name,
        line.picture.as_ref().map(Json) as _,
        Json(&line.about) as _,
        Json(&line.seo_title) as _,
        Json(&line.seo_description) as _,
        line.position.cast_signed(),
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "INSERT INTO brand_line_brands (line_id, brand_id) VALUES ($1, $2)",
        line.id.uuid(),
        line.brand.uuid(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Saves the line over the version before it; `looks_other`: its products are to follow.
pub async fn save_in(tx: &mut PgConnection, line: &BrandLine, looks_other: bool) -> sqlx::Result<()> {
    let done = sqlx::query!(
        "UPDATE brand_lines SET version = $2::bigint, slug = $3, name = $4, picture = $5, about = $6, seo_title = $7,
                seo_description = $8, position = $9, behind_after = CASE WHEN $10 THEN 0 ELSE behind_after END
          WHERE id = $1 AND version = $2::bigint - 1",
        line.id.uuid(),
        version_column(line.version),
        line.slug,
        line.name,
        line.picture.as_ref().map(Json) as _,
        Json(&line.about) as _,
        Json(&line.seo_title) as _,
        Json(&line.seo_description) as _,
        line.position.cast_signed(),
        looks_other,
    )
    .execute(tx)
    .await?;
    ensure_changed(done.rows_affected())
}

/// What names the line; its products are counted as far as lists reach.
pub async fn usage(conn: &mut PgConnection, id: BrandLineId) -> sqlx::Result<Usage> {
    let row = sqlx::query!(
        r#"SELECT (SELECT count(*) FROM (SELECT FROM products WHERE brand_line_id = $1 LIMIT $2) counted) AS "products!",
                  (SELECT count(*) FROM home_blocks WHERE block ->> 'source' = 'brand_line:' || $1) AS "blocks!""#,
        id.uuid(),
        i64::from(Page::REACH) + 1,
    )
    .fetch_one(conn)
    .await?;
    Ok(Usage { products: row.products.unsigned_abs(), blocks: row.blocks.unsigned_abs() })
}

pub async fn delete_in(tx: &mut PgConnection, id: BrandLineId) -> sqlx::Result<()> {
    let done = sqlx::query!("DELETE FROM brand_lines WHERE id = $1", id.uuid()).execute(tx).await?;
    ensure_changed(done.rows_affected())
}

/// How many lines a brand has.
pub async fn count_of(conn: &mut PgConnection, brand: BrandId) -> sqlx::Result<u64> {
    let lines = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM brand_lines WHERE brand_id = $1"#,
        brand.uuid()
    );
    Ok(lines.fetch_one(conn).await?.unsigned_abs())
}

/// All lines of a brand are another's from now on. They may have products of both until [`leave_in`].
pub async fn hand_over_in(tx: &mut PgConnection, from: BrandId, into: BrandId) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO brand_line_brands (line_id, brand_id) SELECT line_id, $2 FROM brand_line_brands WHERE brand_id = $1
         ON CONFLICT DO NOTHING",
        from.uuid(),
        into.uuid(),
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "UPDATE brand_lines SET brand_id = $2, version = version + 1 WHERE brand_id = $1",
        from.uuid(),
        into.uuid(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// No line has products of a brand any more that handed all of its over.
pub async fn leave_in(tx: &mut PgConnection, brand: BrandId) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM brand_line_brands WHERE brand_id = $1", brand.uuid()).execute(tx).await?;
    Ok(())
}

/// A line whose products are to follow, if there is one.
pub async fn to_be_followed(conn: &mut PgConnection) -> sqlx::Result<Option<Following>> {
    let row = sqlx::query!(
        r#"SELECT id, behind_after AS "behind_after!" FROM brand_lines WHERE behind_after IS NOT NULL ORDER BY id LIMIT 1"#
    )
    .fetch_optional(conn)
    .await?;
    let following = |id, behind_after| Following { line: BrandLineId::from_uuid(id), behind_after };
    Ok(row.map(|row| following(row.id, row.behind_after)))
}

/// Notes how far products followed the line, `None` for all of them; `false` where it was changed again meanwhile.
pub async fn advance_in(tx: &mut PgConnection, from: Following, to: Option<i64>) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "UPDATE brand_lines SET behind_after = $3 WHERE id = $1 AND behind_after = $2",
        from.line.uuid(),
        from.behind_after,
        to,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}
