//! The first of many documents in a wanted order, without sorting them all.

use crate::search::Sort;

/// Sorts ascending: the wanted order first, the newest product first among equals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct SortKey {
    order: u64,
    /// The number's complement: the newest is least.
    newest: u64,
}

pub struct Top {
    depth: usize,
    /// The best so far and some that came since they were last sifted.
    keys: Vec<SortKey>,
    /// What none of the first can be behind.
    worst: Option<SortKey>,
}

impl SortKey {
    /// Prices and scores as numbers that sort ascending. The bits of a positive float sort as the float does.
    pub fn new(sort: Sort, price: i64, score: f32, number: u64) -> Self {
        let price = price.max(0).unsigned_abs();
        let order = match sort {
            Sort::Default => u64::from(!score.max(0.0).to_bits()),
            Sort::PriceAsc => price,
            Sort::PriceDesc => !price,
        };
        Self { order, newest: !number }
    }
}

impl Top {
    pub fn new(depth: usize) -> Self {
        Self { depth, keys: Vec::new(), worst: None }
    }

    pub fn push(&mut self, key: SortKey) {
        if self.worst.is_some_and(|worst| key > worst) {
            return;
        }
        self.keys.push(key);
        if self.keys.len() >= self.depth.saturating_mul(2) {
            self.sift();
        }
    }

    fn sift(&mut self) {
        let (_, worst, _) = self.keys.select_nth_unstable(self.depth - 1);
        self.worst = Some(*worst);
        self.keys.truncate(self.depth);
    }

    /// Numbers of the first documents, in order.
    pub fn finish(mut self) -> Vec<u64> {
        self.keys.sort_unstable();
        self.keys.truncate(self.depth);
        self.keys.into_iter().map(|key| !key.newest).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_first_are_those_of_a_whole_sort(
            prices in prop::collection::vec(0_i64..20, 0..200),
            depth in 1_usize..30,
        ) {
            let mut top = Top::new(depth);
            let mut sorted: Vec<SortKey> = Vec::new();
            for (number, price) in (1_u64..).zip(prices) {
                let key = SortKey::new(Sort::PriceAsc, price, 0.0, number);
                top.push(key);
                sorted.push(key);
            }
            sorted.sort_unstable();
            let numbers: Vec<u64> = sorted.iter().take(depth).map(|key| !key.newest).collect();
            prop_assert_eq!(top.finish(), numbers);
        }
    }
}
