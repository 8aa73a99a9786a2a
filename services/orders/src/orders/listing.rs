//! The staff's list of orders and the numbers of their home page. Counts are kept: the database's own triggers log each
//! change, and what is not folded into the tallies yet ([`super::tallies`]) is added. Filters are counted, and lists reach, as far
//! as [`Page::REACH`], and each status is read by an index of its own order: a page costs the same however many orders there are.

use std::collections::HashMap;

use souk_database::snapshot;
use souk_kernel::{Counted, EmployeeId, Money, Page, TransporterId, WilayaCode};
use sqlx::{PgConnection, PgPool};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

use super::filter::{Filter, Sort};
use super::model::Order;
use super::placed;
use super::search::{self, Found, MANY, Text};
use super::store::{self, Glimpse};

/// Days of the home page's curve.
const DAYS: i32 = 14;
/// Pictures of an order that a list shows.
const IMAGES: i32 = 3;

/// A page of orders with what the screen shows around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    pub orders: Vec<Listed>,
    pub total: Counted,
    pub counts: HashMap<String, u64>,
}

/// An order of a list: without its lines, of which 200 orders may have 40,000.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    pub order: Order,
    pub glimpse: Glimpse,
}

/// The numbers of the dashboard's home; days are those of Africa/Algiers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    pub counts: HashMap<String, u64>,
    /// Oldest first, today last.
    pub days: Vec<Day>,
}

/// What happened on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Day {
    pub date: Date,
    pub placed: u64,
    pub placed_total: Money,
    pub delivered: u64,
    pub delivered_total: Money,
}

/// The page, its total and the counts per status, as they were at one moment.
pub async fn list(pool: &PgPool, filter: &Filter) -> sqlx::Result<Listing> {
    let mut tx = snapshot(pool).await?;
    let filter = &Filter { numbers: placed::numbers(&mut tx, filter.placed).await?, ..filter.clone() };
    let counts = counts(&mut tx).await?;
    let text = Text::of(&mut tx, &filter.text).await?;
    let (ids, total) = match (&filter.tracking_number, text) {
        (Some(number), _) => {
            let found = search::tracked(&mut tx, filter, number).await?;
            (found.page(filter.page), found.total())
        }
        (None, Some(text)) => {
            let (skipped, shown) = filter.page.within_reach();
            // One more than the page shows: another page stands behind it.
            let enough = usize::try_from(skipped + shown + 1).unwrap_or(usize::MAX);
            let found = search::find(&mut tx, filter, &text, counts.values().sum(), enough).await?;
            (found.page(filter.page), found.total())
        }
        (None, None) => (page(&mut tx, filter).await?, total(&mut tx, filter, &counts).await?),
    };
    let mut orders = store::load_without_lines(&mut *tx, &ids).await?;
    let mut glimpses = store::glimpses(&mut *tx, &ids, IMAGES).await?;
    tx.commit().await?;
    // Of a time by itself: numbers tell it but for those that were given in another order.
    orders.retain(|order| filter.placed.takes(order.placed_at));
    orders.sort_by_key(|order| ids.iter().position(|id| *id == order.id.uuid()));
    let listed = |order: Order| {
        let glimpse = glimpses.remove(&order.id.uuid()).unwrap_or_default();
        Listed { order, glimpse }
    };
    Ok(Listing { orders: orders.into_iter().map(listed).collect(), total, counts })
}

/// The orders that the text finds, newest first: all, or of a common text so many that more tell nothing.
pub async fn find_by_text(conn: &mut PgConnection, text: &Text) -> sqlx::Result<Found> {
    let orders = counts(conn).await?.values().sum();
    search::find(conn, &Filter::default(), text, orders, MANY.into()).await
}

async fn page(conn: &mut PgConnection, filter: &Filter) -> sqlx::Result<Vec<Uuid>> {
    match filter.sort {
        Sort::Newest => newest(conn, filter).await,
        Sort::Oldest => oldest(conn, filter).await,
        Sort::NextCall => by_next_call(conn, filter).await,
    }
}

