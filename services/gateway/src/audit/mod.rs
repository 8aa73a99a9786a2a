//! The audit log: who changed what in the whole shop, who signed in and who was refused (design 8). Services tell their changes
//! by events from the transactions that make them; here they are kept, in the order in which they were made, for ever.

mod events;
mod model;
mod store;

use sqlx::PgPool;

pub use events::subscriptions;
pub use model::{Filter, Row};
pub use store::{insert_in, is_alterable};

/// The log as it is read.
#[derive(Debug, Clone)]
pub struct AuditLog {
    pub pool: PgPool,
}

impl AuditLog {
    /// Entries, the newest first, and whether there are older ones that fit.
    pub async fn page(&self, filter: &Filter) -> sqlx::Result<(Vec<Row>, bool)> {
        let mut rows = store::page(&mut *self.pool.acquire().await?, filter).await?;
        let has_more = rows.len() > filter.size as usize;
        rows.truncate(filter.size as usize);
        Ok((rows, has_more))
    }

    /// What was ever done, by name.
    pub async fn actions(&self) -> sqlx::Result<Vec<String>> {
        store::actions(&mut *self.pool.acquire().await?).await
    }
}
