//! What the columns of files of products are, remembered for the whole shop by their heads.

use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;

/// Files whose columns are remembered: those that were used last.
const MOST: i64 = 20;

/// The heads of a file, and what each of its columns is; empty: it is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Columns {
    pub heads: Vec<String>,
    pub meanings: Vec<String>,
}

impl Columns {
    fn key(&self) -> Vec<u8> {
        let mut hash = Sha256::new();
        for head in &self.heads {
            hash.update(head.len().to_le_bytes());
            hash.update(head.as_bytes());
        }
        hash.finalize().to_vec()
    }
}

/// Those that were used last, the newest first.
pub async fn all(conn: &mut PgConnection) -> sqlx::Result<Vec<Columns>> {
    let rows = sqlx::query!(
        r#"SELECT heads AS "heads: Json<Vec<String>>", meanings AS "meanings: Json<Vec<String>>"
             FROM product_import_columns ORDER BY used_at DESC LIMIT $1"#,
        MOST,
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    Ok(rows.map(|row| Columns { heads: row.heads.0, meanings: row.meanings.0 }).collect())
}

/// Remembers what the columns of a file are, and forgets what was used longest ago.
pub async fn remember_in(tx: &mut PgConnection, columns: &Columns, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO product_import_columns (key, heads, meanings, used_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (key) DO UPDATE SET meanings = excluded.meanings, used_at = excluded.used_at",
        columns.key(),
        Json(&columns.heads) as _,
        Json(&columns.meanings) as _,
        now,
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "DELETE FROM product_import_columns WHERE key IN (
             SELECT key FROM product_import_columns ORDER BY used_at DESC, key OFFSET $1)",
        MOST,
    )
    .execute(tx)
    .await?;
    Ok(())
}
