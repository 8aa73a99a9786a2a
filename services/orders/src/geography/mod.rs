//! Wilayas and communes: 69 and 1,541, the official list with the shop's own `deliverable` flags.

mod model;
mod rpc;
mod seed;
mod store;

use std::sync::Arc;

use souk_audit::{Change, Subject};
use souk_bus::Outbox;
use souk_kernel::{Clock, Permission, WilayaCode};
use souk_proto::orders::v1::AuditRecorded;
use souk_rpc::{Actor, Failure, Kind};
use sqlx::PgPool;

pub use model::{Area, AreaChange, AreaError, Commune, Wilaya};
pub use rpc::GeographyRpc;
pub use seed::seed;

/// Why places can't be listed, opened or closed.
#[derive(Debug, thiserror::Error)]
pub enum GeographyError {
    #[error("there is no such wilaya")]
    UnknownWilaya,
    #[error(transparent)]
    Area(#[from] AreaError),
    #[error(transparent)]
    Denied(#[from] Failure),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// The use cases of this feature.
#[derive(Clone)]
pub struct Geography {
    pool: PgPool,
    clock: Arc<dyn Clock>,
    outbox: Outbox,
}

impl Geography {
    pub fn new(pool: PgPool, clock: Arc<dyn Clock>, outbox: Outbox) -> Self {
        Self { pool, clock, outbox }
    }

    pub async fn wilayas(&self) -> Result<Vec<Wilaya>, GeographyError> {
        Ok(store::wilayas(&self.pool).await?)
    }

    pub async fn communes(&self, wilaya: &WilayaCode) -> Result<Vec<Commune>, GeographyError> {
        let communes = store::communes(&self.pool, wilaya).await?;
        if communes.is_empty() { Err(GeographyError::UnknownWilaya) } else { Ok(communes) }
    }

    /// Where the shop delivers.
    pub async fn area(&self, actor: &Actor) -> Result<Area, GeographyError> {
        actor.require(Permission::TransportersRead)?;
        Ok(store::area(&mut *self.pool.acquire().await?).await?)
    }

    /// Opens and closes communes over the version that was read; answers the area as it is then.
    pub async fn save_area(&self, actor: &Actor, change: AreaChange) -> Result<Area, GeographyError> {
        actor.require(Permission::TransportersWrite)?;
        let mut tx = self.pool.begin().await?;
        store::lock_area_in(&mut tx).await?;
        let stored = store::area(&mut tx).await?;
        let Some(saved) = stored.with(&change)? else { return Ok(stored) };
        store::save_area_in(&mut tx, &saved).await?;
        let subject = Subject::new("delivery_area", "", "");
        let change = Change::between("orders.delivery_area_saved", subject, stored.facts(), saved.facts());
        souk_audit::record_in::<AuditRecorded>(&mut tx, &self.outbox, &*self.clock, actor, change).await?;
        tx.commit().await?;
        Ok(saved)
    }
}

impl From<GeographyError> for Failure {
    fn from(error: GeographyError) -> Self {
        match error {
            GeographyError::UnknownWilaya => {
                Self::new(Kind::NotFound, "orders.unknown_wilaya", error.to_string())
            }
            GeographyError::Area(AreaError::Stale) => {
                Self::conflict("orders.stale_version", error.to_string())
            }
            GeographyError::Area(AreaError::UnknownCommune(list)) => Self::invalid_field(
                list,
                "form.validation.place",
                AreaError::UnknownCommune(list).to_string(),
            ),
            GeographyError::Area(AreaError::Contradiction(_)) => {
                Self::invalid_field("closed", "form.validation.duplicate", error.to_string())
            }
            GeographyError::Denied(failure) => failure,
            GeographyError::Database(error) => souk_database::failure(error),
        }
    }
}
