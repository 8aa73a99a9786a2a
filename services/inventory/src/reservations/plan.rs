//! Which warehouses serve an order, pure: one for the whole order if one can, else each item from the
//! warehouses in their priority order (design 6.3). All items or none.

use std::collections::{BTreeMap, HashMap};

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

/// What the warehouses have, found by key: a crowd's carts are planned over thousands of levels.
#[derive(Debug)]
pub struct Levels(HashMap<StockKey, Vec<Level>>);

impl Levels {
    /// The levels of a key in the warehouses' priority order.
    fn of(&self, key: StockKey) -> &[Level] {
        self.0.get(&key).map_or(&[], Vec::as_slice)
    }

    fn at(&self, key: StockKey, warehouse: WarehouseId) -> Option<&Level> {
        self.of(key).iter().find(|level| level.warehouse == warehouse)
    }

    /// What is held is no longer free.
    pub fn take(&mut self, held: &[Held]) {
        self.each_of(held, |level, quantity| level.reserved += quantity);
    }

    /// What was held is free again.
    pub fn give_back(&mut self, held: &[Held]) {
        self.each_of(held, |level, quantity| level.reserved = level.reserved.saturating_sub(quantity));
    }

    fn each_of(&mut self, held: &[Held], change: impl Fn(&mut Level, u32)) {
        for held in held {
            let levels = self.0.get_mut(&held.key).into_iter().flatten();
            levels
                .filter(|level| level.warehouse == held.warehouse)
                .for_each(|level| change(level, held.quantity));
        }
    }
}

impl FromIterator<Level> for Levels {
    /// The levels come in the warehouses' priority order.
    fn from_iter<T: IntoIterator<Item = Level>>(levels: T) -> Self {
        let mut by_key = HashMap::<_, Vec<_>>::new();
        for level in levels {
            by_key.entry(level.key).or_default().push(level);
        }
        Self(by_key)
    }
}

/// Divides `items` over the levels. Never takes more of a level than is free.
pub fn plan(items: &Items, levels: &Levels) -> Result<Vec<Held>, Vec<Shortage>> {
    let short = shortages(items, levels);
    if !short.is_empty() {
        return Err(short);
    }
    let mut held = from_one_warehouse(items, levels).unwrap_or_else(|| by_priority(items, levels));
    held.sort_unstable();
    Ok(held)
}

/// Holds `items` instead of `held`, which `levels` count as taken: what is held stays where it is as far as it is wanted, so that what
/// staff or an earlier plan chose is not moved; the rest is divided as by [`plan`].
pub fn plan_instead(items: &Items, held: &[Held], mut levels: Levels) -> Result<Vec<Held>, Vec<Shortage>> {
    let mut wanted: BTreeMap<StockKey, u32> = items.iter().collect();
    let kept = held.iter().filter_map(|held| {
        let left = wanted.get_mut(&held.key)?;
        let quantity = held.quantity.min(*left);
        *left -= quantity;
        (quantity > 0).then_some(Held { quantity, ..*held })
    });
    let mut kept: Vec<_> = kept.collect();
    levels.give_back(held);
    levels.take(&kept);
    let lacking = wanted.into_iter().filter(|(_, quantity)| *quantity > 0);
    // None where nothing is lacking.
    if let Ok(lacking) = Items::collect(lacking) {
        kept.extend(plan(&lacking, &levels)?);
    }
    Ok(kept)
}

/// The levels that have less free than an allocation moves to them.
pub fn shortages_of(changes: &[LevelChange], levels: &Levels) -> Vec<Shortage> {
    let short = changes.iter().filter_map(|change| {
        let requested = u32::try_from(change.reserved).unwrap_or(0);
        let available = levels.at(change.key, change.warehouse).map_or(0, Level::free);
        (available < requested).then_some(Shortage { key: change.key, requested, available })
    });
    short.collect()
}

fn shortages(items: &Items, levels: &Levels) -> Vec<Shortage> {
    let short = items.iter().filter_map(|(key, requested)| {
        let free: u64 = levels.of(key).iter().map(|level| u64::from(level.free())).sum();
        let available = u32::try_from(free).unwrap_or(u32::MAX);
        (available < requested).then_some(Shortage { key, requested, available })
    });
    short.collect()
}

