//! Works out a listing in one pass over the documents of its scope: which match, in what order, and what each
//! further choice would leave. A group's own choices never lower its own counts (design 7).

use std::sync::Arc;

use souk_kernel::{Money, ProductId};
use tantivy::query::{BooleanQuery, ConstScoreQuery, EnableScoring, Occur, Query, TermQuery};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocAddress, Term};

use super::EngineFailure;
use super::schema::Fields;
use super::snapshot::{FacetTable, Snapshot};
use super::text::{Match, text_query};
use crate::search::{FacetCount, FacetGroup, Filters, Scope, SearchQuery, Sort};

/// What an answer depends on beside page and language.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ResultKey {
    pub scope: Scope,
    pub words: String,
    pub filters: Filters,
    pub without: Option<ProductId>,
    pub sort: Sort,
}

/// All matches of a query, in order.
#[derive(Debug, Default)]
pub struct ResultSet {
    pub matches: Vec<DocAddress>,
    pub price_bounds: Option<(Money, Money)>,
    pub facets: Arc<[FacetGroup]>,
}

/// Sorts ascending: the wanted order first, the newest product first among equals.
type SortKey = (u64, u64);

/// The chosen groups of a query in terms of a snapshot.
struct Choices {
    /// For each facet number: which chosen group it would satisfy.
    satisfies: Vec<Option<usize>>,
    /// For each group number of the snapshot: which chosen group it is.
    chosen_of: Vec<Option<usize>>,
    chosen: usize,
    price_min: i64,
    price_max: i64,
}

/// The tally while documents go by.
struct Tally {
    counts: Vec<u64>,
    /// Facets that occur in the scope at all.
    seen: Vec<bool>,
    bounds: Option<(i64, i64)>,
    matches: Vec<(SortKey, DocAddress)>,
}

/// Which one condition a document misses.
enum Missing {
    Nothing,
    /// Exactly one chosen group.
    Group(usize),
    MoreOrPrice,
}

pub fn evaluate(snapshot: &Snapshot, fields: &Fields, key: &ResultKey) -> Result<ResultSet, EngineFailure> {
    let all = run(snapshot, fields, key, Match::All)?;
    let none_found = all.price_bounds.is_none();
    if none_found && !key.words.is_empty() {
        return run(snapshot, fields, key, Match::Any);
    }
    Ok(all)
}

fn run(
    snapshot: &Snapshot,
    fields: &Fields,
    key: &ResultKey,
    matching: Match,
) -> Result<ResultSet, EngineFailure> {
    let Some(query) = whole_query(fields, key, matching) else { return Ok(ResultSet::default()) };
    let scored = !key.words.is_empty() && key.sort == Sort::Default;
    let scoring = if scored {
        EnableScoring::enabled_from_searcher(&snapshot.searcher)
    } else {
        EnableScoring::disabled_from_searcher(&snapshot.searcher)
    };
    let weight = query.weight(scoring)?;
    let choices = Choices::new(&snapshot.facets, &key.filters);
    let mut tally = Tally::new(&snapshot.facets);
    for (segment, reader) in snapshot.searcher.segment_readers().iter().enumerate() {
        let alive = reader.alive_bitset();
        let mut pass = |document: u32, score: f32| {
            if alive.is_none_or(|alive| alive.is_alive(document)) {
                tally.count(snapshot, &choices, key.sort, segment, document, score);
            }
        };
        if scored {
            weight.for_each(reader, &mut pass)?;
        } else {
            weight.for_each_no_score(reader, &mut |documents| {
                for document in documents {
                    pass(*document, 0.0);
                }
            })?;
        }
    }
    Ok(tally.finish(&snapshot.facets))
}

/// `None` when words were typed but none of them can be looked for.
fn whole_query(fields: &Fields, key: &ResultKey, matching: Match) -> Option<Box<dyn Query>> {
    let scope = in_scope(fields, key.scope);
    if key.words.is_empty() && key.without.is_none() {
        return Some(scope);
    }
    let unscored: Box<dyn Query> = Box::new(ConstScoreQuery::new(scope, 0.0));
    let mut clauses = vec![(Occur::Must, unscored)];
    if !key.words.is_empty() {
        clauses.push((Occur::Must, text_query(fields, &key.words, matching)?));
    }
    clauses.extend(key.without.map(|id| (Occur::MustNot, in_scope(fields, Scope::Product(id)))));
    Some(Box::new(BooleanQuery::new(clauses)))
}

fn in_scope(fields: &Fields, scope: Scope) -> Box<dyn Query> {
    let term = Term::from_field_text(fields.scope, &scope.term());
    Box::new(TermQuery::new(term, IndexRecordOption::Basic))
}

