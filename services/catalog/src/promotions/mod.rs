//! Promotions: dated price rules. Whenever one comes into force, changes or ends, the products that it reaches
//! are announced anew, so that what shoppers see is what orders charge.

mod model;
mod rpc;
mod store;
mod sweeper;

use souk_kernel::CategoryId;
use souk_rpc::Failure;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

pub use model::{Discount, Place, Promotion, Target, best_price};
pub use rpc::PromotionsRpc;
pub use store::in_force;
pub use sweeper::Sweeper;

use crate::categories::{self, CategoryTree};
use crate::context::Context;
use crate::shelf::Shelf;
use crate::{products, revision};

/// The use cases of promotions.
#[derive(Clone)]
pub struct Promotions {
    context: Context,
}

/// Why a promotion could not be saved.
#[derive(Debug, thiserror::Error)]
pub enum PromotionError {
    #[error("the promotion was changed by somebody else; it is at version {0}")]
    Stale(u64),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl Promotions {
    pub fn new(context: Context) -> Self {
        Self { context }
    }

    pub async fn list(&self) -> Result<Vec<Promotion>, PromotionError> {
        Ok(store::all(&mut *self.context.pool.acquire().await?).await?)
    }

    /// Creates the promotion or replaces the version that it carries. Saving what is stored already changes
    /// nothing.
    pub async fn save(&self, wanted: Promotion) -> Result<Promotion, PromotionError> {
        let now = self.context.clock.now();
        let mut tx = self.context.pool.begin().await?;
        let before = store::lock_in(&mut tx, wanted.id).await?;
        let next = next_version(before.as_ref(), wanted, now)?;
        if before.as_ref() == Some(&next) {
            return Ok(next);
        }
        store::save_in(&mut tx, &next).await?;
        let targets: Vec<Target> = before.iter().chain([&next]).map(|promotion| promotion.target).collect();
        self.announce_in(&mut tx, &targets).await?;
        self.context.commit(tx).await?;
        Ok(next)
    }

    /// Brings promotions in and out of force that the clock has passed. Answers how many.
    pub async fn turn(&self) -> Result<usize, PromotionError> {
        let now = self.context.clock.now();
        let mut tx = self.context.pool.begin().await?;
        let turning = store::lock_turning_in(&mut tx, now).await?;
        if turning.is_empty() {
            return Ok(0);
        }
        for promotion in &turning {
            let turned = Promotion { in_force: promotion.is_due(now), ..promotion.clone() };
            store::save_in(&mut tx, &turned).await?;
        }
        let targets: Vec<Target> = turning.iter().map(|promotion| promotion.target).collect();
        self.announce_in(&mut tx, &targets).await?;
        self.context.commit(tx).await?;
        Ok(turning.len())
    }

    async fn announce_in(&self, tx: &mut PgConnection, targets: &[Target]) -> sqlx::Result<()> {
        let tree = CategoryTree::new(categories::all(tx).await?);
        let mut reached: Vec<Uuid> = Vec::new();
        for target in targets {
            let below = match target {
                Target::Category(id) => tree.below(*id),
                _ => Vec::new(),
            };
            let categories: Vec<Uuid> = below.into_iter().map(CategoryId::uuid).collect();
            reached.extend(store::reached(tx, *target, &categories).await?);
        }
        reached.sort_unstable();
        reached.dedup();
        products::mark_in(tx, &reached).await?;
        let revision = revision::next_reference_in(tx).await?;
        // Not the process's own: nobody else sees these promotions before the commit.
        let among = Shelf::read(tx).await?;
        products::tell_in(tx, &self.context, &reached, revision, &among).await
    }
}

/// The promotion to store, given the one that is stored.
fn next_version(
    before: Option<&Promotion>,
    wanted: Promotion,
    now: OffsetDateTime,
) -> Result<Promotion, PromotionError> {
    let in_force = wanted.is_due(now);
    let Some(before) = before else { return Ok(Promotion { version: 1, in_force, ..wanted }) };
    let same = Promotion { version: before.version, in_force: before.in_force, ..wanted.clone() };
    if same == *before {
        return Ok(same);
    }
    if wanted.version != before.version {
        return Err(PromotionError::Stale(before.version));
    }
    Ok(Promotion { version: before.version + 1, in_force, ..wanted })
}

impl From<PromotionError> for Failure {
    fn from(error: PromotionError) -> Self {
        let text = error.to_string();
        match error {
            PromotionError::Stale(version) => {
                Self::conflict("catalog.stale_version", text).with("version", version)
            }
            PromotionError::Database(error) => souk_database::failure(error),
        }
    }
}
