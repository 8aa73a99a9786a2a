//! One message from delivery to acknowledgement.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use anyhow::anyhow;
use futures::FutureExt as _;
use lapin::message::Delivery;
use lapin::options::{BasicAckOptions, BasicNackOptions, BasicRejectOptions};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

use super::{ConsumeError, Envelope, Handlers, inbox};
use crate::Tuning;

/// Longest wait between two tries of a message that something else stands in the way of.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// Handles the messages of one queue.
pub(crate) struct Worker {
    pub(crate) service: &'static str,
    pub(crate) queue: String,
    pub(crate) pool: PgPool,
    pub(crate) handlers: Handlers,
    pub(crate) tuning: Tuning,
}

/// Whether the message had an effect now.
enum Applied {
    Now,
    Before,
}

impl Worker {
    /// Handles a message and tells the broker; gives it back unanswered when `over` comes first.
    pub(crate) async fn handle(&self, envelope: &Envelope, delivery: &Delivery, over: &CancellationToken) {
        let span = tracing::info_span!(
            "consume",
            otel.kind = "consumer",
            messaging.destination.name = self.queue,
            event.r#type = envelope.r#type,
            event.id = %envelope.message_id,
            correlation.id = %envelope.correlation_id,
            trace_id = tracing::field::Empty,
        );
        souk_telemetry::propagation::follow(&span, &envelope.trace);
        async {
            souk_telemetry::propagation::record_trace_id();
            let outcome = self.persist(envelope, over).await;
            if let Some(outcome) = outcome {
                self.answer(envelope, delivery, outcome).await;
            }
        }
        .instrument(span)
        .await;
    }

    /// Tries until the outcome is about the message itself; `None` when `over` comes first.
    async fn persist(
        &self,
        envelope: &Envelope,
        over: &CancellationToken,
    ) -> Option<Result<Applied, ConsumeError>> {
        let mut wait = self.tuning.failure_delay;
        loop {
            match self.apply_guarded(envelope).await {
                Err(ConsumeError::Unavailable(cause)) => {
                    tracing::warn!(retry_ms = wait.as_millis(), "An event waits for better times: {cause:#}");
                    over.run_until_cancelled(tokio::time::sleep(wait)).await?;
                    wait = (wait * 2).min(LONGEST_WAIT);
                }
                outcome => return Some(outcome),
            }
        }
    }

    /// A handler that panics has failed, no more: the rest of the queue flows.
    async fn apply_guarded(&self, envelope: &Envelope) -> Result<Applied, ConsumeError> {
        let applied = AssertUnwindSafe(self.apply(envelope)).catch_unwind().await;
        applied.unwrap_or_else(|_| Err(ConsumeError::Failed(anyhow!("the handler panicked"))))
    }

    async fn apply(&self, envelope: &Envelope) -> Result<Applied, ConsumeError> {
        let Some(handlers) = self.handlers.get(&envelope.r#type) else {
            return Err(ConsumeError::Rejected(anyhow!("nothing handles {}", envelope.r#type)));
        };
        let mut tx = self.pool.begin().await?;
        if !inbox::enter(&mut tx, self.service, envelope.message_id).await? {
            return Ok(Applied::Before);
        }
        for handler in handlers {
            handler(&mut tx, envelope).await?;
        }
        if envelope.redeliveries > 0 {
            inbox::forget_failure(&mut tx, &self.queue, envelope.message_id).await?;
        }
        tx.commit().await?;
        Ok(Applied::Now)
    }

    async fn answer(&self, envelope: &Envelope, delivery: &Delivery, outcome: Result<Applied, ConsumeError>) {
        let (label, answered) = match outcome {
            Ok(Applied::Now) => ("applied", delivery.ack(BasicAckOptions::default()).await),
            Ok(Applied::Before) => ("duplicate", delivery.ack(BasicAckOptions::default()).await),
            Err(ConsumeError::Rejected(cause)) => {
                tracing::error!("An event can't be handled and is now a dead letter: {cause:#}");
                self.note(envelope, &cause).await;
                ("rejected", reject(delivery).await)
            }
            Err(error) => {
                tracing::warn!(
                    event.redeliveries = envelope.redeliveries,
                    "An event failed: {:#}",
                    error.cause()
                );
                self.note(envelope, error.cause()).await;
                tokio::time::sleep(self.tuning.failure_delay * (envelope.redeliveries + 1)).await;
                let requeue = BasicNackOptions { requeue: true, multiple: false };
                ("failed", delivery.nack(requeue).await)
            }
        };
        metrics::counter!("souk_bus_consumed_total",
            "queue" => self.queue.clone(), "type" => envelope.r#type.clone(), "outcome" => label)
        .increment(1);
        if let Err(error) = answered {
            tracing::debug!("The broker will deliver an event again, its answer was lost: {error}");
        }
    }

    /// Keeps the reason for whoever reads the dead letters.
    async fn note(&self, envelope: &Envelope, cause: &anyhow::Error) {
        let reason = format!("{cause:#}");
        if let Err(error) = inbox::record_failure(&self.pool, &self.queue, envelope.message_id, &reason).await
        {
            tracing::warn!("The reason of a failed event was not kept: {error}");
        }
    }
}

/// Hands a message to the dead letters.
pub(crate) async fn reject(delivery: &Delivery) -> lapin::Result<bool> {
    delivery.reject(BasicRejectOptions { requeue: false }).await
}
