//! The SQL of transporter payments and their reversals.

use std::collections::BTreeMap;

use souk_kernel::{Counted, EmployeeId, Money, OrderId, Page, PaymentId, ReversalId, TransporterId};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{Difference, Payment, Remittance, Reversal, Reversed};
use crate::receivables::Recorder;

/// A payment that is about to be recorded; its number is given by the database.
#[derive(Debug)]
pub struct NewPayment<'a> {
    pub id: PaymentId,
    pub remittance: &'a Remittance,
    pub transporter_name: &'a str,
    pub total: Money,
    pub difference: Option<Difference>,
    pub recorded_at: OffsetDateTime,
}

pub async fn insert_in(conn: &mut PgConnection, payment: &NewPayment<'_>) -> Result<(), sqlx::Error> {
    let Remittance { transporter, reference, recorder, .. } = payment.remittance;
    sqlx::query!(
        "INSERT INTO transporter_payments (id, transporter_id, transporter_name, reference, total, difference, difference_reason,
             recorded_at, actor_id, actor_name)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        payment.id.uuid(),
        transporter.uuid(),
        payment.transporter_name,
        reference,
        payment.total.centimes(),
        payment.difference.as_ref().map_or(0, |difference| difference.amount.centimes()),
        payment.difference.as_ref().map_or("", |difference| &difference.reason),
        payment.recorded_at,
        recorder.employee.map(EmployeeId::uuid),
        recorder.name
    )
    .execute(conn)
    .await
    .map(|_| ())
}

/// Makes reversals of one payment wait for each other until the transaction ends.
pub async fn lock_in(conn: &mut PgConnection, payment: PaymentId) -> Result<(), sqlx::Error> {
    sqlx::query!("SELECT id FROM transporter_payments WHERE id = $1 FOR NO KEY UPDATE", payment.uuid())
        .fetch_optional(conn)
        .await
        .map(|_| ())
}

pub async fn insert_reversal_in(
    conn: &mut PgConnection,
    payment: PaymentId,
    reversal: &Reversal,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO transporter_payment_reversals (id, payment_id, version, orders, total, reason, reversed_at, actor_id,
             actor_name)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        reversal.id.uuid(),
        payment.uuid(),
        i64::try_from(reversal.version).unwrap_or(i64::MAX),
        i32::try_from(reversal.orders).unwrap_or(i32::MAX),
        reversal.total.centimes(),
        reversal.reason,
        reversal.reversed_at,
        reversal.recorder.employee.map(EmployeeId::uuid),
        reversal.recorder.name
    )
    .execute(conn)
    .await
    .map(|_| ())
}

/// The orders that the payment covered, each with the reversal that took it out.
pub async fn covers(
    conn: &mut PgConnection,
    payment: PaymentId,
) -> Result<BTreeMap<OrderId, Option<ReversalId>>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT p.order_id, v.reversal_id AS "reversal_id?"
             FROM receivable_entries p
             LEFT JOIN receivable_entries v ON v.payment_id = p.payment_id AND v.order_id = p.order_id
                 AND v.kind = 'payment_reversed'
            WHERE p.payment_id = $1 AND p.kind = 'paid'"#,
        payment.uuid()
    )
    .fetch_all(conn)
    .await?;
    let cover =
        |order, reversal: Option<Uuid>| (OrderId::from_uuid(order), reversal.map(ReversalId::from_uuid));
    Ok(rows.into_iter().map(|row| cover(row.order_id, row.reversal_id)).collect())
}

/// What was taken out of the payment, oldest first.
pub async fn reversals(conn: &mut PgConnection, payment: PaymentId) -> Result<Vec<Reversal>, sqlx::Error> {
    let rows = sqlx::query!(
        "SELECT id, version, orders, total, reason, reversed_at, actor_id, actor_name
         FROM transporter_payment_reversals WHERE payment_id = $1 ORDER BY version",
        payment.uuid()
    )
    .fetch_all(conn)
    .await?;
    let reversals = rows.into_iter().map(|row| Reversal {
        id: ReversalId::from_uuid(row.id),
        version: row.version.unsigned_abs(),
        orders: row.orders.unsigned_abs(),
        total: Money::from_centimes(row.total),
        reason: row.reason,
        reversed_at: row.reversed_at,
        recorder: Recorder { employee: row.actor_id.map(EmployeeId::from_uuid), name: row.actor_name },
    });
    Ok(reversals.collect())
}

