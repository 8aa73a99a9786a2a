//! Works out a listing in one pass over the products of its scope, or over bitmaps of them: which match, the first of them in
//! order, and what each further choice would leave. A group's own choices never lower its own counts (design 7).

use std::cmp::Reverse;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{bail, ensure};
use roaring::{MultiOps as _, RoaringBitmap};
use souk_kernel::{LISTING_REACH, Money};
use tantivy::query::{EnableScoring, Query};
use tantivy::{COLLECT_BLOCK_BUFFER_LEN, Score, SegmentReader};

use super::columns::{ListColumns, ListedProduct};
use super::facets::FacetTable;
use super::occurrences::KeptOccurrences;
use super::schema::Fields;
use super::segment_search::{Searched, SegmentSearch};
use super::selected::{self, Selected};
use super::snapshot::{ListVersion, Snapshot};
use super::text::{Match, TypedPart, typed_parts};
use super::top::{SortKey, Top};
use crate::search::{FacetCount, FacetGroup, Filters, Scope, SearchError, SearchQuery, Selection, Sort};

/// With as many products that hold the words as they were typed, those that hold others alike are not looked for.
const ENOUGH_AS_TYPED: u64 = 50;
/// How far a kept answer reaches, in products: most never look further than the first.
const DEPTHS: [usize; 2] = [1_200, LISTING_REACH as usize];
/// Documents of a segment that are looked at before the next look whether anybody still waits, in blocks of 64.
const DOCUMENT_BLOCKS: usize = 64;

/// What an answer depends on beside page, language and the state of the index.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ResultKey {
    pub scope: Scope,
    pub within: Option<Arc<Selection>>,
    pub words: String,
    pub filters: Filters,
    pub sort: Sort,
    /// Only what has all words is counted: where nothing has, neither their sounds nor some of them are looked for.
    only_counted: bool,
    /// First matches that the answer holds.
    depth: usize,
}

/// The matches of a query, in order.
#[derive(Debug, PartialEq)]
pub struct ResultSet {
    /// Products by number: the first ones, as many as the key's depth.
    pub first: Vec<u64>,
    pub total: u64,
    pub price_bounds: Option<(Money, Money)>,
    pub facets: Arc<[FacetGroup]>,
    /// Facets that occur in the scope at all, in order.
    seen: Vec<u32>,
    matching: Match,
}

/// One query over one snapshot.
#[derive(Clone)]
pub struct Evaluation {
    pub snapshot: Arc<Snapshot>,
    pub fields: Fields,
    pub key: ResultKey,
    pub occurrences: Arc<KeptOccurrences>,
    /// Set when nobody waits for the answer any more.
    pub cancelled: Arc<AtomicBool>,
}

/// The chosen groups of a query in terms of a snapshot.
struct Choices {
    /// Of each facet, by its number.
    facets: Vec<Chosen>,
    /// Bits of all chosen groups.
    wanted: u32,
}

/// What a facet is to the chosen groups, each of which is a bit.
#[derive(Clone, Copy, Default)]
struct Chosen {
    /// The group that it would satisfy.
    satisfies: u32,
    /// The group that it is of.
    group: u32,
}

/// The tally while documents go by.
struct Tally {
    counts: Vec<u64>,
    bounds: Option<(i64, i64)>,
    total: u64,
    top: Top,
}

impl Evaluation {
    /// The answer without any filter.
    pub fn unfiltered(&self) -> anyhow::Result<ResultSet> {
        let mut parts = self.parts(Match::AllAsTyped);
        let mut found = self.of_scope(Match::AllAsTyped, &parts)?;
        if self.key.words.is_empty() || found.total >= ENOUGH_AS_TYPED {
            return Ok(found);
        }
        for matching in [Match::All, Match::AllAsHeard] {
            let wider = self.parts(matching);
            // Where no word is taken for more than before, nothing else would be found.
            if wider != parts {
                found = self.of_scope(matching, &wider)?;
                parts = wider;
            }
            if found.total > 0 || self.key.only_counted {
                return Ok(found);
            }
        }
        self.of_scope(Match::Any, &self.parts(Match::Any))
    }

    fn parts(&self, matching: Match) -> Vec<TypedPart> {
        typed_parts(&self.key.words, matching, &self.snapshot.synonyms)
    }

