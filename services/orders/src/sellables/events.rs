//! What catalog publishes.

use souk_bus::{ConsumeError, Consumer, Delivery};
use souk_kernel::IdError;
use souk_pricing::PriceBasis;
use souk_proto::catalog::v1::{PromotionsChanged, Sellable, SellableChanged, Settings, SettingsChanged};
use sqlx::PgConnection;

use super::store;

/// Listens to catalog.
pub fn subscribe(consumer: Consumer) -> Consumer {
    consumer
        .on(|tx, delivery: Delivery<SellableChanged>| {
            Box::pin(async move {
                let sellable = delivery.event.sellable.unwrap_or_default();
                changed_in(tx, &sellable).await
            })
        })
        .on(|tx, delivery: Delivery<PromotionsChanged>| {
            Box::pin(async move { promotions_changed_in(tx, &delivery.event).await })
        })
        .on(|tx, delivery: Delivery<SettingsChanged>| {
            Box::pin(async move {
                let settings = delivery.event.settings.unwrap_or_default();
                settings_changed_in(tx, &settings).await
            })
        })
}

/// Keeps what catalog said, unless it is older than what is known.
pub async fn changed_in(tx: &mut PgConnection, message: &Sellable) -> Result<(), ConsumeError> {
    let product =
        message.product_id.parse().map_err(|error: IdError| ConsumeError::Rejected(error.into()))?;
    if let Err(error) = super::wire::sellable(message.clone()) {
        return unreadable(error, store::has_sellable(tx, product, message.version).await?);
    }
    Ok(store::save_in(tx, product, message).await?)
}

/// Keeps the set of promotions, unless a newer one is known.
pub async fn promotions_changed_in(
    tx: &mut PgConnection,
    set: &PromotionsChanged,
) -> Result<(), ConsumeError> {
    if let Err(error) = super::wire::promotions(&set.promotions) {
        return unreadable(error, store::has_promotions(tx, set.version).await?);
    }
    Ok(store::save_promotions_in(tx, set).await?)
}

/// Keeps which price counts and how long orders wait, unless a newer setting is known.
pub async fn settings_changed_in(tx: &mut PgConnection, settings: &Settings) -> Result<(), ConsumeError> {
    let basis = settings.price_basis.parse::<PriceBasis>().map_err(anyhow::Error::from);
    match basis.and_then(|basis| Ok((basis, super::wire::times(settings)?))) {
        Ok((basis, times)) => {
            store::save_basis_in(tx, settings.version, basis).await?;
            Ok(store::save_times_in(tx, settings.version, times).await?)
        }
        Err(error) => unreadable(error, store::has_settings(tx, settings.version).await?),
    }
}

/// What this release can't read is a newer one's, and waits for a process of that release unless it is over by now.
fn unreadable(error: impl Into<anyhow::Error>, is_over: bool) -> Result<(), ConsumeError> {
    if is_over { Ok(()) } else { Err(ConsumeError::Unknown(error.into())) }
}
