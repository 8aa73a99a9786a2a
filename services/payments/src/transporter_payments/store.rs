//! The SQL of transporter payments.

use souk_kernel::{EmployeeId, Money, OrderId, Page, PaymentId, TransporterId};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::model::{Payment, Recorder};

/// A payment that is about to be recorded; its number is given by the database.
#[derive(Debug)]
pub struct NewPayment<'a> {
    pub id: PaymentId,
    pub idempotency_key: &'a str,
    pub request_hash: &'a [u8],
    pub transporter: TransporterId,
    pub transporter_name: &'a str,
    pub reference: &'a str,
    pub total: Money,
    pub recorded_at: OffsetDateTime,
    pub recorder: &'a Recorder,
}

/// Makes requests of one idempotency key wait for each other until the transaction ends, then answers the
/// payment that the key recorded before and the hash of that request.
pub async fn claim_key_in(
    conn: &mut PgConnection,
    key: &str,
) -> Result<Option<(PaymentId, Vec<u8>)>, sqlx::Error> {
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", key).execute(&mut *conn).await?;
    let row =
        sqlx::query!("SELECT id, request_hash FROM transporter_payments WHERE idempotency_key = $1", key)
            .fetch_optional(conn)
            .await?;
    Ok(row.map(|row| (PaymentId::from_uuid(row.id), row.request_hash)))
}

pub async fn insert_in(conn: &mut PgConnection, payment: &NewPayment<'_>) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO transporter_payments (id, idempotency_key, request_hash, transporter_id, transporter_name,
             reference, total, recorded_at, actor_id, actor_name)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        payment.id.uuid(),
        payment.idempotency_key,
        payment.request_hash,
        payment.transporter.uuid(),
        payment.transporter_name,
        payment.reference,
        payment.total.centimes(),
        payment.recorded_at,
        payment.recorder.employee.map(EmployeeId::uuid),
        payment.recorder.name
    )
    .execute(conn)
    .await
    .map(|_| ())
}

/// Puts the orders into the payment with what each is worth.
pub async fn cover_in(
    conn: &mut PgConnection,
    payment: PaymentId,
    orders: &[OrderId],
) -> Result<(), sqlx::Error> {
    let orders: Vec<Uuid> = orders.iter().map(|order| order.uuid()).collect();
    sqlx::query!(
        "INSERT INTO payment_orders (order_id, payment_id, total)
         SELECT order_id, $1, total FROM receivables WHERE order_id = ANY ($2) ORDER BY order_id",
        payment.uuid(),
        &orders
    )
    .execute(conn)
    .await
    .map(|_| ())
}

/// The orders that the payment covers.
pub async fn orders_of(conn: &mut PgConnection, payment: PaymentId) -> Result<Vec<OrderId>, sqlx::Error> {
    let orders = sqlx::query_scalar!(
        "SELECT order_id FROM payment_orders WHERE payment_id = $1 ORDER BY order_id",
        payment.uuid()
    )
    .fetch_all(conn)
    .await?;
    Ok(orders.into_iter().map(OrderId::from_uuid).collect())
}

pub async fn find(conn: &mut PgConnection, id: PaymentId) -> Result<Option<Payment>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, number, transporter_id, transporter_name, reference, total, recorded_at, actor_id, actor_name,
             (SELECT count(*) FROM payment_orders o WHERE o.payment_id = p.id) AS "orders!"
         FROM transporter_payments p WHERE id = $1"#,
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
) -> Result<(Vec<Payment>, u64), sqlx::Error> {
    let transporter = transporter.map(TransporterId::uuid);
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id, number, transporter_id, transporter_name, reference, total, recorded_at, actor_id, actor_name,
             (SELECT count(*) FROM payment_orders o WHERE o.payment_id = p.id) AS "orders!"
         FROM transporter_payments p
         WHERE $1::uuid IS NULL OR transporter_id = $1
         ORDER BY number DESC LIMIT $2 OFFSET $3"#,
        transporter,
        i64::from(page.size()),
        page.offset()
    )
    .fetch_all(&mut *conn)
    .await?;
    let total = sqlx::query_scalar!(
        r#"SELECT count(*) AS "total!" FROM transporter_payments WHERE $1::uuid IS NULL OR transporter_id = $1"#,
        transporter
    )
    .fetch_one(conn)
    .await?;
    Ok((rows.into_iter().map(Row::payment).collect::<Result<_, _>>()?, total.unsigned_abs()))
}

struct Row {
    id: Uuid,
    number: i64,
    transporter_id: Uuid,
    transporter_name: String,
    reference: String,
    total: i64,
    recorded_at: OffsetDateTime,
    actor_id: Option<Uuid>,
    actor_name: String,
    orders: i64,
}

impl Row {
    fn payment(self) -> Result<Payment, sqlx::Error> {
        Ok(Payment {
            id: PaymentId::from_uuid(self.id),
            number: self.number,
            transporter: TransporterId::from_uuid(self.transporter_id),
            transporter_name: self.transporter_name,
            reference: self.reference,
            total: Money::from_centimes(self.total),
            orders: self
                .orders
                .try_into()
                .map_err(|_| sqlx::Error::Decode("too many orders in a payment".into()))?,
            recorded_at: self.recorded_at,
            recorder: Recorder { employee: self.actor_id.map(EmployeeId::from_uuid), name: self.actor_name },
        })
    }
}
