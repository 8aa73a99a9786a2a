//! The shop's pictures in PostgreSQL.

use souk_database::columns::contains_pattern;
use souk_kernel::Page;
use sqlx::types::Json;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;

use super::model::ShopPicture;
use crate::media::StoredSize;

/// Notes a picture that was sent; of one that is known its name stays, unless it had none.
pub async fn note(
    pool: &PgPool,
    hash: &str,
    name: &str,
    sizes: &[StoredSize],
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO shop_pictures AS known (hash, name, sizes, added_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (hash) DO UPDATE
            SET name = CASE known.name WHEN '' THEN excluded.name ELSE known.name END,
                sizes = excluded.sizes, added_at = excluded.added_at",
        hash,
        name,
        Json(sizes) as _,
        now,
    )
    .execute(pool)
    .await?;
    Ok(())
}

pub async fn find(pool: &PgPool, hash: &str) -> sqlx::Result<Option<Vec<StoredSize>>> {
    let sizes = sqlx::query_scalar!(
        r#"SELECT sizes AS "sizes: Json<Vec<StoredSize>>" FROM shop_pictures WHERE hash = $1"#,
        hash
    );
    Ok(sizes.fetch_optional(pool).await?.map(|sizes| sizes.0))
}

/// A page of those whose name has these words, newest first, and how many there are: a shop has some thousand at most.
pub async fn list(conn: &mut PgConnection, page: Page, query: &str) -> sqlx::Result<(Vec<ShopPicture>, u64)> {
    let (skipped, shown) = page.within_reach();
    let pattern = contains_pattern(query);
    let rows = sqlx::query!(
        r#"SELECT name, sizes AS "sizes: Json<Vec<StoredSize>>", added_at FROM shop_pictures
            WHERE $1::text IS NULL OR name ILIKE $1
            ORDER BY added_at DESC, hash LIMIT $2 OFFSET $3"#,
        pattern,
        shown,
        skipped,
    )
    .fetch_all(&mut *conn)
    .await?;
    let total = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM shop_pictures WHERE $1::text IS NULL OR name ILIKE $1"#,
        pattern,
    )
    .fetch_one(conn)
    .await?;
    let pictures = rows.into_iter().map(|row| ShopPicture {
        name: row.name,
        sizes: row.sizes.0,
        added_at: row.added_at,
    });
    Ok((pictures.collect(), total.unsigned_abs()))
}
