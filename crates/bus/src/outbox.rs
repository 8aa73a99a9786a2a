//! The publishing side of a use case: the event's row commits with the change.

use std::sync::Arc;
use std::time::Duration;

use sqlx::{PgConnection, PgPool};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::{Event, Meta};

/// What the relay listens to.
pub(crate) const HINT_CHANNEL: &str = "souk_outbox";
/// Hints of this time go out as one. Also about the time in which the transaction that asked for it commits.
const HINT_DELAY: Duration = Duration::from_millis(10);

/// Takes events into the outbox. Clones share one: give the same to the use cases and to [`Bus::start`](crate::Bus::start).
#[derive(Debug, Clone, Default)]
pub struct Outbox {
    added: Arc<Notify>,
}

impl Outbox {
    pub fn new() -> Self {
        Self::default()
    }

    /// Writes `event` in the caller's transaction: it will be published if, and only if, that commits.
    pub async fn add<E: Event>(&self, tx: &mut PgConnection, event: &E, meta: Meta) -> sqlx::Result<()> {
        let traceparent = souk_telemetry::propagation::inject().remove("traceparent");
        sqlx::query!(
            "INSERT INTO bus.outbox (id, type, payload, correlation_id, traceparent, occurred_at)
             VALUES ($1, $2, $3, $4, $5, $6)",
            meta.id,
            E::full_name(),
            event.encode_to_vec(),
            meta.correlation_id,
            traceparent,
            meta.occurred_at,
        )
        .execute(tx)
        .await?;
        self.added.notify_one();
        Ok(())
    }

    /// Wakes the leading relay, in whichever process it runs, soon after events were added.
    ///
    /// The NOTIFY is not part of the change's transaction: PostgreSQL takes a lock over all databases to commit one that
    /// notifies, so changes would commit one by one, each waiting for the disk alone. A hint that comes before
    /// the commit is made up for by the relay's own looks into the outbox.
    pub(crate) async fn hint(&self, pool: &PgPool, stop: &CancellationToken) {
        while stop.run_until_cancelled(self.added.notified()).await.is_some() {
            tokio::time::sleep(HINT_DELAY).await;
            let hinted = sqlx::query!("SELECT pg_notify($1, '')", HINT_CHANNEL).execute(pool).await;
            if let Err(error) = hinted {
                tracing::debug!("The relay was not woken and will look by itself: {error}");
            }
        }
    }
}
