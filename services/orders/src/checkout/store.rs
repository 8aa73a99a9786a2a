//! Storing orders: all that is written when orders are placed, in one statement.

use std::collections::HashSet;
use std::time::Duration;

use serde::Serialize;
use souk_bus::OutboxRow;
use souk_database::columns::column;
use souk_kernel::OrderNumber;
use sqlx::PgPool;
use sqlx::types::Json;

use super::cooldown::Subjects;
use super::idempotency::IdempotencyKey;
use crate::orders::{LineRow, NewOrderRow, Order, TimelineEntry, TimelineRow, line_rows};

/// What the database says where an order that is not stored would begin a cooldown (`refuse_half_cooldown`).
const HALF_COOLDOWN: &str = "SK001";

/// Everything that is written when an order is placed.
#[derive(Debug)]
pub struct Placement {
    pub order: Order,
    pub entry: TimelineEntry,
    pub event: OutboxRow,
    /// The audit log's event of an order that staff made.
    pub audit: Option<OutboxRow>,
    pub key: IdempotencyKey,
    pub response: Vec<u8>,
    pub subjects: Subjects,
    /// Of the client's address; empty where it is not known.
    pub network: String,
    /// Of an IPv6 address that is known: its first 48 bits.
    pub site: String,
    /// What leaves the shelves.
    pub pieces: u64,
    /// How long its visitor waits before the next order, and its phone no longer.
    pub cooldown: Duration,
}

/// What became of a placement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placed {
    Stored,
    /// Another process stored the answer to the same request first.
    Answered,
    /// The visitor or the phone ordered a moment ago. No order of theirs was stored now.
    Cooling,
}

/// A placement as the statement reads it: a record per table.
#[derive(Serialize)]
struct PlacementRecord<'a> {
    scope: String,
    key: &'a str,
    request_hash: &'a str,
    subjects: Vec<&'a str>,
    network: &'a str,
    site: &'a str,
    pieces: u64,
    /// Seconds that each of the subjects waits.
    waits: Vec<u64>,
    order: NewOrderRow<'a>,
    lines: Vec<LineRow>,
    entry: TimelineRow<'a>,
    event: EventRecord<'a>,
    audit: Option<EventRecord<'a>>,
}

/// The columns of the outbox, but for the payload.
#[derive(Serialize)]
struct EventRecord<'a> {
    id: uuid::Uuid,
    r#type: &'a str,
    correlation_id: uuid::Uuid,
    traceparent: Option<&'a str>,
    #[serde(with = "time::serde::rfc3339")]
    occurred_at: time::OffsetDateTime,
}

impl<'a> From<&'a Placement> for PlacementRecord<'a> {
    fn from(placement: &'a Placement) -> Self {
        let Placement { order, entry, event, key, subjects, .. } = placement;
        Self {
            scope: key.scope(),
            key: &key.key,
            request_hash: &key.hash,
            subjects: subjects.names().collect(),
            network: &placement.network,
            site: &placement.site,
            pieces: placement.pieces,
            waits: subjects.waits(placement.cooldown).iter().map(Duration::as_secs).collect(),
            order: NewOrderRow::new(order, key.visitor),
            lines: line_rows(&order.lines),
            entry: TimelineRow::new(order.id, entry),
            event: EventRecord::from(event),
            audit: placement.audit.as_ref().map(EventRecord::from),
        }
    }
}

impl<'a> From<&'a OutboxRow> for EventRecord<'a> {
    fn from(event: &'a OutboxRow) -> Self {
        Self {
            id: event.id,
            r#type: &event.r#type,
            correlation_id: event.correlation_id,
            traceparent: event.traceparent.as_deref(),
            occurred_at: event.occurred_at,
        }
    }
}

/// The next order numbers. Not part of an order's transaction: one that fails after this leaves a gap.
pub async fn next_numbers(pool: PgPool, count: usize) -> sqlx::Result<Vec<OrderNumber>> {
    let numbers = sqlx::query_scalar!(
        r#"SELECT nextval('order_numbers') AS "number!" FROM generate_series(1, (SELECT $1::int))"#,
        i32::try_from(count).unwrap_or(i32::MAX),
    )
    .fetch_all(&pool)
    .await?;
    Ok(numbers.into_iter().map(OrderNumber).collect())
}

