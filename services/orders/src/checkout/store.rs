//! The statements of a checkout: what it has to know, and all that an order is.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use souk_bus::OutboxRow;
use souk_kernel::{CommuneCode, OrderId, ProductId, TransporterId, WilayaCode};
use sqlx::PgPool;
use sqlx::types::Json;
use time::OffsetDateTime;

use super::guard::{CLAIM_SECONDS, Claim, RequestKey, Stored, Subjects};
use crate::orders::{Order, OrderNumber, TimelineEntry, line_rows};
use crate::sellables::{self, PriceBasis, Sellable};
use crate::storage::{decoded, version_column};
use crate::transporters::{Offer, TariffRow, Transporter};

/// What a checkout asks about.
#[derive(Debug)]
pub struct Question {
    /// The order's id, should this be the first attempt at its key.
    pub fresh: OrderId,
    pub request: RequestKey,
    pub subjects: Subjects,
    pub products: Vec<ProductId>,
    pub commune: CommuneCode,
    pub transporter: TransporterId,
}

/// The request's past, the catalogue's say on its products, and where they go.
#[derive(Debug)]
pub struct Known {
    pub claim: Claim,
    pub stored: Option<Stored>,
    pub cooldown: Option<OffsetDateTime>,
    /// Those asked for, and more.
    pub sellables: Arc<HashMap<ProductId, Sellable>>,
    pub basis: PriceBasis,
    /// Nothing when there is no such commune.
    pub place: Option<Place>,
}

/// A commune with the tariffs of one transporter that could serve it.
#[derive(Debug)]
pub struct Place {
    pub wilaya: WilayaCode,
    pub wilaya_name: String,
    pub commune_name: String,
    pub deliverable: bool,
    pub candidates: Vec<Offer>,
}

/// Everything that is written when an order is placed.
#[derive(Debug)]
pub struct Placement {
    pub order: Order,
    pub entry: TimelineEntry,
    pub event: OutboxRow,
    pub request: RequestKey,
    pub response: Vec<u8>,
    pub subjects: Subjects,
}

