//! Which products changed, for whoever follows (see [`crate::revision`]).

use sqlx::PgConnection;
use uuid::Uuid;

use crate::revision;

/// Says that what is shown of these products changed, and answers the revision at which it did. Products are locked in
/// one order and before the revision, by everyone: so writers wait for each other and never in a circle.
pub async fn mark_in(tx: &mut PgConnection, ids: &[Uuid]) -> sqlx::Result<i64> {
    sqlx::query!("SELECT id FROM products WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE", ids)
        .fetch_all(&mut *tx)
        .await?;
    let revision = revision::next_in(tx).await?;
    sqlx::query!("UPDATE products SET revision = $2 WHERE id = ANY($1)", ids, revision).execute(tx).await?;
    Ok(revision)
}

/// Ids of the products changed after a revision, oldest change first.
pub async fn changed_since(conn: &mut PgConnection, revision: u64) -> sqlx::Result<Vec<Uuid>> {
    let revision = i64::try_from(revision).unwrap_or(i64::MAX);
    sqlx::query_scalar!("SELECT id FROM products WHERE revision > $1 ORDER BY revision, number", revision)
        .fetch_all(conn)
        .await
}

/// The next ids after a number, for going through all products in steps.
pub async fn after(conn: &mut PgConnection, number: u64, most: i64) -> sqlx::Result<Vec<(Uuid, u64)>> {
    let number = i64::try_from(number).unwrap_or(i64::MAX);
    let rows = sqlx::query!(
        "SELECT id, number FROM products WHERE number > $1 ORDER BY number LIMIT $2",
        number,
        most
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.number.unsigned_abs())).collect())
}
