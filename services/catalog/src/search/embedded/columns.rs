//! The products of one list, newest first, with a bitmap of those that have it for each facet. What choices leave of a list, and
//! what each further one would, is worked out from bitmaps, many products at a time: of a list at a million products most
//! documents are met out of the cache's sight.

use std::ops::RangeInclusive;

use roaring::{MultiOps as _, RoaringBitmap};

/// See the module. A product stands for its place in the list, from 0.
#[derive(Debug, Default)]
pub struct ListColumns {
    numbers: Vec<u64>,
    /// Centimes as shown.
    prices: Vec<i64>,
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
            facets: (0..).zip(having).filter(|(_, having)| !having.is_empty()).collect(),
        }
    }

    pub fn number(&self, place: u32) -> u64 {
        self.numbers[place as usize]
    }

    pub fn price(&self, place: u32) -> i64 {
        self.prices[place as usize]
    }

    /// The products that cost so many centimes.
    pub fn priced(&self, range: &RangeInclusive<i64>) -> RoaringBitmap {
        if *range == (i64::MIN..=i64::MAX) {
            return (0..).take(self.prices.len()).collect();
        }
        let places = (0..).zip(&self.prices).filter(|(_, price)| range.contains(price));
        places.map(|(place, _)| place).collect()
    }

    /// The products that have one of the facets at least.
    pub fn having(&self, facets: impl Iterator<Item = u32>) -> RoaringBitmap {
        facets.filter_map(|facet| self.of_facet(facet)).union()
    }

    /// How many of the products have the facet.
    pub fn count(&self, facet: u32, products: &RoaringBitmap) -> u64 {
        self.of_facet(facet).map_or(0, |having| having.intersection_len(products))
    }

    fn of_facet(&self, facet: u32) -> Option<&RoaringBitmap> {
        let at = self.facets.binary_search_by_key(&facet, |(number, _)| *number).ok()?;
        self.facets.get(at).map(|(_, having)| having)
    }

    /// About how many bytes it takes.
    pub fn weight(&self) -> usize {
        let having: usize = self.facets.iter().map(|(_, having)| 40 + having.serialized_size()).sum();
        200 + self.numbers.len() * 16 + having
    }
}
