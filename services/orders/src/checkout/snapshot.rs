//! The snapshot that a checkout is decided and priced on: the request's past, the catalogue's say on its products, and
//! where they go. One statement for many checkouts, which writes nothing.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use souk_database::columns::{column, decoded};
use souk_kernel::{CommuneCode, Money, OrderId, ProductId, TransporterId};
use souk_pricing::{PriceBasis, Promotions};
use sqlx::PgPool;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::cooldown::Subjects;
use super::idempotency::{IdempotencyKey, StoredAnswer};
use super::limits::{Claimant, Exposure, Limits, Open, OpenOrders};
use crate::orders::destination::{Destination, DestinationRow};
use crate::sellables::{self, PriceRules, Sellable, Trade};
use crate::transporters::TariffRow;

/// What a checkout's snapshot is of.
#[derive(Debug)]
pub struct SnapshotQuery {
    pub key: IdempotencyKey,
    pub subjects: Subjects,
    pub claimant: Claimant,
    pub at: OffsetDateTime,
    /// How long unconfirmed orders hold their stock where the merchant didn't choose; for ever, whatever he chose, without one.
    pub hold: Option<time::Duration>,
    pub products: Vec<ProductId>,
    pub commune: CommuneCode,
    pub transporter: TransporterId,
}

/// All of it as of one moment.
#[derive(Debug)]
pub struct Snapshot {
    pub stored: Option<StoredAnswer>,
    /// The request's order is there and its answer is not: it was placed longer ago than answers are kept.
    pub is_forgotten: bool,
    /// When the visitor may order again.
    pub visitor_cooldown: Option<OffsetDateTime>,
    /// When the phone may, whosever it is.
    pub phone_cooldown: Option<OffsetDateTime>,
    /// How long the merchant lets shoppers wait between two orders, if he chose and anybody waits.
    pub cooldown: Option<Duration>,
    /// What waits to be confirmed.
    pub open: Open,
    /// Those that the query names, and more.
    pub sellables: Arc<HashMap<ProductId, Sellable>>,
    /// Nothing until catalog told them in a way that this release reads.
    pub promotions: Option<Arc<Promotions>>,
    pub basis: PriceBasis,
    /// Nothing when there is no such commune.
    pub destination: Option<Destination>,
}

impl Snapshot {
    /// Those of retail; none until catalog told the promotions.
    pub fn rules(&self, at: OffsetDateTime) -> Option<PriceRules<'_>> {
        let promotions = self.promotions.as_deref()?;
        Some(PriceRules { promotions, basis: self.basis, at, trade: Trade::Retail })
    }
}

/// A query as the statement reads it.
#[derive(Serialize)]
struct QueryRecord<'a> {
    scope: String,
    key: &'a str,
    /// Of the cooldowns; none where nobody has to wait.
    visitor: Option<String>,
    phone: Option<String>,
    commune: &'a str,
    transporter: Uuid,
    /// The phone that orders are limited by.
    number: &'a str,
    network: Option<&'a str>,
    site: Option<&'a str>,
    /// Of the order that the request makes.
    id: Uuid,
}

/// Of one query.
struct Row {
    hash: Option<String>,
    response: Option<Vec<u8>>,
    is_placed: bool,
    visitor_cooldown: Option<OffsetDateTime>,
    phone_cooldown: Option<OffsetDateTime>,
    phone_orders: Vec<Uuid>,
    phone_pieces: i64,
    phone_value: i64,
    address_orders: Vec<Uuid>,
    address_pieces: i64,
    address_value: i64,
    site_orders: Vec<Uuid>,
    site_pieces: i64,
    site_value: i64,
    wilaya_code: Option<String>,
    wilaya_name: Option<String>,
    commune_name: Option<String>,
    deliverable: Option<bool>,
    transporter_name: Option<String>,
    logo: Option<String>,
    tariffs: Option<Json<Vec<TariffRow>>>,
    /// The same for all, and told once.
    basis: Option<String>,
    cooldown_seconds: Option<i32>,
    promotions: Option<Vec<u8>>,
    bodies: Option<Vec<Vec<u8>>>,
}

/// What is the same for all.
struct Common {
    basis: PriceBasis,
    cooldown: Option<Duration>,
    sellables: Arc<HashMap<ProductId, Sellable>>,
    promotions: Option<Arc<Promotions>>,
}

