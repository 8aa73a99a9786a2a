//! Hands what is committed in the outbox to the broker: one relay of a service leads, the others stand by.

mod publish;
mod store;

use std::time::Duration;

use anyhow::Context as _;
use lapin::Channel;
use lapin::options::ConfirmSelectOptions;
use souk_database::within;
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::connection::{Broker, Part};
use crate::lease::Lease;
use crate::{Outbox, Tuning};

/// Between two looks into the outbox. Events committed meanwhile leave together: a batch costs two statements and a write of
/// the broker to its disk, however many there are in it.
const GATHER: Duration = Duration::from_millis(30);
/// Longest look after the end was told: what is left then waits for another relay, which leads once this one lets go.
const LAST_LOOK: Duration = Duration::from_secs(1);
/// The lease of whoever publishes.
const LEASE: &str = "relay";

/// The relay of one database.
pub(crate) struct Relay {
    pub(crate) broker: Broker,
    pub(crate) pool: PgPool,
    pub(crate) outbox: Outbox,
    /// The process, to the lease.
    pub(crate) holder: Uuid,
}

impl Part for Relay {
    const NAME: &'static str = "relay";

    fn broker(&self) -> &Broker {
        &self.broker
    }

    async fn session(&self, stop: &CancellationToken) -> anyhow::Result<()> {
        let (connection, channel) = self.broker.open(Self::NAME).await?;
        // Without this the broker confirms nothing and every publish would count as lost.
        let confirming = async { Ok(channel.confirm_select(ConfirmSelectOptions::default()).await?) };
        self.broker.answer(confirming).await?;
        self.tell(true);
        let mut lease = Lease::new(self.pool.clone(), LEASE, self.holder);
        self.relay(&mut lease, &channel, stop).await?;
        // The next one need not wait until it runs out.
        lease.release().await?;
        self.broker.close(connection).await;
        Ok(())
    }
}

impl Relay {
    async fn relay(
        &self,
        lease: &mut Lease,
        channel: &Channel,
        stop: &CancellationToken,
    ) -> anyhow::Result<()> {
        while !stop.is_cancelled() {
            // A channel that the broker closed says nothing until it is used.
            anyhow::ensure!(channel.status().connected(), "the channel to the broker is closed");
            let leads = lease.hold().await.context("asking who leads")?;
            let found = if leads { self.publish_batch(channel).await? } else { 0 };
            // What is left after a batch that is full by its bytes waits as long as it takes to gather, no longer.
            if found < self.broker.tuning.window {
                let _ = stop.run_until_cancelled(self.wait(found == 0)).await;
            }
        }
        // What the last calls added.
        let last = async {
            if lease.hold().await? {
                self.publish_batch(channel).await?;
            }
            anyhow::Ok(())
        };
        tokio::time::timeout(LAST_LOOK, last).await.unwrap_or(Ok(()))
    }

    /// Until there may be more to publish. Where nothing was found: until an event is added in this process, or for as long as
    /// one of another replica, or one whose transaction took its time, may lie unseen.
    async fn wait(&self, is_idle: bool) {
        if is_idle {
            let _ = tokio::time::timeout(self.broker.tuning.poll_interval, self.outbox.wait_added()).await;
        }
        tokio::time::sleep(GATHER).await;
    }

    /// Publishes the next events that are due and says how many there were.
    ///
    /// Rows are not locked meanwhile: should a second relay believe that it leads, events are published twice, which has no
    /// second effect.
    async fn publish_batch(&self, channel: &Channel) -> anyhow::Result<i64> {
        let Tuning { answer_timeout: limit, window, window_bytes, .. } = self.broker.tuning;
        let due = store::due(&self.pool, window, window_bytes);
        let events = within(limit, due).await.context("looking into the outbox")?;
        if events.is_empty() {
            return Ok(0);
        }
        let outcome = publish::publish(channel, &self.broker.topology, &events, limit).await?;
        within(limit, store::mark_published(&self.pool, &outcome.taken)).await?;
        let retry = self.broker.tuning.unroutable_retry;
        within(limit, store::postpone(&self.pool, &outcome.refused, retry)).await?;
        // A broker that is short of memory or disk takes nothing and says nothing.
        anyhow::ensure!(outcome.open == 0, "the broker did not answer for {} events", outcome.open);
        Ok(i64::try_from(events.len())?)
    }
}
