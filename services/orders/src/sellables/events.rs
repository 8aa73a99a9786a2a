//! What catalog publishes.

use souk_bus::{ConsumeError, Consumer, Delivery};
use souk_kernel::IdError;
use souk_proto::catalog::v1::{Sellable, SellableChanged};
use sqlx::PgConnection;

use super::store;

/// Listens to catalog.
pub fn subscribe(consumer: Consumer) -> Consumer {
    consumer.on(|tx, delivery: Delivery<SellableChanged>| {
        Box::pin(async move {
            let sellable = delivery.event.sellable.unwrap_or_default();
            changed_in(tx, &sellable).await
        })
    })
}

/// Keeps what catalog said, unless it is older than what is known.
pub async fn changed_in(tx: &mut PgConnection, message: &Sellable) -> Result<(), ConsumeError> {
    let product =
        message.product_id.parse().map_err(|error: IdError| ConsumeError::Rejected(error.into()))?;
    super::wire::sellable(message.clone()).map_err(|error| ConsumeError::Rejected(error.into()))?;
    Ok(store::save_in(tx, product, message).await?)
}
