//! The SQL of expeditions. An expedition's row is locked before any level, as an order's is.

use souk_database::columns::{count, damaged, ensure_changed, version, version_column};
use souk_kernel::{Counted, EmployeeId, ExpeditionId, ExpeditionPartId, LocalizedText, Page, WarehouseId};
use sqlx::PgConnection;
use strum::VariantArray;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{Expedition, ExpeditionFilter, Part, Status};
use crate::columns::{combination_column, key, localized};
use crate::stock::Mover;

/// A part with what staff know it by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedPart {
    pub part: Part,
    pub product_name: LocalizedText,
    pub combination_name: LocalizedText,
    pub sku: String,
    pub image: String,
}

/// An expedition as lists show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    pub expedition: Expedition,
    pub parts: u64,
    pub pieces: u64,
    pub received: u64,
}

/// Stores a new expedition, whose number is given here.
pub async fn insert_in(conn: &mut PgConnection, new: &Expedition) -> Result<u64, sqlx::Error> {
    let number = sqlx::query_scalar!(
        "INSERT INTO expeditions (id, source_id, destination_id, status, note, version, actor_id, actor_name, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING number",
        new.id.uuid(),
        new.source.uuid(),
        new.destination.uuid(),
        <&str>::from(new.status),
        new.note,
        version_column(new.version),
        new.maker.employee.map(EmployeeId::uuid),
        new.maker.name,
        new.created_at
    )
    .fetch_one(conn)
    .await?;
    Ok(number.unsigned_abs())
}

pub async fn find(conn: &mut PgConnection, id: ExpeditionId) -> Result<Option<Expedition>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "SELECT id, number, source_id, destination_id, status, note, version, actor_id, actor_name, created_at, sent_at,
             closed_at
         FROM expeditions WHERE id = $1",
        id.uuid()
    )
    .fetch_optional(conn)
    .await?;
    row.map(Row::expedition).transpose()
}

/// The expedition, held against other changes until the transaction ends.
pub async fn lock_in(conn: &mut PgConnection, id: ExpeditionId) -> Result<Option<Expedition>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "SELECT id, number, source_id, destination_id, status, note, version, actor_id, actor_name, created_at, sent_at,
             closed_at
         FROM expeditions WHERE id = $1 FOR NO KEY UPDATE",
        id.uuid()
    )
    .fetch_optional(conn)
    .await?;
    row.map(Row::expedition).transpose()
}

/// Writes what changed of it, as the next version.
pub async fn save_in(conn: &mut PgConnection, expedition: &Expedition) -> Result<(), sqlx::Error> {
    let saved = sqlx::query!(
        "UPDATE expeditions SET status = $2, version = $3::bigint, sent_at = $4, closed_at = $5
         WHERE id = $1 AND version = $3::bigint - 1",
        expedition.id.uuid(),
        <&str>::from(expedition.status),
        version_column(expedition.version),
        expedition.sent_at,
        expedition.closed_at
    )
    .execute(conn)
    .await?;
    ensure_changed(saved.rows_affected())
}

/// The expedition's parts in the order in which they were added.
pub async fn parts(conn: &mut PgConnection, id: ExpeditionId) -> Result<Vec<NamedPart>, sqlx::Error> {
    let rows = sqlx::query_as!(
        PartRow,
        "SELECT p.id, p.product_id, p.combination_id, p.quantity, p.received, p.lost, i.product_name_fr, i.product_name_ar,
             i.product_name_en, i.combination_name_fr, i.combination_name_ar, i.combination_name_en, i.sku, i.image
         FROM expedition_parts p JOIN sellable_items i USING (product_id, combination_id)
         WHERE p.expedition_id = $1
         ORDER BY p.id",
        id.uuid()
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(PartRow::named).collect()
}

/// Whose part it is.
pub async fn of_part(
    conn: &mut PgConnection,
    part: ExpeditionPartId,
) -> Result<Option<ExpeditionId>, sqlx::Error> {
    let id = sqlx::query_scalar!("SELECT expedition_id FROM expedition_parts WHERE id = $1", part.uuid());
    Ok(id.fetch_optional(conn).await?.map(ExpeditionId::from_uuid))
}

/// Writes the part, new or changed.
pub async fn save_part_in(
    conn: &mut PgConnection,
    expedition: ExpeditionId,
    part: &Part,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO expedition_parts (id, expedition_id, product_id, combination_id, quantity, received, lost)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (id) DO UPDATE SET quantity = EXCLUDED.quantity, received = EXCLUDED.received, lost = EXCLUDED.lost",
        part.id.uuid(),
        expedition.uuid(),
        part.key.product.uuid(),
        combination_column(part.key.combination),
        part.quantity.cast_signed(),
        part.received.cast_signed(),
        part.lost.cast_signed()
    )
    .execute(conn)
    .await
    .map(|_| ())
}

