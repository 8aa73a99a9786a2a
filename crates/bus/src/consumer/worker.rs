//! A message, or many together, from delivery to acknowledgement.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use futures::FutureExt as _;
use lapin::message::Delivery;
use lapin::options::{BasicAckOptions, BasicNackOptions, BasicRejectOptions};
use souk_database::within;
use souk_kernel::{Clock as _, SystemClock};
use sqlx::PgPool;
use tokio::sync::{Mutex, OnceCell};
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

use super::message::Waiting;
use super::unknown::Unknown;
use super::{ConsumeError, Envelope, Handlers, failures, inbox};
use crate::Tuning;

/// Begins the transaction of a handler. Whoever waits longer for a lock tries again later: the lock is no fault of the message,
/// which a handler that takes too long is. So short that a handler that needs several still has its time.
const BEGIN: &str = "BEGIN; SET LOCAL lock_timeout = '1s'";

/// Longest wait between two tries of a message that something else stands in the way of.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// How often a message may be begun and fail, or end the process, before it is a dead letter.
pub const MOST_ATTEMPTS: i32 = 6;

/// Handles the messages of one queue.
pub(crate) struct Worker {
    pub(crate) service: &'static str,
    pub(crate) queue: String,
    pub(crate) pool: PgPool,
    pub(crate) handlers: Handlers,
    pub(crate) tuning: Tuning,
    /// Held by the one message of the process that may be at fault for its end.
    pub(crate) suspects: Arc<Mutex<()>>,
    /// Set when the process, at its start, has offered again what waits for a newer release.
    pub(crate) offered: OnceCell<()>,
}

/// Whether the message had an effect now.
enum Applied {
    Now,
    Before,
}

