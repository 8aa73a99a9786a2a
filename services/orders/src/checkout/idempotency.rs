//! What makes a checkout happen once: the order's id follows from the request, and the answer is stored with the order.

use souk_kernel::{OrderId, VisitorId};
use sqlx::PgPool;

use super::error::CheckoutError;

/// The idempotency key of a visitor's request, and what was asked for under it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotencyKey {
    /// Keys of two visitors never meet.
    pub visitor: VisitorId,
    pub key: String,
    /// SHA-256 of the canonical body.
    pub hash: String,
}

/// The answer that a key got before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAnswer {
    pub hash: String,
    pub response: Vec<u8>,
}

impl IdempotencyKey {
    /// Of the order that the request makes, by whoever works on it.
    pub fn order_id(&self) -> OrderId {
        OrderId::of_request(self.visitor, &self.key)
    }

    pub fn scope(&self) -> String {
        format!("checkout/{}", self.visitor)
    }
}

impl StoredAnswer {
    /// The stored answer, byte for byte, if it answers this very request.
    pub fn replay(self, key: &IdempotencyKey) -> Result<Vec<u8>, CheckoutError> {
        if self.hash == key.hash { Ok(self.response) } else { Err(CheckoutError::KeyReused) }
    }
}

/// The answer that is stored under the request's key.
pub async fn stored(pool: &PgPool, key: &IdempotencyKey) -> sqlx::Result<Option<StoredAnswer>> {
    sqlx::query_as!(
        StoredAnswer,
        "SELECT request_hash AS hash, response FROM idempotency WHERE scope = $1 AND key = $2",
        key.scope(),
        key.key,
    )
    .fetch_optional(pool)
    .await
}
