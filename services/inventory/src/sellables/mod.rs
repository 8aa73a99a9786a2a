//! Our copy of what catalog sells: which keys exist, and their names for the staff's screens. Kept by
//! `SellableChanged`, filled from catalog's stream once in its life (design 4).

mod events;
mod model;
pub mod rebuild;
mod store;

use souk_kernel::IdError;
use souk_proto::catalog::v1 as catalog;
use sqlx::PgConnection;

pub use model::{Sellable, SellableItem};

/// Why an event of catalog could not be taken over.
#[derive(Debug, thiserror::Error)]
pub enum SellableError {
    #[error("the event carries no product")]
    Missing,
    #[error(transparent)]
    Malformed(#[from] IdError),
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
}

/// Takes over the product unless a version as new is known.
pub async fn changed_in(
    conn: &mut PgConnection,
    sellable: Option<catalog::Sellable>,
) -> Result<(), SellableError> {
    let sellable = Sellable::try_from(sellable.ok_or(SellableError::Missing)?)?;
    Ok(take_over_in(conn, &[sellable]).await?)
}

/// Takes over the products, each once, but those of which a version as new is known.
async fn take_over_in(conn: &mut PgConnection, sellables: &[Sellable]) -> sqlx::Result<()> {
    let advanced = store::advance_in(conn, sellables).await?;
    let advanced = sellables.iter().filter(|sellable| advanced.contains(&sellable.product.uuid()));
    store::replace_items_in(conn, &advanced.collect::<Vec<_>>()).await
}
