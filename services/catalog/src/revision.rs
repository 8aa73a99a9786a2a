//! The one number that search indexes and caches follow. Whoever changes what shoppers see takes the next one in
//! the transaction of the change, as its last lock: revisions become visible in the order of their numbers.

use sqlx::{PgConnection, PgPool};

/// Takes the next revision. Other writers wait here until the caller's transaction ends, so take it late.
pub async fn next_in(tx: &mut PgConnection) -> sqlx::Result<i64> {
    sqlx::query_scalar!("UPDATE revision SET current = current + 1 RETURNING current").fetch_one(tx).await
}

/// The newest revision whose change is visible.
pub async fn current(pool: &PgPool) -> sqlx::Result<u64> {
    let current = sqlx::query_scalar!("SELECT current FROM revision").fetch_one(pool).await?;
    Ok(current.unsigned_abs())
}