impl<'a> From<&'a SnapshotQuery> for QueryRecord<'a> {
    fn from(query: &'a SnapshotQuery) -> Self {
        let SnapshotQuery { key, subjects, claimant, .. } = query;
        Self {
            scope: key.scope(),
            key: &key.key,
            visitor: subjects.visitor(),
            phone: subjects.phone(),
            commune: query.commune.as_str(),
            transporter: query.transporter.uuid(),
            number: claimant.phone.as_str(),
            network: claimant.network.as_deref(),
            site: claimant.site.as_deref(),
            id: key.order_id().uuid(),
        }
    }
}

/// A snapshot for each query, in their order. Of open orders it looks at as many as `limits` lets through.
/// Open is what waits for its confirmation and holds stock, or may: what was released, by its time or from the start, counts for nobody,
/// however long orders hold theirs by now.
///
/// The lists and limits are wrapped in queries of their own: a length or a limit that is known would have each call planned anew,
/// which costs more than the rest of it.
pub async fn read(pool: PgPool, limits: Limits, queries: &[SnapshotQuery]) -> sqlx::Result<Vec<Snapshot>> {
    let products: Vec<_> = queries.iter().flat_map(|it| it.products.iter().map(|id| id.uuid())).collect();
    let at = queries.iter().map(|it| it.at).min();
    // One hold for all: what the process was told at start.
    let hold = queries.first().and_then(|it| it.hold);
    let since = at.zip(hold).map_or(OffsetDateTime::UNIX_EPOCH, |(at, hold)| at - hold);
    let rows = sqlx::query_as!(
        Row,
        r#"WITH queries AS MATERIALIZED (
               SELECT a.*, r.place FROM unnest((SELECT $1::jsonb[])) WITH ORDINALITY AS r (record, place),
                      jsonb_to_record(r.record) AS a (scope text, key text, visitor text, phone text, commune text,
                                                      transporter uuid, number text, network text, site text, id uuid)
           ), holding AS MATERIALIZED (
               SELECT coalesce($7::timestamptz - make_interval(hours => hold_hours), $3) AS since FROM order_times
           )
           SELECT i.request_hash AS "hash?", i.response AS "response?",
                  EXISTS (SELECT FROM orders WHERE id = a.id) AS "is_placed!",
                  (SELECT until FROM cooldowns WHERE subject = a.visitor) AS "visitor_cooldown?",
                  (SELECT until FROM cooldowns WHERE subject = a.phone) AS "phone_cooldown?",
                  p.orders AS "phone_orders!", p.pieces AS "phone_pieces!", p.value AS "phone_value!",
                  n.orders AS "address_orders!", n.pieces AS "address_pieces!", n.value AS "address_value!",
                  s.orders AS "site_orders!", s.pieces AS "site_pieces!", s.value AS "site_value!",
                  w.code AS "wilaya_code?", w.name AS "wilaya_name?", c.name AS "commune_name?",
                  w.deliverable AND c.deliverable AS deliverable,
                  t.name AS "transporter_name?", t.logo AS "logo?",
                  (SELECT jsonb_agg(to_jsonb(f)) FROM tariffs f
                    WHERE f.transporter_id = t.id AND f.wilaya_code = c.wilaya_code
                      AND (f.commune_code IS NULL OR f.commune_code = c.code)) AS "tariffs: Json<Vec<TariffRow>>",
                  CASE WHEN a.place = 1 THEN (SELECT basis FROM price_basis) END AS basis,
                  CASE WHEN a.place = 1 THEN (SELECT cooldown_seconds FROM order_times) END AS cooldown_seconds,
                  CASE WHEN a.place = 1 THEN (SELECT body FROM promotions) END AS promotions,
                  CASE WHEN a.place = 1 THEN
                      ARRAY(SELECT body FROM sellables WHERE product_id = ANY((SELECT $2::uuid[])::uuid[])) END AS bodies
             FROM queries a
             LEFT JOIN idempotency i ON i.scope = a.scope AND i.key = a.key
             CROSS JOIN LATERAL (
                 SELECT coalesce(array_agg(o.id), '{}') AS orders, coalesce(sum(o.pieces), 0) AS pieces,
                        coalesce(sum(o.total), 0)::bigint AS value
                   FROM (SELECT id, pieces, total FROM orders
                          WHERE phone = a.number AND status IN ('placed', 'unreachable') AND stock IN ('reserved', 'pending')
                            AND placed_at > (SELECT since FROM holding)
                          LIMIT (SELECT $4::bigint)) o) p
             CROSS JOIN LATERAL (
                 SELECT coalesce(array_agg(o.id), '{}') AS orders, coalesce(sum(o.pieces), 0) AS pieces,
                        coalesce(sum(o.total), 0)::bigint AS value
                   FROM (SELECT id, pieces, total FROM orders
                          WHERE client_network = a.network AND client_network <> ''
                            AND status IN ('placed', 'unreachable') AND stock IN ('reserved', 'pending')
                            AND placed_at > (SELECT since FROM holding)
                          LIMIT (SELECT $5::bigint)) o) n
             CROSS JOIN LATERAL (
                 SELECT coalesce(array_agg(o.id), '{}') AS orders, coalesce(sum(o.pieces), 0) AS pieces,
                        coalesce(sum(o.total), 0)::bigint AS value
                   FROM (SELECT id, pieces, total FROM orders
                          WHERE client_site = a.site AND client_site <> ''
                            AND status IN ('placed', 'unreachable') AND stock IN ('reserved', 'pending')
                            AND placed_at > (SELECT since FROM holding)
                          LIMIT (SELECT $6::bigint)) o) s
             LEFT JOIN communes c ON c.code = a.commune
             LEFT JOIN wilayas w ON w.code = c.wilaya_code
             LEFT JOIN transporters t ON t.id = a.transporter AND t.active
            ORDER BY a.place"#,
        &column(queries, |it| Json(QueryRecord::from(it))) as _,
        &products,
        since,
        i64::from(limits.phone.most_orders()),
        i64::from(limits.address.most_orders()),
        i64::from(limits.site().most_orders()),
        at.filter(|_| hold.is_some()),
    )
    .fetch_all(&pool)
    .await?;
    let first = rows.first().ok_or(sqlx::Error::RowNotFound)?;
    let basis = decoded(first.basis.as_deref().unwrap_or_default().parse())?;
    let promotions = sellables::read_promotions(first.promotions.as_deref()).map(Arc::new);
    let mut sellables = sellables::by_product(first.bodies.as_deref().unwrap_or_default())?;
    sellables::read_parts(&pool, &mut sellables).await?;
    let cooldown = first.cooldown_seconds.map(|seconds| Duration::from_secs(seconds.unsigned_abs().into()));
    let common = Common { basis, cooldown, sellables: Arc::new(sellables), promotions };
    let snapshots = queries.iter().zip(rows);
    snapshots.map(|(query, row)| row.snapshot(query, &common)).collect()
}