/// The first warehouse that has everything; whichever it is has the first item.
fn from_one_warehouse(items: &Items, levels: &Levels) -> Option<Vec<Held>> {
    let first = items.keys().next()?;
    levels.of(first).iter().find_map(|&Level { warehouse, .. }| {
        let all = items.iter().map(|(key, quantity)| {
            let suffices = levels.at(key, warehouse).is_some_and(|level| level.free() >= quantity);
            suffices.then_some(Held { key, warehouse, quantity })
        });
        all.collect()
    })
}

fn by_priority(items: &Items, levels: &Levels) -> Vec<Held> {
    let mut held = Vec::new();
    for (key, mut missing) in items.iter() {
        for level in levels.of(key) {
            let quantity = missing.min(level.free());
            if quantity > 0 {
                held.push(Held { key, warehouse: level.warehouse, quantity });
                missing -= quantity;
            }
        }
    }
    held
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
    fn levels() -> impl Strategy<Value = Levels> {
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
                        let free = levels.at(held.key, held.warehouse).map(Level::free);
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
        fn a_changed_order_keeps_what_it_holds_and_is_short_only_of_what_is_not_there(
            stock in proptest::collection::btree_map((0..3_u8, 0..4_u8), 1..20_u32, 1..12), before in items(), after in items(),
        ) {
            let level = |((w, p), on_hand): (&(u8, u8), &u32)| level(*w, *p, *on_hand, 0);
            let mut levels: Levels = stock.iter().map(level).collect();
            let held = plan(&before, &levels).unwrap_or_default();
            levels.take(&held);
            let free = |key: StockKey| levels.of(key).iter().map(|level| u64::from(level.on_hand)).sum::<u64>();
            let is_enough = after.iter().all(|(key, quantity)| free(key) >= u64::from(quantity));
            let wanted: BTreeMap<_, _> = after.iter().collect();
            let planned = plan_instead(&after, &held, levels);
            prop_assert_eq!(planned.is_ok(), is_enough);
            let Ok(planned) = planned else { return Ok(()) };
            prop_assert!(after.are_held_by(&planned));
            for (key, all) in wanted {
                let at = |held: &[Held], warehouse| {
                    held.iter().filter(|it| (it.key, it.warehouse) == (key, warehouse)).map(|it| it.quantity).sum::<u32>()
                };
                let own: Vec<_> = held.iter().filter(|it| it.key == key).collect();
                let stays: u32 = own.iter().map(|it| it.quantity.min(at(&planned, it.warehouse))).sum();
                prop_assert_eq!(stays, all.min(own.iter().map(|it| it.quantity).sum()), "{:?} of {:?}", planned, held);
            }
        }

        #[test]
        fn an_order_is_split_only_where_no_warehouse_has_all(levels in levels(), items in items()) {
            let whole = (0..3_u8).any(|warehouse| {
                let id = level(warehouse, 0, 0, 0).warehouse;
                items.iter().all(|(key, quantity)| {
                    levels.at(key, id).is_some_and(|level| level.free() >= quantity)
                })
            });
            if let Ok(held) = plan(&items, &levels) {
                let one = held.iter().all(|one| one.warehouse == held[0].warehouse);
                prop_assert_eq!(one, whole || items.keys().count() == 1 && held.len() == 1);
            }
        }
    }

    /// 32 carts of 200 items each in 5 warehouses, none of which has everything.
    #[test]
    fn a_crowd_with_full_carts_is_planned_at_once() {
        let key = |item: u32| StockKey {
            product: ProductId::from_uuid(Uuid::from_u128(item.into())),
            combination: None,
        };
        let level = |number: u8, item| {
            let warehouse = WarehouseId::from_uuid(Uuid::from_u128(number.into()));
            Level {
                warehouse,
                key: key(item),
                on_hand: u32::from(item % 5 != u32::from(number)),
                reserved: 0,
            }
        };
        let mut levels: Levels = (0..5).flat_map(|w| (0..6_400).map(move |item| level(w, item))).collect();
        let began = std::time::Instant::now();
        for cart in 0..32 {
            let items =
                Items::collect((cart * 200..(cart + 1) * 200).map(|item| (key(item), 1))).expect("legal");
            let held = plan(&items, &levels).expect("enough");
            assert!(items.are_held_by(&held));
            levels.take(&held);
        }
        assert!(began.elapsed() < std::time::Duration::from_secs(2), "{:?}", began.elapsed());
    }
}
