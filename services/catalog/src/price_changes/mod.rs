//! What products and their combinations cost before: each change of a price with who made it, written in the transaction of the change
//! by whoever saves a product, and what that says of the lowest price before a reduction (ADR 36).

mod model;
mod rpc;
mod store;

use souk_kernel::{Changed, Counted, Page, ProductId};
use souk_rpc::Actor;
use sqlx::PgConnection;

pub use model::{Kept, Past, PriceChange, Priced};
pub use rpc::PriceChangesRpc;
pub use store::{forget_in, past};

use crate::context::Context;

/// The use cases of what prices were.
#[derive(Clone)]
pub struct PriceChanges {
    context: Context,
}

impl PriceChanges {
    pub fn new(context: Context) -> Self {
        Self { context }
    }

    /// The page's changes of a product's prices, the last first. Of a product that is not there, none.
    pub async fn list(&self, product: ProductId, page: Page) -> sqlx::Result<(Vec<Kept>, Counted)> {
        store::list(&mut *self.context.pool.acquire().await?, product, page).await
    }
}

/// Writes what changed, with whoever changed it, in the transaction of the change. The products are locked by the caller.
pub async fn note_in(
    tx: &mut PgConnection,
    context: &Context,
    actor: &Actor,
    changes: &[PriceChange],
) -> sqlx::Result<Changed> {
    if changes.is_empty() {
        return Ok(Changed::Already);
    }
    store::note_in(tx, (actor.employee, &actor.name), changes, context.clock.now()).await?;
    Ok(Changed::Yes)
}