pub async fn find(conn: &mut PgConnection, id: PaymentId) -> Result<Option<Payment>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, number, transporter_id, transporter_name, reference, p.total, difference, difference_reason, recorded_at,
             actor_id, actor_name,
             (SELECT count(*) FROM receivable_entries e WHERE e.payment_id = p.id AND e.kind = 'paid') AS "orders!",
             v.times AS "reversed_times!", v.orders AS "reversed_orders!", v.total AS "reversed_total!"
         FROM transporter_payments p CROSS JOIN LATERAL (
             SELECT count(*) AS times, coalesce(sum(v.orders), 0)::bigint AS orders,
                 coalesce(sum(v.total), 0)::bigint AS total
             FROM transporter_payment_reversals v WHERE v.payment_id = p.id
         ) v
         WHERE id = $1"#,
        id.uuid()
    )
    .fetch_optional(conn)
    .await?;
    row.map(Row::payment).transpose()
}

/// A page of payments, the newest first, with the number of all.
pub async fn list(
    conn: &mut PgConnection,
    transporter: Option<TransporterId>,
    page: Page,
) -> Result<(Vec<Payment>, Counted), sqlx::Error> {
    let transporter = transporter.map(TransporterId::uuid);
    let (skipped, shown) = page.within_reach();
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT p.id, p.number, p.transporter_id, p.transporter_name, p.reference, p.total, p.difference,
             p.difference_reason, p.recorded_at, p.actor_id, p.actor_name,
             (SELECT count(*) FROM receivable_entries e WHERE e.payment_id = p.id AND e.kind = 'paid') AS "orders!",
             v.times AS "reversed_times!", v.orders AS "reversed_orders!", v.total AS "reversed_total!"
         FROM (
             SELECT number FROM transporter_payments WHERE $1::uuid IS NULL OR transporter_id = $1
             ORDER BY number DESC LIMIT $2 OFFSET $3
         ) page
         JOIN transporter_payments p USING (number)
         CROSS JOIN LATERAL (
             SELECT count(*) AS times, coalesce(sum(v.orders), 0)::bigint AS orders,
                 coalesce(sum(v.total), 0)::bigint AS total
             FROM transporter_payment_reversals v WHERE v.payment_id = p.id
         ) v
         ORDER BY p.number DESC"#,
        transporter,
        shown,
        skipped
    )
    .fetch_all(&mut *conn)
    .await?;
    let total = sqlx::query_scalar!(
        r#"SELECT count(*) AS "total!" FROM (
             SELECT FROM transporter_payments WHERE $1::uuid IS NULL OR transporter_id = $1 LIMIT $2
         ) AS counted"#,
        transporter,
        Counted::limit(Page::REACH)
    )
    .fetch_one(conn)
    .await?;
    let payments = rows.into_iter().map(Row::payment).collect::<Result<_, _>>()?;
    Ok((payments, Counted::up_to(Page::REACH, total.unsigned_abs())))
}

struct Row {
    id: Uuid,
    number: i64,
    transporter_id: Uuid,
    transporter_name: String,
    reference: String,
    total: i64,
    difference: i64,
    difference_reason: String,
    recorded_at: OffsetDateTime,
    actor_id: Option<Uuid>,
    actor_name: String,
    orders: i64,
    reversed_times: i64,
    reversed_orders: i64,
    reversed_total: i64,
}

impl Row {
    fn payment(self) -> Result<Payment, sqlx::Error> {
        let count = |value: i64| {
            value.try_into().map_err(|_| sqlx::Error::Decode("too many orders in a payment".into()))
        };
        let difference =
            Difference { amount: Money::from_centimes(self.difference), reason: self.difference_reason };
        Ok(Payment {
            id: PaymentId::from_uuid(self.id),
            number: self.number,
            transporter: TransporterId::from_uuid(self.transporter_id),
            transporter_name: self.transporter_name,
            reference: self.reference,
            total: Money::from_centimes(self.total),
            difference: (self.difference != 0).then_some(difference),
            orders: count(self.orders)?,
            recorded_at: self.recorded_at,
            recorder: Recorder { employee: self.actor_id.map(EmployeeId::from_uuid), name: self.actor_name },
            reversed: Reversed {
                times: self.reversed_times.unsigned_abs(),
                orders: count(self.reversed_orders)?,
                total: Money::from_centimes(self.reversed_total),
            },
        })
    }
}
