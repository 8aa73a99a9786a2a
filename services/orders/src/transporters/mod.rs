//! Transporters and what they take for delivering to a commune, to the door or to a desk (design 6).

mod model;
mod rpc;
mod store;

use std::sync::Arc;

use serde_json::Value;
use souk_audit::{Change, Subject};
use souk_bus::Outbox;
use souk_kernel::{Clock, CommuneCode, Permission, TransporterId};
use souk_proto::orders::v1::AuditRecorded;
use souk_rpc::{Actor, Failure};
use sqlx::PgPool;

pub use model::{
    Delay, DeliveryType, FreeFrom, Offer, Profile, SaveError, Tariff, Transporter, choose, offers,
    parse_choice,
};
pub use rpc::TransportersRpc;
pub use store::TariffRow;

/// Why transporters can't be listed or saved.
#[derive(Debug, thiserror::Error)]
pub enum TransportersError {
    #[error("there is no such commune")]
    UnknownCommune,
    #[error("a tariff names a wilaya or commune that does not exist, or a commune of another wilaya")]
    UnknownPlace,
    #[error("two tariffs are for the same place and delivery type")]
    DuplicateTariff,
    #[error(transparent)]
    Save(#[from] SaveError),
    #[error(transparent)]
    Denied(#[from] Failure),
    #[error(transparent)]
    Database(sqlx::Error),
}

/// The use cases of this feature.
#[derive(Clone)]
pub struct Transporters {
    pool: PgPool,
    clock: Arc<dyn Clock>,
    outbox: Outbox,
}

impl Transporters {
    pub fn new(pool: PgPool, clock: Arc<dyn Clock>, outbox: Outbox) -> Self {
        Self { pool, clock, outbox }
    }

    /// Who delivers to the commune and for how much; nobody where it is not deliverable.
    pub async fn offers_for(&self, commune: &CommuneCode) -> Result<Vec<Offer>, TransportersError> {
        let candidates = store::candidates(&self.pool, commune).await?;
        if candidates.is_empty() && !store::commune_exists(&self.pool, commune).await? {
            return Err(TransportersError::UnknownCommune);
        }
        Ok(offers(candidates))
    }

    /// Each with its version.
    pub async fn list(&self, actor: &Actor) -> Result<Vec<(Transporter, u64)>, TransportersError> {
        actor.require(Permission::TransportersRead)?;
        Ok(store::all(&self.pool).await?)
    }

    /// One with all its tariffs.
    pub async fn get(&self, actor: &Actor, id: TransporterId) -> Result<Profile, TransportersError> {
        actor.require(Permission::TransportersRead)?;
        Ok(store::find(&mut *self.pool.acquire().await?, id).await?.ok_or(SaveError::Unknown)?)
    }

    /// Creates a transporter together with all its tariffs, or replaces the version that was read; answers its version.
    pub async fn save(&self, actor: &Actor, wanted: Profile) -> Result<u64, TransportersError> {
        actor.require(Permission::TransportersWrite)?;
        let mut tx = self.pool.begin().await?;
        let stored = store::lock_in(&mut tx, wanted.transporter.id).await?;
        let Some(saved) = wanted.over(stored.as_ref())? else {
            return Ok(stored.map_or(0, |stored| stored.version));
        };
        if !store::save_in(&mut tx, &saved).await? {
            return Err(SaveError::Stale.into());
        }
        store::replace_tariffs_in(&mut tx, saved.transporter.id, &saved.tariffs).await?;
        let before = stored.as_ref().map_or(Value::Null, Profile::facts);
        let subject = Subject::new("transporter", saved.transporter.id, saved.transporter.name.clone());
        let change = Change::between("orders.transporter_saved", subject, before, saved.facts());
        souk_audit::record_in::<AuditRecorded>(&mut tx, &self.outbox, &*self.clock, actor, change).await?;
        tx.commit().await?;
        Ok(saved.version)
    }
}

impl From<sqlx::Error> for TransportersError {
    fn from(error: sqlx::Error) -> Self {
        match error.as_database_error().map(sqlx::error::DatabaseError::kind) {
            Some(sqlx::error::ErrorKind::ForeignKeyViolation) => Self::UnknownPlace,
            Some(sqlx::error::ErrorKind::UniqueViolation) => Self::DuplicateTariff,
            _ => Self::Database(error),
        }
    }
}

impl From<TransportersError> for Failure {
    fn from(error: TransportersError) -> Self {
        let text = error.to_string();
        match error {
            TransportersError::UnknownCommune => Self::not_found("orders.unknown_commune", text),
            TransportersError::UnknownPlace => Self::invalid_field("tariffs", "form.validation.place", text),
            TransportersError::DuplicateTariff => {
                Self::invalid_field("tariffs", "form.validation.duplicate", text)
            }
            TransportersError::Save(SaveError::Stale) => Self::conflict("orders.stale_version", text),
            TransportersError::Save(SaveError::Unknown) => {
                Self::not_found("orders.unknown_transporter", text)
            }
            TransportersError::Denied(failure) => failure,
            TransportersError::Database(error) => souk_database::failure(error),
        }
    }
}
