//! What inventory says can be sold, as a copy kept by events. A product is marked as changed only when something
//! of it becomes orderable or stops being so, not with each piece sold.

mod events;
mod model;
mod rebuild;
mod store;

pub use model::{Availability, Known};
pub use rebuild::rebuild;
pub use store::load;

use souk_proto::inventory::v1::AvailabilityChanged;
use sqlx::PgConnection;

use crate::products;

/// Takes one event in.
pub async fn handle(tx: &mut PgConnection, event: AvailabilityChanged) -> anyhow::Result<()> {
    record_in(tx, Known::try_from(event)?).await?;
    Ok(())
}

/// Keeps all that inventory said, but where something newer is known.
pub async fn record_all_in(tx: &mut PgConnection, known: &[Known]) -> sqlx::Result<()> {
    store::save_all_in(tx, known).await?;
    products::mark_all_in(tx).await
}

/// Keeps what inventory said unless something newer is known.
pub async fn record_in(tx: &mut PgConnection, known: Known) -> sqlx::Result<()> {
    let Some(before) = store::save_in(tx, known).await? else { return Ok(()) };
    let shown_otherwise = store::shown_otherwise(tx, known, before).await?;
    if !shown_otherwise.is_empty() {
        products::mark_in(tx, &shown_otherwise).await?;
    }
    Ok(())
}
