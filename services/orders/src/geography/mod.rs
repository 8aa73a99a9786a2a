//! Wilayas and communes: 69 and 1,541, the official list with the shop's own `deliverable` flags.

mod model;
mod rpc;
mod seed;
mod store;

use souk_kernel::WilayaCode;
use souk_rpc::{Failure, Kind};
use sqlx::PgPool;

pub use model::{Commune, Wilaya};
pub use rpc::GeographyRpc;
pub use seed::seed;

/// Why places can't be listed.
#[derive(Debug, thiserror::Error)]
pub enum GeographyError {
    #[error("there is no such wilaya")]
    UnknownWilaya,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// The use cases of this feature.
#[derive(Debug, Clone)]
pub struct Geography {
    pool: PgPool,
}

impl Geography {
    pub const fn new(pool: PgPool) -> Self {
        Self { pool }
    }

    pub async fn wilayas(&self) -> Result<Vec<Wilaya>, GeographyError> {
        Ok(store::wilayas(&self.pool).await?)
    }

    pub async fn communes(&self, wilaya: &WilayaCode) -> Result<Vec<Commune>, GeographyError> {
        let communes = store::communes(&self.pool, wilaya).await?;
        if communes.is_empty() { Err(GeographyError::UnknownWilaya) } else { Ok(communes) }
    }
}

impl From<GeographyError> for Failure {
    fn from(error: GeographyError) -> Self {
        match error {
            GeographyError::UnknownWilaya => {
                Self::new(Kind::NotFound, "orders.unknown_wilaya", error.to_string())
            }
            GeographyError::Database(error) => souk_database::failure(error),
        }
    }
}