async fn newest(conn: &mut PgConnection, filter: &Filter) -> sqlx::Result<Vec<Uuid>> {
    let (skipped, shown) = filter.page.within_reach();
    sqlx::query_scalar!(
        r#"SELECT o.id
             FROM (SELECT of_status.number
                     FROM unnest($1::text[]) AS s (status) CROSS JOIN LATERAL (
                         SELECT number FROM orders
                          WHERE status = s.status AND ($2::text IS NULL OR wilaya_code = $2)
                            AND ($3::uuid IS NULL OR transporter_id = $3)
                            AND ($6::uuid IS NULL OR assignee_id = $6)
                            AND number BETWEEN $7 AND $8 AND number <> ALL ($9)
                          ORDER BY number DESC LIMIT $4::bigint + $5::bigint) of_status
                    ORDER BY of_status.number DESC LIMIT $4 OFFSET $5) page
             JOIN orders o USING (number)
            ORDER BY o.number DESC"#,
        filter.statuses() as _,
        filter.wilaya.as_ref().map(WilayaCode::as_str),
        filter.transporter.map(TransporterId::uuid),
        shown,
        skipped,
        filter.employee.map(EmployeeId::uuid),
        filter.numbers.lowest,
        filter.numbers.highest,
        &filter.numbers.besides,
    )
    .fetch_all(conn)
    .await
}

async fn oldest(conn: &mut PgConnection, filter: &Filter) -> sqlx::Result<Vec<Uuid>> {
    let (skipped, shown) = filter.page.within_reach();
    sqlx::query_scalar!(
        r#"SELECT o.id
             FROM (SELECT of_status.number
                     FROM unnest($1::text[]) AS s (status) CROSS JOIN LATERAL (
                         SELECT number FROM orders
                          WHERE status = s.status AND ($2::text IS NULL OR wilaya_code = $2)
                            AND ($3::uuid IS NULL OR transporter_id = $3)
                            AND ($6::uuid IS NULL OR assignee_id = $6)
                            AND number BETWEEN $7 AND $8 AND number <> ALL ($9)
                          ORDER BY number LIMIT $4::bigint + $5::bigint) of_status
                    ORDER BY of_status.number LIMIT $4 OFFSET $5) page
             JOIN orders o USING (number)
            ORDER BY o.number"#,
        filter.statuses() as _,
        filter.wilaya.as_ref().map(WilayaCode::as_str),
        filter.transporter.map(TransporterId::uuid),
        shown,
        skipped,
        filter.employee.map(EmployeeId::uuid),
        filter.numbers.lowest,
        filter.numbers.highest,
        &filter.numbers.besides,
    )
    .fetch_all(conn)
    .await
}

async fn by_next_call(conn: &mut PgConnection, filter: &Filter) -> sqlx::Result<Vec<Uuid>> {
    let (skipped, shown) = filter.page.within_reach();
    sqlx::query_scalar!(
        r#"SELECT o.id
             FROM (SELECT number, is_called, next_call_at
                     FROM ((SELECT number, true AS is_called, next_call_at FROM orders
                             WHERE status = 'unreachable' AND 'unreachable' = ANY($1::text[])
                               AND ($2::text IS NULL OR wilaya_code = $2)
                               AND ($3::uuid IS NULL OR transporter_id = $3)
                               AND ($6::uuid IS NULL OR assignee_id = $6)
                               AND number BETWEEN $7 AND $8 AND number <> ALL ($9)
                             ORDER BY next_call_at, number LIMIT $4::bigint + $5::bigint)
                           UNION ALL
                           (SELECT of_status.number, false, NULL
                              FROM unnest(array_remove($1, 'unreachable')) AS s (status) CROSS JOIN LATERAL (
                                  SELECT number FROM orders
                                   WHERE status = s.status AND ($2::text IS NULL OR wilaya_code = $2)
                                     AND ($3::uuid IS NULL OR transporter_id = $3)
                                     AND ($6::uuid IS NULL OR assignee_id = $6)
                                     AND number BETWEEN $7 AND $8 AND number <> ALL ($9)
                                   ORDER BY number LIMIT $4::bigint + $5::bigint) of_status
                             ORDER BY of_status.number LIMIT $4::bigint + $5::bigint)) listed
                    ORDER BY is_called DESC, next_call_at, number LIMIT $4 OFFSET $5) page
             JOIN orders o USING (number)
            ORDER BY page.is_called DESC, page.next_call_at, page.number"#,
        filter.statuses() as _,
        filter.wilaya.as_ref().map(WilayaCode::as_str),
        filter.transporter.map(TransporterId::uuid),
        shown,
        skipped,
        filter.employee.map(EmployeeId::uuid),
        filter.numbers.lowest,
        filter.numbers.highest,
        &filter.numbers.besides,
    )
    .fetch_all(conn)
    .await
}

