//! What every use case works with.

use std::sync::Arc;

use souk_audit::Change;
use souk_bus::Outbox;
use souk_kernel::Clock;
use souk_proto::catalog::v1::AuditRecorded;
use souk_rpc::Actor;
use sqlx::{PgConnection, PgPool};
use tokio::sync::Notify;

/// Database, outbox and clock of the process. Cheap to clone.
#[derive(Clone)]
pub struct Context {
    pub pool: PgPool,
    pub outbox: Outbox,
    pub clock: Arc<dyn Clock>,
    /// Tells this process's followers that something was committed, so that they need not wait to look.
    pub changed: Arc<Notify>,
}

impl Context {
    pub fn new(pool: PgPool, outbox: Outbox, clock: Arc<dyn Clock>) -> Self {
        Self { pool, outbox, clock, changed: Arc::new(Notify::new()) }
    }

    /// Writes who made a change, with the change.
    pub async fn audit_in(&self, tx: &mut PgConnection, actor: &Actor, change: Change) -> sqlx::Result<()> {
        souk_audit::record_in::<AuditRecorded>(tx, &self.outbox, self.clock.as_ref(), actor, change).await
    }

    /// As [`Self::audit_in`], many by one statement.
    pub async fn audit_all_in(
        &self,
        tx: &mut PgConnection,
        actor: &Actor,
        changes: impl Iterator<Item = Change>,
    ) -> sqlx::Result<()> {
        let entry = |change| souk_audit::recorded::<AuditRecorded>(self.clock.as_ref(), actor, change);
        self.outbox.add_rows(tx, &changes.map(entry).collect::<Vec<_>>()).await
    }

    /// Commits and wakes this process's followers.
    pub async fn commit(&self, tx: sqlx::Transaction<'_, sqlx::Postgres>) -> sqlx::Result<()> {
        tx.commit().await?;
        self.changed.notify_waiters();
        Ok(())
    }
}
