//! The exchanges, queues and bindings of a shop, by name, and their declaration.
//!
//! ```text
//! souk.events (topic, durable)
//!   └─ souk.inventory.orders.events   one durable quorum queue per consumer and source
//!        ├─ souk.dead (direct) ── souk.inventory.orders.dead
//!        └─ souk.inventory.orders.newer, .newer.hour   events of a newer release, on their way back after a while
//! ```
//!
//! No queue has a limit of deliveries: the consumer counts failures, because the broker counts lost connections too.

use std::collections::BTreeMap;

use anyhow::{Context as _, ensure};
use lapin::options::{ExchangeDeclareOptions, QueueBindOptions, QueueDeclareOptions};
use lapin::types::{AMQPValue, FieldTable};
use lapin::{Channel, ExchangeKind};

use crate::Route;

/// As good as none. Explicit, because RabbitMQ 4 drops a message after 20 deliveries where nothing is said.
const DELIVERY_LIMIT: i64 = 1_000_000_000;

/// The waits of events that the running release doesn't know: what the name of their queue ends in, and how many times the
/// first they are. A queue each, because the broker looks at the oldest message only: one that waits for an hour would keep
/// those behind it that wait for seconds.
pub(crate) const UNKNOWN_WAITS: [(&str, u32); 2] = [("newer", 1), ("newer.hour", 240)];

/// Names of everything that one shop has on a broker.
#[derive(Debug, Clone)]
pub struct Topology {
    namespace: String,
    routes: Vec<Route>,
}

impl Topology {
    pub fn new(namespace: impl Into<String>, routes: &[Route]) -> Self {
        Self { namespace: namespace.into(), routes: routes.to_vec() }
    }

    /// The exchange that every event is published to.
    pub fn exchange(&self) -> String {
        format!("{}.events", self.namespace)
    }

    /// The exchange through which dead letters reach their queue.
    pub fn dead_exchange(&self) -> String {
        format!("{}.dead", self.namespace)
    }

    /// The name of what `consumer` has for what `source` publishes, which the names of its queues begin with.
    pub fn queue(&self, consumer: &str, source: &str) -> String {
        format!("{}.{consumer}.{source}", self.namespace)
    }

    /// The queue that the events come to.
    pub fn incoming_queue(queue: &str) -> String {
        format!("{queue}.events")
    }

    /// The queue that keeps what `queue` could not get handled.
    pub fn dead_queue(queue: &str) -> String {
        format!("{queue}.dead")
    }

    /// A queue where messages wait whose event the running release doesn't know. They return to `queue` when their time is up.
    pub(crate) fn unknown_queue(queue: &str, wait: &str) -> String {
        format!("{queue}.{wait}")
    }

    /// All queues of `consumer`.
    pub fn queues_of(&self, consumer: &str) -> Vec<String> {
        self.queues().into_keys().filter(|queue| queue.starts_with(&self.queue(consumer, ""))).collect()
    }

    /// Every queue with the events bound to it.
    pub fn queues(&self) -> BTreeMap<String, Vec<&'static str>> {
        self.queues_where(|_, _| true)
    }

    /// Those between `service` and another one, whichever of the two listens.
    fn queues_around(&self, service: &str) -> BTreeMap<String, Vec<&'static str>> {
        self.queues_where(|consumer, source| [consumer, source].contains(&service))
    }

    fn queues_where(&self, is_wanted: impl Fn(&str, &str) -> bool) -> BTreeMap<String, Vec<&'static str>> {
        let mut queues = BTreeMap::<String, Vec<&'static str>>::new();
        for route in &self.routes {
            for consumer in route.consumers.iter().filter(|consumer| is_wanted(consumer, route.source())) {
                queues.entry(self.queue(consumer, route.source())).or_default().push(route.event);
            }
        }
        queues
    }

    /// Whether somebody keeps a queue for the event. False only for events that say so in the routes: one that is not
    /// in them at all must be routed, and will not be.
    pub(crate) fn must_route(&self, event: &str) -> bool {
        self.routes.iter().find(|route| route.event == event).is_none_or(|route| !route.consumers.is_empty())
    }

    /// Declares what `service` publishes to and what it listens to; what is there already, the same, stays. So a queue is there before
    /// the first event that belongs in it, whoever starts first, and a service needs no right to a queue that is none of its business.
    pub async fn declare(&self, channel: &Channel, service: &str) -> lapin::Result<()> {
        let durable = ExchangeDeclareOptions { durable: true, ..ExchangeDeclareOptions::default() };
        let (events, dead) = (self.exchange(), self.dead_exchange());
        channel.exchange_declare(events.into(), ExchangeKind::Topic, durable, FieldTable::default()).await?;
        channel.exchange_declare(dead.into(), ExchangeKind::Direct, durable, FieldTable::default()).await?;
        for (queue, events) in self.queues_around(service) {
            self.declare_dead_queue(channel, &queue).await?;
            self.declare_queue(channel, &queue, &events).await?;
            declare_unknown_queues(channel, &queue).await?;
        }
        Ok(())
    }

    /// Takes an event off the queue of `consumer`, who listened to it in a release before. Replicas of that release bind it anew
    /// when they start.
    pub async fn unbind(&self, channel: &Channel, consumer: &str, event: &str) -> anyhow::Result<()> {
        let is_heard =
            self.routes.iter().any(|route| route.event == event && route.consumers.contains(&consumer));
        ensure!(!is_heard, "{consumer} listens to {event}");
        let source = event.split('.').nth(1).with_context(|| format!("{event} is no event's name"))?;
        let (queue, exchange) = (Self::incoming_queue(&self.queue(consumer, source)), self.exchange());
        channel.queue_unbind(queue.into(), exchange.into(), event.into(), FieldTable::default()).await?;
        Ok(())
    }

    async fn declare_queue(&self, channel: &Channel, queue: &str, events: &[&str]) -> lapin::Result<()> {
        let arguments = passing_on(quorum(), &self.dead_exchange(), queue);
        let incoming = Self::incoming_queue(queue);
        channel.queue_declare(incoming.as_str().into(), QueueDeclareOptions::durable(), arguments).await?;
        for event in events {
            let (exchange, key) = (self.exchange(), *event);
            let options = QueueBindOptions::default();
            channel
                .queue_bind(
                    incoming.as_str().into(),
                    exchange.into(),
                    key.into(),
                    options,
                    FieldTable::default(),
                )
                .await?;
        }
        Ok(())
    }

    async fn declare_dead_queue(&self, channel: &Channel, queue: &str) -> lapin::Result<()> {
        let (dead, exchange) = (Self::dead_queue(queue), self.dead_exchange());
        channel.queue_declare(dead.clone().into(), QueueDeclareOptions::durable(), quorum()).await?;
        let options = QueueBindOptions::default();
        channel.queue_bind(dead.into(), exchange.into(), queue.into(), options, FieldTable::default()).await
    }
}