    fn of_scope(&self, matching: Match, parts: &[TypedPart]) -> anyhow::Result<ResultSet> {
        let facets = &self.snapshot.facets;
        let mut tally = self.tally();
        self.documents((parts, matching), |product, key| {
            tally.see(product.price);
            tally.count(product.facets);
            tally.take(key);
        })?;
        let seen: Vec<u32> = facets.ordered().filter(|number| tally.counts[*number as usize] > 0).collect();
        Ok(tally.finish(facets, seen, matching))
    }

    /// The answer with filters, given the one without and, where no words were typed, the columns of the list.
    pub fn filtered(
        &self,
        unfiltered: &ResultSet,
        columns: Option<&ListColumns>,
    ) -> anyhow::Result<ResultSet> {
        let mut tally = self.tally();
        match columns {
            Some(columns) => self.narrow_list(unfiltered, columns, &mut tally)?,
            None => self.narrow_documents(unfiltered.matching, &mut tally)?,
        }
        let found = tally.finish(&self.snapshot.facets, unfiltered.seen.clone(), unfiltered.matching);
        Ok(ResultSet { price_bounds: unfiltered.price_bounds, ..found })
    }

    /// Looks at one product after the other.
    fn narrow_documents(&self, matching: Match, tally: &mut Tally) -> anyhow::Result<()> {
        let choices = Choices::new(&self.snapshot.facets, &self.key.filters);
        self.documents((&self.parts(matching), matching), |product, key| {
            let missing = choices.missing(product.facets);
            if missing == 0 {
                tally.count(product.facets);
                tally.take(key);
            } else if missing.is_power_of_two() {
                // Exactly one chosen group is missed: it stays open.
                for number in product.facets {
                    let own = choices.facets[*number as usize].group == missing;
                    tally.counts[*number as usize] += u64::from(own);
                }
            }
        })
    }

    /// Looks at bitmaps of products: of each group those that have what was chosen, and what all of these have in common.
    fn narrow_list(
        &self,
        unfiltered: &ResultSet,
        columns: &ListColumns,
        tally: &mut Tally,
    ) -> anyhow::Result<()> {
        let table = &self.snapshot.facets;
        let priced = columns.priced(&self.prices());
        // A group that no product has is one that every product misses.
        let chosen = |(name, keys): (&String, &Vec<String>)| {
            let group = table.group(name);
            (group, group.map_or_else(RoaringBitmap::new, |at| columns.having(table.chosen(at, keys))))
        };
        let groups: Vec<_> = self.key.filters.groups.iter().map(chosen).collect();
        let having = |open: Option<usize>| {
            let kept = groups.iter().filter(move |(group, _)| open.is_none() || *group != open);
            priced.iter().chain(kept.map(|(_, having)| having))
        };
        let found = having(None).intersection();
        columns.count(&unfiltered.seen, &found, &mut tally.counts);
        for group in groups.iter().filter_map(|(group, _)| *group) {
            self.refuse_abandoned()?;
            let counted = unfiltered.counts().filter(|(number, _)| table.group_of(*number) == group);
            if having(Some(group)).next().is_none() {
                // Nothing else was chosen.
                counted.for_each(|(number, products)| tally.counts[number as usize] = products);
            } else {
                let facets: Vec<u32> = counted.map(|(number, _)| number).collect();
                columns.count(&facets, &having(Some(group)).intersection(), &mut tally.counts);
            }
        }
        tally.total = found.len();
        // They come in the order of the list, and are looked at one by one where another is asked for.
        let looked_at = if self.key.sort == Sort::Default { self.key.depth } else { usize::MAX };
        for place in found.iter().take(looked_at) {
            let (price, number) = (columns.price(place), columns.number(place));
            tally.top.push(SortKey::new(self.key.sort, price, 0.0, number));
        }
        Ok(())
    }

    /// The products of the scope, newest first.
    pub fn columns(&self) -> anyhow::Result<ListColumns> {
        let mut products = Vec::new();
        self.documents((&[], Match::AllAsTyped), |product, _| products.push(product))?;
        // A segment's documents mostly lie in the order of their numbers, and a stable sort sees that.
        products.sort_by_key(|product| Reverse(product.number));
        Ok(ListColumns::of(&products))
    }

    fn tally(&self) -> Tally {
        Tally::new(self.snapshot.facets.len(), self.key.depth)
    }

