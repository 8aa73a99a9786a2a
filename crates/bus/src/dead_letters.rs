//! Messages that could not be handled: what they are, why, and their way back.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use lapin::message::BasicGetMessage;
use lapin::options::{
    BasicAckOptions, BasicGetOptions, BasicNackOptions, BasicPublishOptions, ConfirmSelectOptions,
};
use lapin::{Acker, Channel, Confirmation, Connection};
use sqlx::PgPool;
use tokio::time::timeout;
use uuid::Uuid;

use crate::connection::without_history;
use crate::consumer::Envelope;
use crate::{BusConfig, ROUTES, Route, Topology, connection};

/// Longest wait for the broker to say how many dead letters the shop has.
const COUNTING: Duration = Duration::from_secs(30);

/// A message in a dead-letter queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadLetter {
    /// The queue that it died in.
    pub queue: String,
    /// Absent when the message is no event at all.
    pub message_id: Option<Uuid>,
    pub event: String,
    pub correlation_id: Option<Uuid>,
    /// The last failure of its handler; empty when none was kept.
    pub reason: String,
}

/// A service's dead letters.
#[derive(Debug)]
pub struct DeadLetters {
    connection: Connection,
    channel: Channel,
    queues: Vec<String>,
}

impl DeadLetters {
    pub async fn open(service: &str, config: &BusConfig) -> anyhow::Result<Self> {
        Self::open_with(service, config, ROUTES).await
    }

    /// As [`Self::open`], in a shop with other routes.
    pub async fn open_with(service: &str, config: &BusConfig, routes: &[Route]) -> anyhow::Result<Self> {
        let topology = Topology::new(&config.namespace, routes);
        let connection = connection::connect(&config.amqp_url, &format!("{service} dead letters")).await?;
        let channel = connection.create_channel().await?;
        channel.confirm_select(ConfirmSelectOptions::default()).await?;
        topology.declare(&channel, service).await?;
        Ok(Self { connection, channel, queues: topology.queues_of(service) })
    }

    /// What is there, with the reasons that the service kept in its database.
    pub async fn list(&self, pool: &PgPool) -> anyhow::Result<Vec<DeadLetter>> {
        let mut letters = Vec::new();
        for queue in &self.queues {
            let mut taken = Vec::new();
            while let Some(message) = self.take(queue).await? {
                letters.push(describe(pool, queue, &message).await?);
                taken.push(message.delivery.acker);
            }
            give_back(taken).await?;
        }
        Ok(letters)
    }

    /// Puts dead letters (all, or the named one) back into the queue they died in, and says how many. One leaves the dead
    /// letters only after the broker has it in its queue. Those that die again meanwhile stay where they are.
    pub async fn redrive(&self, message_id: Option<Uuid>) -> anyhow::Result<usize> {
        let mut redriven = 0;
        for queue in &self.queues {
            let (mut others, mut behind) = (Vec::new(), None);
            while behind != Some(0) {
                let Some(message) = self.take(queue).await? else { break };
                behind = Some(behind.map_or(message.message_count, |behind| behind - 1));
                if message_id.is_none() || message_id == id_of(&message) {
                    self.put_back(queue, &message).await?;
                    redriven += 1;
                } else {
                    others.push(message.delivery.acker);
                }
            }
            give_back(others).await?;
        }
        Ok(redriven)
    }

    pub async fn close(self) -> anyhow::Result<()> {
        Ok(self.connection.close(200, "done".into()).await?)
    }

    /// Takes the next dead letter. Unanswered ones go back when the connection ends.
    async fn take(&self, queue: &str) -> lapin::Result<Option<BasicGetMessage>> {
        self.channel.basic_get(Topology::dead_queue(queue).into(), BasicGetOptions::default()).await
    }

    async fn put_back(&self, queue: &str, message: &BasicGetMessage) -> anyhow::Result<()> {
        let queue = Topology::incoming_queue(queue);
        let options = BasicPublishOptions { mandatory: true, ..BasicPublishOptions::default() };
        let properties = without_history(&message.delivery.properties);
        // Through the default exchange: only the queue that it died in gets it again.
        let confirm = self
            .channel
            .basic_publish("".into(), queue.as_str().into(), options, &message.delivery.data, properties)
            .await?;
        ensure!(
            confirm.await? == Confirmation::Ack(None),
            "the broker did not take a message back into {queue}"
        );
        message.delivery.ack(BasicAckOptions::default()).await?;
        Ok(())
    }
}

/// How many dead letters each queue of the shop has. Only asks: nothing is declared, and nothing taken off a queue. A queue
/// that is not there yet has none.
pub async fn counts(config: &BusConfig) -> anyhow::Result<BTreeMap<String, u32>> {
    timeout(COUNTING, count(config))
        .await
        .context("the broker does not say how many dead letters there are")?
}

async fn count(config: &BusConfig) -> anyhow::Result<BTreeMap<String, u32>> {
    let connection = connection::connect(&config.amqp_url, "counting dead letters").await?;
    let mut counts = BTreeMap::new();
    for queue in Topology::new(&config.namespace, ROUTES).queues().into_keys() {
        let dead = connection::find_queue(&connection, &Topology::dead_queue(&queue)).await?;
        counts.insert(queue, dead.map_or(0, |dead| dead.message_count()));
    }
    connection.close(200, "done".into()).await?;
    Ok(counts)
}

async fn give_back(taken: Vec<Acker>) -> lapin::Result<()> {
    for letter in taken {
        letter.nack(BasicNackOptions { requeue: true, multiple: false }).await?;
    }
    Ok(())
}

async fn describe(pool: &PgPool, queue: &str, message: &BasicGetMessage) -> anyhow::Result<DeadLetter> {
    let envelope = Envelope::read(&message.delivery.properties, true, Vec::new()).ok();
    let message_id = envelope.as_ref().map(|envelope| envelope.message_id);
    let reason = sqlx::query_scalar!(
        "SELECT reason FROM bus.failures WHERE queue = $1 AND message_id = $2",
        queue,
        message_id.unwrap_or_default(),
    );
    let reason = reason.fetch_optional(pool).await.context("reading the reason")?.unwrap_or_default();
    Ok(DeadLetter {
        queue: queue.to_owned(),
        message_id,
        event: message.delivery.properties.kind().as_ref().map(ToString::to_string).unwrap_or_default(),
        correlation_id: envelope.map(|envelope| envelope.correlation_id),
        reason,
    })
}

fn id_of(message: &BasicGetMessage) -> Option<Uuid> {
    Envelope::read(&message.delivery.properties, true, Vec::new()).ok().map(|envelope| envelope.message_id)
}
