//! Stock on the wire.

use souk_kernel::rfc3339;
use souk_proto::common::v1 as common;
use souk_proto::inventory::v1 as proto;
use souk_rpc::localized_to_proto;

use super::low::LowStock;
use super::model::{Cause, Movement};
use super::store::NamedLevel;

impl From<&NamedLevel> for proto::StockLevel {
    fn from(named: &NamedLevel) -> Self {
        let level = named.level;
        Self {
            warehouse_id: level.warehouse.to_string(),
            product_id: level.key.product.to_string(),
            combination_id: level.key.combination.map(|id| id.to_string()).unwrap_or_default(),
            product_name: Some(localized_to_proto(&named.product_name)),
            combination_name: Some(localized_to_proto(&named.combination_name)),
            sku: named.sku.clone(),
            image: named.image.clone(),
            on_hand: level.on_hand,
            reserved: level.reserved,
            available: level.free(),
        }
    }
}

impl From<&LowStock> for proto::LowStock {
    fn from(low: &LowStock) -> Self {
        Self {
            product_id: low.key.product.to_string(),
            combination_id: low.key.combination.map(|id| id.to_string()).unwrap_or_default(),
            product_name: Some(localized_to_proto(&low.product_name)),
            combination_name: Some(localized_to_proto(&low.combination_name)),
            sku: low.sku.clone(),
            image: low.image.clone(),
            available: low.available,
        }
    }
}

impl From<Movement> for proto::Movement {
    fn from(movement: Movement) -> Self {
        Self {
            id: movement.id.to_string(),
            warehouse_id: movement.warehouse.to_string(),
            product_id: movement.key.product.to_string(),
            combination_id: movement.key.combination.map(|id| id.to_string()).unwrap_or_default(),
            kind: <&str>::from(movement.kind).to_owned(),
            quantity: movement.quantity.into(),
            before: movement.before,
            after: movement.after,
            reason: movement.reason,
            actor: Some(common::Actor {
                id: movement.mover.employee.map(|id| id.to_string()).unwrap_or_default(),
                name: movement.mover.name,
            }),
            at: rfc3339(movement.at),
            order_id: movement.cause.and_then(Cause::order).map(|id| id.to_string()).unwrap_or_default(),
            expedition_id: movement
                .cause
                .and_then(Cause::expedition)
                .map(|id| id.to_string())
                .unwrap_or_default(),
        }
    }
}
