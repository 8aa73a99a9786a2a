//! The SQL of whether the shop is closed.

use souk_database::columns::damaged;
use souk_kernel::LocalizedText;
use sqlx::PgConnection;
use sqlx::types::Json;

use super::model::Closure;

pub async fn read(conn: &mut PgConnection) -> sqlx::Result<Closure> {
    let row = sqlx::query!(
        r#"SELECT version, is_closed, message AS "message: Json<LocalizedText>", ends_at FROM maintenance"#
    )
    .fetch_one(conn)
    .await?;
    Ok(Closure {
        version: row.version.unsigned_abs(),
        is_closed: row.is_closed,
        message: row.message.0,
        ends_at: row.ends_at,
    })
}

/// Saves over the version before; false where that is not the stored one.
pub async fn save_in(tx: &mut PgConnection, closure: &Closure) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "UPDATE maintenance SET version = $1, is_closed = $2, message = $3, ends_at = $4 WHERE version = $1::bigint - 1",
        i64::try_from(closure.version).map_err(|_| damaged("version", closure.version))?,
        closure.is_closed,
        Json(&closure.message) as _,
        closure.ends_at,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}
