//! Several messages of a queue at once, those of one correlation id in their order.

use std::sync::Arc;
use std::time::Duration;

use lapin::message::Delivery;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::Envelope;
use super::worker::Worker;

/// How long messages that were already handed over get at the end.
const DRAIN: Duration = Duration::from_secs(5);

/// The lanes of one queue. Unbounded, because the broker never hands over more than the prefetch.
pub(crate) struct Lanes {
    senders: Vec<UnboundedSender<(Envelope, Delivery)>>,
    running: JoinSet<()>,
    /// Ends what waits for better times: its message stays with the broker.
    over: CancellationToken,
}

impl Lanes {
    pub(crate) fn open(worker: &Arc<Worker>, count: usize) -> Self {
        let (mut senders, mut running, over) =
            (Vec::with_capacity(count), JoinSet::new(), CancellationToken::new());
        for _ in 0..count {
            let (sender, mut receiver) = unbounded_channel();
            let (worker, over) = (worker.clone(), over.clone());
            running.spawn(async move {
                while let Some((envelope, delivery)) = receiver.recv().await {
                    worker.handle(&envelope, &delivery, &over).await;
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

fn lane_of(correlation_id: Uuid, lanes: usize) -> usize {
    // The low bits of a UUIDv7 are random.
    let low = u32::try_from(correlation_id.as_u128() & 0xffff_ffff).unwrap_or_default();
    usize::try_from(low).unwrap_or_default() % lanes
}
