//! Draft carts (spec 4): what a visitor with a valid phone was about to order. One per visitor, found by the visitor
//! and never by the cart's number; gone after [`LIFETIME`] or with the order.

mod model;
mod store;

use std::sync::Arc;

use souk_kernel::Clock;
use sqlx::PgPool;
use time::Duration;
use uuid::Uuid;

pub use model::Draft;

/// A draft holds a phone before its owner sent it: it is kept no longer than staff need to call.
pub const LIFETIME: Duration = Duration::days(7);

/// The use cases of this feature.
#[derive(Clone)]
pub struct Carts {
    pool: PgPool,
    clock: Arc<dyn Clock>,
}

impl Carts {
    pub fn new(pool: PgPool, clock: Arc<dyn Clock>) -> Self {
        Self { pool, clock }
    }

    /// Stores or refreshes the visitor's draft; its id stays the same.
    pub async fn save(&self, draft: &Draft) -> sqlx::Result<Uuid> {
        let now = self.clock.now();
        store::save(&self.pool, draft, self.clock.uuid(), now, now + LIFETIME).await
    }
}
