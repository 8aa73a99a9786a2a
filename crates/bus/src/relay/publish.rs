//! Publishing with pipelined confirms.

use std::collections::HashSet;
use std::time::Duration;

use anyhow::bail;
use futures::stream::FuturesUnordered;
use futures::{FutureExt as _, StreamExt as _};
use lapin::options::BasicPublishOptions;
use lapin::types::{AMQPValue, FieldTable};
use lapin::{BasicProperties, Channel, Confirmation, PublisherConfirm};
use tokio::time::{Instant, timeout_at};
use uuid::Uuid;

use super::store::Pending;
use crate::Topology;

/// AMQP's delivery mode for a message that survives the broker's death.
const PERSISTENT: u8 = 2;

/// What the broker did with the events of one batch.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) taken: Vec<Uuid>,
    /// Returned as unroutable, or refused.
    pub(crate) refused: Vec<Uuid>,
    /// Not answered in time: nobody knows what became of them.
    pub(crate) open: usize,
}

/// Publishes all and awaits their confirms, both until the limit. An error means that the fate of all is unknown: none may be
/// marked.
pub(crate) async fn publish(
    channel: &Channel,
    topology: &Topology,
    events: &[Pending],
    limit: Duration,
) -> anyhow::Result<Outcome> {
    let deadline = Instant::now() + limit;
    let mut confirms = FuturesUnordered::new();
    for event in events {
        let Ok(sent) = timeout_at(deadline, send(channel, topology, event)).await else { break };
        confirms.push(sent?.map(move |confirmation| (event, confirmation)));
    }
    let (mut answered, mut refused) = (Vec::with_capacity(events.len()), HashSet::new());
    // What has come is taken past the deadline, too: a return may be pinned to any of it.
    while let Ok(Some((event, confirmation))) = timeout_at(deadline, confirms.next()).await {
        answered.push(event);
        match confirmation? {
            Confirmation::Ack(None) => {}
            // The client pins a return to whichever confirm comes next, so only the message itself tells which it is.
            Confirmation::Ack(Some(returned)) => refused.extend(message_id(&returned.properties)),
            Confirmation::Nack(returned) => {
                refused.insert(event.id);
                refused.extend(returned.and_then(|returned| message_id(&returned.properties)));
            }
            Confirmation::NotRequested => bail!("the broker confirms nothing: confirm_select is missing"),
        }
    }
    count(&answered, &refused);
    let (refused, taken): (Vec<_>, Vec<_>) =
        answered.iter().map(|event| event.id).partition(|id| refused.contains(id));
    Ok(Outcome { taken, refused, open: events.len() - answered.len() })
}

async fn send(channel: &Channel, topology: &Topology, event: &Pending) -> lapin::Result<PublisherConfirm> {
    let options = BasicPublishOptions { mandatory: topology.must_route(&event.r#type), ..Default::default() };
    let (exchange, key) = (topology.exchange(), event.r#type.as_str());
    channel.basic_publish(exchange.into(), key.into(), options, &event.payload, properties(event)).await
}

fn count(events: &[&Pending], refused: &HashSet<Uuid>) {
    for event in events {
        let r#type = event.r#type.clone();
        if refused.contains(&event.id) {
            metrics::counter!("souk_bus_refused_total", "type" => r#type).increment(1);
            tracing::error!(
                event.id = %event.id, event.r#type, correlation.id = %event.correlation_id,
                "The broker did not take an event; it stays in the outbox"
            );
        } else {
            metrics::counter!("souk_bus_published_total", "type" => r#type).increment(1);
        }
    }
}

fn properties(event: &Pending) -> BasicProperties {
    let mut headers = FieldTable::default();
    if let Some(traceparent) = &event.traceparent {
        headers.insert("traceparent".into(), AMQPValue::LongString(traceparent.as_str().into()));
    }
    let occurred_at = souk_kernel::rfc3339(event.occurred_at);
    headers.insert("occurred-at".into(), AMQPValue::LongString(occurred_at.into()));
    BasicProperties::default()
        .with_message_id(event.id.to_string().into())
        .with_correlation_id(event.correlation_id.to_string().into())
        .with_type(event.r#type.as_str().into())
        .with_content_type("application/protobuf".into())
        .with_delivery_mode(PERSISTENT)
        .with_headers(headers)
}

fn message_id(properties: &BasicProperties) -> Option<Uuid> {
    properties.message_id().as_ref().and_then(|id| Uuid::try_parse(id.as_str()).ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ROUTES;
    use souk_kernel::{Clock as _, SystemClock};
    use souk_testkit::Broker;

    #[tokio::test]
    async fn a_broker_that_was_not_asked_to_confirm_has_taken_nothing() {
        let broker = Broker::from_env().unwrap();
        let (connection, namespace) = (broker.connect().await.unwrap(), broker.namespace());
        let channel = connection.create_channel().await.unwrap();
        let topology = Topology::new(namespace.name(), ROUTES);
        topology.declare(&channel, "orders").await.unwrap();
        let event = Pending {
            id: SystemClock.uuid(),
            r#type: "souk.orders.v1.OrderPlaced".into(),
            payload: Vec::new(),
            correlation_id: SystemClock.uuid(),
            traceparent: None,
            occurred_at: SystemClock.now(),
        };
        let limit = Duration::from_secs(5);
        let error = publish(&channel, &topology, &[event], limit).await.expect_err("nothing was confirmed");
        assert!(error.to_string().contains("confirm_select"), "{error}");
        namespace.remove(topology.queues().into_keys()).await.unwrap();
    }
}