impl Worker {
    /// Whether the message can be handled together with one that may be.
    pub(crate) fn joins(&self, first: &Envelope, next: &Envelope) -> bool {
        let handling = self.handlers.get(&next.r#type);
        next.r#type == first.r#type
            && !next.is_redelivered
            && handling.is_some_and(|handling| handling.together.is_some())
    }

    /// Handles messages and tells the broker: together if that goes, else one after the other. Gives back unanswered what
    /// is left when `over` comes first.
    pub(crate) async fn handle(
        &self,
        run: &[(Envelope, Delivery)],
        unknown: &Unknown,
        over: &CancellationToken,
    ) {
        if over.is_cancelled() || run.len() > 1 && self.handle_together(run, unknown).await {
            return;
        }
        for (envelope, delivery) in run {
            let outcome = self.persist(envelope, over);
            let handled = async {
                if let Some(outcome) = outcome.await {
                    self.answer(envelope, delivery, unknown, outcome).await;
                }
            };
            handled.instrument(self.span(envelope)).await;
        }
    }

    /// Whether all of them were handled in one transaction.
    async fn handle_together(&self, run: &[(Envelope, Delivery)], unknown: &Unknown) -> bool {
        // Each message's trace goes on to here; the work itself can be in only one of them.
        let spans: Vec<_> = run.iter().map(|(envelope, _)| self.span(envelope)).collect();
        let applied = AssertUnwindSafe(self.apply_together(run)).catch_unwind().instrument(spans[0].clone());
        let Ok(applied) = tokio::time::timeout(self.tuning.handling_timeout, applied).await else {
            return false;
        };
        match applied {
            Ok(Ok(true)) => {}
            Ok(Ok(false)) => return false,
            Ok(Err(error)) => {
                tracing::debug!(
                    event.count = run.len(),
                    "Events are handled one by one: {:#}",
                    error.cause()
                );
                return false;
            }
            Err(_panic) => return false,
        }
        for ((envelope, delivery), span) in run.iter().zip(spans) {
            self.answer(envelope, delivery, unknown, Ok(Applied::Now)).instrument(span).await;
        }
        true
    }

    /// The message's part of its trace.
    fn span(&self, envelope: &Envelope) -> tracing::Span {
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
        span.in_scope(souk_telemetry::propagation::record_trace_id);
        span
    }

    /// Tries until the outcome is about the message itself; `None` when `over` comes first.
    async fn persist(
        &self,
        envelope: &Envelope,
        over: &CancellationToken,
    ) -> Option<Result<Applied, ConsumeError>> {
        let (mut wait, mut is_counted) = (self.tuning.failure_delay, false);
        loop {
            let attempted = if envelope.is_redelivered {
                let _alone = over.run_until_cancelled(self.suspects.lock()).await?;
                self.attempt_counted(envelope, &mut is_counted).await
            } else {
                self.apply_guarded(envelope).await
            };
            match attempted {
                Err(ConsumeError::Unavailable(cause)) => {
                    tracing::warn!(retry_ms = wait.as_millis(), "An event waits for better times: {cause:#}");
                    over.run_until_cancelled(tokio::time::sleep(wait)).await?;
                    wait = (wait * 2).min(LONGEST_WAIT);
                }
                Ok(None) if over.is_cancelled() => return None,
                Ok(None) => {}
                outcome => return outcome.transpose(),
            }
        }
    }

    /// A message that comes again may have ended the process. Of those one at a time is handled, after it was counted: so it
    /// is known which one did it, and those that only waited for their turn are not blamed. Nor is one that something else
    /// stands in the way of.
    async fn attempt_counted(
        &self,
        envelope: &Envelope,
        is_counted: &mut bool,
    ) -> Result<Option<Applied>, ConsumeError> {
        if !*is_counted {
            let begun = failures::begin(&self.pool, &self.queue, envelope.message_id);
            if within(self.tuning.answer_timeout, begun).await? > MOST_ATTEMPTS {
                let why = format!("it was begun {MOST_ATTEMPTS} times, and the process ended each time");
                return Err(ConsumeError::Rejected(anyhow!(why)));
            }
            *is_counted = true;
        }
        let attempted = self.apply_guarded(envelope).await;
        if let Err(ConsumeError::Unavailable(_) | ConsumeError::Unknown(_)) = attempted {
            let taken_back = failures::take_back(&self.pool, &self.queue, envelope.message_id);
            *is_counted = within(self.tuning.answer_timeout, taken_back).await.is_err();
        }
        if let Ok(None) = attempted {
            // What was counted is forgotten with it.
            *is_counted = false;
        }
        attempted
    }

    /// A handler that panics, or does not end, has failed, no more: the rest of the queue flows. Unless it is the database
    /// that is silent.
    async fn apply_guarded(&self, envelope: &Envelope) -> Result<Option<Applied>, ConsumeError> {
        let limit = self.tuning.handling_timeout;
        let applied = AssertUnwindSafe(self.apply(envelope)).catch_unwind();
        match tokio::time::timeout(limit, applied).await {
            Ok(Ok(applied)) => applied,
            Ok(Err(_panic)) => Err(ConsumeError::Failed(anyhow!("the handler panicked"))),
            Err(_elapsed) if souk_database::is_ready(self.pool.clone()).await => {
                Err(ConsumeError::Failed(anyhow!("the handler took longer than {limit:?}")))
            }
            Err(_elapsed) => Err(ConsumeError::Unavailable(anyhow!("the database is silent"))),
        }
    }

    /// None: it took effect in part, and that is committed.
    async fn apply(&self, envelope: &Envelope) -> Result<Option<Applied>, ConsumeError> {
        let Some(handling) = self.handlers.get(&envelope.r#type) else {
            return Err(not_known(envelope));
        };
        let mut tx = self.pool.begin_with(BEGIN).await?;
        if envelope.is_redelivered {
            failures::forget(&mut tx, &self.queue, envelope.message_id).await?;
        }
        if !inbox::enter(&mut tx, self.service, envelope.message_id).await? {
            tx.commit().await?;
            return Ok(Some(Applied::Before));
        }
        for handler in &handling.alone {
            match handler(&mut tx, envelope).await {
                Err(ConsumeError::InPart(_)) if handling.alone.len() > 1 => {
                    let why = "only what one handler hears can take effect in part";
                    return Err(ConsumeError::Rejected(anyhow!(why)));
                }
                Err(ConsumeError::InPart(left)) => {
                    tracing::debug!("An event took effect in part: {left:#}");
                    inbox::leave(&mut tx, self.service, envelope.message_id).await?;
                    tx.commit().await?;
                    return Ok(None);
                }
                outcome => outcome?,
            }
        }
        tx.commit().await?;
        Ok(Some(Applied::Now))
    }

    /// False, and nothing has happened, when they have to be handled one by one.
    async fn apply_together(&self, run: &[(Envelope, Delivery)]) -> Result<bool, ConsumeError> {
        let envelopes: Vec<_> = run.iter().map(|(envelope, _)| envelope).collect();
        let handling = self.handlers.get(&envelopes[0].r#type);
        let Some(handler) = handling.and_then(|handling| handling.together.as_ref()) else {
            return Ok(false);
        };
        let mut tx = self.pool.begin_with(BEGIN).await?;
        let messages: Vec<_> = envelopes.iter().map(|envelope| envelope.message_id).collect();
        let all =
            inbox::enter_all(&mut tx, self.service, &messages).await? && handler(&mut tx, &envelopes).await?;
        if all {
            tx.commit().await?;
        }
        Ok(all)
    }

    /// Puts a message aside whose type this release doesn't know.
    pub(crate) async fn answer_unknown(&self, envelope: &Envelope, delivery: &Delivery, unknown: &Unknown) {
        self.answer(envelope, delivery, unknown, Err(not_known(envelope)))
            .instrument(self.span(envelope))
            .await;
    }

    async fn answer(
        &self,
        envelope: &Envelope,
        delivery: &Delivery,
        unknown: &Unknown,
        outcome: Result<Applied, ConsumeError>,
    ) {
        let (label, answered) = match outcome {
            Ok(Applied::Now) => ("applied", delivery.ack(BasicAckOptions::default()).await),
            Ok(Applied::Before) => ("duplicate", delivery.ack(BasicAckOptions::default()).await),
            Err(ConsumeError::Rejected(cause)) => {
                ("rejected", self.set_aside(envelope, delivery, &cause).await)
            }
            Err(ConsumeError::Unknown(cause)) => {
                ("unknown", self.let_wait(envelope, delivery, unknown, cause).await)
            }
            Err(error) => ("failed", self.give_back(envelope, delivery, error.cause()).await),
        };
        // What comes over the wire becomes no label.
        let handled = self.handlers.contains_key(&envelope.r#type);
        let r#type = if handled { envelope.r#type.clone() } else { "unknown".to_owned() };
        metrics::counter!("souk_bus_consumed_total",
            "queue" => self.queue.clone(), "type" => r#type, "outcome" => label)
        .increment(1);
        if let Err(error) = answered {
            tracing::debug!("The broker will deliver an event again, its answer was lost: {error}");
        }
    }

    /// Gives a message whose handler failed back to its queue, or to the dead letters when that was its last attempt.
    async fn give_back(
        &self,
        envelope: &Envelope,
        delivery: &Delivery,
        cause: &anyhow::Error,
    ) -> lapin::Result<bool> {
        let reason = format!("{cause:#}");
        let (id, is_begun) = (envelope.message_id, envelope.is_redelivered);
        let recorded = failures::record(&self.pool, &self.queue, id, &reason, is_begun);
        let attempts = within(self.tuning.answer_timeout, recorded).await.unwrap_or_else(|error| {
            tracing::warn!("A failure of an event was not counted: {error}");
            1
        });
        if attempts >= MOST_ATTEMPTS {
            return self.set_aside(envelope, delivery, cause).await;
        }
        tracing::warn!(event.attempts = attempts, "An event failed: {reason}");
        tokio::time::sleep(self.tuning.failure_delay * attempts.unsigned_abs()).await;
        delivery.nack(BasicNackOptions { requeue: true, multiple: false }).await
    }

    /// Lets a message wait for a release that knows it. One that was put aside for as long as the bus keeps anything is a dead
    /// letter: the listener has gone, or no such release came.
    async fn let_wait(
        &self,
        envelope: &Envelope,
        delivery: &Delivery,
        unknown: &Unknown,
        cause: anyhow::Error,
    ) -> lapin::Result<bool> {
        let now = SystemClock.now();
        let waiting = envelope.waiting.unwrap_or(Waiting::from(now));
        if now - waiting.since > self.tuning.retention {
            let cause = cause.context("no release that knows it came in time");
            return self.set_aside(envelope, delivery, &cause).await;
        }
        if unknown.is_seldom_offered(waiting) {
            tracing::warn!("An event waits for a release that knows it, and for long: {cause:#}");
        } else {
            tracing::info!("An event is of a newer release and waits for it: {cause:#}");
        }
        unknown.put(envelope, delivery, waiting).await
    }

    /// Hands a message to the dead letters, with the reason for whoever reads them.
    async fn set_aside(
        &self,
        envelope: &Envelope,
        delivery: &Delivery,
        cause: &anyhow::Error,
    ) -> lapin::Result<bool> {
        tracing::error!("An event can't be handled and is now a dead letter: {cause:#}");
        let reason = format!("{cause:#}");
        let kept = failures::set_aside(&self.pool, &self.queue, envelope.message_id, &reason);
        if let Err(error) = within(self.tuning.answer_timeout, kept).await {
            tracing::warn!("The reason of a dead letter was not kept: {error}");
        }
        reject(delivery).await
    }
}

fn not_known(envelope: &Envelope) -> ConsumeError {
    ConsumeError::Unknown(anyhow!("nothing handles {}", envelope.r#type))
}

/// Hands a message to the dead letters.
pub(crate) async fn reject(delivery: &Delivery) -> lapin::Result<bool> {
    delivery.reject(BasicRejectOptions { requeue: false }).await
}
