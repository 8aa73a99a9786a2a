//! What makes a checkout happen once and not too often: stored answers, claims on a key, cooldowns.

use std::time::Duration;

use souk_kernel::{OrderId, Phone, VisitorId};
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;

use super::error::CheckoutError;
use crate::orders::OrderNumber;

/// Past this age a claim's owner is gone: longer than any call may take.
const CLAIM_SECONDS: f64 = 15.0;

/// A request, known again when it comes twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestKey {
    /// Keys of two visitors never meet.
    pub visitor: VisitorId,
    pub key: String,
    /// SHA-256 of the canonical body.
    pub hash: String,
}

/// The answer that a key got before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    pub hash: String,
    pub response: Vec<u8>,
}

/// Who may work on a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// We may, and the order has this id.
    Ours(OrderId),
    /// Somebody works on it, or did.
    Theirs,
}

/// Whom a cooldown holds back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subjects(Vec<String>);

impl RequestKey {
    pub fn scope(&self) -> String {
        format!("checkout/{}", self.visitor)
    }
}

impl Stored {
    /// The stored answer, byte for byte, if it answers this very request.
    pub fn replay(self, request: &RequestKey) -> Result<Vec<u8>, CheckoutError> {
        if self.hash == request.hash { Ok(self.response) } else { Err(CheckoutError::KeyReused) }
    }
}

impl Subjects {
    /// Sorted, so that two checkouts lock their rows in one order.
    pub fn new(visitor: VisitorId, phone: &Phone) -> Self {
        Self(vec![format!("phone:{phone}"), format!("visitor:{visitor}")])
    }

    /// Nobody waits.
    pub const fn none() -> Self {
        Self(Vec::new())
    }

    pub fn names(&self) -> &[String] {
        &self.0
    }
}

/// What is left of a cooldown.
pub fn wait(until: Option<OffsetDateTime>, now: OffsetDateTime) -> Option<Duration> {
    let left = until? - now;
    let seconds = left.whole_seconds() + i64::from(left.subsec_nanoseconds() > 0);
    u64::try_from(seconds).ok().filter(|seconds| *seconds > 0).map(Duration::from_secs)
}

pub async fn stored(pool: &PgPool, request: &RequestKey) -> sqlx::Result<Option<Stored>> {
    sqlx::query_as!(
        Stored,
        "SELECT request_hash AS hash, response FROM idempotency WHERE scope = $1 AND key = $2",
        request.scope(),
        request.key,
    )
    .fetch_optional(pool)
    .await
}

/// Takes the key for work on it. A claim whose owner is gone is taken over with its order id, so that what inventory
/// holds for the first attempt serves the second. A claim stays after success: it keeps late twins from starting.
pub async fn claim(pool: &PgPool, request: &RequestKey, fresh: OrderId) -> sqlx::Result<Claim> {
    let order = sqlx::query_scalar!(
        "INSERT INTO checkout_claims AS c (scope, key, order_id, claimed_at) VALUES ($1, $2, $3, now())
         ON CONFLICT (scope, key) DO UPDATE SET claimed_at = now()
          WHERE c.claimed_at < now() - make_interval(secs => $4)
         RETURNING order_id",
        request.scope(),
        request.key,
        fresh.uuid(),
        CLAIM_SECONDS,
    )
    .fetch_optional(pool)
    .await?;
    Ok(order.map_or(Claim::Theirs, |id| Claim::Ours(OrderId::from_uuid(id))))
}

/// Lets the next attempt at the key begin at once.
pub async fn abandon(pool: &PgPool, request: &RequestKey, order: OrderId) -> sqlx::Result<()> {
    sqlx::query!(
        "DELETE FROM checkout_claims WHERE scope = $1 AND key = $2 AND order_id = $3",
        request.scope(),
        request.key,
        order.uuid(),
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// The next order number, and the cooldowns that begin with the order; `None` when one was not over.
pub async fn begin_in(
    tx: &mut PgConnection,
    subjects: &Subjects,
    now: OffsetDateTime,
    until: OffsetDateTime,
) -> sqlx::Result<Option<OrderNumber>> {
    let row = sqlx::query!(
        r#"WITH cooled AS (
               INSERT INTO cooldowns AS c (subject, until) SELECT s, $2 FROM unnest($1::text[]) s ORDER BY s
               ON CONFLICT (subject) DO UPDATE SET until = excluded.until WHERE c.until <= $3
               RETURNING 1)
           SELECT nextval('order_numbers') AS "number!", (SELECT count(*) FROM cooled) AS "cooled!""#,
        subjects.names(),
        until,
        now,
    )
    .fetch_one(tx)
    .await?;
    let all = usize::try_from(row.cooled) == Ok(subjects.names().len());
    Ok(all.then_some(OrderNumber(row.number)))
}

/// Stores the answer for whoever asks again, and ends the visitor's draft cart.
pub async fn finish_in(
    tx: &mut PgConnection,
    request: &RequestKey,
    response: &[u8],
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "WITH ordered AS (DELETE FROM draft_carts WHERE visitor_id = $6)
         INSERT INTO idempotency (scope, key, request_hash, response, created_at) VALUES ($1, $2, $3, $4, $5)",
        request.scope(),
        request.key,
        request.hash,
        response,
        now,
        request.visitor.uuid(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Whether the error says that a twin of the request was stored first.
pub fn is_twin(error: &sqlx::Error) -> bool {
    let constraint = error.as_database_error().and_then(|error| error.constraint());
    matches!(constraint, Some("idempotency_pkey" | "orders_pkey"))
}
