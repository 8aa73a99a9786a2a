//! What the merchant made that names a thing by its id: it stays for as long.

use sqlx::PgConnection;
use uuid::Uuid;

/// How many name a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NamedBy {
    /// Of menus.
    pub items: u64,
    /// Of the home page.
    pub blocks: u64,
}

impl NamedBy {
    /// `item` is what a menu calls the kind of thing, `source` what a home block does.
    pub async fn of(conn: &mut PgConnection, id: Uuid, item: &str, source: &str) -> sqlx::Result<Self> {
        let row = sqlx::query!(
            r#"SELECT (SELECT count(*) FROM menu_items WHERE kind = $2 AND target_id = $1) AS "items!",
                      (SELECT count(*) FROM home_blocks WHERE block ->> 'source' = $3::text || ':' || $1::uuid) AS "blocks!""#,
            id,
            item,
            source,
        )
        .fetch_one(conn)
        .await?;
        Ok(Self { items: row.items.unsigned_abs(), blocks: row.blocks.unsigned_abs() })
    }

    pub fn is_none(self) -> bool {
        self == Self::default()
    }
}