/// As [`place`], for the [`Batcher`](souk_database::Batcher): nothing for those that share a cooldown with one before them,
/// which come after these, and for all where something failed that may concern one of them.
pub async fn place_together(pool: PgPool, all: &[Placement]) -> Vec<Option<sqlx::Result<Placed>>> {
    let is_first = first_of_their_subjects(all);
    let together: Vec<_> = all.iter().zip(&is_first).filter(|(_, first)| **first).map(|(it, _)| it).collect();
    match place(&pool, &together).await {
        Ok(placed) => {
            let mut placed = placed.into_iter();
            is_first.into_iter().map(|first| first.then(|| placed.next().map(Ok)).flatten()).collect()
        }
        Err(error) => {
            tracing::debug!(error.cause = %error, batch.size = all.len(), "orders are stored one by one");
            all.iter().map(|_| souk_database::of_connection(&error).map(Err)).collect()
        }
    }
}

/// As [`place`], for one alone: where only its visitor or only its phone may order, nothing is written.
pub async fn place_alone(pool: &PgPool, placement: &Placement) -> sqlx::Result<Placed> {
    match place(pool, &[placement]).await {
        Ok(mut placed) => placed.pop().ok_or(sqlx::Error::RowNotFound),
        Err(error) if is_half_cooldown(&error) => Ok(Placed::Cooling),
        Err(error) => Err(error),
    }
}

fn is_half_cooldown(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    code.is_some_and(|code| code == HALF_COOLDOWN)
}

/// Whether none before shares a cooldown with it.
fn first_of_their_subjects(all: &[Placement]) -> Vec<bool> {
    let mut taken = HashSet::new();
    let mut is_first = Vec::with_capacity(all.len());
    for placement in all {
        let names: Vec<_> = placement.subjects.names().collect();
        is_first.push(names.iter().all(|name| !taken.contains(name)));
        taken.extend(names);
    }
    is_first
}

