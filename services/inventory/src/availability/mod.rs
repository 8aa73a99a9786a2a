//! What can be sold of each key over all active warehouses, told to whoever shows it.
//!
//! Transactions that change it leave notes; the announcer turns the notes of a moment into one `AvailabilityChanged`
//! of the keys whose number differs from the one published before. However many orders a second so cost five
//! events, and no order waits for one. A warehouse that opens or closes leaves one note for all its keys; they are told in
//! portions, beside what else changes meanwhile.

mod events;
mod model;
mod store;

use std::sync::Arc;
use std::time::Duration;

use futures::{Stream, TryStreamExt as _, stream};
use souk_bus::{Meta, Outbox};
use souk_database::in_steps;
use souk_kernel::{Clock, ProductId, StockKey};
use souk_proto::inventory::v1::{self as proto, AvailabilityChanged};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

pub use store::note_warehouse_in;

/// Between two looks for notes: how much later than the change an event may leave.
const INTERVAL: Duration = Duration::from_millis(200);

/// Keys read by one transaction.
const BATCH: i64 = 2_000;

/// Notes turned into an event by one transaction, and keys of a noted warehouse beside them: an event of so many keys twice has
/// about 200 kB.
const PORTION: i64 = 1_000;

/// The use cases of availability.
#[derive(Clone)]
pub struct Availability {
    pool: PgPool,
    clock: Arc<dyn Clock>,
    outbox: Outbox,
}

impl Availability {
    pub fn new(pool: PgPool, clock: Arc<dyn Clock>, outbox: Outbox) -> Self {
        Self { pool, clock, outbox }
    }

    /// What was published last about the products.
    pub async fn of_products(&self, products: &[ProductId]) -> Result<Vec<proto::Availability>, sqlx::Error> {
        let mut conn = self.pool.acquire().await?;
        let availability = store::of_products(&mut conn, products).await?;
        Ok(availability.into_iter().map(proto::Availability::from).collect())
    }

    /// What was published last about every key, or about those after one, read batch by batch so that a slow reader holds no connection.
    pub fn of_all(
        &self,
        after: Option<StockKey>,
    ) -> impl Stream<Item = Result<proto::Availability, sqlx::Error>> + Send + 'static {
        let before_all = StockKey { product: ProductId::from_uuid(Uuid::nil()), combination: None };
        let batches = stream::try_unfold(
            (self.pool.clone(), after.unwrap_or(before_all)),
            |(pool, after)| async move {
                let batch = store::after(&mut *pool.acquire().await?, after, BATCH).await?;
                let Some(last) = batch.last().map(|availability| availability.key) else { return Ok(None) };
                Ok::<_, sqlx::Error>(Some((
                    stream::iter(batch.into_iter().map(|one| Ok(one.into()))),
                    (pool, last),
                )))
            },
        );
        batches.try_flatten()
    }

    /// Publishes a portion of what changed since the last time; says whether there may be more.
    pub async fn announce(&self) -> Result<bool, sqlx::Error> {
        let mut tx = self.pool.begin().await?;
        let (noted, mut keys) = store::take_notes_in(&mut tx, PORTION).await?;
        let of_warehouse = store::take_warehouse_keys_in(&mut tx, PORTION).await?;
        let is_more = noted == PORTION.unsigned_abs() || of_warehouse.is_some();
        keys.extend(of_warehouse.into_iter().flatten());
        keys.sort_unstable();
        keys.dedup();
        if keys.is_empty() {
            tx.commit().await?;
            return Ok(is_more);
        }
        store::lock_in(&mut tx, &keys).await?;
        let changed = store::refresh_in(&mut tx, &keys).await?;
        if !changed.is_empty() {
            // About no single product: a listener takes them one after the other.
            let meta = Meta::new(&*self.clock, Uuid::nil());
            let keys = changed.into_iter().map(proto::Availability::from).collect();
            self.outbox.add(&mut tx, &AvailabilityChanged { keys }, meta).await?;
        }
        tx.commit().await?;
        Ok(is_more)
    }

    /// Announces until `stop`, without a pause while there is more.
    pub async fn keep_announcing(&self, stop: CancellationToken) {
        in_steps(INTERVAL, "announce availability", &stop, || self.announce()).await;
    }
}