/// Takes the keys for work on them and reads what the work has to know.
///
/// A claim whose owner is gone is taken over with its order id, so that what inventory holds for the first attempt serves
/// the second. A claim stays after success: it keeps late twins from starting. Who asks again with the same fresh id, the
/// answer having failed, still has the key.
///
/// The lists are wrapped in queries of their own: their length, known, would have each call planned anew, which costs
/// more than the rest of it.
pub async fn known(pool: PgPool, asked: &[Question]) -> sqlx::Result<Vec<Known>> {
    let products: Vec<_> = asked.iter().flat_map(|it| it.products.iter().map(|id| id.uuid())).collect();
    let rows = sqlx::query!(
        r#"WITH asked AS MATERIALIZED (
               SELECT * FROM unnest((SELECT $1::text[]), (SELECT $2::text[]), (SELECT $3::uuid[]), (SELECT $4::text[]),
                                    (SELECT $5::text[]), (SELECT $6::text[]), (SELECT $7::uuid[])) WITH ORDINALITY
                   AS a (scope, key, fresh, visitor, phone, commune, transporter, place)
           ), claimed AS (
               INSERT INTO checkout_claims AS c (scope, key, order_id, claimed_at)
               SELECT DISTINCT ON (scope, key) scope, key, fresh, now() FROM asked ORDER BY scope, key, place
               ON CONFLICT (scope, key) DO UPDATE SET claimed_at = now()
                WHERE c.claimed_at < now() - make_interval(secs => $8) OR c.order_id = excluded.order_id
               RETURNING scope, key, order_id)
           SELECT (SELECT order_id FROM claimed WHERE scope = a.scope AND key = a.key) AS claimed,
                  i.request_hash AS "hash?", i.response AS "response?",
                  (SELECT max(until) FROM cooldowns WHERE subject IN (a.visitor, a.phone)) AS cooldown,
                  w.code AS "wilaya_code?", w.name AS "wilaya_name?", c.name AS "commune_name?",
                  w.deliverable AND c.deliverable AS deliverable,
                  t.name AS "transporter_name?", t.logo AS "logo?",
                  (SELECT jsonb_agg(to_jsonb(f)) FROM tariffs f
                    WHERE f.transporter_id = t.id AND f.wilaya_code = c.wilaya_code
                      AND (f.commune_code IS NULL OR f.commune_code = c.code)) AS "tariffs: Json<Vec<TariffRow>>",
                  -- Once for all.
                  CASE WHEN a.place = 1 THEN (SELECT basis FROM price_basis) END AS basis,
                  CASE WHEN a.place = 1 THEN
                      ARRAY(SELECT body FROM sellables WHERE product_id = ANY((SELECT $9::uuid[])::uuid[])) END AS bodies
             FROM asked a
             LEFT JOIN idempotency i ON i.scope = a.scope AND i.key = a.key
             LEFT JOIN communes c ON c.code = a.commune
             LEFT JOIN wilayas w ON w.code = c.wilaya_code
             LEFT JOIN transporters t ON t.id = a.transporter AND t.active
            ORDER BY a.place"#,
        &column(asked, |it| it.request.scope()),
        &column(asked, |it| it.request.key.clone()),
        &column(asked, |it| it.fresh.uuid()),
        &column(asked, |it| it.subjects.visitor()) as &[Option<String>],
        &column(asked, |it| it.subjects.phone()) as &[Option<String>],
        &column(asked, |it| it.commune.to_string()),
        &column(asked, |it| it.transporter.uuid()),
        CLAIM_SECONDS,
        &products,
    )
    .fetch_all(&pool)
    .await?;
    let first = rows.first().ok_or(sqlx::Error::RowNotFound)?;
    let basis = decoded(first.basis.as_deref().unwrap_or_default().parse())?;
    let bodies = first.bodies.iter().flatten().map(|body| sellables::read(body));
    let sellables = bodies.map(|read| read.map(|sellable| (sellable.product, sellable)));
    let sellables = Arc::new(sellables.collect::<sqlx::Result<HashMap<_, _>>>()?);
    let mut keys = HashSet::new();
    let known = asked.iter().zip(rows).map(|(it, row)| {
        // Of two twins that ask together the first may work.
        let claimed = row.claimed.filter(|_| keys.insert((&it.request.visitor, &it.request.key)));
        let place = match (row.wilaya_code, row.wilaya_name, row.commune_name) {
            (Some(wilaya), Some(wilaya_name), Some(commune_name)) => {
                let transporter = Transporter {
                    id: it.transporter,
                    name: row.transporter_name.unwrap_or_default(),
                    logo: row.logo.unwrap_or_default(),
                    active: true,
                };
                let offer = |tariff: TariffRow| {
                    Ok(Offer { transporter: transporter.clone(), tariff: tariff.try_into()? })
                };
                let tariffs = row.tariffs.map(|tariffs| tariffs.0).unwrap_or_default().into_iter();
                Some(Place {
                    wilaya: decoded(wilaya.parse())?,
                    wilaya_name,
                    commune_name,
                    deliverable: row.deliverable.unwrap_or_default(),
                    candidates: tariffs.map(offer).collect::<sqlx::Result<_>>()?,
                })
            }
            _ => None,
        };
        Ok(Known {
            claim: claimed.map_or(Claim::Theirs, |id| Claim::Ours(OrderId::from_uuid(id))),
            stored: row.hash.zip(row.response).map(|(hash, response)| Stored { hash, response }),
            cooldown: row.cooldown,
            sellables: sellables.clone(),
            basis,
            place,
        })
    });
    known.collect()
}

/// The next order numbers. Not part of an order's transaction: one that fails after this leaves a gap.
pub async fn next_numbers(pool: PgPool, count: usize) -> sqlx::Result<Vec<OrderNumber>> {
    let numbers = sqlx::query_scalar!(
        r#"SELECT nextval('order_numbers') AS "number!" FROM generate_series(1, $1)"#,
        i32::try_from(count).unwrap_or(i32::MAX),
    )
    .fetch_all(&pool)
    .await?;
    Ok(numbers.into_iter().map(OrderNumber).collect())
}