impl Choices {
    fn new(table: &FacetTable, filters: &Filters) -> Self {
        let group_chosen = |name: &str| filters.groups.keys().position(|group| group == name);
        let satisfies = |number: usize| {
            let facet = &table.facets[number];
            let values = filters.groups.get(&facet.group)?;
            values.contains(&facet.key).then(|| group_chosen(&facet.group)).flatten()
        };
        Self {
            satisfies: (0..table.facets.len()).map(satisfies).collect(),
            chosen_of: table.groups.iter().map(|group| group_chosen(group)).collect(),
            chosen: filters.groups.len(),
            price_min: filters.price_min.map_or(i64::MIN, Money::centimes),
            price_max: filters.price_max.map_or(i64::MAX, Money::centimes),
        }
    }

    fn missing(&self, numbers: impl Iterator<Item = usize>, price: i64) -> Missing {
        let mut satisfied: u64 = 0;
        for number in numbers {
            if let Some(group) = self.satisfies[number] {
                satisfied |= 1 << group;
            }
        }
        let wanted: u64 = (1_u64 << self.chosen) - 1;
        let missing = wanted & !satisfied;
        if price < self.price_min || price > self.price_max || missing.count_ones() > 1 {
            Missing::MoreOrPrice
        } else if missing == 0 {
            Missing::Nothing
        } else {
            Missing::Group(missing.trailing_zeros() as usize)
        }
    }
}

impl Tally {
    fn new(table: &FacetTable) -> Self {
        Self {
            counts: vec![0; table.facets.len()],
            seen: vec![false; table.facets.len()],
            bounds: None,
            matches: Vec::new(),
        }
    }

    fn count(
        &mut self,
        snapshot: &Snapshot,
        choices: &Choices,
        sort: Sort,
        segment: usize,
        document: u32,
        score: f32,
    ) {
        let columns = &snapshot.segments[segment];
        let numbers = &snapshot.facets.by_segment[segment];
        let facets = || columns.facets_of(document).map(|ordinal| numbers[ordinal]);
        let price = columns.price.first(document).unwrap_or_default();
        self.bounds =
            Some(self.bounds.map_or((price, price), |(low, high)| (low.min(price), high.max(price))));
        let missing = choices.missing(facets(), price);
        for number in facets() {
            self.seen[number] = true;
            let counts = match missing {
                Missing::Nothing => true,
                Missing::Group(group) => choices.chosen_of[snapshot.facets.group_of[number]] == Some(group),
                Missing::MoreOrPrice => false,
            };
            self.counts[number] += u64::from(counts);
        }
        if matches!(missing, Missing::Nothing) {
            let newest_first = !columns.number.first(document).unwrap_or_default();
            let segment = u32::try_from(segment).unwrap_or(u32::MAX);
            let address = DocAddress::new(segment, document);
            self.matches.push(((wanted_order(sort, price, score), newest_first), address));
        }
    }

    fn finish(mut self, table: &FacetTable) -> ResultSet {
        self.matches.sort_unstable_by_key(|(key, _)| *key);
        let bounds = |(low, high)| (Money::from_centimes(low), Money::from_centimes(high));
        ResultSet {
            price_bounds: self.bounds.map(bounds),
            facets: self.groups(table).into(),
            matches: self.matches.into_iter().map(|(_, address)| address).collect(),
        }
    }

    fn groups(&self, table: &FacetTable) -> Vec<FacetGroup> {
        let mut groups: Vec<FacetGroup> = Vec::new();
        for (number, facet) in table.facets.iter().enumerate().filter(|(number, _)| self.seen[*number]) {
            let value = FacetCount {
                key: facet.key.clone(),
                value: facet.value.clone(),
                color: facet.color.clone(),
                products: self.counts[number],
            };
            match groups.iter_mut().find(|group| group.name == facet.group) {
                Some(group) => group.values.push(value),
                None => groups.push(FacetGroup {
                    name: facet.group.clone(),
                    label: facet.label.clone(),
                    values: vec![value],
                }),
            }
        }
        for group in &mut groups {
            group.values.sort_by(|a, b| a.key.cmp(&b.key));
        }
        groups.sort_by(|a, b| a.name.cmp(&b.name));
        groups
    }
}

/// Prices and scores as numbers that sort ascending. The bits of a positive float sort as the float does.
fn wanted_order(sort: Sort, price: i64, score: f32) -> u64 {
    let price = price.max(0).unsigned_abs();
    match sort {
        Sort::Default => u64::from(!score.max(0.0).to_bits()),
        Sort::PriceAsc => price,
        Sort::PriceDesc => !price,
    }
}

impl ResultKey {
    pub fn of(query: &SearchQuery) -> Self {
        Self {
            scope: query.scope,
            words: query.words.trim().to_owned(),
            filters: query.filters.clone(),
            without: query.without,
            sort: query.sort,
        }
    }

    /// About how many bytes it takes.
    pub fn weight(&self) -> u32 {
        let values = self.filters.groups.values().flatten().map(String::len).sum::<usize>();
        u32::try_from(200 + self.words.len() + values).unwrap_or(u32::MAX)
    }
}

impl ResultSet {
    /// About how many bytes it takes.
    pub fn weight(&self) -> u32 {
        let values: usize = self.facets.iter().map(|group| group.values.len()).sum();
        u32::try_from(self.matches.len() * 8 + values * 160).unwrap_or(u32::MAX)
    }
}
