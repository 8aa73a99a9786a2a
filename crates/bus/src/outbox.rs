//! The publishing side of a use case: the event's row commits with the change.

use std::sync::Arc;

use souk_database::columns::column;
use sqlx::PgConnection;
use time::OffsetDateTime;
use tokio::sync::Notify;
use uuid::Uuid;

use crate::{Event, Meta};

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
        self.add_rows(tx, std::slice::from_ref(row)).await
    }

    /// As [`Outbox::add`], many by one statement.
    pub async fn add_rows(&self, tx: &mut PgConnection, rows: &[OutboxRow]) -> sqlx::Result<()> {
        // In queries of their own: lengths that are known would have each call planned anew.
        sqlx::query!(
            "INSERT INTO bus.outbox (id, type, payload, correlation_id, traceparent, occurred_at)
             SELECT * FROM unnest((SELECT $1::uuid[]), (SELECT $2::text[]), (SELECT $3::bytea[]), (SELECT $4::uuid[]),
                                  (SELECT $5::text[]), (SELECT $6::timestamptz[]))",
            &column(rows, |row| row.id),
            &column(rows, |row| row.r#type.as_str()) as _,
            &column(rows, |row| row.payload.as_slice()) as _,
            &column(rows, |row| row.correlation_id),
            &column(rows, |row| row.traceparent.as_deref()) as _,
            &column(rows, |row| row.occurred_at),
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

    /// Waits until something was added since the last wait.
    ///
    /// Only in this process, and not by NOTIFY: PostgreSQL takes a lock over all databases to commit a transaction that
    /// notifies. What other replicas add, and what is committed later than this says, the relay finds by its own looks.
    pub(crate) async fn wait_added(&self) {
        self.added.notified().await;
    }
}
