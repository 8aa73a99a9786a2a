//! Pieces of what the shop sells: as a cart asks for them, as they leave the shelf, as they are taken from a warehouse.

use std::collections::BTreeMap;

use souk_kernel::{CombinationId, ProductId, Quantity, StockKey, WarehouseId};

/// A line as the browser sent it, parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CartLine {
    pub product: ProductId,
    pub combination: Option<CombinationId>,
    pub quantity: Quantity,
    /// Of a flexible pack: what was chosen, in the order of its parts.
    pub choices: Vec<CombinationId>,
}

/// So many pieces of one stock key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StockItem {
    pub key: StockKey,
    pub quantity: u32,
}

/// Less of a stock key is there than was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shortage {
    pub key: StockKey,
    /// Pieces that are there; `None` where they aren't few, or weren't told.
    pub left: Option<u32>,
}

/// So many pieces of an order to be taken from one warehouse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allocation {
    pub warehouse: WarehouseId,
    pub item: StockItem,
}

/// Adds up the quantities per stock key, in key order: rows are locked in one order everywhere.
pub fn sum_items(items: impl IntoIterator<Item = StockItem>) -> Vec<StockItem> {
    let mut sums: BTreeMap<StockKey, u32> = BTreeMap::new();
    for item in items {
        let sum = sums.entry(item.key).or_default();
        *sum = sum.saturating_add(item.quantity);
    }
    sums.into_iter().map(|(key, quantity)| StockItem { key, quantity }).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn summed_items_keep_every_piece_and_come_in_key_order(pieces in prop::collection::vec((0u8..4, 1u32..1000), 0..40)) {
            let key = |n: u8| StockKey { product: ProductId::from_uuid(uuid::Uuid::from_u128(u128::from(n))), combination: None };
            let items = pieces.iter().map(|(n, quantity)| StockItem { key: key(*n), quantity: *quantity });
            let sums = sum_items(items);
            prop_assert!(sums.windows(2).all(|pair| pair[0].key < pair[1].key));
            prop_assert_eq!(sums.iter().map(|item| item.quantity).sum::<u32>(), pieces.iter().map(|(_, q)| q).sum::<u32>());
        }
    }
}
