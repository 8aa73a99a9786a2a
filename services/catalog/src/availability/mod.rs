//! What inventory says can be sold, as a copy kept by events. A product is marked as changed only when something
//! of it becomes orderable or stops being so, not with each piece sold.

mod events;
mod model;
mod rebuild;
mod store;

pub use model::{Availability, KeyAvailability};
pub use rebuild::rebuild;
pub use store::{combination_column, key, load};

use souk_proto::inventory::v1::AvailabilityChanged;
use sqlx::PgConnection;

use crate::revision;

/// Takes one event in.
pub async fn handle(tx: &mut PgConnection, event: AvailabilityChanged) -> anyhow::Result<()> {
    let keys = event.keys.into_iter().map(KeyAvailability::try_from).collect::<Result<Vec<_>, _>>()?;
    Ok(record_all_in(tx, &keys).await?)
}

/// Keeps what inventory says, but where something newer was kept before.
pub async fn record_all_in(tx: &mut PgConnection, keys: &[KeyAvailability]) -> sqlx::Result<()> {
    let saved = store::save_in(tx, keys).await?;
    let shown_otherwise = store::shown_otherwise(tx, &saved).await?;
    if !shown_otherwise.is_empty() {
        revision::mark_products_in(tx, &shown_otherwise).await?;
    }
    Ok(())
}
