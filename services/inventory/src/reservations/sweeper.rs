//! Settles the holds that no event confirmed in time: orders says which of them became orders; those are
//! confirmed, the others given back (design 6.4). While orders is away, holds stay.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use souk_background::every;
use souk_database::{LONGEST_WORK, within};
use souk_kernel::{Clock, OrderId};
use souk_proto::orders::v1::CheckOrdersRequest;
use souk_proto::orders::v1::orders_client::OrdersClient;
use souk_rpc::{Actor, Failure, Mesh};
use sqlx::PgPool;
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;

use super::model::ReleaseReason;
use super::{ReservationError, lifecycle, store};

/// Between two looks for expired holds.
const INTERVAL: Duration = Duration::from_secs(10);

/// Holds settled by one look.
const BATCH: i64 = 500;

/// The sweeper of expired holds. Several replicas may run one: each hold is settled under its lock.
pub struct Sweeper {
    pool: PgPool,
    clock: Arc<dyn Clock>,
    mesh: Mesh,
}

impl Sweeper {
    pub fn new(pool: PgPool, clock: Arc<dyn Clock>, mesh: Mesh) -> Self {
        Self { pool, clock, mesh }
    }

    /// Sweeps until `stop`.
    pub async fn run(&self, stop: CancellationToken) {
        every(INTERVAL, "settle expired holds", &stop, async || self.sweep().await.map(drop)).await;
    }

    /// Settles the holds that have expired by now; answers how many those were. One that can't be settled keeps none behind it.
    pub async fn sweep(&self) -> anyhow::Result<usize> {
        let now = self.clock.now();
        let expired = within(LONGEST_WORK, async {
            store::expired(&mut *self.pool.acquire().await?, now, BATCH).await
        });
        let expired = expired.await?;
        if expired.is_empty() {
            return Ok(0);
        }
        let existing = self.existing(&expired).await?;
        let mut failed = Ok(());
        for order in &expired {
            let settled = self.settle(*order, existing.contains(&order.to_string()), now);
            if let Err(error) = within(LONGEST_WORK, settled).await {
                if error.is_of_connection() {
                    return Err(error.into());
                }
                tracing::warn!(order.id = %order, error.cause = %error, "an expired hold can't be settled");
                failed = failed.and(Err(error));
            }
        }
        failed?;
        tracing::info!(
            hold.expired = expired.len(),
            hold.confirmed = existing.len(),
            "expired holds settled"
        );
        Ok(expired.len())
    }

    async fn existing(&self, orders: &[OrderId]) -> Result<HashSet<String>, Failure> {
        let client = self.mesh.client("orders", &Actor::system("inventory"))?;
        let request = CheckOrdersRequest { order_ids: orders.iter().map(ToString::to_string).collect() };
        let answer = OrdersClient::new(client).check_orders(request).await?;
        Ok(answer.into_inner().existing.into_iter().collect())
    }

    /// Its checkout may have asked for the stock again since, and the order is stored yet.
    async fn settle(
        &self,
        order: OrderId,
        exists: bool,
        now: OffsetDateTime,
    ) -> Result<(), ReservationError> {
        let mut tx = self.pool.begin().await?;
        let Some(mut reservation) = store::lock_expired_in(&mut tx, order, now).await? else { return Ok(()) };
        if exists {
            reservation.confirm()?;
            store::save_in(&mut tx, &mut reservation, now).await?;
        } else {
            lifecycle::release_in(&mut tx, &mut reservation, ReleaseReason::Expired, now).await?;
        }
        Ok(tx.commit().await?)
    }
}
