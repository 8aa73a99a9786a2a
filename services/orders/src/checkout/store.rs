//! The statements of a checkout: what it has to know, and all that an order is.

use std::collections::HashMap;

use souk_bus::OutboxRow;
use souk_kernel::{CommuneCode, OrderId, ProductId, TransporterId, WilayaCode};
use sqlx::PgPool;
use sqlx::types::Json;
use time::OffsetDateTime;

use super::basket::CartLine;
use super::guard::{CLAIM_SECONDS, Claim, RequestKey, Stored, Subjects};
use crate::orders::{Order, OrderNumber, TimelineEntry, line_rows};
use crate::sellables::{self, PriceBasis, Sellable};
use crate::storage::{decoded, version_column};
use crate::transporters::{Offer, TariffRow, Transporter};

/// What a checkout asks about.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// The order's id, should this be the first attempt at its key.
    pub fresh: OrderId,
    pub request: &'a RequestKey,
    pub subjects: &'a Subjects,
    pub cart: &'a [CartLine],
    pub commune: &'a CommuneCode,
    pub transporter: TransporterId,
}

/// The request's past, the catalogue's say on its products, and where they go.
#[derive(Debug)]
pub struct Known {
    pub claim: Claim,
    pub stored: Option<Stored>,
    pub cooldown: Option<OffsetDateTime>,
    pub sellables: HashMap<ProductId, Sellable>,
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
#[derive(Debug, Clone, Copy)]
pub struct Placement<'a> {
    pub order: &'a Order,
    pub entry: &'a TimelineEntry,
    pub event: &'a OutboxRow,
    pub request: &'a RequestKey,
    pub response: &'a [u8],
    pub subjects: &'a Subjects,
    /// When the cooldowns that begin with the order end.
    pub cooled_until: OffsetDateTime,
}

/// Takes the key for work on it and reads what the work has to know.
///
/// A claim whose owner is gone is taken over with its order id, so that what inventory holds for the first attempt serves
/// the second. A claim stays after success: it keeps late twins from starting.
///
/// The lists are wrapped in queries of their own: their length, known, would have each call planned anew, which costs
/// more than the rest of it.
pub async fn known(pool: &PgPool, asked: &Question<'_>) -> sqlx::Result<Known> {
    let products: Vec<_> = asked.cart.iter().map(|line| line.product.uuid()).collect();
    let row = sqlx::query!(
        r#"WITH claimed AS (
               INSERT INTO checkout_claims AS c (scope, key, order_id, claimed_at) VALUES ($1, $2, $7, now())
               ON CONFLICT (scope, key) DO UPDATE SET claimed_at = now()
                WHERE c.claimed_at < now() - make_interval(secs => $8)
               RETURNING order_id)
           SELECT (SELECT order_id FROM claimed) AS claimed,
                  i.request_hash AS "hash?", i.response AS "response?",
                  (SELECT max(until) FROM cooldowns WHERE subject = ANY((SELECT $3::text[])::text[])) AS cooldown,
                  ARRAY(SELECT body FROM sellables WHERE product_id = ANY((SELECT $4::uuid[])::uuid[])) AS "bodies!",
                  (SELECT basis FROM price_basis) AS "basis!",
                  w.code AS "wilaya_code?", w.name AS "wilaya_name?", c.name AS "commune_name?",
                  w.deliverable AND c.deliverable AS deliverable,
                  t.name AS "transporter_name?", t.logo AS "logo?",
                  (SELECT jsonb_agg(to_jsonb(f)) FROM tariffs f
                    WHERE f.transporter_id = t.id AND f.wilaya_code = c.wilaya_code
                      AND (f.commune_code IS NULL OR f.commune_code = c.code)) AS "tariffs: Json<Vec<TariffRow>>"
             FROM (SELECT 1) AS one
             LEFT JOIN idempotency i ON i.scope = $1 AND i.key = $2
             LEFT JOIN communes c ON c.code = $5
             LEFT JOIN wilayas w ON w.code = c.wilaya_code
             LEFT JOIN transporters t ON t.id = $6 AND t.active"#,
        asked.request.scope(),
        asked.request.key,
        asked.subjects.names(),
        &products,
        asked.commune.as_str(),
        asked.transporter.uuid(),
        asked.fresh.uuid(),
        CLAIM_SECONDS,
    )
    .fetch_one(pool)
    .await?;
    let sellables =
        row.bodies.iter().map(|body| sellables::read(body).map(|sellable| (sellable.product, sellable)));
    let place = match (row.wilaya_code, row.wilaya_name, row.commune_name) {
        (Some(wilaya), Some(wilaya_name), Some(commune_name)) => {
            let tariffs = row.tariffs.map(|tariffs| tariffs.0).unwrap_or_default().into_iter();
            let transporter = Transporter {
                id: asked.transporter,
                name: row.transporter_name.unwrap_or_default(),
                logo: row.logo.unwrap_or_default(),
                active: true,
            };
            let offer = |tariff: TariffRow| {
                Ok(Offer { transporter: transporter.clone(), tariff: tariff.try_into()? })
            };
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
        claim: row.claimed.map_or(Claim::Theirs, |id| Claim::Ours(OrderId::from_uuid(id))),
        stored: row.hash.zip(row.response).map(|(hash, response)| Stored { hash, response }),
        cooldown: row.cooldown,
        sellables: sellables.collect::<sqlx::Result<_>>()?,
        basis: decoded(row.basis.parse())?,
        place,
    })
}

