//! Products of a file in PostgreSQL.

use souk_database::columns::{count, damaged, ensure_changed, version, version_column};
use souk_kernel::{BrandId, CategoryId, ProductId};
use souk_proto::catalog::v1 as proto;
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::before::Before;
use super::model::UndoneTo;
use crate::products::ListFilter;

/// Key of the advisory lock that whoever makes what files name holds: "souk.mis" in ASCII.
const MAKING: i64 = i64::from_be_bytes(*b"souk.mis");

/// What an import did to a product.
#[derive(Debug)]
pub struct Change {
    pub import: Uuid,
    pub product: ProductId,
    pub line: u32,
    /// None of one that it made.
    pub before: Option<Before>,
    /// Of the product since then, unless somebody else changed it.
    pub version: u64,
    /// None while it stands.
    pub undone: Option<UndoneTo>,
}

/// The next products after a number that the list shows, with their numbers, in the order of their making.
pub async fn after(
    conn: &mut PgConnection,
    filter: &ListFilter,
    number: u64,
    most: i64,
) -> sqlx::Result<Vec<(Uuid, u64)>> {
    let number = i64::try_from(number).unwrap_or(i64::MAX);
    let rows = sqlx::query!(
        r#"SELECT of_state.id AS "id!", of_state.number AS "number!"
             FROM unnest($3::boolean[]) AS state CROSS JOIN LATERAL (
                  SELECT id, number FROM products
                   WHERE active = state AND ($1::uuid IS NULL OR category_id = $1)
                     AND ($2::uuid IS NULL OR brand_id = $2) AND number > $4
                   ORDER BY number LIMIT $5) of_state
            ORDER BY of_state.number LIMIT $5"#,
        filter.category.map(CategoryId::uuid),
        filter.brand.map(BrandId::uuid),
        &filter.states(),
        number,
        most,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.number.unsigned_abs())).collect())
}

/// The product that a file names: by its id or the one chosen for it, by its slug, or where the file has neither id nor slug by its
/// SKU.
pub async fn named(
    conn: &mut PgConnection,
    ids: &[Uuid],
    wanted: &proto::FileProduct,
) -> sqlx::Result<Option<Uuid>> {
    let sku = if wanted.id.is_empty() && wanted.slug.is_empty() { wanted.sku.trim() } else { "" };
    sqlx::query_scalar!(
        "SELECT id FROM products WHERE id = ANY($1::uuid[]) OR slug = $2 OR (sku = $3 AND sku <> '')
          ORDER BY array_position($1::uuid[], id), slug = $2 DESC LIMIT 1",
        ids,
        wanted.slug,
        sku,
    )
    .fetch_optional(conn)
    .await
}

/// Waits until whoever else makes what files name is done.
pub async fn hold_making_in(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("SELECT pg_advisory_xact_lock($1)", MAKING).execute(tx).await?;
    Ok(())
}

/// Notes which products an import made, of which lines; they are at their first version.
pub async fn note_made_in(
    tx: &mut PgConnection,
    (import, portion): (Uuid, Uuid),
    (products, lines): (&[Uuid], &[i32]),
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO import_changes (import_id, portion_id, product_id, line, version, changed_at, number)
         SELECT $1, $2, made.product_id, made.line, 1, $5, nextval('import_change_numbers')
           FROM unnest((SELECT $3::uuid[]), (SELECT $4::integer[])) AS made (product_id, line)
         ON CONFLICT (import_id, product_id) DO NOTHING",
        import,
        portion,
        products,
        lines,
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Notes what an import did to a product that there was, as its last change until now. Of one that it changes twice, what was before
/// both; if somebody changed it in between, it keeps the version of the first, and is not taken back.
pub async fn note_in(
    tx: &mut PgConnection,
    (import, portion): (Uuid, Uuid),
    (product, line): (ProductId, u32),
    (before, before_version): (&Before, u64),
    version: u64,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO import_changes AS known (import_id, portion_id, product_id, line, before, version, changed_at, number)
         VALUES ($1, $2, $3, $4, $5, $6, $7, nextval('import_change_numbers'))
         ON CONFLICT (import_id, product_id) DO UPDATE
            SET version = excluded.version, portion_id = excluded.portion_id, line = excluded.line, number = excluded.number
          WHERE known.version = $8::bigint",
        import,
        portion,
        product.uuid(),
        i32::try_from(line).unwrap_or(i32::MAX),
        Json(before) as _,
        version_column(version),
        now,
        version_column(before_version),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Whether what the import did to one of the products was taken back: what is sent again afterwards does nothing. Asked once they
/// are locked.
pub async fn is_taken_back(tx: &mut PgConnection, import: Uuid, products: &[Uuid]) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM import_changes
            WHERE import_id = $1 AND product_id = ANY((SELECT $2::uuid[])::uuid[]) AND undone IS NOT NULL) AS "found!""#,
        import,
        products,
    );
    found.fetch_one(tx).await
}

/// What a portion of an import did, the last change first, after so many: 100 in all, at most, which are the same each time.
pub async fn changes(
    conn: &mut PgConnection,
    portion: Uuid,
    after: u32,
    most: i64,
) -> sqlx::Result<Vec<Change>> {
    let rows = sqlx::query!(
        r#"SELECT import_id, product_id, line, before AS "before: Json<Before>", version, undone FROM import_changes
            WHERE portion_id = $1 ORDER BY number DESC, line DESC OFFSET $2 LIMIT $3"#,
        portion,
        i64::from(after),
        most,
    );
    let rows = rows.fetch_all(conn).await?.into_iter().map(|row| {
        let undone = row.undone.map(|undone| undone.parse().map_err(|_| damaged("undone", &undone)));
        Ok(Change {
            import: row.import_id,
            product: ProductId::from_uuid(row.product_id),
            line: count("line", row.line)?,
            before: row.before.map(|before| before.0),
            version: version(row.version)?,
            undone: undone.transpose()?,
        })
    });
    rows.collect()
}

/// It is taken back.
pub async fn settle_in(tx: &mut PgConnection, change: &Change, undone: UndoneTo) -> sqlx::Result<()> {
    let settled = sqlx::query!(
        "UPDATE import_changes SET undone = $3 WHERE import_id = $1 AND product_id = $2 AND undone IS NULL",
        change.import,
        change.product.uuid(),
        <&str>::from(undone),
    );
    ensure_changed(settled.execute(tx).await?.rows_affected())
}

/// Forgets some that were done before; whether there may be more.
pub async fn forget(conn: &mut PgConnection, before: OffsetDateTime, most: i64) -> sqlx::Result<bool> {
    let gone = sqlx::query!(
        "DELETE FROM import_changes WHERE (import_id, product_id) IN (
             SELECT import_id, product_id FROM import_changes WHERE changed_at < $1 ORDER BY changed_at LIMIT $2)",
        before,
        most,
    );
    Ok(gone.execute(conn).await?.rows_affected() == most.unsigned_abs())
}
