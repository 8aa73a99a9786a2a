//! The SQL of imports of products.

use souk_database::columns::count;
use souk_kernel::EmployeeId;
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{Fault, Import, MOST_UNKNOWN, Phase, PortionProduct, Report, Step, Tally, Unknown};

/// A portion in which products were refused.
#[derive(Debug)]
pub struct Refused {
    pub position: u32,
    pub content: Vec<PortionProduct>,
    pub faults: Vec<Fault>,
}

/// The employee's import, with the numbers of the step that was begun last.
pub async fn find(conn: &mut PgConnection, employee: EmployeeId, id: Uuid) -> sqlx::Result<Option<Import>> {
    let found = sqlx::query!(
        r#"SELECT i.id, i.name, i.portions, i.state, count(p.id)::int AS "settled!", coalesce(sum(p.made), 0)::int AS "made!",
                  coalesce(sum(p.changed), 0)::int AS "changed!", coalesce(sum(p.same), 0)::int AS "same!",
                  coalesce(sum(p.refused), 0)::int AS "refused!"
             FROM product_imports i
             LEFT JOIN product_import_portions p ON p.import_id = i.id
                       AND p.state = CASE i.state WHEN 'undoing' THEN 'undone' WHEN 'importing' THEN 'done' ELSE 'checked' END
            WHERE i.id = $1 AND i.employee_id = $2
            GROUP BY i.id"#,
        id,
        employee.uuid(),
    );
    let Some(row) = found.fetch_optional(conn).await? else { return Ok(None) };
    let (portions, settled) = (count("portions", row.portions)?, count("settled", row.settled)?);
    Ok(Some(Import {
        id: row.id,
        name: row.name,
        portions,
        phase: Phase::of(&row.state, settled, portions),
        settled,
        tally: Tally {
            made: count("made", row.made)?,
            changed: count("changed", row.changed)?,
            same: count("same", row.same)?,
            refused: count("refused", row.refused)?,
        },
    }))
}

/// Whose imports are kept.
pub async fn importers(conn: &mut PgConnection) -> sqlx::Result<Vec<EmployeeId>> {
    let ids = sqlx::query_scalar!("SELECT DISTINCT employee_id FROM product_imports");
    Ok(ids.fetch_all(conn).await?.into_iter().map(EmployeeId::from_uuid).collect())
}

/// How many imports of the employee are kept.
pub async fn kept(conn: &mut PgConnection, employee: EmployeeId) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM product_imports WHERE employee_id = $1"#,
        employee.uuid(),
    )
    .fetch_one(conn)
    .await
}

