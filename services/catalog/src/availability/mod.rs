//! What inventory says can be sold, as a copy kept by events. A product is marked as changed only when something
//! of it becomes orderable or stops being so, not with each piece sold.

mod events;
mod model;
mod store;

pub use events::{handle, rebuild};
pub use model::Availability;
pub use store::load;

use souk_kernel::StockKey;
use sqlx::PgConnection;

use crate::products;

/// What inventory last said of one key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    pub key: StockKey,
    pub version: u64,
    pub available: i64,
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