/// Orders with their lines and their first timeline rows, the answers for whoever asks again, the cooldowns that begin, the
/// end of the visitors' drafts, the events: in one statement, and so in one transaction and one round trip. All or none.
///
/// They go in by the shard that their number counts in (migration 0007), so that two such statements never wait for each
/// other in a circle.
///
/// A cooldown that is not over would get no end, which its column refuses and with it everything
/// ([`super::guard::is_cooling`]).
pub async fn place(pool: PgPool, all: &[Placement], cooldown: Duration) -> sqlx::Result<Vec<()>> {
    let subjects: Vec<_> = all.iter().flat_map(|it| it.subjects.names()).collect();
    let Some(now) = all.iter().map(|it| it.order.placed_at).min() else { return Ok(Vec::new()) };
    sqlx::query!(
        "WITH placed AS (
             INSERT INTO orders (id, number, version, status, stock, stock_version, visitor_id, first_name, last_name,
                                 phone, email, address, wilaya_code, wilaya_name, commune_code, commune_name,
                                 transporter_id, transporter_name, delivery_type, products_total, delivery_price, total,
                                 language, placed_at, actor_id, actor_name)
             SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::bigint[],
                                  $7::uuid[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[],
                                  $13::text[], $14::text[], $15::text[], $16::text[], $17::uuid[], $18::text[],
                                  $19::text[], $20::bigint[], $21::bigint[], $22::bigint[], $23::text[],
                                  $24::timestamptz[], $25::text[], $26::text[])
                 AS o (id, number)
              ORDER BY number % 32, number
         ), noted AS (
             INSERT INTO order_timeline (id, order_id, kind, note, data, actor_id, actor_name, at)
             SELECT * FROM unnest($27::uuid[], $1::uuid[], $4::text[], $28::text[], $29::jsonb[], $25::text[],
                                  $26::text[], $24::timestamptz[])
         ), cooled AS (
             INSERT INTO cooldowns AS c (subject, until) SELECT s, $32::timestamptz FROM unnest($31::text[]) s ORDER BY s
             ON CONFLICT (subject) DO UPDATE SET until = CASE WHEN c.until <= $33 THEN excluded.until END
         ), answered AS (
             INSERT INTO idempotency (scope, key, request_hash, response, created_at)
             SELECT * FROM unnest($34::text[], $35::text[], $36::text[], $37::bytea[], $24::timestamptz[])
         ), ordered AS (
             DELETE FROM draft_carts WHERE visitor_id = ANY((SELECT $7::uuid[])::uuid[])
         ), announced AS (
             INSERT INTO bus.outbox (id, type, payload, correlation_id, traceparent, occurred_at)
             SELECT * FROM unnest($38::uuid[], $39::text[], $40::bytea[], $41::uuid[], $42::text[], $43::timestamptz[])
         )
         INSERT INTO order_lines (order_id, position, product_id, combination_id, name, combination_name, sku, image,
                                  quantity, unit_price, unit_price_ht, unit_price_ttc, tax_rate, total, stock_items)
         SELECT o.id, l.*
           FROM unnest($1::uuid[], $30::jsonb[]) AS o (id, lines), jsonb_to_recordset(o.lines) AS l (
                    position int, product_id uuid, combination_id uuid, name jsonb, combination_name jsonb, sku text,
                    image text, quantity int, unit_price bigint, unit_price_ht bigint, unit_price_ttc bigint,
                    tax_rate int, total bigint, stock_items jsonb)",
        &column(all, |it| it.order.id.uuid()),
        &column(all, |it| it.order.number.0),
        &column(all, |it| version_column(it.order.version)),
        &column(all, |it| it.order.status.as_ref().to_owned()),
        &column(all, |it| it.order.stock.as_ref().to_owned()),
        &column(all, |it| version_column(it.order.stock_version)),
        &column(all, |it| it.request.visitor.uuid()),
        &column(all, |it| it.order.customer.first_name.to_string()),
        &column(all, |it| it.order.customer.last_name.to_string()),
        &column(all, |it| it.order.customer.phone.to_string()),
        &column(all, |it| it.order.customer.email.clone()),
        &column(all, |it| it.order.customer.address.clone()),
        &column(all, |it| it.order.delivery.wilaya.to_string()),
        &column(all, |it| it.order.delivery.wilaya_name.clone()),
        &column(all, |it| it.order.delivery.commune.to_string()),
        &column(all, |it| it.order.delivery.commune_name.clone()),
        &column(all, |it| it.order.delivery.transporter.uuid()),
        &column(all, |it| it.order.delivery.transporter_name.clone()),
        &column(all, |it| it.order.delivery.kind.as_ref().to_owned()),
        &column(all, |it| it.order.products_total.centimes()),
        &column(all, |it| it.order.delivery.price.centimes()),
        &column(all, |it| it.order.total.centimes()),
        &column(all, |it| it.order.language.code().to_owned()),
        &column(all, |it| it.order.placed_at),
        &column(all, |it| it.order.actor.id.clone()),
        &column(all, |it| it.order.actor.name.clone()),
        &column(all, |it| it.entry.id),
        &column(all, |it| it.entry.note.clone()),
        &column(all, |it| Json(&it.entry.data)) as _,
        &column(all, |it| Json(line_rows(&it.order.lines))) as _,
        &subjects,
        now + cooldown,
        now,
        &column(all, |it| it.request.scope()),
        &column(all, |it| it.request.key.clone()),
        &column(all, |it| it.request.hash.clone()),
        &column(all, |it| it.response.clone()),
        &column(all, |it| it.event.id),
        &column(all, |it| it.event.r#type.clone()),
        &column(all, |it| it.event.payload.clone()),
        &column(all, |it| it.event.correlation_id),
        &column(all, |it| it.event.traceparent.clone()) as &[Option<String>],
        &column(all, |it| it.event.occurred_at),
    )
    .execute(&pool)
    .await?;
    Ok(vec![(); all.len()])
}

/// One field of all, for `unnest`.
fn column<'a, I, T>(all: &'a [I], field: impl FnMut(&'a I) -> T) -> Vec<T> {
    all.iter().map(field).collect()
}
