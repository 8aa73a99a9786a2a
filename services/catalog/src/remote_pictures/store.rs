//! Pictures of other servers in PostgreSQL.

use serde::Serialize;
use souk_database::columns::count;
use souk_kernel::{CombinationId, EmployeeId, ImageId, ProductId};
use souk_rpc::Actor;
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{Failed, Named, Tally};

/// A picture whose turn it is.
#[derive(Debug)]
pub struct Due {
    pub number: i64,
    pub product: ProductId,
    pub address: String,
    pub combinations: Vec<CombinationId>,
    pub asked_by: Actor,
    /// How often its server was not asked when its turn came.
    pub postponed: u32,
}

#[derive(Serialize)]
struct Row<'a> {
    address: &'a str,
    line: i32,
    position: i32,
    combinations: &'a [CombinationId],
}

/// Whether an import has something to do for a product's pictures, done or not: one that was never had, or is had no more.
pub async fn is_wanting(
    conn: &mut PgConnection,
    import: Uuid,
    product: ProductId,
    named: &[Named],
) -> sqlx::Result<bool> {
    let addresses: Vec<String> = named.iter().map(|one| one.address.clone()).collect();
    sqlx::query_scalar!(
        r#"SELECT EXISTS (
               SELECT FROM unnest($3::text[]) AS named (address)
                 LEFT JOIN remote_pictures r ON r.product_id = $2 AND r.address = named.address
                WHERE r.number IS NULL OR r.import_id = $1 OR r.image_id IS NULL) AS "wanting!""#,
        import,
        product.uuid(),
        &addresses,
    )
    .fetch_one(conn)
    .await
}

