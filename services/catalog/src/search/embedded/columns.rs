//! The products of one list in columns of their own, newest first. A document's price, number and facets lie at three
//! places of its segment, and of a list at a million products most documents are met out of the cache's sight; what is
//! read from one end to the other costs a tenth.

/// See the module.
#[derive(Debug, Default)]
pub struct ListColumns {
    numbers: Vec<u64>,
    /// Centimes as shown.
    prices: Vec<i64>,
    /// Of each product, where its facets end.
    facet_ends: Vec<u32>,
    facets: Vec<u32>,
}

/// What a listing looks at of one product.
#[derive(Debug, Clone, Copy)]
pub struct ListedProduct<'a> {
    pub number: u64,
    pub price: i64,
    pub facets: &'a [u32],
}

impl<'a> FromIterator<ListedProduct<'a>> for ListColumns {
    fn from_iter<T: IntoIterator<Item = ListedProduct<'a>>>(products: T) -> Self {
        let products = products.into_iter();
        let mut columns = Self::default();
        let (least, _) = products.size_hint();
        columns.numbers.reserve_exact(least);
        columns.prices.reserve_exact(least);
        columns.facet_ends.reserve_exact(least);
        for product in products {
            columns.numbers.push(product.number);
            columns.prices.push(product.price);
            columns.facets.extend_from_slice(product.facets);
            columns.facet_ends.push(u32::try_from(columns.facets.len()).unwrap_or(u32::MAX));
        }
        columns.facets.shrink_to_fit();
        columns
    }
}

impl ListColumns {
    pub fn products(&self) -> impl Iterator<Item = ListedProduct<'_>> {
        let mut begin = 0;
        self.numbers.iter().zip(&self.prices).zip(&self.facet_ends).map(move |((number, price), end)| {
            let facets = &self.facets[begin..*end as usize];
            begin = *end as usize;
            ListedProduct { number: *number, price: *price, facets }
        })
    }

    /// About how many bytes it takes.
    pub fn weight(&self) -> usize {
        200 + self.numbers.len() * 20 + self.facets.len() * 4
    }
}
