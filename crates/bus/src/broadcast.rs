//! Events heard live by every process for itself: for screens and caches, where a missed event costs a refresh and not
//! the truth. The queue is the process's own and goes with its connection.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use anyhow::bail;
use futures::StreamExt as _;
use lapin::Channel;
use lapin::options::{BasicConsumeOptions, QueueBindOptions, QueueDeclareOptions};
use lapin::types::{AMQPValue, FieldTable};
use tokio_util::sync::CancellationToken;

use crate::connection::{Broker, Part};
use crate::consumer::{Envelope, decode};
use crate::{Delivery, Event};

/// A process that falls behind by this many loses the oldest.
const LONGEST_QUEUE: i32 = 10_000;

type Listener = Arc<dyn Fn(&Envelope) -> anyhow::Result<()> + Send + Sync>;

/// What a process hears.
pub struct Broadcast {
    service: &'static str,
    listeners: HashMap<String, Listener>,
    connected: Arc<dyn Fn() + Send + Sync>,
}

impl Broadcast {
    pub fn new(service: &'static str) -> Self {
        Self { service, listeners: HashMap::new(), connected: Arc::new(|| {}) }
    }

    /// Calls `listener` with each `E`, from at most one thread at a time. It must not block.
    #[must_use]
    pub fn on<E: Event>(mut self, listener: impl Fn(Delivery<E>) + Send + Sync + 'static) -> Self {
        let listener: Listener = Arc::new(move |envelope| {
            listener(decode::<E>(envelope)?);
            Ok(())
        });
        self.listeners.insert(E::full_name(), listener);
        self
    }

    /// Calls `listener` whenever hearing begins, also after an interruption: whatever was known may be stale.
    #[must_use]
    pub fn on_connected(mut self, listener: impl Fn() + Send + Sync + 'static) -> Self {
        self.connected = Arc::new(listener);
        self
    }

    fn hear(&self, envelope: &Envelope) -> anyhow::Result<()> {
        match self.listeners.get(&envelope.r#type) {
            Some(listener) => listener(envelope),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Broadcast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Broadcast").field("service", &self.service).finish_non_exhaustive()
    }
}

/// A broadcast with its way to the broker.
pub(crate) struct Listening {
    pub(crate) broker: Broker,
    pub(crate) broadcast: Broadcast,
}

impl Part for Listening {
    const NAME: &'static str = "broadcast";

    fn broker(&self) -> &Broker {
        &self.broker
    }

    async fn session(&self, stop: &CancellationToken) -> anyhow::Result<()> {
        let (connection, channel) = self.broker.open(Self::NAME).await?;
        let messages = self.broker.answer(self.listen(&channel)).await?;
        self.tell(true);
        (self.broadcast.connected)();
        tokio::select! {
            heard = self.hear_all(messages, stop) => heard?,
            silent = self.broker.watch(&channel) => silent?,
        }
        self.broker.close(connection).await;
        Ok(())
    }
}

impl Listening {
    async fn hear_all(&self, mut messages: lapin::Consumer, stop: &CancellationToken) -> anyhow::Result<()> {
        while let Some(message) = stop.run_until_cancelled(messages.next()).await {
            let Some(message) = message else { bail!("the broker cancelled the broadcast") };
            let message = message?;
            if let Err(error) = Envelope::read(&message.properties, message.redelivered, message.data)
                .and_then(|it| self.broadcast.hear(&it))
            {
                tracing::warn!("A broadcast event was not understood: {error:#}");
            }
        }
        Ok(())
    }

    async fn listen(&self, channel: &Channel) -> anyhow::Result<lapin::Consumer> {
        let queue = self.declare_queue(channel).await?;
        let options = BasicConsumeOptions { no_ack: true, exclusive: true, ..BasicConsumeOptions::default() };
        Ok(channel.basic_consume(queue.into(), "".into(), options, FieldTable::default()).await?)
    }

    async fn declare_queue(&self, channel: &Channel) -> lapin::Result<String> {
        let mut arguments = FieldTable::default();
        arguments.insert("x-max-length".into(), AMQPValue::LongInt(LONGEST_QUEUE));
        let options = QueueDeclareOptions::exclusive().auto_delete();
        let queue = channel.queue_declare("".into(), options, arguments).await?.name().to_string();
        for event in self.broadcast.listeners.keys() {
            let (name, exchange, key) = (queue.as_str(), self.broker.topology.exchange(), event.as_str());
            let options = QueueBindOptions::default();
            channel
                .queue_bind(name.into(), exchange.into(), key.into(), options, FieldTable::default())
                .await?;
        }
        Ok(queue)
    }
}