    /// Hands over the matching products of the scope that cost what was chosen.
    fn documents<'s>(
        &'s self,
        (parts, matching): (&[TypedPart], Match),
        mut visit: impl FnMut(ListedProduct<'s>, SortKey),
    ) -> anyhow::Result<()> {
        let Some(priced) = &self.snapshot.priced else { bail!(SearchError::NotReady) };
        let chosen = self.prices();
        let in_order = self.key.words.is_empty() && self.key.sort == Sort::Default;
        let selected = Selected::new(self.key.within.as_deref(), in_order, &priced.prices);
        let is_scored = self.key.sort == Sort::Default;
        let (fields, index) = (&self.fields, &self.snapshot.searcher);
        let words = Searched::new((parts, matching), self.in_scope(), is_scored, fields, index)?;
        let segments = self.snapshot.segments.iter().zip(&priced.columns);
        for (reader, (segment, prices)) in self.snapshot.searcher.segment_readers().iter().zip(segments) {
            let look = |document: u32, score| {
                let price = prices[document as usize];
                if chosen.contains(&price) && selected.has(segment, document, price) {
                    let product = segment.listed(document, price);
                    let score = selected.score(segment, document, score);
                    visit(product, SortKey::new(self.key.sort, price, score, product.number));
                }
            };
            if self.key.words.is_empty() {
                self.in_list(reader, look)?;
            } else if !parts.is_empty() {
                self.with_words(&words, reader, look)?;
            }
        }
        Ok(())
    }

    /// What products may cost, in centimes.
    fn prices(&self) -> RangeInclusive<i64> {
        let Filters { price_min, price_max, .. } = &self.key.filters;
        let (least, most) = selected::price_range(self.key.within.as_deref()).into_inner();
        let least = price_min.map_or(least, |chosen| least.max(chosen.centimes()));
        least..=price_max.map_or(most, |chosen| most.min(chosen.centimes()))
    }

    pub fn refuse_abandoned(&self) -> anyhow::Result<()> {
        ensure!(!self.cancelled.load(Ordering::Relaxed), "nobody waits for this answer any more");
        Ok(())
    }

    /// Hands over the living documents of the scope in blocks, for as long as somebody waits.
    fn in_list(&self, reader: &SegmentReader, mut visit: impl FnMut(u32, Score)) -> anyhow::Result<()> {
        let alive = reader.alive_bitset();
        let listed = self.in_scope().unwrap_or_else(|| selected::in_one_of(&self.fields, &[Scope::All]));
        let weight = listed.weight(EnableScoring::disabled_from_searcher(&self.snapshot.searcher))?;
        let mut scorer = weight.scorer(reader, 1.0)?;
        let mut block = [0; COLLECT_BLOCK_BUFFER_LEN];
        loop {
            self.refuse_abandoned()?;
            let filled = scorer.fill_buffer(&mut block);
            let living = block[..filled].iter().filter(|at| alive.is_none_or(|alive| alive.is_alive(**at)));
            living.for_each(|at| visit(*at, 0.0));
            if filled < COLLECT_BLOCK_BUFFER_LEN {
                return Ok(());
            }
        }
    }

    /// Hands over the living documents of the scope that have the words, for as long as somebody waits.
    fn with_words(
        &self,
        searched: &Searched<'_>,
        reader: &SegmentReader,
        mut visit: impl FnMut(u32, Score),
    ) -> anyhow::Result<()> {
        let refuse_abandoned = || self.refuse_abandoned();
        let mut search = SegmentSearch::new(searched, reader, &self.occurrences, &refuse_abandoned)?;
        let alive = reader.alive_bitset();
        for (at, begin) in (0..reader.max_doc()).step_by(64).enumerate() {
            if at.is_multiple_of(DOCUMENT_BLOCKS) {
                self.refuse_abandoned()?;
            }
            let mut found = search.block(at);
            while found != 0 {
                let document = begin + found.trailing_zeros();
                found &= found - 1;
                if alive.is_none_or(|alive| alive.is_alive(document)) {
                    visit(document, if searched.scored { search.score(document) } else { 0.0 });
                }
            }
        }
        Ok(())
    }

    /// What is listed; `None` where that is all there is.
    fn in_scope(&self) -> Option<Box<dyn Query>> {
        selected::query(&self.fields, &self.key.scope, self.key.within.as_deref())
    }
}

impl Choices {
    fn new(table: &FacetTable, filters: &Filters) -> Self {
        let mut choices = Self { facets: vec![Chosen::default(); table.len()], wanted: 0 };
        for (at, (group, keys)) in filters.groups.iter().enumerate() {
            let bit = 1 << at;
            choices.wanted |= bit;
            // A group that no product has is one that every product misses.
            let Some(group) = table.group(group) else { continue };
            table.numbers(group).for_each(|number| choices.facets[number as usize].group = bit);
            table.chosen(group, keys).for_each(|number| choices.facets[number as usize].satisfies = bit);
        }
        choices
    }

