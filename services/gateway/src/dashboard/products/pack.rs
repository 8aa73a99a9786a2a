//! What a pack holds, as staff edit it.

use serde::{Deserialize, Serialize};
use souk_proto::catalog::v1 as proto;
use utoipa::ToSchema;

/// A part of a pack.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PackPart {
    /// Id of the product, which is no pack.
    pub product_id: String,
    /// Id of the one of its combinations that is packed; empty where it has none.
    #[serde(default)]
    pub combination_id: String,
    /// Pieces in one pack, 1 to 999.
    pub quantity: u32,
}

impl From<proto::PackComponent> for PackPart {
    fn from(part: proto::PackComponent) -> Self {
        let proto::PackComponent { product_id, combination_id, quantity } = part;
        Self { product_id, combination_id, quantity }
    }
}

impl From<PackPart> for proto::PackComponent {
    fn from(part: PackPart) -> Self {
        let PackPart { product_id, combination_id, quantity } = part;
        Self { product_id, combination_id, quantity }
    }
}