/// Messages wait here for the time that each says, and go back through the default exchange.
async fn declare_unknown_queues(channel: &Channel, queue: &str) -> lapin::Result<()> {
    for (wait, _) in UNKNOWN_WAITS {
        let arguments = passing_on(quorum(), "", &Topology::incoming_queue(queue));
        let unknown = Topology::unknown_queue(queue, wait);
        channel.queue_declare(unknown.into(), QueueDeclareOptions::durable(), arguments).await?;
    }
    Ok(())
}

/// What leaves the queue unhandled goes to `exchange` with `key`.
fn passing_on(mut arguments: FieldTable, exchange: &str, key: &str) -> FieldTable {
    arguments.insert("x-dead-letter-exchange".into(), long_string(exchange));
    arguments.insert("x-dead-letter-routing-key".into(), long_string(key));
    // The default strategy loses a message when the broker dies while moving it.
    arguments.insert("x-dead-letter-strategy".into(), long_string("at-least-once"));
    arguments.insert("x-overflow".into(), long_string("reject-publish"));
    arguments
}

fn quorum() -> FieldTable {
    let mut arguments = FieldTable::default();
    arguments.insert("x-queue-type".into(), long_string("quorum"));
    arguments.insert("x-delivery-limit".into(), AMQPValue::LongLongInt(DELIVERY_LIMIT));
    arguments
}

fn long_string(text: &str) -> AMQPValue {
    AMQPValue::LongString(text.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROUTES: &[Route] = &[
        Route { event: "souk.orders.v1.OrderPlaced", consumers: &["inventory"] },
        Route { event: "souk.orders.v1.OrderConfirmed", consumers: &[] },
        Route { event: "souk.orders.v1.OrderReturned", consumers: &["inventory", "payments"] },
        Route { event: "souk.catalog.v1.SellableChanged", consumers: &["inventory"] },
    ];

    #[test]
    fn queues_are_named_after_consumer_and_source() {
        let topology = Topology::new("souk", ROUTES);
        assert_eq!(topology.exchange(), "souk.events");
        assert_eq!(topology.queues_of("payments"), ["souk.payments.orders"]);
        assert_eq!(
            topology.queues()["souk.inventory.orders"],
            ["souk.orders.v1.OrderPlaced", "souk.orders.v1.OrderReturned"]
        );
    }

    #[test]
    fn a_service_declares_what_it_says_and_what_it_hears() {
        let topology = Topology::new("souk", ROUTES);
        let around = |service| topology.queues_around(service).into_keys().collect::<Vec<_>>();
        assert_eq!(around("orders"), ["souk.inventory.orders", "souk.payments.orders"]);
        assert_eq!(around("inventory"), ["souk.inventory.catalog", "souk.inventory.orders"]);
        assert_eq!(around("payments"), ["souk.payments.orders"]);
    }

    #[test]
    fn only_an_event_that_says_so_may_reach_nobody() {
        let topology = Topology::new("souk", ROUTES);
        assert!(topology.must_route("souk.orders.v1.OrderPlaced"));
        assert!(!topology.must_route("souk.orders.v1.OrderConfirmed"));
        assert!(topology.must_route("souk.orders.v1.NotInTheTable"));
    }
}
