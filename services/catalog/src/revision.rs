//! The one number that search indexes and caches follow. Whoever changes what shoppers see takes the next one in
//! the transaction of the change, as its last lock: revisions become visible in the order of their numbers.

use souk_audit::Change;
use souk_bus::Meta;
use souk_proto::catalog::v1::ContentChanged;
use souk_rpc::Actor;
use sqlx::{PgConnection, Postgres, Transaction};
use uuid::Uuid;

use crate::context::Context;

/// Where the catalogue stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Revision {
    /// The newest revision whose change is visible.
    pub current: u64,
    /// The revision at which reference data or content last changed.
    pub reference: u64,
}

/// Takes the next revision. Other writers wait here until the caller's transaction ends, so take it late.
async fn next_in(tx: &mut PgConnection) -> sqlx::Result<i64> {
    sqlx::query_scalar!("UPDATE revision SET current = current + 1 RETURNING current").fetch_one(tx).await
}

/// Takes the next revision for a change of reference data or content. Other writers wait here until the caller's
/// transaction ends, so take it late.
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

/// Says that what is shown of these products changed, and answers the revision at which it did. Products are locked in
/// one order and before the revision, by everyone: so writers wait for each other and never in a circle.
pub async fn mark_products_in(tx: &mut PgConnection, ids: &[Uuid]) -> sqlx::Result<i64> {
    sqlx::query!("SELECT id FROM products WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE", ids)
        .fetch_all(&mut *tx)
        .await?;
    let revision = next_in(tx).await?;
    sqlx::query!("UPDATE products SET revision = $2 WHERE id = ANY($1)", ids, revision).execute(tx).await?;
    Ok(revision)
}

/// Says that a product is gone, and answers the revision at which it went.
pub async fn mark_removed_in(tx: &mut PgConnection, id: Uuid) -> sqlx::Result<i64> {
    let revision = next_in(tx).await?;
    sqlx::query!("INSERT INTO removed_products (product_id, revision) VALUES ($1, $2)", id, revision)
        .execute(tx)
        .await?;
    Ok(revision)
}

/// Ids of the products changed after a revision, those that are gone included, oldest change first.
pub async fn products_since(conn: &mut PgConnection, revision: u64) -> sqlx::Result<Vec<Uuid>> {
    let revision = i64::try_from(revision).unwrap_or(i64::MAX);
    sqlx::query_scalar!(
        r#"SELECT id AS "id!" FROM (
               SELECT id, revision, number FROM products WHERE revision > $1
                UNION ALL SELECT product_id, revision, 0 FROM removed_products WHERE revision > $1) changed
            ORDER BY revision, number"#,
        revision,
    )
    .fetch_all(conn)
    .await
}

/// Tells that content changed: of this kind, such as `home`.
pub async fn announce_content_in(tx: &mut PgConnection, context: &Context, kind: &str) -> sqlx::Result<()> {
    let revision = next_reference_in(tx).await?;
    let event = ContentChanged { version: revision.unsigned_abs(), kind: kind.to_owned() };
    // All content is one thing to keep in order.
    context.outbox.add(tx, &event, Meta::new(context.clock.as_ref(), Uuid::nil())).await
}

/// Ends a use case that changed content of a kind: writes who did it, tells of it and commits.
pub async fn commit_content(
    context: &Context,
    mut tx: Transaction<'_, Postgres>,
    kind: &str,
    actor: &Actor,
    change: Change,
) -> sqlx::Result<()> {
    context.audit_in(&mut tx, actor, change).await?;
    announce_content_in(&mut tx, context, kind).await?;
    context.commit(tx).await
}
