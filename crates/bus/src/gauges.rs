//! What an operator watches: events that wait in the outbox, messages that wait in the queues, dead letters.

use std::time::Duration;

use lapin::options::QueueDeclareOptions;
use lapin::types::FieldTable;
use lapin::{Channel, Connection};
use souk_background::every;
use souk_database::{LONGEST_WORK, within};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::Topology;
use crate::connection::Broker;
use crate::topology::UNKNOWN_WAITS;

const INTERVAL: Duration = Duration::from_secs(5);

/// Samples the outbox: how many events wait and how old the oldest is.
pub(crate) async fn sample_outbox(pool: &PgPool, stop: &CancellationToken) {
    every(INTERVAL, "measure the outbox", stop, || sample_outbox_once(pool)).await;
}

async fn sample_outbox_once(pool: &PgPool) -> sqlx::Result<()> {
    let waiting = sqlx::query!(
        r#"SELECT count(*)::float8 AS "events!",
                  coalesce(extract(epoch FROM now() - min(occurred_at)), 0)::float8 AS "age_seconds!"
             FROM bus.outbox WHERE published_at IS NULL"#
    );
    let waiting = within(LONGEST_WORK, waiting.fetch_one(pool)).await?;
    metrics::gauge!("souk_outbox_events").set(waiting.events);
    metrics::gauge!("souk_outbox_oldest_age_seconds").set(waiting.age_seconds);
    Ok(())
}

/// Samples the queues for as long as the connection lives. Also how a consumer, who only listens, notices that nobody speaks
/// any more.
pub(crate) async fn sample_queues(
    broker: &Broker,
    connection: &Connection,
    queues: impl Iterator<Item = &String>,
) -> anyhow::Result<()> {
    let channel = broker.answer(async { Ok(connection.create_channel().await?) }).await?;
    let queues: Vec<_> = queues.collect();
    loop {
        for queue in &queues {
            broker.answer(sample_queue(&channel, queue)).await?;
        }
        tokio::time::sleep(INTERVAL).await;
    }
}

async fn sample_queue(channel: &Channel, queue: &str) -> anyhow::Result<()> {
    let waiting = depth(channel, &Topology::incoming_queue(queue)).await?;
    let dead = depth(channel, &Topology::dead_queue(queue)).await?;
    metrics::gauge!("souk_bus_queue_messages", "queue" => queue.to_owned()).set(f64::from(waiting));
    metrics::gauge!("souk_bus_dead_letters", "queue" => queue.to_owned()).set(f64::from(dead));
    let mut unknown = 0;
    for (wait, _) in UNKNOWN_WAITS {
        unknown += depth(channel, &Topology::unknown_queue(queue, wait)).await?;
    }
    metrics::gauge!("souk_bus_unknown_messages", "queue" => queue.to_owned()).set(f64::from(unknown));
    Ok(())
}

/// Messages that are ready in a queue.
async fn depth(channel: &Channel, queue: &str) -> lapin::Result<u32> {
    let options = QueueDeclareOptions::durable().passive();
    let queue = channel.queue_declare(queue.into(), options, FieldTable::default()).await?;
    Ok(queue.message_count())
}
