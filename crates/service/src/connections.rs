//! What an operator watches of a process's connections to its database.

use std::time::Duration;

use souk_background::every;
use sqlx::PgPool;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

const INTERVAL: Duration = Duration::from_secs(5);

/// Samples the pool until `stop`: `souk_database_connections_in_use` of `souk_database_connections_max`, and
/// `souk_database_wait_seconds`, how long somebody waited just now for one of them, also in vain.
pub(crate) async fn sample(pool: PgPool, stop: CancellationToken) {
    every(INTERVAL, "measure the connections to the database", &stop, || sample_once(&pool)).await;
}

async fn sample_once(pool: &PgPool) -> sqlx::Result<()> {
    let idle = u32::try_from(pool.num_idle()).unwrap_or(u32::MAX);
    metrics::gauge!("souk_database_connections_in_use").set(f64::from(pool.size().saturating_sub(idle)));
    metrics::gauge!("souk_database_connections_max").set(f64::from(pool.options().get_max_connections()));
    let asked = Instant::now();
    let given = pool.acquire().await;
    metrics::gauge!("souk_database_wait_seconds").set(asked.elapsed());
    given.map(drop)
}
