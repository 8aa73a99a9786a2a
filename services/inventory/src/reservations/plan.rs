//! Which warehouses serve an order, pure: one for the whole order if one can, else each item from the
//! warehouses in their priority order (design 6.3). All items or none.

use souk_kernel::{StockKey, WarehouseId};

use super::model::{Held, Items};
use crate::stock::{Level, LevelChange};

/// An item that the warehouses together don't have enough of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shortage {
    pub key: StockKey,
    pub requested: u32,
    pub available: u32,
}

/// Divides `items` over `levels`, whose order is the warehouses' priority. Never takes more of a level than is free.
pub fn plan(items: &Items, levels: &[Level]) -> Result<Vec<Held>, Vec<Shortage>> {
    let short = shortages(items, levels);
    if !short.is_empty() {
        return Err(short);
    }
    let mut held = from_one_warehouse(items, levels).unwrap_or_else(|| by_priority(items, levels));
    held.sort_unstable();
    Ok(held)
}

/// The levels that have less free than an allocation moves to them.
pub fn shortages_of(changes: &[LevelChange], levels: &[Level]) -> Vec<Shortage> {
    let short = changes.iter().filter_map(|change| {
        let requested = u32::try_from(change.reserved).unwrap_or(0);
        let level = of(levels, change.key).find(|level| level.warehouse == change.warehouse);
        let available = level.map_or(0, Level::free);
        (available < requested).then_some(Shortage { key: change.key, requested, available })
    });
    short.collect()
}

fn shortages(items: &Items, levels: &[Level]) -> Vec<Shortage> {
    let short = items.iter().filter_map(|(key, requested)| {
        let free: u64 = of(levels, key).map(|level| u64::from(level.free())).sum();
        let available = u32::try_from(free).unwrap_or(u32::MAX);
        (available < requested).then_some(Shortage { key, requested, available })
    });
    short.collect()
}

fn from_one_warehouse(items: &Items, levels: &[Level]) -> Option<Vec<Held>> {
    let mut warehouses: Vec<WarehouseId> = Vec::new();
    for level in levels {
        if !warehouses.contains(&level.warehouse) {
            warehouses.push(level.warehouse);
        }
    }
    warehouses.into_iter().find_map(|warehouse| {
        let all = items.iter().map(|(key, quantity)| {
            let suffices =
                of(levels, key).any(|level| level.warehouse == warehouse && level.free() >= quantity);
            suffices.then_some(Held { key, warehouse, quantity })
        });
        all.collect()
    })
}

fn by_priority(items: &Items, levels: &[Level]) -> Vec<Held> {
    let mut held = Vec::new();
    for (key, mut missing) in items.iter() {
        for level in of(levels, key) {
            let quantity = missing.min(level.free());
            if quantity > 0 {
                held.push(Held { key, warehouse: level.warehouse, quantity });
                missing -= quantity;
            }
        }
    }
    held
}

fn of(levels: &[Level], key: StockKey) -> impl Iterator<Item = &Level> {
    levels.iter().filter(move |level| level.key == key)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use souk_kernel::ProductId;
    use uuid::Uuid;

    use super::*;

    fn key(number: u8) -> StockKey {
        StockKey { product: ProductId::from_uuid(Uuid::from_u128(number.into())), combination: None }
    }

    fn level(warehouse: u8, product: u8, on_hand: u32, reserved: u32) -> Level {
        let warehouse = WarehouseId::from_uuid(Uuid::from_u128(warehouse.into()));
        Level { warehouse, key: key(product), on_hand, reserved: reserved.min(on_hand) }
    }

    /// Up to three warehouses in priority order with up to four products each.
    fn levels() -> impl Strategy<Value = Vec<Level>> {
        let stock = proptest::collection::btree_map((0..3_u8, 0..4_u8), (0..20_u32, 0..20_u32), 0..12);
        stock.prop_map(|stock| {
            stock.into_iter().map(|((w, p), (on_hand, reserved))| level(w, p, on_hand, reserved)).collect()
        })
    }

    fn items() -> impl Strategy<Value = Items> {
        proptest::collection::vec((0..4_u8, 1..15_u32), 1..6).prop_map(|lines| {
            Items::collect(lines.into_iter().map(|(product, quantity)| (key(product), quantity)))
                .expect("legal")
        })
    }

    proptest! {
        #[test]
        fn a_plan_takes_exactly_what_is_wanted_from_what_is_free(levels in levels(), items in items()) {
            match plan(&items, &levels) {
                Ok(held) => {
                    prop_assert!(items.are_held_by(&held));
                    for held in &held {
                        let free = of(&levels, held.key).find(|level| level.warehouse == held.warehouse).map(Level::free);
                        prop_assert!(free >= Some(held.quantity));
                    }
                }
                Err(short) => {
                    prop_assert!(!short.is_empty());
                    prop_assert!(short.iter().all(|shortage| shortage.available < shortage.requested));
                }
            }
        }

        #[test]
        fn an_order_is_split_only_where_no_warehouse_has_all(levels in levels(), items in items()) {
            let whole = (0..3_u8).any(|warehouse| {
                let id = level(warehouse, 0, 0, 0).warehouse;
                items.iter().all(|(key, quantity)| {
                    of(&levels, key).any(|level| level.warehouse == id && level.free() >= quantity)
                })
            });
            if let Ok(held) = plan(&items, &levels) {
                let one = held.iter().all(|one| one.warehouse == held[0].warehouse);
                prop_assert_eq!(one, whole || items.keys().count() == 1 && held.len() == 1);
            }
        }
    }
}
