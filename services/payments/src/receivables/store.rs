//! The SQL of receivables. Rows are locked in the order of their order's id.

use serde::Serialize;
use souk_database::columns::version;
use souk_kernel::{EmployeeId, Money, OrderId, OrderNumber, PaymentId, ReversalId, TransporterId, rfc3339};
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{Entry, Receivable, Standing};

/// Makes the row of an order that is not known yet. A repeat of the caller's event that is under way is waited for.
pub async fn open_in(conn: &mut PgConnection, receivable: &Receivable) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO receivables (order_id, order_number, transporter_id, transporter_name, customer_name, wilaya_name,
             total, delivered_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (order_id) DO NOTHING",
        receivable.order.uuid(),
        receivable.order_number,
        receivable.transporter.uuid(),
        receivable.transporter_name,
        receivable.customer_name,
        receivable.wilaya_name,
        receivable.total.centimes(),
        receivable.delivered_at
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// It is owed since its last delivery.
pub async fn delivered_in(conn: &mut PgConnection, receivable: &Receivable) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE receivables SET delivered_at = $2 WHERE order_id = $1 AND delivered_at <> $2",
        receivable.order.uuid(),
        receivable.delivered_at
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// How many deliveries and takings back of the order are entered.
pub async fn deliveries_in(conn: &mut PgConnection, order: OrderId) -> Result<i16, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT count(*)::smallint AS "entered!" FROM receivable_entries WHERE order_id = $1 AND payment_id IS NULL"#,
        order.uuid()
    )
    .fetch_one(conn)
    .await
}

/// Adds the entries, of orders that the caller has locked, and keeps the sums; answers each order's payment version. The table's constraints refuse what would not add up.
pub async fn add_entries_in(
    conn: &mut PgConnection,
    entries: &[Entry],
) -> Result<Vec<(OrderId, u64)>, sqlx::Error> {
    let entries: Vec<EntryRow> = entries.iter().map(EntryRow::from).collect();
    let rows = sqlx::query!(
        r#"WITH added AS (
             INSERT INTO receivable_entries (order_id, kind, amount, delivery_version, payment_id, reversal_id, reason,
                 actor_id, actor_name, at)
             SELECT order_id, kind, amount, delivery_version, payment_id, reversal_id, reason, actor_id, actor_name, at
             FROM jsonb_to_recordset($1) AS e (order_id uuid, kind text, amount bigint, delivery_version smallint,
                 payment_id uuid, reversal_id uuid, reason text, actor_id uuid, actor_name text, at timestamptz)
             RETURNING order_id, owed, paid, payment_id
         ), summed AS (
             SELECT order_id, sum(owed)::smallint AS owed, sum(paid)::smallint AS paid, count(payment_id) AS payments
             FROM added GROUP BY order_id
         )
         UPDATE receivables r SET owed = r.owed + s.owed, paid = r.paid + s.paid,
             payment_version = r.payment_version + s.payments
         FROM summed s WHERE r.order_id = s.order_id
         RETURNING r.order_id AS "order_id!", r.payment_version AS "payment_version!""#,
        Json(&entries) as _
    )
    .fetch_all(conn)
    .await?;
    let mut versions: Vec<_> = rows
        .into_iter()
        .map(|row| Ok((OrderId::from_uuid(row.order_id), version(row.payment_version)?)))
        .collect::<Result<_, sqlx::Error>>()?;
    versions.sort_unstable();
    Ok(versions)
}

/// What is due of the transporter, the oldest first.
pub async fn due(
    conn: &mut PgConnection,
    transporter: TransporterId,
    limit: i64,
) -> Result<Vec<Receivable>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT order_id, order_number, transporter_id, transporter_name, customer_name, wilaya_name, total, delivered_at,
             owed, paid, payment_version
         FROM receivables WHERE transporter_id = $1 AND owed <> paid AND owed = 1
         ORDER BY delivered_at, order_id LIMIT $2",
        transporter.uuid(),
        limit
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(|row| row.stored().map(|stored| stored.receivable)).collect()
}