fn open_orders(ids: &[Uuid], pieces: i64, value: i64) -> OpenOrders {
    let orders: Vec<_> = ids.iter().copied().map(OrderId::from_uuid).collect();
    let count = u64::try_from(orders.len()).unwrap_or(u64::MAX);
    let exposure =
        Exposure { orders: count, pieces: pieces.unsigned_abs(), value: Money::from_centimes(value) };
    OpenOrders { exposure, orders }
}

impl Row {
    fn snapshot(
        mut self,
        query: &SnapshotQuery,
        Common { basis, cooldown, sellables, promotions }: &Common,
    ) -> sqlx::Result<Snapshot> {
        let stored = self.hash.take().zip(self.response.take());
        Ok(Snapshot {
            is_forgotten: self.is_placed && stored.is_none(),
            stored: stored.map(|(hash, response)| StoredAnswer { hash, response }),
            visitor_cooldown: self.visitor_cooldown,
            phone_cooldown: self.phone_cooldown,
            open: Open {
                phone: open_orders(&self.phone_orders, self.phone_pieces, self.phone_value),
                address: open_orders(&self.address_orders, self.address_pieces, self.address_value),
                site: open_orders(&self.site_orders, self.site_pieces, self.site_value),
            },
            cooldown: cooldown.filter(|_| query.subjects.visitor().is_some()),
            sellables: sellables.clone(),
            promotions: promotions.clone(),
            basis: *basis,
            destination: self.destination(query.transporter)?,
        })
    }

    fn destination(self, transporter: TransporterId) -> sqlx::Result<Option<Destination>> {
        let (Some(wilaya_code), Some(wilaya_name), Some(commune_name)) =
            (self.wilaya_code, self.wilaya_name, self.commune_name)
        else {
            return Ok(None);
        };
        let row = DestinationRow {
            wilaya_code,
            wilaya_name,
            commune_name,
            deliverable: self.deliverable.unwrap_or_default(),
            transporter_name: self.transporter_name,
            logo: self.logo,
            tariffs: self.tariffs,
        };
        row.of(transporter).map(Some)
    }
}
