//! What inventory publishes, read into our words.

use souk_kernel::{CombinationId, IdError, ProductId, StockKey};
use souk_proto::inventory::v1 as proto;

use super::model::KeyAvailability;

impl TryFrom<proto::Availability> for KeyAvailability {
    type Error = IdError;

    fn try_from(key: proto::Availability) -> Result<Self, IdError> {
        let product: ProductId = key.product_id.parse()?;
        let combination = match key.combination_id.as_str() {
            "" => None,
            id => Some(id.parse::<CombinationId>()?),
        };
        Ok(Self { key: StockKey { product, combination }, version: key.version, available: key.available })
    }
}
