//! What a pack holds and what it costs, as staff edit it.

use serde::{Deserialize, Serialize};
use souk_kernel::Money;
use souk_proto::catalog::v1 as proto;
use souk_views::Dinars;
use utoipa::ToSchema;

/// A part of a pack.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PackPart {
    /// Id of the product, which is no pack.
    pub product_id: String,
    /// Id of the one of its combinations that is packed; empty where it has none, and where the shopper chooses.
    #[serde(default)]
    pub combination_id: String,
    /// Pieces in one pack, 1 to 999.
    pub quantity: u32,
    /// Whether the shopper chooses its combination: the pack is flexible then. 20 parts at most.
    #[serde(default)]
    pub is_chosen: bool,
    /// Ids of the combinations that can be chosen, 100 at most; empty: all that are offered.
    #[serde(default)]
    pub choices: Vec<String>,
}

/// How the price of a pack is made.
#[derive(Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PackPricing {
    /// `own`: `priceHt`. `sum`: what its parts cost before tax and promotions, less a discount; `priceHt` is that, with what is chosen
    /// first.
    pub kind: String,
    /// Of the sum's discount: `percentage` or `amount`. Empty of `own`.
    #[serde(default)]
    pub rule_type: String,
    /// Percent, or dinars before tax; 0: no discount.
    #[serde(default)]
    pub value: Dinars,
}

impl From<proto::PackComponent> for PackPart {
    fn from(part: proto::PackComponent) -> Self {
        let proto::PackComponent { product_id, combination_id, quantity, chosen: is_chosen, choices } = part;
        Self { product_id, combination_id, quantity, is_chosen, choices }
    }
}

impl From<PackPart> for proto::PackComponent {
    fn from(part: PackPart) -> Self {
        let PackPart { product_id, combination_id, quantity, is_chosen: chosen, choices } = part;
        Self { product_id, combination_id, quantity, chosen, choices }
    }
}

// Percents with two decimals and dinars are both told in hundredths.
impl From<proto::PackPrice> for PackPricing {
    fn from(price: proto::PackPrice) -> Self {
        let proto::PackPrice { kind, rule_type, value } = price;
        Self { kind, rule_type, value: Money::from_centimes(value).into() }
    }
}

impl From<PackPricing> for proto::PackPrice {
    fn from(price: PackPricing) -> Self {
        let PackPricing { kind, rule_type, value } = price;
        Self { kind, rule_type, value: value.0.centimes() }
    }
}
