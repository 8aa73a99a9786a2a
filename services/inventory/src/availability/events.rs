//! What is published about availability.

use souk_proto::inventory::v1 as proto;

use super::model::Availability;

impl From<Availability> for proto::Availability {
    fn from(availability: Availability) -> Self {
        Self {
            product_id: availability.key.product.to_string(),
            combination_id: availability.key.combination.map(|id| id.to_string()).unwrap_or_default(),
            available: i64::try_from(availability.available).unwrap_or(i64::MAX),
            version: availability.version,
        }
    }
}