/// Notes what an import names of a product. What is had stays so, also of the same import whatever became of it.
pub async fn want(
    conn: &mut PgConnection,
    (import, product): (Uuid, ProductId),
    actor: &Actor,
    named: &[Named],
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let rows = (0..).zip(named).map(|(position, one)| Row {
        address: &one.address,
        line: i32::try_from(one.line).unwrap_or(i32::MAX),
        position,
        combinations: &one.combinations,
    });
    let rows: Vec<_> = rows.collect();
    sqlx::query!(
        "INSERT INTO remote_pictures AS known (product_id, address, import_id, line, position, combinations, asked_by, due_at)
         SELECT $1, named.address, $2, named.line, named.position, named.combinations, $4, $5
           FROM jsonb_to_recordset($3) AS named (address text, line integer, position integer, combinations uuid[])
         ON CONFLICT (product_id, address) DO UPDATE
            SET import_id = excluded.import_id, line = excluded.line, position = excluded.position,
                combinations = excluded.combinations, is_new = false,
                state = CASE WHEN known.image_id IS NULL OR NOT known.combinations @> excluded.combinations
                             THEN 'waiting' ELSE 'had' END,
                asked_by = CASE WHEN known.image_id IS NULL OR NOT known.combinations @> excluded.combinations
                                THEN excluded.asked_by END,
                code = '', tries = 0, postponed = 0, due_at = excluded.due_at
          WHERE known.import_id <> excluded.import_id",
        product.uuid(),
        import,
        Json(rows) as _,
        Json(actor) as _,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The next pictures of one product, in the order of the file; nobody else has them until `until`.
pub async fn claim(
    conn: &mut PgConnection,
    now: OffsetDateTime,
    until: OffsetDateTime,
    most: i64,
) -> sqlx::Result<Vec<Due>> {
    let rows = sqlx::query!(
        r#"WITH next AS (
               SELECT product_id FROM remote_pictures WHERE state = 'waiting' AND due_at <= $1
                ORDER BY due_at, number LIMIT 1 FOR UPDATE SKIP LOCKED),
           taken AS (
               SELECT number FROM remote_pictures JOIN next USING (product_id)
                WHERE state = 'waiting' AND due_at <= $1 ORDER BY position LIMIT $3 FOR UPDATE OF remote_pictures SKIP LOCKED)
           UPDATE remote_pictures r SET due_at = $2 FROM taken WHERE r.number = taken.number
           RETURNING r.number, r.product_id, r.address, r.position, r.combinations, r.asked_by AS "asked_by!: Json<Actor>",
                     r.postponed"#,
        now,
        until,
        most,
    )
    .fetch_all(conn)
    .await?;
    let due = rows.into_iter().map(|row| {
        let due = Due {
            number: row.number,
            product: ProductId::from_uuid(row.product_id),
            address: row.address,
            combinations: row.combinations.into_iter().map(CombinationId::from_uuid).collect(),
            asked_by: row.asked_by.0,
            postponed: count("postponed", row.postponed)?,
        };
        Ok((row.position, due))
    });
    let mut due = due.collect::<sqlx::Result<Vec<_>>>()?;
    due.sort_by_key(|(position, _)| *position);
    Ok(due.into_iter().map(|(_, due)| due).collect())
}

/// Begins a try of one that was claimed until `claimed`, and has it until `until`; how many there were with this one. `None` where it is
/// somebody else's by now, or not wanted any more.
pub async fn begin(
    conn: &mut PgConnection,
    number: i64,
    claimed: OffsetDateTime,
    until: OffsetDateTime,
) -> sqlx::Result<Option<i32>> {
    sqlx::query_scalar!(
        "UPDATE remote_pictures SET tries = tries + 1, due_at = $3
          WHERE number = $1 AND state = 'waiting' AND due_at = $2 RETURNING tries",
        number,
        claimed,
        until,
    )
    .fetch_optional(conn)
    .await
}

/// Its server is not asked for now: it is due again then, if it is not somebody else's by now.
pub async fn postpone(
    conn: &mut PgConnection,
    number: i64,
    claimed: OffsetDateTime,
    until: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE remote_pictures SET postponed = postponed + 1, due_at = $3
          WHERE number = $1 AND state = 'waiting' AND due_at = $2",
        number,
        claimed,
        until,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The product has it; whether it is still wanted.
pub async fn had(
    conn: &mut PgConnection,
    number: i64,
    image: ImageId,
    is_new: bool,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let had = sqlx::query!(
        "UPDATE remote_pictures SET state = 'had', asked_by = NULL, due_at = $4, is_new = $3, code = '',
                image_id = (SELECT id FROM images WHERE id = $2)
          WHERE number = $1 AND state = 'waiting'",
        number,
        image.uuid(),
        is_new,
        now,
    );
    Ok(had.execute(conn).await?.rows_affected() == 1)
}

/// It can't be had.
pub async fn refuse(
    conn: &mut PgConnection,
    number: i64,
    code: &str,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE remote_pictures SET state = 'refused', asked_by = NULL, due_at = $3, code = $2
          WHERE number = $1 AND state = 'waiting'",
        number,
        code,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Some of those that an employee asked for are not fetched any more; whether there may be more.
pub async fn end_of(
    conn: &mut PgConnection,
    employee: EmployeeId,
    now: OffsetDateTime,
    most: i64,
) -> sqlx::Result<bool> {
    let ended = sqlx::query!(
        "UPDATE remote_pictures SET state = 'refused', asked_by = NULL, due_at = $2, code = 'forbidden'
          WHERE state = 'waiting' AND number = ANY (ARRAY(
             SELECT number FROM remote_pictures WHERE state = 'waiting' AND asked_by ->> 'employee' = $1 LIMIT $3))",
        employee.to_string(),
        now,
        most,
    );
    Ok(ended.execute(conn).await?.rows_affected() == most.unsigned_abs())
}

/// It is asked for again, not before then.
pub async fn put_off(conn: &mut PgConnection, number: i64, until: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE remote_pictures SET due_at = $2 WHERE number = $1 AND state = 'waiting'",
        number,
        until
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Forgets what an import wants of a product and has not got; answers the pictures that the product got by it.
pub async fn take_back_in(
    tx: &mut PgConnection,
    import: Uuid,
    product: ProductId,
) -> sqlx::Result<Vec<ImageId>> {
    sqlx::query!(
        "DELETE FROM remote_pictures WHERE import_id = $1 AND product_id = $2 AND state <> 'had'",
        import,
        product.uuid(),
    )
    .execute(&mut *tx)
    .await?;
    let images = sqlx::query_scalar!(
        r#"SELECT image_id AS "image_id!" FROM remote_pictures
            WHERE import_id = $1 AND product_id = $2 AND is_new AND image_id IS NOT NULL"#,
        import,
        product.uuid(),
    );
    Ok(images.fetch_all(tx).await?.into_iter().map(ImageId::from_uuid).collect())
}

/// How many of an import's pictures became what.
pub async fn tally(conn: &mut PgConnection, import: Uuid) -> sqlx::Result<Tally> {
    let row = sqlx::query!(
        r#"SELECT count(*) FILTER (WHERE state = 'waiting') AS "waiting!", count(*) FILTER (WHERE state = 'had') AS "had!",
                  count(*) FILTER (WHERE state = 'refused') AS "refused!"
             FROM remote_pictures WHERE import_id = $1"#,
        import,
    )
    .fetch_one(conn)
    .await?;
    Ok(Tally {
        waiting: count("waiting", row.waiting)?,
        had: count("had", row.had)?,
        refused: count("refused", row.refused)?,
    })
}

/// The next pictures of an import that can't be had.
pub async fn refused(
    conn: &mut PgConnection,
    import: Uuid,
    after: u64,
    most: i64,
) -> sqlx::Result<Vec<Failed>> {
    let after = i64::try_from(after).unwrap_or(i64::MAX);
    let rows = sqlx::query!(
        "SELECT number, product_id, line, address, code FROM remote_pictures
          WHERE import_id = $1 AND state = 'refused' AND number > $2 ORDER BY number LIMIT $3",
        import,
        after,
        most,
    )
    .fetch_all(conn)
    .await?;
    let failed = rows.into_iter().map(|row| {
        Ok(Failed {
            number: row.number.unsigned_abs(),
            product: ProductId::from_uuid(row.product_id),
            line: count("line", row.line)?,
            address: row.address,
            code: row.code,
        })
    });
    failed.collect()
}

/// Forgets some that were settled before; whether there may be more.
pub async fn forget(conn: &mut PgConnection, before: OffsetDateTime, most: i64) -> sqlx::Result<bool> {
    let gone = sqlx::query!(
        "DELETE FROM remote_pictures WHERE number = ANY (ARRAY(
             SELECT number FROM remote_pictures WHERE state <> 'waiting' AND due_at < $1 ORDER BY due_at LIMIT $2))",
        before,
        most,
    );
    Ok(gone.execute(conn).await?.rows_affected() == most.unsigned_abs())
}
