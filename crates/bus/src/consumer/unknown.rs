//! Events that this release doesn't know, because a newer one sent them. They wait in queues of their own and are offered
//! again after a while, to whoever knows them by then: no failure, and nothing behind them waits. What was offered in vain for
//! long waits for long: an event whose listener has gone for good costs next to nothing until it is a dead letter. A process
//! that starts offers such ones again soon, a few times, since its release may know them.

use std::time::Duration;

use anyhow::ensure;
use lapin::message::Delivery;
use lapin::options::{
    BasicAckOptions, BasicGetOptions, BasicNackOptions, BasicPublishOptions, ConfirmSelectOptions,
};
use lapin::{BasicProperties, Channel, Confirmation, Connection};
use souk_kernel::{Clock as _, SystemClock};

use super::Envelope;
use super::message::Waiting;
use crate::Topology;
use crate::connection::Broker;
use crate::topology::UNKNOWN_WAITS;

/// How often what is offered seldom is offered soon when a process starts: more than once, because a release that doesn't know
/// it may still run beside.
const OFFERS_AT_START: u32 = 4;

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
    pub(crate) async fn put(
        &self,
        envelope: &Envelope,
        delivery: &Delivery,
        waiting: Waiting,
    ) -> lapin::Result<bool> {
        let published = self.publish(&delivery.properties, &envelope.payload, waiting);
        match self.broker.answer(published).await {
            Ok(()) => delivery.ack(BasicAckOptions::default()).await,
            Err(error) => {
                tracing::warn!("An event could not be put aside and goes back to its queue: {error:#}");
                delivery.nack(BasicNackOptions { requeue: true, multiple: false }).await
            }
        }
    }

    /// Whether it was offered in vain for so long that it is offered seldom by now.
    pub(crate) fn is_seldom_offered(&self, waiting: Waiting) -> bool {
        let [(soon, _), ..] = UNKNOWN_WAITS;
        self.wait(waiting).0 != soon
    }

    fn wait(&self, waiting: Waiting) -> (&'static str, Duration) {
        wait(self.broker.tuning.unknown_delay, SystemClock.now() - waiting.offered)
    }

    /// Offers soon what waits for the longest time.
    pub(crate) async fn offer_again(&self) -> anyhow::Result<()> {
        let [.., (longest, _)] = UNKNOWN_WAITS;
        let queue = Topology::unknown_queue(&self.queue, longest);
        while self.broker.answer(self.offer_next(&queue)).await? {}
        Ok(())
    }

    /// Whether there was one.
    async fn offer_next(&self, queue: &str) -> anyhow::Result<bool> {
        let Some(message) = self.channel.basic_get(queue.into(), BasicGetOptions::default()).await? else {
            return Ok(false);
        };
        let (delivery, now) = (message.delivery, SystemClock.now());
        let since = Waiting::read(&delivery.properties).map_or(now, |waiting| waiting.since);
        let offered = now - offered_at_start(self.broker.tuning.unknown_delay);
        self.publish(&delivery.properties, &delivery.data, Waiting { since, offered }).await?;
        delivery.ack(BasicAckOptions::default()).await?;
        Ok(true)
    }

    async fn publish(
        &self,
        properties: &BasicProperties,
        payload: &[u8],
        waiting: Waiting,
    ) -> anyhow::Result<()> {
        let options = BasicPublishOptions { mandatory: true, ..BasicPublishOptions::default() };
        let (step, wait) = self.wait(waiting);
        let queue = Topology::unknown_queue(&self.queue, step);
        let properties = waiting.write(properties).with_expiration(milliseconds(wait).into());
        let confirm =
            self.channel.basic_publish("".into(), queue.into(), options, payload, properties).await?;
        ensure!(confirm.await? == Confirmation::Ack(None), "the broker did not take it");
        Ok(())
    }
}

/// Which wait comes next for what is offered for so long, and how long it is: the longest that is no longer than that.
fn wait(first: Duration, offered_for: time::Duration) -> (&'static str, Duration) {
    let waits = UNKNOWN_WAITS.map(|(step, factor)| (step, first * factor));
    waits.into_iter().rev().find(|(_, wait)| offered_for >= *wait).unwrap_or(waits[0])
}

/// For how long that counts as offered which a process offers when it starts: so long that it waits for the longest time again
/// after [`OFFERS_AT_START`] more offers.
fn offered_at_start(first: Duration) -> Duration {
    let [.., (_, longest)] = UNKNOWN_WAITS;
    first * (longest - OFFERS_AT_START)
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
        let wait = |offered_for| wait(Duration::from_secs(15), offered_for).1;
        assert_eq!(wait(time::Duration::ZERO), Duration::from_secs(15));
        assert_eq!(wait(time::Duration::minutes(59)), Duration::from_secs(15));
        assert_eq!(wait(time::Duration::hours(100)), Duration::from_hours(1));
    }
}
