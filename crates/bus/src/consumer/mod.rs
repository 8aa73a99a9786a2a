//! The consuming side: what a service does with the events it listens to.

mod error;
mod failures;
mod inbox;
mod lanes;
mod message;
mod retired;
mod session;
mod unknown;
mod worker;

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::Arc;

use futures::future::BoxFuture;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

pub use error::ConsumeError;
pub(crate) use message::{Envelope, decode};
pub(crate) use session::Session;
pub use worker::MOST_ATTEMPTS;

use crate::Event;

/// What a handler answers.
pub type HandlerFuture<'c> = BoxFuture<'c, Result<(), ConsumeError>>;

/// What a handler of many answers: whether it took them all.
pub type TogetherFuture<'c> = BoxFuture<'c, Result<bool, ConsumeError>>;

type Handler = Arc<dyn for<'c> Fn(&'c mut PgConnection, &Envelope) -> HandlerFuture<'c> + Send + Sync>;

type Together = Arc<dyn for<'c> Fn(&'c mut PgConnection, &[&Envelope]) -> TogetherFuture<'c> + Send + Sync>;

/// What handles the events of one type.
#[derive(Default)]
pub(crate) struct Handling {
    alone: Vec<Handler>,
    together: Option<Together>,
}

/// Handlers of one queue by event type.
pub(crate) type Handlers = HashMap<String, Handling>;

/// An event with what travelled beside it.
#[derive(Debug, Clone, PartialEq)]
pub struct Delivery<E> {
    pub message_id: Uuid,
    pub correlation_id: Uuid,
    pub occurred_at: OffsetDateTime,
    pub event: E,
}

/// The events that a service handles.
pub struct Consumer {
    service: &'static str,
    handlers: BTreeMap<&'static str, Handlers>,
}

impl Consumer {
    /// `service` is the name that [`ROUTES`](crate::ROUTES) knows it by.
    pub fn new(service: &'static str) -> Self {
        Self { service, handlers: BTreeMap::new() }
    }

    /// Handles `E` in a transaction that also remembers the message; both commit or neither. The handler uses only
    /// the connection it is given and makes no call over the network that it can avoid.
    ///
    /// Several handlers of one event run one after the other in the same transaction.
    ///
    /// ```
    /// use souk_bus::{Consumer, Delivery};
    /// use souk_proto::inventory::v1::StockReserved;
    ///
    /// let consumer = Consumer::new("orders").on(|tx, reserved: Delivery<StockReserved>| {
    ///     Box::pin(async move {
    ///         let StockReserved { order_id, version, .. } = reserved.event;
    ///         sqlx::query("UPDATE orders SET stock = 'reserved', stock_version = $2 WHERE id = $1 AND stock_version < $2")
    ///             .bind(order_id)
    ///             .bind(i64::try_from(version)?)
    ///             .execute(tx)
    ///             .await?;
    ///         Ok(())
    ///     })
    /// });
    /// assert_eq!(consumer.events(), ["souk.inventory.v1.StockReserved"]);
    /// ```
    #[must_use]
    pub fn on<E, H>(mut self, handler: H) -> Self
    where
        E: Event,
        H: for<'c> Fn(&'c mut PgConnection, Delivery<E>) -> HandlerFuture<'c> + Send + Sync + 'static,
    {
        let handler: Handler = Arc::new(move |tx, envelope| match decode::<E>(envelope) {
            Ok(delivery) => handler(tx, delivery),
            Err(error) => Box::pin(async move { Err(ConsumeError::Rejected(error)) }),
        });
        self.handling::<E>().alone.push(handler);
        self
    }

    /// Handles `E` many at once, in one transaction that also remembers the messages, where all of them are the ordinary
    /// case: events that come by the hundred a second and want the same small change. They wait for each other up to
    /// [`Tuning::linger`](crate::Tuning::linger).
    ///
    /// A handler that answers `false`, fails or panics leaves no trace: each message is then handled alone, by the
    /// handlers given to [`Consumer::on`], which are needed too. So are messages that were delivered before.
    #[must_use]
    pub fn together<E, H>(mut self, handler: H) -> Self
    where
        E: Event,
        H: for<'c> Fn(&'c mut PgConnection, Vec<Delivery<E>>) -> TogetherFuture<'c> + Send + Sync + 'static,
    {
        let handler: Together = Arc::new(move |tx, envelopes| {
            match envelopes.iter().map(|envelope| decode::<E>(envelope)).collect() {
                Ok(deliveries) => handler(tx, deliveries),
                Err(error) => Box::pin(async move { Err(ConsumeError::Rejected(error)) }),
            }
        });
        self.handling::<E>().together = Some(handler);
        self
    }

    fn handling<E: Event>(&mut self) -> &mut Handling {
        self.handlers.entry(source_of::<E>()).or_default().entry(E::full_name()).or_default()
    }

    /// Full names of the events that are handled.
    pub fn events(&self) -> Vec<String> {
        let handled = self.handlers.values().flatten().filter(|(_, handling)| !handling.alone.is_empty());
        let mut events: Vec<_> = handled.map(|(event, _)| event.clone()).collect();
        events.sort();
        events
    }

    pub(crate) fn service(&self) -> &'static str {
        self.service
    }

    pub(crate) fn into_handlers(self) -> BTreeMap<&'static str, Handlers> {
        self.handlers
    }
}

impl fmt::Debug for Consumer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Consumer")
            .field("service", &self.service)
            .field("events", &self.events())
            .finish_non_exhaustive()
    }
}

/// The service that publishes `E`: the second word of its package.
fn source_of<E: Event>() -> &'static str {
    E::PACKAGE.split('.').nth(1).unwrap_or_default()
}
