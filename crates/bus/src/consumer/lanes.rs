//! Several messages of a queue at once, those of one correlation id in their order. A lane handles its messages one
//! after the other, or many together where their handlers can.

use std::sync::Arc;
use std::time::Duration;

use lapin::message::Delivery;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::Envelope;
use super::unknown::Unknown;
use super::worker::Worker;

/// How long messages that were already handed over get at the end.
const DRAIN: Duration = Duration::from_secs(5);

/// Most messages that are handled together.
const LONGEST_RUN: usize = 32;

type Message = (Envelope, Delivery);

/// The lanes of one queue. Unbounded, because the broker never hands over more than the prefetch.
pub(crate) struct Lanes {
    senders: Vec<UnboundedSender<Message>>,
    running: JoinSet<()>,
    /// Ends what waits for better times: its message stays with the broker.
    over: CancellationToken,
}

impl Lanes {
    pub(crate) fn open(worker: &Arc<Worker>, unknown: &Unknown, count: usize) -> Self {
        let (mut senders, mut running, over) =
            (Vec::with_capacity(count), JoinSet::new(), CancellationToken::new());
        for _ in 0..count {
            let (sender, mut receiver) = unbounded_channel();
            let (worker, unknown, over) = (worker.clone(), unknown.clone(), over.clone());
            running.spawn(async move {
                let mut next = receiver.recv().await;
                while let Some(first) = next {
                    let (run, after) = gather(&worker, first, &mut receiver).await;
                    worker.handle(&run, &unknown, &over).await;
                    next = match after {
                        Some(message) => Some(message),
                        None => receiver.recv().await,
                    };
                }
            });
            senders.push(sender);
        }
        Self { senders, running, over }
    }

    pub(crate) fn send(&self, envelope: Envelope, delivery: Delivery) {
        let lane = lane_of(envelope.correlation_id, self.senders.len());
        // A lane ends only after its sender: this can't fail while `self` lives.
        let _ = self.senders[lane].send((envelope, delivery));
    }

    /// Finishes what was handed over, within a limit.
    pub(crate) async fn drain(mut self) {
        self.senders.clear();
        let finished =
            tokio::time::timeout(DRAIN, async { while self.running.join_next().await.is_some() {} }).await;
        if finished.is_err() {
            self.over.cancel();
        }
    }
}

impl Drop for Lanes {
    fn drop(&mut self) {
        self.over.cancel();
        // A handler in the middle of its transaction ends it; without the connection its acknowledgement goes nowhere
        // and the broker delivers the message again.
        self.running.detach_all();
    }
}

/// The messages to handle next, and the one after them if it has come.
async fn gather(
    worker: &Worker,
    first: Message,
    receiver: &mut UnboundedReceiver<Message>,
) -> (Vec<Message>, Option<Message>) {
    let mut run = vec![first];
    if !worker.joins(&run[0].0, &run[0].0) {
        return (run, None);
    }
    let until = Instant::now() + worker.tuning.linger;
    while run.len() < LONGEST_RUN {
        match timeout_at(until, receiver.recv()).await {
            Ok(Some(next)) if worker.joins(&run[0].0, &next.0) => run.push(next),
            Ok(next) => return (run, next),
            Err(_elapsed) => break,
        }
    }
    (run, None)
}

fn lane_of(correlation_id: Uuid, lanes: usize) -> usize {
    // The low bits of a UUIDv7 are random.
    let low = u32::try_from(correlation_id.as_u128() & 0xffff_ffff).unwrap_or_default();
    usize::try_from(low).unwrap_or_default() % lanes
}
