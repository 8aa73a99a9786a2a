//! Events that this release doesn't know, because a newer one sent them. They wait in queues of their own and are offered
//! again after a while, to whoever knows them by then: no failure, and nothing behind them waits. The older one is, the longer
//! it waits: an event whose listener has gone for good costs next to nothing until it is a dead letter.

use std::time::Duration;

use anyhow::ensure;
use lapin::message::Delivery;
use lapin::options::{BasicAckOptions, BasicNackOptions, BasicPublishOptions, ConfirmSelectOptions};
use lapin::{Channel, Confirmation, Connection};

use super::Envelope;
use crate::Topology;
use crate::connection::{Broker, without_history};
use crate::topology::UNKNOWN_WAITS;

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

    /// Puts a message of that age aside. It leaves its queue only after the broker has it in the other one.
    pub(crate) async fn put(
        &self,
        envelope: &Envelope,
        delivery: &Delivery,
        age: Duration,
    ) -> lapin::Result<bool> {
        match self.broker.answer(self.publish(envelope, delivery, age)).await {
            Ok(()) => delivery.ack(BasicAckOptions::default()).await,
            Err(error) => {
                tracing::warn!("An event could not be put aside and goes back to its queue: {error:#}");
                delivery.nack(BasicNackOptions { requeue: true, multiple: false }).await
            }
        }
    }

    async fn publish(&self, envelope: &Envelope, delivery: &Delivery, age: Duration) -> anyhow::Result<()> {
        let options = BasicPublishOptions { mandatory: true, ..BasicPublishOptions::default() };
        let (step, wait) = wait(self.broker.tuning.unknown_delay, age);
        let queue = Topology::unknown_queue(&self.queue, step);
        let properties = without_history(&delivery.properties).with_expiration(milliseconds(wait).into());
        let confirm = self
            .channel
            .basic_publish("".into(), queue.into(), options, &envelope.payload, properties)
            .await?;
        ensure!(confirm.await? == Confirmation::Ack(None), "the broker did not take it");
        Ok(())
    }
}

/// Which wait a message of that age has, and how long it is: the longest that is no longer than it is old.
fn wait(first: Duration, age: Duration) -> (&'static str, Duration) {
    let waits = UNKNOWN_WAITS.map(|(step, factor)| (step, first * factor));
    waits.into_iter().rev().find(|(_, wait)| *wait <= age).unwrap_or(waits[0])
}

/// As AMQP writes how long a message lives.
fn milliseconds(duration: Duration) -> String {
    duration.as_millis().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_knows_for_long_is_offered_seldom() {
        let wait = |age| wait(Duration::from_secs(15), age).1;
        assert_eq!(wait(Duration::ZERO), Duration::from_secs(15));
        assert_eq!(wait(Duration::from_mins(59)), Duration::from_secs(15));
        assert_eq!(wait(Duration::from_hours(100)), Duration::from_hours(1));
    }
}
