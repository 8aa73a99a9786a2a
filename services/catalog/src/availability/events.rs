//! What inventory publishes, read into our words.

use souk_kernel::{CombinationId, IdError, ProductId, StockKey};
use souk_proto::inventory::v1::AvailabilityChanged;

use super::model::Known;

impl TryFrom<AvailabilityChanged> for Known {
    type Error = IdError;

    fn try_from(event: AvailabilityChanged) -> Result<Self, IdError> {
        let product: ProductId = event.product_id.parse()?;
        let combination = match event.combination_id.as_str() {
            "" => None,
            id => Some(id.parse::<CombinationId>()?),
        };
        Ok(Self {
            key: StockKey { product, combination },
            version: event.version,
            available: event.available,
        })
    }
}
