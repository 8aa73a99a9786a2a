//! A service's connection to its queues.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::bail;
use futures::StreamExt as _;
use futures::future::try_join_all;
use lapin::message::Delivery;
use lapin::options::{BasicCancelOptions, BasicConsumeOptions, BasicQosOptions};
use lapin::types::FieldTable;
use lapin::{Channel, Connection};
use sqlx::PgPool;
use tokio::sync::{Mutex, OnceCell};
use tokio_util::sync::CancellationToken;

use super::lanes::Lanes;
use super::retired;
use super::unknown::Unknown;
use super::worker::{Worker, reject};
use super::{Consumer, Envelope};
use crate::connection::{Broker, Part};
use crate::{Topology, gauges};

/// Consumes all queues of a service.
pub(crate) struct Session {
    broker: Broker,
    workers: BTreeMap<String, Arc<Worker>>,
}

impl Session {
    pub(crate) fn new(broker: Broker, pool: &PgPool, consumer: Consumer) -> Self {
        let (service, suspects) = (broker.service, Arc::new(Mutex::new(())));
        let workers = consumer.into_handlers().into_iter().map(|(source, handlers)| {
            let queue = broker.topology.queue(service, source);
            let (pool, tuning, suspects) = (pool.clone(), broker.tuning.clone(), suspects.clone());
            let offered = OnceCell::new();
            (queue.clone(), Arc::new(Worker { service, queue, pool, handlers, tuning, suspects, offered }))
        });
        let workers = workers.collect();
        Self { broker, workers }
    }

    /// Consumes all queues of the worker.
    async fn serve(
        &self,
        connection: &Connection,
        worker: &Arc<Worker>,
        stop: &CancellationToken,
    ) -> anyhow::Result<()> {
        let retired = retired::is_needed(connection, &self.broker.topology, &worker.queue);
        let mut queues = vec![Topology::incoming_queue(&worker.queue)];
        if self.broker.answer(retired).await? {
            queues.push(worker.queue.clone());
        }
        let consuming =
            try_join_all(queues.iter().map(|queue| self.consume(connection, worker, queue, stop)));
        let offering = async {
            let offered = stop.run_until_cancelled(self.offer_again(connection, worker)).await;
            if let Some(Err(error)) = offered {
                tracing::warn!(
                    "What waits for a newer release is offered again with the next connection: {error:#}"
                );
            }
            Ok(())
        };
        tokio::try_join!(consuming, offering)?;
        Ok(())
    }

    /// Once in the process's life: the release that starts may know what those that ran didn't. Where it fails the queue is
    /// consumed all the same, and the next session tries again.
    async fn offer_again(&self, connection: &Connection, worker: &Worker) -> anyhow::Result<()> {
        let offering = async || {
            let unknown = Unknown::open(&self.broker, connection, &worker.queue);
            self.broker.answer(unknown).await?.offer_again().await
        };
        worker.offered.get_or_try_init(offering).await?;
        Ok(())
    }

    async fn consume(
        &self,
        connection: &Connection,
        worker: &Arc<Worker>,
        queue: &str,
        stop: &CancellationToken,
    ) -> anyhow::Result<()> {
        let (channel, mut messages) = self.broker.answer(self.subscribe(connection, worker, queue)).await?;
        let unknown = self.broker.answer(Unknown::open(&self.broker, connection, &worker.queue)).await?;
        let lanes = Lanes::open(worker, &unknown, self.broker.tuning.lanes);
        while let Some(message) = stop.run_until_cancelled(messages.next()).await {
            let Some(message) = message else { bail!("the broker cancelled {queue}") };
            hand_over(worker, &lanes, &unknown, message?).await;
        }
        // Takes no more messages; those handed over can still be acknowledged.
        let cancelled =
            async { Ok(channel.basic_cancel(messages.tag(), BasicCancelOptions::default()).await?) };
        self.broker.answer(cancelled).await?;
        lanes.drain().await;
        Ok(())
    }

    async fn subscribe(
        &self,
        connection: &Connection,
        worker: &Worker,
        queue: &str,
    ) -> anyhow::Result<(Channel, lapin::Consumer)> {
        let channel = connection.create_channel().await?;
        channel.basic_qos(self.broker.tuning.prefetch, BasicQosOptions::default()).await?;
        let tag = format!("{}-{}", worker.service, std::process::id());
        let options = BasicConsumeOptions::default();
        let messages =
            channel.basic_consume(queue.into(), tag.into(), options, FieldTable::default()).await?;
        Ok((channel, messages))
    }
}

impl Part for Session {
    const NAME: &'static str = "consumer";

    fn broker(&self) -> &Broker {
        &self.broker
    }

    async fn session(&self, stop: &CancellationToken) -> anyhow::Result<()> {
        let (connection, _channel) = self.broker.open(Self::NAME).await?;
        self.tell(true);
        let queues = try_join_all(self.workers.values().map(|worker| self.serve(&connection, worker, stop)));
        tokio::select! {
            ended = queues => { ended?; }
            sampled = gauges::sample_queues(&self.broker, &connection, self.workers.keys()) => sampled?,
        }
        self.broker.close(connection).await;
        Ok(())
    }
}

async fn hand_over(worker: &Arc<Worker>, lanes: &Lanes, unknown: &Unknown, mut delivery: Delivery) {
    let payload = std::mem::take(&mut delivery.data);
    match Envelope::read(&delivery.properties, delivery.redelivered, payload) {
        Ok(envelope) if worker.handlers.contains_key(&envelope.r#type) => lanes.send(envelope, delivery),
        Ok(envelope) => {
            let (worker, unknown) = (worker.clone(), unknown.clone());
            // In the background, as many as the broker hands over: nobody waits behind them.
            tokio::spawn(async move { worker.answer_unknown(&envelope, &delivery, &unknown).await });
        }
        Err(why) => {
            tracing::error!("A message is no event of this shop and is now a dead letter: {why:#}");
            if let Err(error) = reject(&delivery).await {
                tracing::debug!("The broker will deliver a message again, its answer was lost: {error}");
            }
        }
    }
}
