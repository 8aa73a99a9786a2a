//! Hands what is committed in the outbox to the broker: one relay of a service leads, the others stand by.

mod publish;
mod store;

use std::time::Duration;

use anyhow::Context as _;
use lapin::Channel;
use lapin::options::ConfirmSelectOptions;
use sqlx::postgres::PgListener;
use sqlx::{Connection as _, PgConnection, PgPool};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::connection::{Broker, Part};
use crate::outbox::HINT_CHANNEL;

/// Wait after events were found. Those committed meanwhile leave together: a batch costs two statements, a commit and a
/// write of the broker to its disk, however many there are in it.
const PAUSE: Duration = Duration::from_millis(50);
/// First wait for a hint; doubles up to [`Tuning::poll_interval`](crate::Tuning::poll_interval).
const SHORTEST_POLL: Duration = Duration::from_millis(10);
/// A broker that is short of memory or disk takes nothing and says nothing. Shorter than the time after which PostgreSQL
/// ends a session that is idle in its transaction.
const CONFIRM_TIMEOUT: Duration = Duration::from_secs(10);
/// How often a relay that stands by asks whether nobody leads any more.
const STANDBY_INTERVAL: Duration = Duration::from_secs(1);

/// The relay of one database.
pub(crate) struct Relay {
    pub(crate) broker: Broker,
    pub(crate) pool: PgPool,
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
        // Detached: the lock lives and dies with this very session of the database.
        let mut leader = self.pool.acquire().await?.detach();
        if self.lead(&mut leader, &channel, stop).await? {
            self.relay(&mut leader, &channel, stop).await?;
        }
        leader.close().await?;
        self.broker.close(connection).await;
        Ok(())
    }
}

impl Relay {
    /// Waits to be the one that publishes; false when told to stop before.
    async fn lead(
        &self,
        leader: &mut PgConnection,
        channel: &Channel,
        stop: &CancellationToken,
    ) -> anyhow::Result<bool> {
        while !store::try_lead(leader).await? {
            ensure_open(channel)?;
            if stop.run_until_cancelled(tokio::time::sleep(STANDBY_INTERVAL)).await.is_none() {
                return Ok(false);
            }
        }
        Ok(!stop.is_cancelled())
    }

    async fn relay(
        &self,
        leader: &mut PgConnection,
        channel: &Channel,
        stop: &CancellationToken,
    ) -> anyhow::Result<()> {
        let mut hints = PgListener::connect_with(&self.pool).await?;
        hints.listen(HINT_CHANNEL).await?;
        let mut wait = SHORTEST_POLL;
        while !stop.is_cancelled() {
            ensure_open(channel)?;
            let found = self.publish_batch(leader, channel).await?;
            if found == self.broker.tuning.window {
                continue;
            }
            if found > 0 {
                wait = SHORTEST_POLL;
                let _ = stop.run_until_cancelled(tokio::time::sleep(PAUSE)).await;
                continue;
            }
            wait = (wait * 2).min(self.broker.tuning.poll_interval);
            match stop.run_until_cancelled(timeout(wait, hints.recv())).await {
                Some(Ok(hint)) => {
                    hint?;
                    wait = SHORTEST_POLL;
                }
                Some(Err(_elapsed)) => {}
                None => break,
            }
        }
        Ok(())
    }

    /// Publishes the next events that are due and says how many there were.
    ///
    /// The rows stay locked until they are marked: should a second relay believe that it leads, it takes others.
    async fn publish_batch(&self, leader: &mut PgConnection, channel: &Channel) -> anyhow::Result<i64> {
        let mut tx = leader.begin().await?;
        let events = store::take_due(&mut tx, self.broker.tuning.window).await?;
        if events.is_empty() {
            tx.rollback().await?;
            return Ok(0);
        }
        let outcome =
            timeout(CONFIRM_TIMEOUT, publish::publish(channel, &self.broker.topology, &events)).await;
        let outcome = outcome.context("the broker confirms nothing")??;
        store::mark_published(&mut tx, &outcome.taken).await?;
        store::postpone(&mut tx, &outcome.refused, self.broker.tuning.unroutable_retry).await?;
        tx.commit().await?;
        Ok(i64::try_from(events.len())?)
    }
}

/// A channel that the broker closed says nothing until it is used.
fn ensure_open(channel: &Channel) -> anyhow::Result<()> {
    anyhow::ensure!(channel.status().connected(), "the channel to the broker is closed");
    Ok(())
}