/// The next order number. Not part of the order's transaction: an order that fails after this leaves a gap.
pub async fn next_number(pool: &PgPool) -> sqlx::Result<OrderNumber> {
    let number =
        sqlx::query_scalar!(r#"SELECT nextval('order_numbers') AS "number!""#).fetch_one(pool).await?;
    Ok(OrderNumber(number))
}

/// The order with its lines and its first timeline row, the answer for whoever asks again, the cooldowns that begin, the
/// end of the visitor's draft, the event: in one statement, and so in one transaction and one round trip.
///
/// A cooldown that is not over would get no end, which its column refuses and with it everything
/// ([`super::guard::is_cooling`]).
pub async fn place(pool: &PgPool, placement: &Placement<'_>) -> sqlx::Result<()> {
    let Placement { order, entry, event, request, .. } = placement;
    let (customer, delivery) = (&order.customer, &order.delivery);
    sqlx::query!(
        "WITH placed AS (
             INSERT INTO orders (id, number, version, status, stock, stock_version, visitor_id, first_name, last_name,
                                 phone, email, address, wilaya_code, wilaya_name, commune_code, commune_name,
                                 transporter_id, transporter_name, delivery_type, products_total, delivery_price, total,
                                 language, placed_at, actor_id, actor_name)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
                     $22, $23, $24, $25, $26)
         ), noted AS (
             INSERT INTO order_timeline (id, order_id, kind, note, data, actor_id, actor_name, at)
             VALUES ($27, $1, $4, $28, $29, $25, $26, $24)
         ), cooled AS (
             INSERT INTO cooldowns AS c (subject, until) SELECT s, $32::timestamptz FROM unnest($31::text[]) s ORDER BY s
             ON CONFLICT (subject) DO UPDATE SET until = CASE WHEN c.until <= $24 THEN excluded.until END
         ), answered AS (
             INSERT INTO idempotency (scope, key, request_hash, response, created_at) VALUES ($33, $34, $35, $36, $24)
         ), ordered AS (
             DELETE FROM draft_carts WHERE visitor_id = $7
         ), announced AS (
             INSERT INTO bus.outbox (id, type, payload, correlation_id, traceparent, occurred_at)
             VALUES ($37, $38, $39, $40, $41, $42)
         )
         INSERT INTO order_lines (order_id, position, product_id, combination_id, name, combination_name, sku, image,
                                  quantity, unit_price, unit_price_ht, unit_price_ttc, tax_rate, total, stock_items)
         SELECT $1, l.*
           FROM jsonb_to_recordset($30) AS l (
                    position int, product_id uuid, combination_id uuid, name jsonb, combination_name jsonb, sku text,
                    image text, quantity int, unit_price bigint, unit_price_ht bigint, unit_price_ttc bigint,
                    tax_rate int, total bigint, stock_items jsonb)",
        order.id.uuid(),
        order.number.0,
        version_column(order.version),
        order.status.as_ref(),
        order.stock.as_ref(),
        version_column(order.stock_version),
        request.visitor.uuid(),
        customer.first_name.as_str(),
        customer.last_name.as_str(),
        customer.phone.as_str(),
        customer.email,
        customer.address,
        delivery.wilaya.as_str(),
        delivery.wilaya_name,
        delivery.commune.as_str(),
        delivery.commune_name,
        delivery.transporter.uuid(),
        delivery.transporter_name,
        delivery.kind.as_ref(),
        order.products_total.centimes(),
        delivery.price.centimes(),
        order.total.centimes(),
        order.language.code(),
        order.placed_at,
        order.actor.id,
        order.actor.name,
        entry.id,
        entry.note,
        Json(&entry.data) as _,
        Json(line_rows(&order.lines)) as _,
        placement.subjects.names(),
        placement.cooled_until,
        request.scope(),
        request.key,
        request.hash,
        placement.response,
        event.id,
        event.r#type,
        event.payload,
        event.correlation_id,
        event.traceparent,
        event.occurred_at,
    )
    .execute(pool)
    .await?;
    Ok(())
}
