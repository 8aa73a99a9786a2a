//! What only one process of a service does at a time. Who holds the lease renews it; if it vanishes, another one takes over
//! when the lease has run out by the database's clock.
//!
//! A lease keeps order and saves work, no more: a process that was stopped for longer than [`LIFETIME`] goes on for a moment
//! beside its successor. What it guards must be right even so.

use std::time::Duration;

use souk_database::within;
use sqlx::PgPool;
use sqlx::postgres::types::PgInterval;
use tokio::time::Instant;
use uuid::Uuid;

/// How long a lease lives after it was renewed.
pub(crate) const LIFETIME: Duration = Duration::from_secs(3);
/// How often it is renewed by its holder, and asked for by the others.
pub(crate) const INTERVAL: Duration = Duration::from_secs(1);
/// How long an answer is waited for: longer than a pooled connection that has died is asked whether it lives.
const PATIENCE: Duration = Duration::from_secs(2);
// What one process does is done by another one within 5 s.
const _: () = assert!(LIFETIME.as_secs() + INTERVAL.as_secs() < 5);

/// One process's part in a lease.
#[derive(Debug)]
pub struct Lease {
    pool: PgPool,
    name: String,
    holder: Uuid,
    /// When it was asked for, and whether it was given, by the last answer.
    asked: Option<(Instant, bool)>,
}

impl Lease {
    /// The part of `holder`, who may hold it from an earlier life.
    pub fn new(pool: PgPool, name: &str, holder: Uuid) -> Self {
        Self { pool, name: name.to_owned(), holder, asked: None }
    }

    /// Takes or renews the lease where it is time to; whether it is held. Costs nothing in between.
    ///
    /// # Errors
    /// The database doesn't say, and what it said last holds no more. A lease that was given holds until it runs out, through a
    /// question that got no answer.
    pub async fn hold(&mut self) -> sqlx::Result<bool> {
        if let Some((at, held)) = self.asked
            && at.elapsed() < INTERVAL
        {
            return Ok(held);
        }
        // It counts from before the question: the holder never believes in it for longer than the database.
        let at = Instant::now();
        match within(PATIENCE, self.ask()).await {
            Ok(held) => {
                self.asked = Some((at, held));
                Ok(held)
            }
            Err(_) if self.asked.is_some_and(|(given, held)| held && given.elapsed() < LIFETIME) => Ok(true),
            Err(error) => {
                self.asked = None;
                Err(error)
            }
        }
    }

    /// Leaves it to whoever asks next.
    pub(crate) async fn release(&mut self) -> sqlx::Result<()> {
        self.asked = None;
        let released =
            sqlx::query!("DELETE FROM bus.leases WHERE name = $1 AND holder = $2", self.name, self.holder);
        within(PATIENCE, released.execute(&self.pool)).await?;
        Ok(())
    }

    async fn ask(&self) -> sqlx::Result<bool> {
        let microseconds = i64::try_from(LIFETIME.as_micros()).unwrap_or(i64::MAX);
        let lifetime = PgInterval { months: 0, days: 0, microseconds };
        let asked = sqlx::query!(
            "INSERT INTO bus.leases AS l (name, holder, expires_at) VALUES ($1, $2, clock_timestamp() + $3::interval)
             ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
              WHERE l.holder = excluded.holder OR l.expires_at < clock_timestamp()",
            self.name,
            self.holder,
            lifetime,
        );
        Ok(asked.execute(&self.pool).await?.rows_affected() == 1)
    }
}
