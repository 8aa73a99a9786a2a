//! What makes a checkout happen once and not too often: stored answers, claims on a key, cooldowns.

use std::time::Duration;

use souk_kernel::{OrderId, Phone, VisitorId};
use sqlx::PgPool;
use sqlx::error::ErrorKind;
use time::OffsetDateTime;

use super::error::CheckoutError;

/// Past this age a claim's owner is gone: longer than any call may take.
pub const CLAIM_SECONDS: f64 = 15.0;

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

/// Whom a cooldown holds back: the visitor and the phone, or nobody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subjects(Option<[String; 2]>);

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
    pub fn new(visitor: VisitorId, phone: &Phone) -> Self {
        Self(Some([format!("visitor:{visitor}"), format!("phone:{phone}")]))
    }

    /// Nobody waits.
    pub const fn none() -> Self {
        Self(None)
    }

    pub fn visitor(&self) -> Option<String> {
        self.0.as_ref().map(|[visitor, _]| visitor.clone())
    }

    pub fn phone(&self) -> Option<String> {
        self.0.as_ref().map(|[_, phone]| phone.clone())
    }

    pub fn names(&self) -> impl Iterator<Item = String> {
        self.0.iter().flatten().cloned()
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

/// Whether the error says that a twin of the request was stored first.
pub fn is_twin(error: &sqlx::Error) -> bool {
    let constraint = error.as_database_error().and_then(|error| error.constraint());
    matches!(constraint, Some("idempotency_pkey" | "orders_pkey" | "order_lines_pkey"))
}

/// Whether the error says that a cooldown was not over (see [`super::store::place`]).
pub fn is_cooling(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|error| {
        error.kind() == ErrorKind::NotNullViolation && error.table() == Some("cooldowns")
    })
}
