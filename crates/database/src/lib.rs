//! A service's connection to its own PostgreSQL database.

mod batcher;
pub mod columns;

use std::str::FromStr as _;
use std::time::Duration;

use anyhow::Context as _;
use secrecy::{ExposeSecret as _, SecretString};
use souk_rpc::Failure;
use sqlx::postgres::{PgConnectOptions, PgDatabaseError, PgPoolOptions, PgSeverity};
use sqlx::{Connection as _, PgPool};

pub use batcher::{Batcher, Together};

/// Longest wait for a free connection; past it a request is answered `UNAVAILABLE` rather than queued.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(3);
/// A connection that was idle for longer is asked whether it still lives before it is used: after the database was
/// restarted, requests meet at most those dead ones that were used a moment before. Asking each time would cost every
/// statement a second round trip.
const TRUSTED: Duration = Duration::from_secs(1);

/// Where the service's database is.
#[derive(Debug, Clone, clap::Args)]
pub struct DatabaseConfig {
    /// Address of the service's own database, `postgres://user:password@host:port/name`.
    #[arg(long, env = "SOUK_DATABASE_URL", hide_env_values = true)]
    pub database_url: SecretString,
    /// Most connections that one process opens.
    #[arg(long, env = "SOUK_DATABASE_CONNECTIONS", default_value_t = 16)]
    pub database_connections: u32,
}

/// Opens the pool lazily: the process starts, and says that it is not ready, while the database is away.
pub fn connect(config: &DatabaseConfig, application: &str) -> anyhow::Result<PgPool> {
    let options = PgConnectOptions::from_str(config.database_url.expose_secret())
        .context("SOUK_DATABASE_URL is no PostgreSQL address")?
        .application_name(application)
        .options([("statement_timeout", "10s"), ("idle_in_transaction_session_timeout", "15s")]);
    let pool = PgPoolOptions::new()
        .max_connections(config.database_connections)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .test_before_acquire(false)
        .before_acquire(|connection, idle| {
            Box::pin(async move { Ok(idle.idle_for <= TRUSTED || connection.ping().await.is_ok()) })
        })
        .connect_lazy_with(options);
    Ok(pool)
}

/// What an error of the database means to a caller: away or busy is worth another try, anything else is our fault.
pub fn failure(error: sqlx::Error) -> Failure {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed => {
            Failure::unavailable("the database does not answer").because(error)
        }
        other => Failure::internal(other),
    }
}

/// What everybody is told whose work failed with this error, where it is about the connection and not about one of them:
/// then nobody knows what became of a transaction that was asked to commit, and trying again at once helps nobody.
pub fn of_connection(error: &sqlx::Error) -> Option<sqlx::Error> {
    match error {
        sqlx::Error::PoolTimedOut => Some(sqlx::Error::PoolTimedOut),
        sqlx::Error::PoolClosed => Some(sqlx::Error::PoolClosed),
        error if is_uncertain(error) => Some(std::io::Error::other(error.to_string()).into()),
        _ => None,
    }
}

/// Whether a statement that failed this way may have been committed all the same: the database was asked and its answer
/// got lost. An answer of the severity `ERROR` says that the transaction was rolled back.
pub fn is_uncertain(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::Protocol(_) | sqlx::Error::WorkerCrashed => {
            true
        }
        sqlx::Error::Database(error) => error
            .try_downcast_ref::<PgDatabaseError>()
            .is_some_and(|error| error.severity() != PgSeverity::Error),
        _ => false,
    }
}

/// Whether the database answers.
pub async fn is_ready(pool: PgPool) -> bool {
    sqlx::query("SELECT 1").execute(&pool).await.is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[sqlx::test(migrations = false)]
    async fn only_an_answer_that_says_so_is_a_rollback(pool: PgPool) {
        let refused = sqlx::query("SELECT 1 / 0").execute(&pool).await.expect_err("refused");
        assert!(!is_uncertain(&refused) && of_connection(&refused).is_none());
        let killed = sqlx::query("SELECT pg_terminate_backend(pg_backend_pid())").execute(&pool).await;
        let killed = killed.expect_err("the session ended");
        assert!(is_uncertain(&killed));
        let told = of_connection(&killed).expect("it concerns everybody");
        assert!(is_uncertain(&told), "and nobody knows more: {told}");
        assert!(!is_uncertain(&sqlx::Error::PoolTimedOut), "nothing was asked");
    }
}
