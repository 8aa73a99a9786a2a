//! Calls that create something, done once per idempotency key: the answer is stored in the transaction of the effect, and
//! whoever comes second finds it (design 6, ADR 2). A service with such calls has the table `idempotency_keys` in its database;
//! the queries here are checked against inventory's.
//!
//! A checkout keeps the same rule in a statement of its own, which stores many orders at once.

use std::sync::Arc;
use std::time::Duration;

use prost::Message;
use sha2::{Digest as _, Sha256};
use souk_background::every;
use souk_database::{LONGEST_WORK, within};
use souk_kernel::Clock;
use souk_rpc::{Failure, Violations};
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;

/// How long an answer can be found: twice the day that clients may count on (research 2.2).
pub const KEPT: time::Duration = time::Duration::hours(48);
/// Longest key, in characters.
const LONGEST_KEY: usize = 255;
/// Between two looks for answers that are past their time.
const INTERVAL: Duration = Duration::from_mins(10);
/// Answers forgotten by one statement: nobody waits long for it.
const BATCH: i64 = 5_000;

/// The key of one request, and what was asked for under it.
#[derive(Debug, Clone)]
pub struct IdempotencyKey {
    /// The kind of request: equal keys of different kinds don't meet.
    scope: &'static str,
    key: String,
    request_hash: Vec<u8>,
}

/// Why a request can't be done under its key.
#[derive(Debug, thiserror::Error)]
pub enum IdempotencyError {
    #[error("the idempotency key was used for another request")]
    KeyReused,
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
}

impl IdempotencyKey {
    /// `request` is what is asked for, without the key itself. A key that is empty or too long is noted.
    pub fn check(
        violations: &mut Violations,
        scope: &'static str,
        key: &str,
        request: &impl Message,
    ) -> Self {
        if !(1..=LONGEST_KEY).contains(&key.chars().count()) {
            violations.push(
                "idempotencyKey",
                "form.validation.idempotencyKey",
                "a key has 1 to 255 characters",
            );
        }
        Self { scope, key: key.to_owned(), request_hash: Sha256::digest(request.encode_to_vec()).to_vec() }
    }

    /// Makes repeats of the request wait for each other until the transaction ends, then gives the answer that is stored.
    pub async fn claim_in<Answer: Message + Default>(
        &self,
        conn: &mut PgConnection,
    ) -> Result<Option<Answer>, IdempotencyError> {
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
        let Some(stored) = stored else { return Ok(None) };
        if stored.request_hash != self.request_hash {
            return Err(IdempotencyError::KeyReused);
        }
        let answer = Answer::decode(stored.response.as_slice());
        Ok(Some(answer.map_err(|error| sqlx::Error::Decode(error.into()))?))
    }

    /// Stores the answer of the request that [`Self::claim_in`] let through.
    pub async fn store_in(
        &self,
        conn: &mut PgConnection,
        answer: &impl Message,
        now: OffsetDateTime,
    ) -> sqlx::Result<()> {
        sqlx::query!(
            "INSERT INTO idempotency_keys (scope, key, request_hash, response, created_at) VALUES ($1, $2, $3, $4, $5)",
            self.scope,
            self.key,
            self.request_hash,
            answer.encode_to_vec(),
            now
        )
        .execute(conn)
        .await
        .map(|_| ())
    }
}

impl IdempotencyError {
    /// What a caller sees; `code` is the service's own for a key that was used for another request.
    pub fn failure(self, code: &'static str) -> Failure {
        match self {
            Self::KeyReused => {
                let mut violations = Violations::default();
                violations.push("idempotencyKey", "form.validation.idempotencyKeyReused", self.to_string());
                Failure::invalid(code, violations)
            }
            Self::Database(error) => souk_database::failure(error),
        }
    }
}

/// Forgets old answers now and then, until `stop`.
pub async fn keep_forgetting(pool: PgPool, clock: Arc<dyn Clock>, stop: CancellationToken) {
    every(INTERVAL, "forget old answers", &stop, || forget(&pool, clock.now())).await;
}

/// Forgets the answers that nobody may count on any more.
pub async fn forget(pool: &PgPool, now: OffsetDateTime) -> sqlx::Result<()> {
    while within(LONGEST_WORK, forget_some(pool, now - KEPT)).await? == BATCH.unsigned_abs() {}
    Ok(())
}

async fn forget_some(pool: &PgPool, before: OffsetDateTime) -> sqlx::Result<u64> {
    let gone = sqlx::query!(
        "DELETE FROM idempotency_keys
          WHERE ctid = ANY (ARRAY(SELECT ctid FROM idempotency_keys WHERE created_at < $1 LIMIT $2))",
        before,
        BATCH
    );
    Ok(gone.execute(pool).await?.rows_affected())
}
