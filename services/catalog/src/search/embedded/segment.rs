//! What a query needs of one segment beside the words, by document. A segment never changes, so this is read once for
//! its life and shared by all later snapshots; as plain arrays, for a listing looks at each document of its scope.

use std::sync::Arc;

use souk_kernel::{BrandId, CategoryId, Money, ProductId, TaxRate};
use tantivy::SegmentReader;
use tantivy::columnar::StrColumn;
use time::OffsetDateTime;
use uuid::Uuid;

use super::columns::ListedProduct;
use super::facets::FacetTable;
use super::schema::Fields;
use crate::prices::{Prices, Pricing};

pub struct Segment {
    /// Newest first and ties of price go by it.
    numbers: Vec<u64>,
    /// Documents in the order of their numbers; empty when they lie in that order.
    by_number: Vec<u32>,
    /// Seconds since 1970.
    made_at: Vec<i64>,
    products: Vec<[u64; 2]>,
    /// Centimes before tax and promotions.
    base_prices: Vec<i64>,
    /// Hundredths of a percent.
    tax_rates: Vec<u16>,
    categories: Vec<u32>,
    brands: Vec<u32>,
    category_ids: Vec<CategoryId>,
    brand_ids: Vec<BrandId>,
    /// Of each document, where its facets begin; one more at the end.
    facet_starts: Vec<u32>,
    facet_numbers: Vec<u32>,
    scopes: Option<StrColumn>,
}

/// Centimes as shown, by document.
pub type PriceColumn = Arc<[i64]>;

/// Stands for no brand.
const NONE: u32 = u32::MAX;

impl Segment {
    pub fn open(reader: &SegmentReader, facets: &mut FacetTable) -> anyhow::Result<Self> {
        let columns = reader.fast_fields();
        let documents = 0..reader.max_doc();
        let number = columns.u64(Fields::NUMBER)?;
        let numbers: Vec<u64> = documents.clone().map(|at| number.first(at).unwrap_or_default()).collect();
        let made = columns.i64(Fields::MADE_AT)?;
        let [high, low] = [columns.u64(Fields::PRODUCT[0])?, columns.u64(Fields::PRODUCT[1])?];
        let half = |column: &tantivy::columnar::Column<u64>, at| column.first(at).unwrap_or_default();
        let base = columns.i64(Fields::BASE_PRICE)?;
        let tax = columns.u64(Fields::TAX_RATE)?;
        let rate = |at| u16::try_from(tax.first(at).unwrap_or_default()).unwrap_or_default();
        let (categories, category_ids) = dictionary(columns.str(Fields::CATEGORY)?, reader.max_doc())?;
        let (brands, brand_ids) = dictionary(columns.str(Fields::BRAND)?, reader.max_doc())?;
        let (facet_starts, facet_numbers) =
            facets_of(columns.str(Fields::FACETS)?, reader.max_doc(), facets)?;
        Ok(Self {
            by_number: by_number(&numbers),
            made_at: documents.clone().map(|at| made.first(at).unwrap_or_default()).collect(),
            products: documents.clone().map(|at| [half(&high, at), half(&low, at)]).collect(),
            base_prices: documents.clone().map(|at| base.first(at).unwrap_or_default()).collect(),
            tax_rates: documents.map(rate).collect(),
            category_ids: category_ids.into_iter().map(CategoryId::from_uuid).collect(),
            brand_ids: brand_ids.into_iter().map(BrandId::from_uuid).collect(),
            scopes: columns.str(Fields::SCOPE)?,
            numbers,
            categories,
            brands,
            facet_starts,
            facet_numbers,
        })
    }

