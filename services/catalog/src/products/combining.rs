//! A product's combinations: replaced as a whole by staff, and called as their attributes are.

use std::time::Duration;

use souk_audit::Change;
use souk_background::every;
use souk_database::{LONGEST_WORK, within};
use souk_kernel::{Changed, CombinationId, ProductId};
use souk_rpc::Actor;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::branding::lock_in;
use super::combinations::{Wanted, gone, told};
use super::{ProductError, Products, broken_rule, combination_rows, load, store};
use crate::attributes;

/// How long combinations are called as before, at most, and the time that the steps take.
const INTERVAL: Duration = Duration::from_secs(2);
/// Products whose combinations a step calls anew: they are announced while everybody else waits for the revision.
const STEP: i64 = 50;

impl Products {
    /// Replaces the combinations of a product, read at `version`. One that had stock or is a part of a pack stays: orders and
    /// parcels that come back name it.
    pub async fn combine(
        &self,
        actor: &Actor,
        (id, version): (ProductId, u64),
        wanted: Vec<Wanted>,
    ) -> Result<(), ProductError> {
        let mut tx = self.context.pool.begin().await?;
        let mut product = store::lock_in(&mut tx, id).await?.ok_or(ProductError::Unknown)?;
        if product.version != version {
            return Err(ProductError::Stale(product.version));
        }
        let options: Vec<_> = wanted.iter().flat_map(|one| &one.options).copied().collect();
        let attributes = attributes::having_in(&mut tx, &options).await?;
        let before = product.clone();
        if product.combine(wanted, &attributes)? == Changed::Already {
            return Ok(());
        }
        let gone: Vec<Uuid> = gone(&before, &product).into_iter().map(CombinationId::uuid).collect();
        let in_use = combination_rows::in_use(&mut tx, &gone).await?;
        if in_use > 0 {
            return Err(ProductError::CombinationsInUse(in_use));
        }
        let now = self.context.clock.now();
        combination_rows::replace_in(&mut tx, &product, &gone).await.map_err(broken_rule)?;
        if !store::save_in(&mut tx, &product, now).await.map_err(broken_rule)? {
            return Err(ProductError::Stale(product.version));
        }
        self.announce_in(&mut tx, &[id.uuid()]).await?;
        let (was, is) = told(&before, &product);
        let change = Change::between("catalog.combinations_changed", product.subject(), was, is);
        self.context.audit_in(&mut tx, actor, change).await?;
        self.context.commit(tx).await?;
        Ok(())
    }

    /// Calls combinations as their attributes are until `stop`.
    pub async fn keep_to_attributes(&self, stop: CancellationToken) {
        every(INTERVAL, "bring combinations to their attributes", &stop, || async {
            while !stop.is_cancelled() && within(LONGEST_WORK, self.follow_attributes()).await? {}
            Ok::<_, sqlx::Error>(())
        })
        .await;
    }

    /// One step; whether there was one. Processes take steps of their own, and what is noted while a step is taken waits for
    /// the next.
    pub async fn follow_attributes(&self) -> sqlx::Result<bool> {
        let mut tx = self.context.pool.begin().await?;
        let waiting = attributes::to_be_relabelled_in(&mut tx, STEP).await?;
        if waiting.is_empty() {
            return Ok(false);
        }
        let ids: Vec<Uuid> = waiting.iter().map(|id| id.uuid()).collect();
        lock_in(&mut tx, &ids).await?;
        let attributes = attributes::all(&mut tx).await?;
        let mut products = load::load(&mut tx, &ids).await?;
        products.retain_mut(|product| product.relabel(&attributes));
        combination_rows::relabel_in(&mut tx, &products).await?;
        let changed: Vec<Uuid> = products.iter().map(|product| product.id.uuid()).collect();
        attributes::relabelled_in(&mut tx, &ids).await?;
        if !changed.is_empty() {
            self.announce_in(&mut tx, &changed).await?;
        }
        self.context.commit(tx).await?;
        Ok(true)
    }
}
