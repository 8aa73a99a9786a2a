//! Home blocks in PostgreSQL.

use std::collections::HashSet;

use serde_json::Value;
use souk_database::columns::{column, ensure_changed, version, version_column};
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{BlockContent, HomeBlock, Source};

struct Row {
    id: Uuid,
    version: i64,
    active: bool,
    starts_at: Option<OffsetDateTime>,
    ends_at: Option<OffsetDateTime>,
    block: Json<Value>,
}

impl Row {
    /// The block; `None` for one whose type or source this release doesn't know: a newer one stored it.
    fn known(self) -> sqlx::Result<Option<HomeBlock>> {
        let content: BlockContent = match serde_json::from_value(self.block.0) {
            Ok(content) => content,
            Err(error) => {
                tracing::warn!(block.id = %self.id, error.cause = %error, "a home block is left out");
                return Ok(None);
            }
        };
        Ok(Some(HomeBlock {
            id: self.id,
            version: version(self.version)?,
            active: self.active,
            starts_at: self.starts_at,
            ends_at: self.ends_at,
            content,
        }))
    }
}

/// The home page's blocks in order, but those of a newer release.
pub async fn home_blocks(conn: &mut PgConnection) -> sqlx::Result<Vec<HomeBlock>> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id, version, active, starts_at, ends_at, block AS "block: _"
             FROM home_blocks ORDER BY position, id"#
    );
    rows.fetch_all(conn).await?.into_iter().filter_map(|row| row.known().transpose()).collect()
}

/// Keeps others from changing the page until the transaction ends; readers are not kept from anything.
pub async fn lock_home_in(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("LOCK TABLE home_blocks IN SHARE ROW EXCLUSIVE MODE").execute(tx).await?;
    Ok(())
}

/// Keeps what a block is filled with from being taken away until the transaction ends; whether it is there.
pub async fn hold_source_in(tx: &mut PgConnection, source: &Source) -> sqlx::Result<bool> {
    let Some(id) = source.named() else { return Ok(true) };
    let held = match source {
        Source::Featured | Source::New | Source::Bestsellers | Source::Tag(_) => return Ok(true),
        Source::Category(_) => {
            sqlx::query_scalar!("SELECT id FROM categories WHERE id = $1 FOR KEY SHARE", id)
                .fetch_optional(tx)
                .await?
        }
        Source::Brand(_) => {
            sqlx::query_scalar!("SELECT id FROM brands WHERE id = $1 AND merged_into IS NULL FOR SHARE", id)
                .fetch_optional(tx)
                .await?
        }
        Source::BrandLine(_) => {
            sqlx::query_scalar!("SELECT id FROM brand_lines WHERE id = $1 FOR KEY SHARE", id)
                .fetch_optional(tx)
                .await?
        }
        Source::Collection(_) => {
            sqlx::query_scalar!("SELECT id FROM collections WHERE id = $1 FOR KEY SHARE", id)
                .fetch_optional(tx)
                .await?
        }
        Source::Promotion(_) => {
            sqlx::query_scalar!("SELECT id FROM promotions WHERE id = $1 FOR KEY SHARE", id)
                .fetch_optional(tx)
                .await?
        }
        Source::BlogPost(_) => {
            sqlx::query_scalar!("SELECT id FROM blog_posts WHERE id = $1 FOR KEY SHARE", id)
                .fetch_optional(tx)
                .await?
        }
    };
    Ok(held.is_some())
}

/// Those of these things that are there, as sources call them.
pub async fn known_sources(conn: &mut PgConnection, ids: &[Uuid]) -> sqlx::Result<HashSet<String>> {
    let known = sqlx::query_scalar!(
        r#"SELECT 'category:' || id AS "source!" FROM categories WHERE id = ANY($1)
           UNION ALL SELECT 'brand:' || id FROM brands WHERE id = ANY($1)
           UNION ALL SELECT 'brand_line:' || id FROM brand_lines WHERE id = ANY($1)
           UNION ALL SELECT 'collection:' || id FROM collections WHERE id = ANY($1)
           UNION ALL SELECT 'promotion:' || id FROM promotions WHERE id = ANY($1)
           UNION ALL SELECT 'blog_post:' || id FROM blog_posts WHERE id = ANY($1)"#,
        ids,
    );
    Ok(known.fetch_all(conn).await?.into_iter().collect())
}

/// Puts the block behind the others, or in the place of its version before. The caller holds the lock and checked the version.
pub async fn save_block_in(tx: &mut PgConnection, block: &HomeBlock) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO home_blocks (id, version, active, starts_at, ends_at, kind, block, position)
         SELECT $1, $2, $3, $4, $5, $6, $7, COALESCE(max(position) + 1, 0) FROM home_blocks
         ON CONFLICT (id) DO UPDATE
            SET version = excluded.version, active = excluded.active, starts_at = excluded.starts_at,
                ends_at = excluded.ends_at, kind = excluded.kind, block = excluded.block",
        block.id,
        version_column(block.version),
        block.active,
        block.starts_at,
        block.ends_at,
        <&str>::from(block.content.kind),
        Json(&block.content) as _,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn delete_block_in(tx: &mut PgConnection, id: Uuid) -> sqlx::Result<()> {
    let done = sqlx::query!("DELETE FROM home_blocks WHERE id = $1", id).execute(tx).await?;
    ensure_changed(done.rows_affected())
}

/// Puts the blocks in this order; it names all of them.
pub async fn arrange_in(tx: &mut PgConnection, blocks: &[HomeBlock]) -> sqlx::Result<()> {
    let ids = column(blocks, |block| block.id);
    sqlx::query!(
        "UPDATE home_blocks b SET position = o.place - 1
           FROM unnest($1::uuid[]) WITH ORDINALITY AS o (id, place) WHERE b.id = o.id",
        &ids,
    )
    .execute(tx)
    .await?;
    Ok(())
}
