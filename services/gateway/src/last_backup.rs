//! Tells whoever watches the shop of which moment its last backup is. `./souk backup` writes the row.

use std::time::Duration;

use souk_background::every;
use souk_database::{LONGEST_WORK, within};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

const INTERVAL: Duration = Duration::from_secs(30);

/// Samples `souk_last_backup_timestamp_seconds` and `souk_last_backup_bytes` until `stop`.
pub async fn sample(pool: PgPool, stop: CancellationToken) {
    every(INTERVAL, "look when the last backup was made", &stop, || sample_once(&pool)).await;
}

/// Both are 0 where no backup was ever made by `./souk backup`.
pub async fn sample_once(pool: &PgPool) -> sqlx::Result<()> {
    let last = sqlx::query!(
        r#"SELECT extract(epoch FROM taken_at)::float8 AS "taken_at!", bytes::float8 AS "bytes!" FROM last_backup"#
    );
    let (taken_at, bytes) = within(LONGEST_WORK, last.fetch_optional(pool))
        .await?
        .map_or((0.0, 0.0), |last| (last.taken_at, last.bytes));
    metrics::gauge!("souk_last_backup_timestamp_seconds").set(taken_at);
    metrics::gauge!("souk_last_backup_bytes").set(bytes);
    Ok(())
}