pub async fn insert_in(
    conn: &mut PgConnection,
    (employee, id): (EmployeeId, Uuid),
    name: &str,
    portions: u32,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO product_imports (id, employee_id, name, portions, created_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (id) DO NOTHING",
        id,
        employee.uuid(),
        name,
        portions.cast_signed(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Holds the employee's import, while it is open and has such a portion, until the end of the transaction: portions that come at once
/// are counted one after the other.
pub async fn hold_open_in(
    conn: &mut PgConnection,
    (employee, import): (EmployeeId, Uuid),
    position: u32,
) -> sqlx::Result<bool> {
    let held = sqlx::query!(
        "SELECT FROM product_imports
          WHERE id = $1 AND employee_id = $2 AND state = 'open' AND $3::integer < portions FOR NO KEY UPDATE",
        import,
        employee.uuid(),
        position.cast_signed(),
    );
    Ok(held.execute(conn).await?.rows_affected() == 1)
}

/// What the other portions of the import hold.
pub async fn bytes_beside(conn: &mut PgConnection, import: Uuid, position: u32) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"SELECT coalesce(sum(bytes), 0)::bigint AS "bytes!" FROM product_import_portions
            WHERE import_id = $1 AND position <> $2"#,
        import,
        position.cast_signed(),
    )
    .fetch_one(conn)
    .await
}

/// Keeps a portion of an import that is held.
pub async fn put_in(
    conn: &mut PgConnection,
    (import, id): (Uuid, Uuid),
    position: u32,
    content: &[PortionProduct],
    bytes: i32,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO product_import_portions (id, import_id, position, content, products, bytes)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (import_id, position) DO UPDATE
            SET content = excluded.content, products = excluded.products, bytes = excluded.bytes",
        id,
        import,
        position.cast_signed(),
        Json(content) as _,
        i32::try_from(content.len()).unwrap_or(i32::MAX),
        bytes,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Begins a step where the one before is done to all portions; true also where it was begun before.
pub async fn begin_in(conn: &mut PgConnection, import: &Import, step: Step) -> sqlx::Result<bool> {
    let begun = sqlx::query!(
        "UPDATE product_imports i SET state = $2
          WHERE i.id = $1
            AND (i.state = $2
                 OR i.state = $3 AND i.portions = (SELECT count(*) FROM product_import_portions p
                                                    WHERE p.import_id = i.id AND p.state = coalesce($4, p.state)))",
        import.id,
        step.begins(),
        step.follows(),
        step.needs(),
    );
    Ok(begun.execute(conn).await?.rows_affected() == 1)
}

/// The portions in order, each with how many products it has.
pub async fn portions(conn: &mut PgConnection, import: Uuid) -> sqlx::Result<Vec<(Uuid, i32)>> {
    let rows = sqlx::query!(
        "SELECT id, products FROM product_import_portions WHERE import_id = $1 ORDER BY position",
        import,
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(|row| (row.id, row.products)).collect())
}

pub async fn content(conn: &mut PgConnection, id: Uuid) -> sqlx::Result<Option<Vec<PortionProduct>>> {
    let content = sqlx::query_scalar!(
        r#"SELECT content AS "content: Json<Vec<PortionProduct>>" FROM product_import_portions WHERE id = $1"#,
        id,
    );
    Ok(content.fetch_optional(conn).await?.map(|content| content.0))
}

/// Says that nothing of a portion was taken in, unless something was done to it or it is forgotten.
pub async fn refuse(conn: &mut PgConnection, id: Uuid) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE product_import_portions
            SET state = 'done', made = 0, changed = 0, same = 0, refused = products, faults = '[]', unknown = '[]'
          WHERE id = $1 AND state IN ('waiting', 'checked')",
        id,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Writes what became of a portion, unless a later step was done to it or it is forgotten.
pub async fn settle(conn: &mut PgConnection, id: Uuid, step: Step, report: &Report) -> sqlx::Result<()> {
    let Tally { made, changed, same, refused } = report.tally;
    sqlx::query!(
        "UPDATE product_import_portions
            SET state = $2, made = $3, changed = $4, same = $5, refused = $6, faults = $7, unknown = $8
          WHERE id = $1 AND array_position(ARRAY['waiting', 'checked', 'done', 'undone'], state)
                            <= array_position(ARRAY['waiting', 'checked', 'done', 'undone'], $2)",
        id,
        step.leaves(),
        made.cast_signed(),
        changed.cast_signed(),
        same.cast_signed(),
        refused.cast_signed(),
        Json(&report.faults) as _,
        Json(&report.unknown) as _,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The first portion from a position on in which products were refused.
pub async fn refused(conn: &mut PgConnection, import: Uuid, from: u32) -> sqlx::Result<Option<Refused>> {
    let found = sqlx::query!(
        r#"SELECT position, content AS "content: Json<Vec<PortionProduct>>", faults AS "faults: Json<Vec<Fault>>"
             FROM product_import_portions WHERE import_id = $1 AND position >= $2 AND refused > 0
            ORDER BY position LIMIT 1"#,
        import,
        i32::try_from(from).unwrap_or(i32::MAX),
    );
    let Some(row) = found.fetch_optional(conn).await? else { return Ok(None) };
    let position = count("position", row.position)?;
    Ok(Some(Refused { position, content: row.content.0, faults: row.faults.0 }))
}

/// What the portions name and the shop had not when they were gone through, each once, in the order of the file; one more than are asked
/// after together where there are more.
pub async fn unknown(conn: &mut PgConnection, import: Uuid) -> sqlx::Result<Vec<Unknown>> {
    let rows = sqlx::query_scalar!(
        r#"SELECT named.name AS "name!: Json<Unknown>"
             FROM product_import_portions p CROSS JOIN LATERAL jsonb_array_elements(p.unknown) WITH ORDINALITY AS named (name, place)
            WHERE p.import_id = $1
            GROUP BY named.name ORDER BY min(p.position * 1000::bigint + named.place) LIMIT $2"#,
        import,
        i64::try_from(MOST_UNKNOWN).unwrap_or(i64::MAX).saturating_add(1),
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(|name| name.0).collect())
}

/// Forgets the employee's oldest import of those that were never sent whole; whether there was one.
pub async fn forget_unsent(conn: &mut PgConnection, employee: EmployeeId) -> sqlx::Result<bool> {
    let gone = sqlx::query!(
        "DELETE FROM product_imports
          WHERE id = (SELECT id FROM product_imports WHERE employee_id = $1 AND state = 'open' ORDER BY created_at LIMIT 1)",
        employee.uuid(),
    );
    Ok(gone.execute(conn).await?.rows_affected() == 1)
}

/// Forgets one that was opened before a moment, with its portions; whether there was one.
pub async fn forget(conn: &mut PgConnection, before: OffsetDateTime) -> sqlx::Result<bool> {
    let gone = sqlx::query!(
        "DELETE FROM product_imports
          WHERE id = (SELECT id FROM product_imports WHERE created_at < $1 ORDER BY created_at LIMIT 1)",
        before,
    );
    Ok(gone.execute(conn).await?.rows_affected() == 1)
}