/// How many orders match: exactly where the kept counts say it.
async fn total(
    conn: &mut PgConnection,
    filter: &Filter,
    counts: &HashMap<String, u64>,
) -> sqlx::Result<Counted> {
    if filter.is_of_statuses_alone() {
        return Ok(Counted::exactly(filter.statuses().iter().filter_map(|status| counts.get(*status)).sum()));
    }
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM (
               SELECT FROM unnest($1::text[]) AS s (status) CROSS JOIN LATERAL (
                   SELECT FROM orders
                    WHERE status = s.status AND ($2::text IS NULL OR wilaya_code = $2)
                      AND ($3::uuid IS NULL OR transporter_id = $3)
                      AND ($5::uuid IS NULL OR assignee_id = $5)
                      AND number BETWEEN $6 AND $7 AND number <> ALL ($8)
                    LIMIT $4) of_status
                LIMIT $4) matching"#,
        filter.statuses() as _,
        filter.wilaya.as_ref().map(WilayaCode::as_str),
        filter.transporter.map(TransporterId::uuid),
        Counted::limit(Page::REACH),
        filter.employee.map(EmployeeId::uuid),
        filter.numbers.lowest,
        filter.numbers.highest,
        &filter.numbers.besides,
    )
    .fetch_one(conn)
    .await?;
    Ok(Counted::up_to(Page::REACH, count.unsigned_abs()))
}

/// Orders per status now.
pub async fn counts(conn: &mut PgConnection) -> sqlx::Result<HashMap<String, u64>> {
    let rows = sqlx::query!(
        r#"SELECT status AS "status!", sum(orders)::bigint AS "orders!"
             FROM (SELECT status, orders FROM status_tallies UNION ALL SELECT status, orders FROM status_changes) t
            GROUP BY status HAVING sum(orders) > 0"#
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.status, row.orders.unsigned_abs())).collect())
}

/// The numbers of the dashboard's home as of `now`.
pub async fn summary(pool: &PgPool, now: OffsetDateTime) -> sqlx::Result<Summary> {
    let mut tx = snapshot(pool).await?;
    let rows = sqlx::query!(
        r#"SELECT d::date AS "date!", coalesce(sum(t.placed), 0)::bigint AS "placed!",
                  coalesce(sum(t.placed_total), 0)::bigint AS "placed_total!",
                  coalesce(sum(t.delivered), 0)::bigint AS "delivered!",
                  coalesce(sum(t.delivered_total), 0)::bigint AS "delivered_total!"
             FROM generate_series(($1::timestamptz AT TIME ZONE 'Africa/Algiers')::date - ($2 - 1),
                                  ($1::timestamptz AT TIME ZONE 'Africa/Algiers')::date, interval '1 day') d
             LEFT JOIN (SELECT day, placed, placed_total, delivered, delivered_total FROM day_tallies
                        UNION ALL
                        SELECT day, placed, placed_total, delivered, delivered_total FROM day_changes) t
               ON t.day = d::date
            GROUP BY d ORDER BY d"#,
        now,
        DAYS,
    )
    .fetch_all(&mut *tx)
    .await?;
    let days = rows.into_iter().map(|row| Day {
        date: row.date,
        placed: row.placed.unsigned_abs(),
        placed_total: Money::from_centimes(row.placed_total),
        delivered: row.delivered.unsigned_abs(),
        delivered_total: Money::from_centimes(row.delivered_total),
    });
    let counts = counts(&mut tx).await?;
    tx.commit().await?;
    Ok(Summary { counts, days: days.collect() })
}