    /// What a listing looks at of a document that costs so many centimes.
    pub fn listed(&self, document: u32, price: i64) -> ListedProduct<'_> {
        let at = document as usize;
        let facets = &self.facet_numbers[self.facet_starts[at] as usize..self.facet_starts[at + 1] as usize];
        ListedProduct { number: self.numbers[at], price, facets }
    }

    /// The documents of a product's number: the one that lives, and those that it replaced and nothing merged away yet.
    pub fn documents_of(&self, number: u64) -> impl Iterator<Item = u32> + '_ {
        let document = move |place: usize| self.by_number.get(place).map_or(place, |at| *at as usize);
        let number_at = move |place: usize| self.numbers.get(document(place)).copied();
        let (mut low, mut high) = (0, self.numbers.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if number_at(middle) < Some(number) { low = middle + 1 } else { high = middle }
        }
        (low..)
            .take_while(move |place| number_at(*place) == Some(number))
            .map(move |place| u32::try_from(document(place)).unwrap_or(NONE))
    }

    /// When the product of a document was made, in seconds since 1970.
    pub fn made_at(&self, document: u32) -> i64 {
        self.made_at[document as usize]
    }

    pub fn product(&self, document: u32) -> ProductId {
        let [high, low] = self.products[document as usize];
        ProductId::from_uuid(Uuid::from_u64_pair(high, low))
    }

    pub fn pricing(&self, document: u32) -> Pricing {
        let at = document as usize;
        let category = self.category_ids.get(self.categories[at] as usize).copied();
        Pricing {
            product: self.product(document),
            base: Money::from_centimes(self.base_prices[at]),
            tax_rate: TaxRate::from_hundredths(u32::from(self.tax_rates[at])).unwrap_or_default(),
            category: category.unwrap_or_else(|| CategoryId::from_uuid(Uuid::nil())),
            brand: self.brand_ids.get(self.brands[at] as usize).copied(),
        }
    }

    /// What each document costs at a moment. Some hundred nanoseconds for each.
    pub fn price(&self, prices: &Prices, at: OffsetDateTime) -> PriceColumn {
        (0..u32::try_from(self.numbers.len()).unwrap_or(NONE))
            .map(|document| prices.effective(&self.pricing(document), at).centimes())
            .collect()
    }

    /// Terms of the lists that a document is in.
    pub fn scopes(&self, document: u32) -> anyhow::Result<Vec<String>> {
        let Some(column) = &self.scopes else { return Ok(Vec::new()) };
        let mut scopes = Vec::new();
        for ordinal in column.term_ords(document) {
            let mut scope = String::new();
            column.ord_to_str(ordinal, &mut scope)?;
            scopes.push(scope);
        }
        Ok(scopes)
    }
}

/// Positions of the documents sorted by their numbers, nothing when they are.
fn by_number(numbers: &[u64]) -> Vec<u32> {
    if numbers.is_sorted() {
        return Vec::new();
    }
    let mut order: Vec<u32> = (0_u32..).take(numbers.len()).collect();
    order.sort_unstable_by_key(|at| numbers[*at as usize]);
    order
}

/// The one id of each document as a position in the list of ids.
fn dictionary(column: Option<StrColumn>, documents: u32) -> anyhow::Result<(Vec<u32>, Vec<Uuid>)> {
    let Some(column) = column else { return Ok((vec![NONE; documents as usize], Vec::new())) };
    let ids = terms(&column)?.iter().map(|id| Uuid::try_parse(id)).collect::<Result<_, _>>()?;
    let position = |at| column.term_ords(at).next().and_then(|ordinal| u32::try_from(ordinal).ok());
    Ok(((0..documents).map(|at| position(at).unwrap_or(NONE)).collect(), ids))
}

fn facets_of(
    column: Option<StrColumn>,
    documents: u32,
    facets: &mut FacetTable,
) -> anyhow::Result<(Vec<u32>, Vec<u32>)> {
    let Some(column) = column else { return Ok((vec![0; documents as usize + 1], Vec::new())) };
    let numbers: Vec<u32> =
        terms(&column)?.iter().map(|json| facets.number(json)).collect::<Result<_, _>>()?;
    let (mut starts, mut all) = (Vec::with_capacity(documents as usize + 1), Vec::new());
    for document in 0..documents {
        starts.push(u32::try_from(all.len())?);
        all.extend(
            column.term_ords(document).filter_map(|at| numbers.get(usize::try_from(at).ok()?).copied()),
        );
    }
    starts.push(u32::try_from(all.len())?);
    all.shrink_to_fit();
    Ok((starts, all))
}

fn terms(column: &StrColumn) -> anyhow::Result<Vec<String>> {
    let mut terms = Vec::with_capacity(column.num_terms());
    for ordinal in 0..column.num_terms() as u64 {
        let mut term = String::new();
        column.ord_to_str(ordinal, &mut term)?;
        terms.push(term);
    }
    Ok(terms)
}
