//! Requests that create something, done once per key: the answer is stored in the transaction of the effect, and
//! a repeat gets it back (design 4).

use std::sync::Arc;
use std::time::Duration;

use sha2::{Digest as _, Sha256};
use souk_background::every;
use souk_kernel::Clock;
use souk_rpc::{Failure, Violations};
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;

/// Twice the day that clients may count on (research 2.2).
const KEPT: time::Duration = time::Duration::hours(48);
/// Between two looks for answers that are past it.
const INTERVAL: Duration = Duration::from_mins(10);

/// The key of one request, and what was asked under it.
#[derive(Debug, Clone)]
pub struct IdempotencyKey {
    /// The kind of request: equal keys of different kinds don't meet.
    scope: &'static str,
    key: String,
    request_hash: Vec<u8>,
}

/// The key was used for another request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the idempotency key was used for another request")]
pub struct KeyReused;

impl IdempotencyKey {
    /// `request` is what was asked, without the key itself. A key that is empty or too long is noted.
    pub fn check(violations: &mut Violations, scope: &'static str, key: &str, request: &[u8]) -> Self {
        if !(1..=255).contains(&key.chars().count()) {
            violations.push("idempotencyKey", "validation.idempotency_key", "a key has 1 to 255 characters");
        }
        Self { scope, key: key.to_owned(), request_hash: Sha256::digest(request).to_vec() }
    }

    /// Makes repeats of the request wait for each other until the transaction ends, then answers what is stored.
    pub async fn claim_in(
        &self,
        conn: &mut PgConnection,
    ) -> Result<Result<Option<Vec<u8>>, KeyReused>, sqlx::Error> {
        sqlx::query!(
            "SELECT pg_advisory_xact_lock(hashtextextended($1, hashtext($2)))",
            self.key,
            self.scope
        )
        .execute(&mut *conn)
        .await?;
        let stored = sqlx::query!(
            "SELECT request_hash, response FROM idempotency_keys WHERE scope = $1 AND key = $2",
            self.scope,
            self.key
        )
        .fetch_optional(conn)
        .await?;
        Ok(match stored {
            None => Ok(None),
            Some(row) if row.request_hash == self.request_hash => Ok(Some(row.response)),
            Some(_) => Err(KeyReused),
        })
    }

    /// Stores the answer of the request that [`Self::claim_in`] let through.
    pub async fn store_in(
        &self,
        conn: &mut PgConnection,
        response: &[u8],
        now: OffsetDateTime,
    ) -> Result<(), sqlx::Error> {
        sqlx::query!(
            "INSERT INTO idempotency_keys (scope, key, request_hash, response, created_at) VALUES ($1, $2, $3, $4, $5)",
            self.scope,
            self.key,
            self.request_hash,
            response,
            now
        )
        .execute(conn)
        .await
        .map(|_| ())
    }
}

/// Forgets old answers now and then, until `stop`.
pub async fn keep_forgetting(pool: PgPool, clock: Arc<dyn Clock>, stop: CancellationToken) {
    every(INTERVAL, "forget old answers", &stop, || forget(&pool, clock.now())).await;
}

/// Forgets the answers that nobody may count on any more.
pub async fn forget(pool: &PgPool, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM idempotency_keys WHERE created_at < $1", now - KEPT).execute(pool).await?;
    Ok(())
}

impl From<KeyReused> for Failure {
    fn from(error: KeyReused) -> Self {
        let mut violations = Violations::default();
        violations.push("idempotencyKey", "validation.idempotency_key_reused", error.to_string());
        Self::invalid("inventory.idempotency_key_reused", violations)
    }
}
