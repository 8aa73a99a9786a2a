//! What can go wrong with reservations.

use super::model::{AllocateError, ForeignOrder, StepError};
use super::plan::Shortage;

/// Why stock could not be held or moved.
#[derive(Debug, thiserror::Error)]
pub enum ReservationError {
    #[error("there is not enough stock")]
    OutOfStock(Vec<Shortage>),
    #[error("the order holds other items than these")]
    Differs,
    #[error("goods are moved between your own warehouses only")]
    ForeignWarehouse,
    #[error(transparent)]
    Foreign(#[from] ForeignOrder),
    #[error("too many orders want the same stock at this moment")]
    Crowded,
    #[error(transparent)]
    Step(#[from] StepError),
    #[error(transparent)]
    Allocate(#[from] AllocateError),
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
}

impl ReservationError {
    /// Whether the next order would fare no better: it is the database that is away.
    pub fn is_of_connection(&self) -> bool {
        matches!(self, Self::Database(error) if souk_database::of_connection(error).is_some())
    }
}
