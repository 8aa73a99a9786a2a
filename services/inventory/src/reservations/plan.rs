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
