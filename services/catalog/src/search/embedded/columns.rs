//! The products of one list, newest first, with a bitmap of those that have it for each facet. What choices leave of a list is
//! worked out from bitmaps, many products at a time. What each further choice would leave is counted product by product where
//! few are left, and from bitmaps where many are.

use std::ops::RangeInclusive;

use roaring::{MultiOps as _, RoaringBitmap};

/// Products of which each is looked at, however short the list is, when facets are counted.
const FEW: u64 = 8_192;
/// Part of a longer list of which each is.
const FEW_OF: u64 = 8;

/// See the module. A product stands for its place in the list, from 0.
#[derive(Debug, Default)]
pub struct ListColumns {
    numbers: Vec<u64>,
    /// Centimes as shown.
    prices: Vec<i64>,
    /// Of each product, where its facets begin; one more at the end.
    facet_starts: Vec<usize>,
    facet_numbers: Vec<u32>,
    /// Of the facets that occur, by their numbers, ascending: which products have it.
    facets: Vec<(u32, RoaringBitmap)>,
}

/// What a listing looks at of one product.
#[derive(Debug, Clone, Copy)]
pub struct ListedProduct<'a> {
    pub number: u64,
    pub price: i64,
    pub facets: &'a [u32],
}

impl ListColumns {
    /// Of a list's products, the newest first, as many as a place can say.
    pub fn of(products: &[ListedProduct<'_>]) -> Self {
        let (mut facet_starts, mut facet_numbers) = (vec![0], Vec::new());
        for product in products {
            facet_numbers.extend_from_slice(product.facets);
            facet_starts.push(facet_numbers.len());
        }
        let last = products.iter().flat_map(|product| product.facets).max();
        let mut having = vec![RoaringBitmap::new(); last.map_or(0, |last| *last as usize + 1)];
        for (place, product) in (0..).zip(products) {
            for facet in product.facets {
                having[*facet as usize].try_push(place).ok();
            }
        }
        Self {
            numbers: products.iter().map(|product| product.number).collect(),
            prices: products.iter().map(|product| product.price).collect(),
            facet_starts,
            facet_numbers,
            facets: (0..).zip(having).filter(|(_, having)| !having.is_empty()).collect(),
        }
    }

    pub fn number(&self, place: u32) -> u64 {
        self.numbers[place as usize]
    }

    pub fn price(&self, place: u32) -> i64 {
        self.prices[place as usize]
    }

    /// The products that cost so many centimes; `None` where all do, whatever they cost.
    pub fn priced(&self, range: &RangeInclusive<i64>) -> Option<RoaringBitmap> {
        if *range == (i64::MIN..=i64::MAX) {
            return None;
        }
        // Eight comparisons make a byte without a branch; adding places one by one took a third of what a narrowed list costs.
        let bits = |prices: &[i64]| {
            prices.iter().rev().fold(0, |bits, price| bits << 1 | u8::from(range.contains(price)))
        };
        let bytes: Vec<u8> = self.prices.chunks(8).map(bits).collect();
        Some(RoaringBitmap::from_lsb0_bytes(0, &bytes))
    }

    /// The products that have one of the facets at least.
    pub fn having(&self, facets: impl Iterator<Item = u32>) -> RoaringBitmap {
        facets.filter_map(|facet| self.of_facet(facet)).union()
    }

    /// Writes how many of the products have each of the facets at its number in `counts`.
    pub fn count(&self, facets: &[u32], products: &RoaringBitmap, counts: &mut [u64]) {
        if products.len() <= FEW.max(self.numbers.len() as u64 / FEW_OF) {
            self.count_few(facets, products, counts);
        } else {
            self.count_many(facets, products, counts);
        }
    }

    fn count_few(&self, facets: &[u32], products: &RoaringBitmap, counts: &mut [u64]) {
        let mut found = vec![0_u64; counts.len()];
        for place in products {
            let at = place as usize;
            for number in &self.facet_numbers[self.facet_starts[at]..self.facet_starts[at + 1]] {
                found[*number as usize] += 1;
            }
        }
        for facet in facets {
            counts[*facet as usize] = found[*facet as usize];
        }
    }

    fn count_many(&self, facets: &[u32], products: &RoaringBitmap, counts: &mut [u64]) {
        for facet in facets {
            let having = self.of_facet(*facet);
            counts[*facet as usize] = having.map_or(0, |having| having.intersection_len(products));
        }
    }

    fn of_facet(&self, facet: u32) -> Option<&RoaringBitmap> {
        let at = self.facets.binary_search_by_key(&facet, |(number, _)| *number).ok()?;
        self.facets.get(at).map(|(_, having)| having)
    }

    /// About how many bytes it takes.
    pub fn weight(&self) -> usize {
        let having: usize = self.facets.iter().map(|(_, having)| 40 + having.serialized_size()).sum();
        200 + self.numbers.len() * 24 + self.facet_numbers.len() * 4 + having
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_costs_so_much_has_its_place(prices in prop::collection::vec(0_i64..9, 0..200), least in 0_i64..9, most in 0_i64..9) {
            let products: Vec<_> =
                prices.iter().map(|price| ListedProduct { number: 1, price: *price, facets: &[] }).collect();
            let priced = ListColumns::of(&products).priced(&(least..=most)).expect("is a choice");
            let places = (0..).zip(&prices).filter(|(_, price)| (least..=most).contains(*price)).map(|(place, _)| place);
            prop_assert_eq!(priced, places.collect::<RoaringBitmap>());
        }

        #[test]
        fn few_products_are_counted_as_many_are(
            listed in prop::collection::vec(prop::collection::btree_set(0_u32..12, 0..5), 1..60),
            looked_at in prop::collection::btree_set(0_u32..60, 0..60),
        ) {
            let facets: Vec<Vec<u32>> = listed.into_iter().map(|facets| facets.into_iter().collect()).collect();
            let products: Vec<_> =
                facets.iter().map(|facets| ListedProduct { number: 1, price: 100, facets }).collect();
            let columns = ListColumns::of(&products);
            let places = looked_at.into_iter().filter(|place| (*place as usize) < products.len()).collect();
            let counted = [1, 4, 5, 11];
            let (mut few, mut many) = ([7; 12], [7; 12]);
            columns.count_few(&counted, &places, &mut few);
            columns.count_many(&counted, &places, &mut many);
            prop_assert_eq!(few, many);
            prop_assert!((0..12).all(|facet| counted.contains(&facet) || few[facet as usize] == 7));
        }
    }
}
