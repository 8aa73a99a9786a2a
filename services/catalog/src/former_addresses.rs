//! Addresses that things had before: links to them stand elsewhere and lead on to where the thing is now.

use std::collections::{HashMap, HashSet};

use sqlx::PgConnection;
use uuid::Uuid;

/// What an address is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Kind {
    Category,
    Product,
    BrandLine,
    Collection,
    CmsPage,
    BlogCategory,
    BlogPost,
}

/// The address that a thing takes is nobody's former one any more.
pub async fn take_in(tx: &mut PgConnection, kind: Kind, slug: &str) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM former_addresses WHERE kind = $1 AND slug = $2", <&str>::from(kind), slug)
        .execute(tx)
        .await?;
    Ok(())
}

/// Notes the address that a thing leaves for the one that it takes.
pub async fn change_in(
    tx: &mut PgConnection,
    kind: Kind,
    subject: Uuid,
    (from, to): (&str, &str),
) -> sqlx::Result<()> {
    take_in(&mut *tx, kind, to).await?;
    sqlx::query!(
        "INSERT INTO former_addresses (kind, slug, subject_id) VALUES ($1, $2, $3)
         ON CONFLICT (kind, slug) DO UPDATE SET subject_id = excluded.subject_id",
        <&str>::from(kind),
        from,
        subject,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Notes the address of a thing that is saved, and the one that it had before; none of one that is made.
pub async fn save_in(
    tx: &mut PgConnection,
    kind: Kind,
    subject: Uuid,
    (from, to): (Option<&str>, &str),
) -> sqlx::Result<()> {
    match from {
        None => take_in(tx, kind, to).await,
        Some(from) if from != to => change_in(tx, kind, subject, (from, to)).await,
        Some(_) => Ok(()),
    }
}

/// Whose each former address of a kind was: as many as were ever changed by hand.
pub async fn all(conn: &mut PgConnection, kind: Kind) -> sqlx::Result<HashMap<String, Uuid>> {
    let rows =
        sqlx::query!("SELECT slug, subject_id FROM former_addresses WHERE kind = $1", <&str>::from(kind))
            .fetch_all(conn)
            .await?;
    Ok(rows.into_iter().map(|row| (row.slug, row.subject_id)).collect())
}

/// Whose a former address was, if it was one.
pub async fn subject(conn: &mut PgConnection, kind: Kind, slug: &str) -> sqlx::Result<Option<Uuid>> {
    let kind = <&str>::from(kind);
    sqlx::query_scalar!("SELECT subject_id FROM former_addresses WHERE kind = $1 AND slug = $2", kind, slug)
        .fetch_optional(conn)
        .await
}

/// Those of the addresses that are former ones.
pub async fn among(conn: &mut PgConnection, kind: Kind, slugs: &[String]) -> sqlx::Result<HashSet<String>> {
    let kind = <&str>::from(kind);
    let found = sqlx::query_scalar!(
        "SELECT slug FROM former_addresses WHERE kind = $1 AND slug = ANY((SELECT $2::text[])::text[])",
        kind,
        slugs,
    );
    Ok(found.fetch_all(conn).await?.into_iter().collect())
}

/// The thing is gone, and with it what led to it.
pub async fn forget_in(tx: &mut PgConnection, subject: Uuid) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM former_addresses WHERE subject_id = $1", subject).execute(tx).await?;
    Ok(())
}
