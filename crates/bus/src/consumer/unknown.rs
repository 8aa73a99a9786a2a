//! Events that this release doesn't know, because a newer one sent them. They wait in a queue of their own and are offered
//! again after a while, to whoever knows them by then: no failure, however often it happens, and nothing behind them waits.

use std::time::Duration;

use anyhow::ensure;
use lapin::message::Delivery;
use lapin::options::{BasicAckOptions, BasicNackOptions, BasicPublishOptions, ConfirmSelectOptions};
use lapin::{Channel, Confirmation, Connection};

use crate::Topology;
use crate::connection::{Broker, without_history};

/// A queue's way to put aside what its service doesn't know yet.
#[derive(Debug, Clone)]
pub(crate) struct Unknown {
    broker: Broker,
    channel: Channel,
    queue: String,
}

impl Unknown {
    pub(crate) async fn open(broker: &Broker, connection: &Connection, queue: &str) -> anyhow::Result<Self> {
        let channel = connection.create_channel().await?;
        channel.confirm_select(ConfirmSelectOptions::default()).await?;
        Ok(Self { broker: broker.clone(), channel, queue: queue.to_owned() })
    }

    /// Puts a message aside. It leaves its queue only after the broker has it in the other one.
    pub(crate) async fn put(self, event: String, delivery: Delivery) {
        tracing::info!(event.r#type = event, "An event is of a newer release and waits for it");
        metrics::counter!("souk_bus_consumed_total",
            "queue" => self.queue.clone(), "type" => "unknown", "outcome" => "unknown")
        .increment(1);
        let answered = match self.broker.answer(self.publish(&delivery)).await {
            Ok(()) => delivery.ack(BasicAckOptions::default()).await,
            Err(error) => {
                tracing::warn!("An event could not be put aside and goes back to its queue: {error:#}");
                delivery.nack(BasicNackOptions { requeue: true, multiple: false }).await
            }
        };
        if let Err(error) = answered {
            tracing::debug!("The broker will deliver an event again, its answer was lost: {error}");
        }
    }

    async fn publish(&self, delivery: &Delivery) -> anyhow::Result<()> {
        let options = BasicPublishOptions { mandatory: true, ..BasicPublishOptions::default() };
        let queue = Topology::unknown_queue(&self.queue);
        let properties = without_history(&delivery.properties)
            .with_expiration(milliseconds(self.broker.tuning.unknown_delay).into());
        let confirm =
            self.channel.basic_publish("".into(), queue.into(), options, &delivery.data, properties).await?;
        ensure!(confirm.await? == Confirmation::Ack(None), "the broker did not take it");
        Ok(())
    }
}

/// As AMQP writes how long a message lives.
fn milliseconds(duration: Duration) -> String {
    duration.as_millis().to_string()
}