    /// Bits of the chosen groups that a product of these facets misses.
    fn missing(&self, numbers: &[u32]) -> u32 {
        // Where only prices are chosen nothing is looked up, which is half of what a document costs.
        if self.wanted == 0 {
            return 0;
        }
        let satisfied = numbers.iter().fold(0, |bits, number| bits | self.facets[*number as usize].satisfies);
        self.wanted & !satisfied
    }
}

impl Tally {
    fn new(facets: usize, depth: usize) -> Self {
        Self { counts: vec![0; facets], bounds: None, total: 0, top: Top::new(depth) }
    }

    fn see(&mut self, price: i64) {
        self.bounds =
            Some(self.bounds.map_or((price, price), |(low, high)| (low.min(price), high.max(price))));
    }

    fn count(&mut self, facets: &[u32]) {
        for number in facets {
            self.counts[*number as usize] += 1;
        }
    }

    fn take(&mut self, key: SortKey) {
        self.total += 1;
        self.top.push(key);
    }

    fn finish(self, table: &FacetTable, seen: Vec<u32>, matching: Match) -> ResultSet {
        let count = |number: &u32| FacetCount {
            facet: table.facet(*number).clone(),
            products: self.counts[*number as usize],
        };
        let groups = seen.chunk_by(|one, other| table.group_of(*one) == table.group_of(*other));
        let groups = groups.map(|numbers| FacetGroup { values: numbers.iter().map(count).collect() });
        let bounds = |(low, high)| (Money::from_centimes(low), Money::from_centimes(high));
        ResultSet {
            total: self.total,
            price_bounds: self.bounds.map(bounds),
            facets: groups.collect(),
            first: self.top.finish(),
            seen,
            matching,
        }
    }
}

impl ResultKey {
    /// The key of an answer that holds the wanted page.
    pub fn of(query: &SearchQuery) -> Self {
        let until = usize::try_from(query.page.offset()).unwrap_or(usize::MAX) + query.page.size() as usize;
        Self {
            scope: query.scope,
            within: query.within.clone(),
            words: query.words.trim().to_owned(),
            filters: query.filters.clone(),
            sort: query.sort,
            only_counted: false,
            depth: DEPTHS.into_iter().find(|depth| until <= *depth).unwrap_or(DEPTHS[1]),
        }
    }

    /// The key of how many products have all words of a search, typos forgiven.
    pub fn of_count(query: &SearchQuery) -> Self {
        Self { only_counted: true, ..Self::of(query) }
    }

    /// The same without filters; `None` when it has none.
    pub fn unfiltered(&self) -> Option<Self> {
        let none = Filters::default();
        (self.filters != none).then(|| Self {
            filters: none,
            sort: Sort::Default,
            depth: DEPTHS[0],
            ..self.clone()
        })
    }

    /// Whether the list has an order of its own, which its columns don't have.
    pub fn is_ordered(&self) -> bool {
        self.within.as_ref().is_some_and(|within| within.is_ordered())
    }

    /// Stays the same for as long as the list shows the same.
    pub fn version(&self, snapshot: &Snapshot) -> ListVersion {
        snapshot.version(selected::groups(&self.scope, self.within.as_deref()))
    }

    /// About how many bytes it takes.
    pub fn weight(&self) -> usize {
        let within = self.within.as_ref().map_or(0, |within| within.weight());
        200 + within
            + self.words.len()
            + self.filters.groups.values().flatten().map(String::len).sum::<usize>()
    }
}

impl ResultSet {
    /// Whether the matches have all that was searched, and not some of it.
    pub fn has_all_words(&self) -> bool {
        self.matching != Match::Any
    }

    /// How many of the matches have each of the facets that occur in the scope.
    fn counts(&self) -> impl Iterator<Item = (u32, u64)> {
        let products = self.facets.iter().flat_map(|group| &group.values).map(|value| value.products);
        self.seen.iter().copied().zip(products)
    }

    /// About how many bytes it takes.
    pub fn weight(&self) -> usize {
        let values: usize = self.facets.iter().map(|group| group.values.len()).sum();
        200 + self.first.len() * 8 + values * 24
    }
}
