//! The SQL of receivables. Rows are locked in the order of their order's id.

use souk_kernel::{Money, OrderId, TransporterId};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{Balance, Receivable, State};

/// Writes the receivable in `state` unless it is paid or a version of the order as new is known; answers
/// whether it was written.
pub async fn put_in(
    conn: &mut PgConnection,
    receivable: &Receivable,
    state: State,
) -> Result<bool, sqlx::Error> {
    let written = sqlx::query!(
        "INSERT INTO receivables AS r (order_id, order_number, order_version, transporter_id, transporter_name,
             customer_name, wilaya_name, total, delivered_at, state)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         ON CONFLICT (order_id) DO UPDATE SET order_version = EXCLUDED.order_version, state = EXCLUDED.state
         WHERE r.order_version < EXCLUDED.order_version AND r.state <> 'paid'",
        receivable.order.uuid(),
        receivable.order_number,
        version_column(receivable.order_version),
        receivable.transporter.uuid(),
        receivable.transporter_name,
        receivable.customer_name,
        receivable.wilaya_name,
        receivable.total.centimes(),
        receivable.delivered_at,
        <&str>::from(state)
    )
    .execute(conn)
    .await?;
    Ok(written.rows_affected() == 1)
}

/// The receivable's state and the version of the order that it was made from.
pub async fn state(conn: &mut PgConnection, order: OrderId) -> Result<Option<(State, u64)>, sqlx::Error> {
    let row = sqlx::query!("SELECT state, order_version FROM receivables WHERE order_id = $1", order.uuid())
        .fetch_optional(conn)
        .await?;
    row.map(|row| Ok((parse_state(&row.state)?, version(row.order_version)?))).transpose()
}

/// What is due of the transporter, the oldest first.
pub async fn due(
    conn: &mut PgConnection,
    transporter: TransporterId,
    limit: i64,
) -> Result<Vec<Receivable>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT order_id, order_number, order_version, transporter_id, transporter_name, customer_name, wilaya_name,
             total, delivered_at, state
         FROM receivables WHERE transporter_id = $1 AND state = 'due'
         ORDER BY delivered_at, order_id LIMIT $2",
        transporter.uuid(),
        limit
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(|row| row.stored().map(|stored| stored.receivable)).collect()
}

/// What each transporter owes, by name.
pub async fn balances(conn: &mut PgConnection) -> Result<Vec<Balance>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT transporter_id, max(transporter_name) AS "transporter_name!", count(*) AS "orders!",
             sum(total)::bigint AS "total!", min(delivered_at) AS "oldest!"
         FROM receivables WHERE state = 'due'
         GROUP BY transporter_id
         ORDER BY 2, 1"#
    )
    .fetch_all(conn)
    .await?;
    let balances = rows.into_iter().map(|row| Balance {
        transporter: TransporterId::from_uuid(row.transporter_id),
        transporter_name: row.transporter_name,
        orders: row.orders.unsigned_abs(),
        total: Money::from_centimes(row.total),
        oldest_delivered_at: row.oldest,
    });
    Ok(balances.collect())
}

/// A receivable with where it stands.
#[derive(Debug, Clone)]
pub struct Stored {
    pub receivable: Receivable,
    pub state: State,
}

/// The receivables of the orders that have one, locked until the transaction ends.
pub async fn lock_in(conn: &mut PgConnection, orders: &[OrderId]) -> Result<Vec<Stored>, sqlx::Error> {
    let orders = uuids(orders);
    let rows = sqlx::query_as!(
        Row,
        "SELECT order_id, order_number, order_version, transporter_id, transporter_name, customer_name, wilaya_name,
             total, delivered_at, state
         FROM receivables WHERE order_id = ANY ($1) ORDER BY order_id FOR NO KEY UPDATE",
        &orders
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(Row::stored).collect()
}

/// The receivables of the orders, without a lock.
pub async fn of_orders(conn: &mut PgConnection, orders: &[OrderId]) -> Result<Vec<Receivable>, sqlx::Error> {
    let orders = uuids(orders);
    let rows = sqlx::query_as!(
        Row,
        "SELECT order_id, order_number, order_version, transporter_id, transporter_name, customer_name, wilaya_name,
             total, delivered_at, state
         FROM receivables WHERE order_id = ANY ($1) ORDER BY delivered_at, order_id",
        &orders
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(|row| row.stored().map(|stored| stored.receivable)).collect()
}

/// Marks the receivables, which the caller has locked as due, as paid.
pub async fn mark_paid_in(conn: &mut PgConnection, orders: &[OrderId]) -> Result<(), sqlx::Error> {
    let ids = uuids(orders);
    let marked = sqlx::query!(
        "UPDATE receivables SET state = 'paid' WHERE order_id = ANY ($1) AND state = 'due'",
        &ids
    )
    .execute(conn)
    .await?;
    if marked.rows_affected() == ids.len() as u64 { Ok(()) } else { Err(sqlx::Error::RowNotFound) }
}

struct Row {
    order_id: Uuid,
    order_number: String,
    order_version: i64,
    transporter_id: Uuid,
    transporter_name: String,
    customer_name: String,
    wilaya_name: String,
    total: i64,
    delivered_at: OffsetDateTime,
    state: String,
}

impl Row {
    fn stored(self) -> Result<Stored, sqlx::Error> {
        let receivable = Receivable {
            order: OrderId::from_uuid(self.order_id),
            order_number: self.order_number,
            order_version: version(self.order_version)?,
            transporter: TransporterId::from_uuid(self.transporter_id),
            transporter_name: self.transporter_name,
            customer_name: self.customer_name,
            wilaya_name: self.wilaya_name,
            total: Money::from_centimes(self.total),
            delivered_at: self.delivered_at,
        };
        Ok(Stored { receivable, state: parse_state(&self.state)? })
    }
}

fn uuids(orders: &[OrderId]) -> Vec<Uuid> {
    orders.iter().map(|order| order.uuid()).collect()
}

fn parse_state(text: &str) -> Result<State, sqlx::Error> {
    text.parse().map_err(|_| sqlx::Error::Decode(format!("state {text} of a receivable").into()))
}

fn version(value: i64) -> Result<u64, sqlx::Error> {
    value.try_into().map_err(|_| sqlx::Error::Decode("a negative order_version".into()))
}

/// A version as the column holds it; the wire's upper half is beyond what any order reaches.
fn version_column(version: u64) -> i64 {
    i64::try_from(version).unwrap_or(i64::MAX)
}