/// Orders with their lines and their first timeline rows, the answers for whoever asks again, the cooldowns that begin, the
/// end of the visitors' drafts, the events: in one statement, and so in one transaction and one round trip.
///
/// An order is stored if its visitor and phone may order and nobody answered its request yet. Who comes second waits for
/// the first to commit: at the cooldown's row, else at the answer's. Rows are taken in one order, cooldowns before
/// answers, so that two such statements never wait for each other in a circle. No two of `all` share a cooldown.
///
/// An order that is not stored begins no cooldown: where another process took one of its two meanwhile, all fails with
/// [`HALF_COOLDOWN`], and who asks for each alone learns whose it was.
pub async fn place(pool: &PgPool, all: &[&Placement]) -> sqlx::Result<Vec<Placed>> {
    let Some(now) = all.iter().map(|it| it.order.placed_at).min() else { return Ok(Vec::new()) };
    let rows = sqlx::query!(
        r#"WITH placements AS MATERIALIZED (
             SELECT a.place, a.record, a.response, a.payload, a.audit, k.scope, k.key, k.request_hash, k.subjects, k.network,
                    k.site, k.pieces, k.waits
               FROM unnest((SELECT $1::jsonb[]), (SELECT $2::bytea[]), (SELECT $3::bytea[]), (SELECT $5::bytea[]))
                        WITH ORDINALITY AS a (record, response, payload, audit, place),
                    jsonb_to_record(a.record) AS k (scope text, key text, request_hash text, subjects text[],
                                                       network text, site text, pieces int, waits int[])
         ), cooled AS (
             INSERT INTO cooldowns AS c (subject, until)
             SELECT s.subject, $4::timestamptz + make_interval(secs => s.wait)
               FROM placements a, unnest(a.subjects, a.waits) AS s (subject, wait)
              WHERE NOT EXISTS (SELECT FROM idempotency i WHERE i.scope = a.scope AND i.key = a.key)
                AND NOT EXISTS (SELECT FROM cooldowns b WHERE b.subject = ANY(a.subjects) AND b.until > $4)
              ORDER BY s.subject
             ON CONFLICT (subject) DO UPDATE SET until = excluded.until WHERE c.until <= $4
             RETURNING subject
         ), allowed AS MATERIALIZED (
             SELECT * FROM placements a
              WHERE (SELECT count(*) FROM cooled WHERE subject = ANY(a.subjects)) = cardinality(a.subjects)
         ), answered AS (
             INSERT INTO idempotency (scope, key, request_hash, response, created_at)
             SELECT scope, key, request_hash, response, $4 FROM allowed ORDER BY scope, key
             ON CONFLICT DO NOTHING
             RETURNING scope, key
         ), stored AS MATERIALIZED (
             SELECT a.* FROM allowed a JOIN answered USING (scope, key)
         ), placed AS (
             INSERT INTO orders (id, number, version, status, stock, stock_version, visitor_id, first_name, last_name,
                                 phone, email, address, wilaya_code, wilaya_name, commune_code, commune_name,
                                 transporter_id, transporter_name, delivery_type, products_total, delivery_price, total,
                                 language, placed_at, actor_id, actor_name, type, client_network, client_site, pieces)
             SELECT o.*, s.network, s.site, s.pieces FROM stored s, jsonb_to_record(s.record -> 'order') AS o (
                        id uuid, number bigint, version bigint, status text, stock text, stock_version bigint,
                        visitor_id uuid, first_name text, last_name text, phone text, email text, address text,
                        wilaya_code text, wilaya_name text, commune_code text, commune_name text,
                        transporter_id uuid, transporter_name text, delivery_type text, products_total bigint,
                        delivery_price bigint, total bigint, language text, placed_at timestamptz, actor_id text,
                        actor_name text, type text)
         ), detailed AS (
             INSERT INTO order_lines (order_id, position, product_id, combination_id, name, combination_name, sku, image,
                                      quantity, unit_price, unit_price_ht, unit_price_ttc, tax_rate, total, stock_items,
                                      parts)
             SELECT (s.record #>> '{order,id}')::uuid, l.*
               FROM stored s, jsonb_to_recordset(s.record -> 'lines') AS l (
                        position int, product_id uuid, combination_id uuid, name jsonb, combination_name jsonb, sku text,
                        image text, quantity int, unit_price bigint, unit_price_ht bigint, unit_price_ttc bigint,
                        tax_rate int, total bigint, stock_items jsonb, parts jsonb)
         ), noted AS (
             INSERT INTO order_timeline (id, order_id, kind, note, data, actor_id, actor_name, at)
             SELECT e.* FROM stored s, jsonb_to_record(s.record -> 'entry') AS e (
                        id uuid, order_id uuid, kind text, note text, data jsonb, actor_id text, actor_name text,
                        at timestamptz)
         ), ordered AS (
             DELETE FROM draft_carts
              WHERE visitor_id = ANY (SELECT (record #>> '{order,visitor_id}')::uuid FROM stored)
         ), announced AS (
             INSERT INTO bus.outbox (id, type, payload, correlation_id, traceparent, occurred_at)
             SELECT e.id, e.type, t.payload, e.correlation_id, e.traceparent, e.occurred_at
               FROM stored s
              CROSS JOIN LATERAL (VALUES (s.record -> 'event', s.payload), (s.record -> 'audit', s.audit)) AS t (event, payload),
                    jsonb_to_record(t.event) AS e (
                        id uuid, type text, correlation_id uuid, traceparent text, occurred_at timestamptz)
              WHERE t.payload IS NOT NULL
         )
         SELECT EXISTS (SELECT FROM stored s WHERE s.place = a.place) AS "stored!",
                EXISTS (SELECT FROM allowed l WHERE l.place = a.place) AS "allowed!"
           FROM placements a
          WHERE CASE WHEN NOT EXISTS (SELECT FROM stored s WHERE s.place = a.place)
                      AND EXISTS (SELECT FROM cooled WHERE subject = ANY (a.subjects))
                     THEN refuse_half_cooldown() ELSE true END
          ORDER BY a.place"#,
        &column(all, |it| Json(PlacementRecord::from(*it))) as _,
        &column(all, |it| it.response.clone()),
        &column(all, |it| it.event.payload.clone()),
        now,
        &column(all, |it| it.audit.as_ref().map(|audit| audit.payload.clone())) as _,
    )
    .fetch_all(pool)
    .await?;
    let placed = rows.into_iter().map(|row| match (row.stored, row.allowed) {
        (true, _) => Placed::Stored,
        (false, true) => Placed::Answered,
        (false, false) => Placed::Cooling,
    });
    Ok(placed.collect())
}
