//! Queues of the releases in which the broker counted failures: their limit can't be taken off them. What they hold is
//! handled like the rest, and empty ones are deleted. This file goes with the last shop that has them.

use anyhow::Context as _;
use lapin::Connection;
use lapin::options::QueueDeleteOptions;
use lapin::types::FieldTable;

use crate::Topology;
use crate::connection::find_queue;

/// Whether the former queue of `queue`, which had the bare name, is still to be listened to: it holds something, or a
/// replica of a former release uses it. No new event comes to it, but from such a replica's start.
pub(crate) async fn is_needed(
    connection: &Connection,
    topology: &Topology,
    queue: &str,
) -> anyhow::Result<bool> {
    let waiting = format!("{queue}.unknown");
    let (former, unknown) = (find_queue(connection, queue).await?, find_queue(connection, &waiting).await?);
    let Some(former) = former else { return Ok(false) };
    let channel = connection.create_channel().await?;
    for event in topology.queues().get(queue).into_iter().flatten() {
        let (exchange, event) = (topology.exchange(), *event);
        channel
            .queue_unbind(queue.into(), exchange.into(), event.into(), FieldTable::default())
            .await
            .with_context(|| format!("{queue} hears {event}"))?;
    }
    let is_used = former.message_count() > 0 || former.consumer_count() > 0;
    if is_used || unknown.is_some_and(|unknown| unknown.message_count() > 0) {
        return Ok(true);
    }
    // What waits leads to the other one, so it goes first.
    for queue in [waiting.as_str(), queue] {
        channel.queue_delete(queue.into(), QueueDeleteOptions::default()).await?;
    }
    Ok(false)
}