/// What is due of the transporter for the orders of these numbers.
pub async fn due_of_numbers(
    conn: &mut PgConnection,
    transporter: TransporterId,
    numbers: &[OrderNumber],
) -> Result<Vec<Receivable>, sqlx::Error> {
    let numbers: Vec<_> = numbers.iter().map(|number| number.0).collect();
    let rows = sqlx::query_as!(
        Row,
        "SELECT order_id, order_number, transporter_id, transporter_name, customer_name, wilaya_name, total, delivered_at,
             owed, paid, payment_version
         FROM receivables
         WHERE transporter_id = $1 AND substring(order_number FROM '[0-9]+$')::bigint = ANY ($2) AND owed <> paid AND owed = 1
         ORDER BY delivered_at, order_id",
        transporter.uuid(),
        &numbers
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(|row| row.stored().map(|stored| stored.receivable)).collect()
}

/// A receivable with where it stands.
#[derive(Debug, Clone)]
pub struct Stored {
    pub receivable: Receivable,
    pub standing: Standing,
}

/// The receivables of the orders that have one, locked until the transaction ends.
pub async fn lock_in(conn: &mut PgConnection, orders: &[OrderId]) -> Result<Vec<Stored>, sqlx::Error> {
    let orders = uuids(orders);
    let rows = sqlx::query_as!(
        Row,
        "SELECT order_id, order_number, transporter_id, transporter_name, customer_name, wilaya_name, total, delivered_at,
             owed, paid, payment_version
         FROM receivables WHERE order_id = ANY ($1) ORDER BY order_id FOR NO KEY UPDATE",
        &orders
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(Row::stored).collect()
}

/// The receivables of the orders, without a lock.
pub async fn of_orders(conn: &mut PgConnection, orders: &[OrderId]) -> Result<Vec<Stored>, sqlx::Error> {
    let orders = uuids(orders);
    let rows = sqlx::query_as!(
        Row,
        "SELECT order_id, order_number, transporter_id, transporter_name, customer_name, wilaya_name, total, delivered_at,
             owed, paid, payment_version
         FROM receivables WHERE order_id = ANY ($1) ORDER BY delivered_at, order_id",
        &orders
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(Row::stored).collect()
}

/// An entry as `jsonb_to_recordset` reads it.
#[derive(Serialize)]
struct EntryRow<'a> {
    order_id: OrderId,
    kind: &'static str,
    amount: i64,
    delivery_version: Option<i16>,
    payment_id: Option<PaymentId>,
    reversal_id: Option<ReversalId>,
    reason: &'a str,
    actor_id: Option<EmployeeId>,
    actor_name: &'a str,
    at: String,
}

impl<'a> From<&'a Entry> for EntryRow<'a> {
    fn from(entry: &'a Entry) -> Self {
        Self {
            order_id: entry.order,
            kind: entry.kind.into(),
            amount: entry.amount.centimes(),
            delivery_version: entry.delivery_version,
            payment_id: entry.payment,
            reversal_id: entry.reversal,
            reason: &entry.reason,
            actor_id: entry.actor.employee,
            actor_name: &entry.actor.name,
            at: rfc3339(entry.at),
        }
    }
}

struct Row {
    order_id: Uuid,
    order_number: String,
    transporter_id: Uuid,
    transporter_name: String,
    customer_name: String,
    wilaya_name: String,
    total: i64,
    delivered_at: OffsetDateTime,
    owed: i16,
    paid: i16,
    payment_version: i64,
}

impl Row {
    fn stored(self) -> Result<Stored, sqlx::Error> {
        let receivable = Receivable {
            order: OrderId::from_uuid(self.order_id),
            order_number: self.order_number,
            transporter: TransporterId::from_uuid(self.transporter_id),
            transporter_name: self.transporter_name,
            customer_name: self.customer_name,
            wilaya_name: self.wilaya_name,
            total: Money::from_centimes(self.total),
            delivered_at: self.delivered_at,
        };
        let payment_version = version(self.payment_version)?;
        Ok(Stored {
            receivable,
            standing: Standing { owed: self.owed == 1, paid: self.paid == 1, payment_version },
        })
    }
}

fn uuids(orders: &[OrderId]) -> Vec<Uuid> {
    orders.iter().map(|order| order.uuid()).collect()
}
