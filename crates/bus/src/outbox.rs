//! The publishing side of a use case: the event's row commits with the change.

use std::sync::Arc;
use std::time::Duration;

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::{Event, Meta};

/// What the relay listens to.
pub(crate) const HINT_CHANNEL: &str = "souk_outbox";
/// About the time in which the transaction that asked for a hint commits.
const HINT_DELAY: Duration = Duration::from_millis(10);
/// Between two hints: no more than the relay has use for.
const HINT_PAUSE: Duration = Duration::from_millis(40);

/// Takes events into the outbox. Clones share one: give the same to the use cases and to [`Bus::start`](crate::Bus::start).
#[derive(Debug, Clone, Default)]
pub struct Outbox {
    added: Arc<Notify>,
}

/// An event as its row of `bus.outbox`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutboxRow {
    pub id: Uuid,
    pub r#type: String,
    pub payload: Vec<u8>,
    pub correlation_id: Uuid,
    /// W3C trace of the change that makes the event.
    pub traceparent: Option<String>,
    pub occurred_at: OffsetDateTime,
}

impl OutboxRow {
    /// Of the trace that the caller is in.
    pub fn new<E: Event>(event: &E, meta: Meta) -> Self {
        Self {
            id: meta.id,
            r#type: E::full_name(),
            payload: event.encode_to_vec(),
            correlation_id: meta.correlation_id,
            traceparent: souk_telemetry::propagation::inject().remove("traceparent"),
            occurred_at: meta.occurred_at,
        }
    }
}

impl Outbox {
    pub fn new() -> Self {
        Self::default()
    }

    /// Writes `event` in the caller's transaction: it will be published if, and only if, that commits.
    pub async fn add<E: Event>(&self, tx: &mut PgConnection, event: &E, meta: Meta) -> sqlx::Result<()> {
        self.add_row(tx, &OutboxRow::new(event, meta)).await
    }

    /// As [`Outbox::add`].
    pub async fn add_row(&self, tx: &mut PgConnection, row: &OutboxRow) -> sqlx::Result<()> {
        sqlx::query!(
            "INSERT INTO bus.outbox (id, type, payload, correlation_id, traceparent, occurred_at)
             VALUES ($1, $2, $3, $4, $5, $6)",
            row.id,
            row.r#type,
            row.payload,
            row.correlation_id,
            row.traceparent,
            row.occurred_at,
        )
        .execute(tx)
        .await?;
        self.added();
        Ok(())
    }

    /// Tells that a row was written: by whoever writes it with a statement of its own that does all of a change.
    pub fn added(&self) {
        self.added.notify_one();
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
            let _ = stop.run_until_cancelled(tokio::time::sleep(HINT_PAUSE)).await;
        }
    }
}
