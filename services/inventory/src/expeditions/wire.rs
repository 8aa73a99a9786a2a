//! Expeditions on the wire.

use std::collections::HashMap;

use souk_kernel::{WarehouseId, rfc3339};
use souk_proto::common::v1 as common;
use souk_proto::inventory::v1 as proto;
use souk_rpc::localized_to_proto;

use super::model::Expedition;
use super::store::{Listed, NamedPart};

/// Warehouses' names.
type Names = HashMap<WarehouseId, String>;

/// The expedition with its parts.
pub fn shown(expedition: &Expedition, parts: &[NamedPart], names: &Names) -> proto::Expedition {
    let sum = |of: fn(&NamedPart) -> u32| parts.iter().map(|part| u64::from(of(part))).sum();
    proto::Expedition {
        parts: parts.iter().map(proto::ExpeditionPart::from).collect(),
        part_count: parts.len() as u64,
        pieces: sum(|named| named.part.quantity),
        received: sum(|named| named.part.received),
        ..without_parts(expedition, names)
    }
}

/// The expedition as a list shows it.
pub fn listed(Listed { expedition, parts, pieces, received }: &Listed, names: &Names) -> proto::Expedition {
    let (part_count, pieces, received) = (*parts, *pieces, *received);
    proto::Expedition { part_count, pieces, received, ..without_parts(expedition, names) }
}

fn without_parts(expedition: &Expedition, names: &Names) -> proto::Expedition {
    let name = |warehouse: WarehouseId| names.get(&warehouse).cloned().unwrap_or_default();
    proto::Expedition {
        id: expedition.id.to_string(),
        number: expedition.name(),
        status: <&str>::from(expedition.status).to_owned(),
        source_id: expedition.source.to_string(),
        source_name: name(expedition.source),
        destination_id: expedition.destination.to_string(),
        destination_name: name(expedition.destination),
        note: expedition.note.clone(),
        version: expedition.version,
        actor: Some(common::Actor {
            id: expedition.maker.employee.map(|id| id.to_string()).unwrap_or_default(),
            name: expedition.maker.name.clone(),
        }),
        created_at: rfc3339(expedition.created_at),
        sent_at: expedition.sent_at.map(rfc3339).unwrap_or_default(),
        closed_at: expedition.closed_at.map(rfc3339).unwrap_or_default(),
        ..proto::Expedition::default()
    }
}

impl From<&NamedPart> for proto::ExpeditionPart {
    fn from(named: &NamedPart) -> Self {
        let part = named.part;
        Self {
            id: part.id.to_string(),
            product_id: part.key.product.to_string(),
            combination_id: part.key.combination.map(|id| id.to_string()).unwrap_or_default(),
            product_name: Some(localized_to_proto(&named.product_name)),
            combination_name: Some(localized_to_proto(&named.combination_name)),
            sku: named.sku.clone(),
            image: named.image.clone(),
            quantity: part.quantity,
            received: part.received,
            lost: part.lost,
        }
    }
}
