//! The one number that search indexes and caches follow. Whoever changes what shoppers see takes the next one in
//! the transaction of the change, as its last lock: revisions become visible in the order of their numbers.

use sqlx::PgConnection;

/// Where the catalogue stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Revision {
    /// The newest revision whose change is visible.
    pub current: u64,
    /// The revision at which categories, brands, promotions or content last changed.
    pub reference: u64,
}

/// Takes the next revision. Other writers wait here until the caller's transaction ends, so take it late.
pub async fn next_in(tx: &mut PgConnection) -> sqlx::Result<i64> {
    sqlx::query_scalar!("UPDATE revision SET current = current + 1 RETURNING current").fetch_one(tx).await
}

/// [`next_in`] for a change of what products stand among: categories, brands, promotions, content.
pub async fn next_reference_in(tx: &mut PgConnection) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        "UPDATE revision SET current = current + 1, reference = current + 1 RETURNING current"
    )
    .fetch_one(tx)
    .await
}

pub async fn current(conn: &mut PgConnection) -> sqlx::Result<Revision> {
    let row = sqlx::query!("SELECT current, reference FROM revision").fetch_one(conn).await?;
    Ok(Revision { current: row.current.unsigned_abs(), reference: row.reference.unsigned_abs() })
}