/// Writes what arrived of some of the expedition's parts.
pub async fn book_received_in(
    conn: &mut PgConnection,
    expedition: ExpeditionId,
    parts: impl Iterator<Item = &Part>,
) -> Result<(), sqlx::Error> {
    let (ids, received): (Vec<_>, Vec<_>) =
        parts.map(|part| (part.id.uuid(), part.received.cast_signed())).unzip();
    let booked = sqlx::query!(
        "UPDATE expedition_parts p SET received = a.received FROM unnest($2::uuid[], $3::int[]) AS a (id, received)
         WHERE p.id = a.id AND p.expedition_id = $1",
        expedition.uuid(),
        &ids,
        &received
    )
    .execute(conn)
    .await?;
    if booked.rows_affected() == ids.len() as u64 { Ok(()) } else { Err(sqlx::Error::RowNotFound) }
}

pub async fn delete_part_in(conn: &mut PgConnection, part: ExpeditionPartId) -> Result<(), sqlx::Error> {
    let gone = sqlx::query!("DELETE FROM expedition_parts WHERE id = $1", part.uuid()).execute(conn).await?;
    ensure_changed(gone.rows_affected())
}

/// What did not arrive of the expedition is lost.
pub async fn book_losses_in(conn: &mut PgConnection, id: ExpeditionId) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE expedition_parts SET lost = quantity - received WHERE expedition_id = $1 AND received < quantity",
        id.uuid()
    )
    .execute(conn)
    .await
    .map(|_| ())
}

