//! What an event is: a protobuf message whose full name is its type everywhere.

use souk_kernel::Clock;
use time::OffsetDateTime;
use uuid::Uuid;

/// A message of some `events.proto`. Its full name (`souk.orders.v1.OrderPlaced`) is the routing key, the AMQP type and
/// the outbox type.
pub trait Event: prost::Message + prost::Name + Default + 'static {}

impl<M: prost::Message + prost::Name + Default + 'static> Event for M {}

/// What travels beside an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meta {
    /// UUIDv7, the message id: what consumers know a repeat by.
    pub id: Uuid,
    /// The order (or product, expedition, ...) that the event is about. A consumer handles the events of one
    /// correlation id one after the other.
    pub correlation_id: Uuid,
    pub occurred_at: OffsetDateTime,
}

impl Meta {
    /// A fresh event about `correlation_id`, happening now.
    pub fn new(clock: &dyn Clock, correlation_id: Uuid) -> Self {
        Self { id: clock.uuid(), correlation_id, occurred_at: clock.now() }
    }
}
