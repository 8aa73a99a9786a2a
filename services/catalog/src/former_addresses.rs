//! Addresses that things had before: links to them stand elsewhere and lead on to where the thing is now, or say that it is gone for
//! good. One that is in use again is looked for here by nobody.

use std::collections::{HashMap, HashSet};

use sqlx::PgConnection;
use uuid::Uuid;

/// What an address is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Kind {
    Category,
    Product,
    Brand,
    BrandLine,
    Collection,
    CmsPage,
    BlogCategory,
    BlogPost,
}

/// The address that a thing takes is nobody's former one any more, and nothing is gone there.
pub async fn take_in(tx: &mut PgConnection, kind: Kind, slug: &str) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM former_addresses WHERE kind = $1 AND slug = $2", <&str>::from(kind), slug)
        .execute(&mut *tx)
        .await?;
    return_in(tx, kind, &[slug.to_owned()]).await
}

/// At these addresses there is something again.
pub async fn return_in(tx: &mut PgConnection, kind: Kind, slugs: &[String]) -> sqlx::Result<()> {
    let kind = <&str>::from(kind);
    sqlx::query!("DELETE FROM gone_addresses WHERE kind = $1 AND slug = ANY($2)", kind, slugs)
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
    lead_in(tx, kind, from, subject).await
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

/// The thing is gone for good: its address, and those that led to it, say so.
pub async fn leave_in(tx: &mut PgConnection, kind: Kind, subject: Uuid, slug: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "WITH left_behind AS (DELETE FROM former_addresses WHERE subject_id = $2 RETURNING slug)
         INSERT INTO gone_addresses (kind, slug)
         SELECT $1, slug FROM left_behind UNION SELECT $1, $3
         ON CONFLICT DO NOTHING",
        <&str>::from(kind),
        subject,
        slug,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The thing became a part of another: its address, and those that led to it, lead to that one.
pub async fn hand_over_in(
    tx: &mut PgConnection,
    kind: Kind,
    (from, into): (Uuid, Uuid),
    slug: &str,
) -> sqlx::Result<()> {
    sqlx::query!("UPDATE former_addresses SET subject_id = $2 WHERE subject_id = $1", from, into)
        .execute(&mut *tx)
        .await?;
    lead_in(tx, kind, slug, into).await
}

/// The address leads to the thing.
async fn lead_in(tx: &mut PgConnection, kind: Kind, slug: &str, subject: Uuid) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO former_addresses (kind, slug, subject_id) VALUES ($1, $2, $3)
         ON CONFLICT (kind, slug) DO UPDATE SET subject_id = excluded.subject_id",
        <&str>::from(kind),
        slug,
        subject,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Whether what was at an address is gone for good.
pub async fn is_gone(conn: &mut PgConnection, kind: Kind, slug: &str) -> sqlx::Result<bool> {
    let kind = <&str>::from(kind);
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM gone_addresses WHERE kind = $1 AND slug = $2) AS "is_gone!""#,
        kind,
        slug,
    )
    .fetch_one(conn)
    .await
}

/// The addresses of a kind at which something was that is gone: as many as were ever taken away by hand.
pub async fn gone(conn: &mut PgConnection, kind: Kind) -> sqlx::Result<HashSet<String>> {
    let slugs = sqlx::query_scalar!("SELECT slug FROM gone_addresses WHERE kind = $1", <&str>::from(kind));
    Ok(slugs.fetch_all(conn).await?.into_iter().collect())
}