/// A page, newest first, with the number of all. Of each warehouse those that leave it and those that go to it are read by an
/// index that has them in the list's order.
pub async fn list(
    conn: &mut PgConnection,
    filter: &ExpeditionFilter,
) -> Result<(Vec<Listed>, Counted), sqlx::Error> {
    let statuses = if filter.statuses.is_empty() { Status::VARIANTS } else { &filter.statuses };
    let statuses: Vec<String> = statuses.iter().map(|status| <&str>::from(*status).to_owned()).collect();
    let warehouse = filter.warehouse.map(WarehouseId::uuid);
    let bounds = filter.bounds.as_ref();
    let bounds: Option<Vec<Uuid>> = bounds.map(|bounds| bounds.iter().map(|it| it.uuid()).collect());
    let (skipped, shown) = filter.page.within_reach();
    let found = sqlx::query!(
        r#"WITH ended AS (
             SELECT w.id, s.status FROM warehouses w, unnest($1::text[]) s (status)
             WHERE CASE WHEN $2::uuid IS NULL THEN $3::uuid[] IS NULL OR w.id = ANY ($3) ELSE w.id = $2 END
         ), matching AS MATERIALIZED (
             SELECT number FROM ended, LATERAL (
                 SELECT number FROM expeditions
                 WHERE source_id = ended.id AND status = ended.status
                     AND ($3::uuid[] IS NULL OR source_id = ANY ($3) OR destination_id = ANY ($3))
                 ORDER BY number DESC LIMIT $6
             ) left_it
             UNION
             SELECT number FROM ended, LATERAL (
                 SELECT number FROM expeditions
                 WHERE destination_id = ended.id AND status = ended.status
                     AND ($3::uuid[] IS NULL OR source_id = ANY ($3) OR destination_id = ANY ($3))
                 ORDER BY number DESC LIMIT $6
             ) go_to_it
             WHERE $2 IS NOT NULL OR $3 IS NOT NULL
         )
         SELECT ARRAY(SELECT number FROM matching ORDER BY number DESC LIMIT $4 OFFSET $5) AS "numbers!",
             (SELECT count(*) FROM matching) AS "total!""#,
        &statuses,
        warehouse,
        bounds.as_deref(),
        shown,
        skipped,
        Counted::limit(Page::REACH)
    )
    .fetch_one(&mut *conn)
    .await?;
    let rows = sqlx::query!(
        r#"SELECT e.id, e.number, e.source_id, e.destination_id, e.status, e.note, e.version, e.actor_id, e.actor_name,
             e.created_at, e.sent_at, e.closed_at, sums.parts AS "parts!", sums.pieces AS "pieces!",
             sums.received AS "received!"
         FROM expeditions e CROSS JOIN LATERAL (
             SELECT count(*) AS parts, coalesce(sum(quantity), 0) AS pieces, coalesce(sum(received), 0) AS received
             FROM expedition_parts WHERE expedition_id = e.id
         ) sums
         WHERE e.number = ANY ($1)
         ORDER BY e.number DESC"#,
        &found.numbers
    )
    .fetch_all(conn)
    .await?;
    let listed = rows.into_iter().map(|row| {
        let (parts, pieces, received) = (row.parts, row.pieces, row.received);
        let expedition = Row {
            id: row.id,
            number: row.number,
            source_id: row.source_id,
            destination_id: row.destination_id,
            status: row.status,
            note: row.note,
            version: row.version,
            actor_id: row.actor_id,
            actor_name: row.actor_name,
            created_at: row.created_at,
            sent_at: row.sent_at,
            closed_at: row.closed_at,
        };
        Ok(Listed {
            expedition: expedition.expedition()?,
            parts: parts.unsigned_abs(),
            pieces: pieces.unsigned_abs(),
            received: received.unsigned_abs(),
        })
    });
    Ok((listed.collect::<Result<_, sqlx::Error>>()?, Counted::up_to(Page::REACH, found.total.unsigned_abs())))
}

struct Row {
    id: Uuid,
    number: i64,
    source_id: Uuid,
    destination_id: Uuid,
    status: String,
    note: String,
    version: i64,
    actor_id: Option<Uuid>,
    actor_name: String,
    created_at: OffsetDateTime,
    sent_at: Option<OffsetDateTime>,
    closed_at: Option<OffsetDateTime>,
}

impl Row {
    fn expedition(self) -> Result<Expedition, sqlx::Error> {
        Ok(Expedition {
            id: ExpeditionId::from_uuid(self.id),
            number: self.number.unsigned_abs(),
            source: WarehouseId::from_uuid(self.source_id),
            destination: WarehouseId::from_uuid(self.destination_id),
            status: self.status.parse::<Status>().map_err(|_| damaged("status", &self.status))?,
            note: self.note,
            version: version(self.version)?,
            maker: Mover { employee: self.actor_id.map(EmployeeId::from_uuid), name: self.actor_name },
            created_at: self.created_at,
            sent_at: self.sent_at,
            closed_at: self.closed_at,
        })
    }
}

struct PartRow {
    id: Uuid,
    product_id: Uuid,
    combination_id: Uuid,
    quantity: i32,
    received: i32,
    lost: i32,
    product_name_fr: String,
    product_name_ar: String,
    product_name_en: String,
    combination_name_fr: String,
    combination_name_ar: String,
    combination_name_en: String,
    sku: String,
    image: String,
}

impl PartRow {
    fn named(self) -> Result<NamedPart, sqlx::Error> {
        Ok(NamedPart {
            part: Part {
                id: ExpeditionPartId::from_uuid(self.id),
                key: key(self.product_id, self.combination_id),
                quantity: count("quantity", self.quantity)?,
                received: count("received", self.received)?,
                lost: count("lost", self.lost)?,
            },
            product_name: localized(self.product_name_fr, self.product_name_ar, self.product_name_en),
            combination_name: localized(
                self.combination_name_fr,
                self.combination_name_ar,
                self.combination_name_en,
            ),
            sku: self.sku,
            image: self.image,
        })
    }
}
