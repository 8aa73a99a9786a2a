//! The audit log: who changed what in the whole shop, who signed in and who was refused (design 8). Services tell their changes
//! by events from the transactions that make them; here they are kept, in the order in which they were made, for ever.

mod events;
mod model;
mod store;

use souk_database::snapshot;
use souk_proto::common::v1::AuditEntry;
use souk_rpc::Failure;
use sqlx::PgPool;

pub use events::subscriptions;
pub use model::{Filter, Row};
pub use store::{insert_in, is_alterable};

/// The log as it is read.
#[derive(Debug, Clone)]
pub struct AuditLog {
    pub pool: PgPool,
}

/// A page of the log.
#[derive(Debug)]
pub struct Page {
    /// The newest first.
    pub rows: Vec<Row>,
    /// Whether there are older ones that fit.
    pub has_more: bool,
    /// What was ever done, by name.
    pub actions: Vec<String>,
}

impl AuditLog {
    /// Keeps what the gateway itself tells of no change.
    pub async fn add(&self, entry: &AuditEntry) -> Result<(), Failure> {
        let mut conn = self.pool.acquire().await.map_err(souk_database::failure)?;
        store::insert_in(&mut conn, entry).await.map_err(souk_database::failure)
    }

    pub async fn page(&self, filter: &Filter) -> sqlx::Result<Page> {
        let mut tx = snapshot(&self.pool).await?;
        let mut rows = store::page(&mut tx, filter).await?;
        let actions = store::actions(&mut tx).await?;
        tx.commit().await?;
        let has_more = rows.len() > filter.size as usize;
        rows.truncate(filter.size as usize);
        Ok(Page { rows, has_more, actions })
    }
}
