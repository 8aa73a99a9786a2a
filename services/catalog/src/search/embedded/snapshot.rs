//! One moment of the index: what queries read while the writer goes on.

use std::collections::HashMap;
use std::sync::Arc;

use souk_kernel::ProductId;
use tantivy::index::SegmentId;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocAddress, DocSet as _, Searcher, TERMINATED};
use time::OffsetDateTime;

use super::facets::FacetTable;
use super::schema::Fields;
use super::segment::{PriceColumn, Segment};
use crate::prices::Prices;
use crate::search::{Scope, Synonyms};

#[derive(Clone)]
pub struct Snapshot {
    pub searcher: Searcher,
    /// The catalogue's revision that the index stands at.
    pub revision: Option<u64>,
    /// In the order of the searcher's segments.
    pub segments: Vec<Arc<Segment>>,
    pub facets: Arc<FacetTable>,
    /// `None` before the first.
    pub priced: Option<Priced>,
    /// What words are called beside.
    pub synonyms: Arc<Synonyms>,
    by_id: HashMap<SegmentId, usize>,
    /// Counts the commits that this process made.
    commit: u64,
    /// Of each list that changed in this process's life, the commit at which it last did.
    changed: Arc<HashMap<String, u64>>,
    /// Grows when everything may have changed.
    generation: u64,
}

/// Stays the same for as long as a list shows the same products at the same prices.
pub type ListVersion = (u64, u64);

/// The prices of a snapshot's documents.
#[derive(Clone)]
pub struct Priced {
    pub prices: Arc<Prices>,
    at: OffsetDateTime,
    /// In the order of the segments.
    pub columns: Vec<PriceColumn>,
}

/// The lists that a commit changed.
pub enum Touched {
    Lists(Vec<String>),
    All,
}

impl Snapshot {
    /// Of an index that was just opened.
    pub fn first(searcher: Searcher, revision: Option<u64>) -> anyhow::Result<Self> {
        let nothing = Self {
            searcher: searcher.clone(),
            revision: None,
            segments: Vec::new(),
            facets: Arc::default(),
            priced: None,
            synonyms: Arc::default(),
            by_id: HashMap::new(),
            commit: 0,
            changed: Arc::default(),
            generation: 0,
        };
        nothing.next(searcher, revision, Touched::All)
    }

    /// Of the same index after a commit: segments that were there are taken over with their prices.
    pub fn next(&self, searcher: Searcher, revision: Option<u64>, touched: Touched) -> anyhow::Result<Self> {
        let mut facets = FacetTable::clone(&self.facets);
        let (mut segments, mut columns, mut by_id) = (Vec::new(), Vec::new(), HashMap::new());
        for reader in searcher.segment_readers() {
            let opened = self.by_id.get(&reader.segment_id()).copied();
            let segment = match opened {
                Some(at) => self.segments[at].clone(),
                None => Arc::new(Segment::open(reader, &mut facets)?),
            };
            columns.extend(self.priced.as_ref().map(|priced| match opened {
                Some(at) => priced.columns[at].clone(),
                None => segment.price(&priced.prices, priced.at),
            }));
            by_id.insert(reader.segment_id(), segments.len());
            segments.push(segment);
        }
        facets.order();
        let priced = self.priced.as_ref().map(|priced| Priced { columns, ..priced.clone() });
        let facets = Arc::new(facets);
        Ok(Self { searcher, revision, segments, facets, priced, by_id, ..self.touched(touched) })
    }

    fn touched(&self, touched: Touched) -> Self {
        let mut after = Self { commit: self.commit + 1, ..self.clone() };
        match touched {
            Touched::All => after.generation += 1,
            Touched::Lists(lists) => {
                let changed = Arc::make_mut(&mut after.changed);
                changed.extend(lists.into_iter().map(|list| (list, after.commit)));
            }
        }
        after
    }

    /// The same prices without a document, for an index that takes this one's place.
    pub fn emptied(&self) -> Self {
        let priced = self.priced.clone().map(|priced| Priced { columns: Vec::new(), ..priced });
        Self { segments: Vec::new(), by_id: HashMap::new(), facets: Arc::default(), priced, ..self.clone() }
    }

    /// The same documents at other prices.
    pub fn repriced(&self, prices: Arc<Prices>, at: OffsetDateTime) -> Self {
        let columns = self.segments.iter().map(|segment| segment.price(&prices, at)).collect();
        Self { priced: Some(Priced { prices, at, columns }), generation: self.generation + 1, ..self.clone() }
    }

    /// The same documents under other names, which any search may find.
    pub fn called(&self, synonyms: Arc<Synonyms>) -> Self {
        Self { synonyms, generation: self.generation + 1, ..self.clone() }
    }

    /// Of what is in one list at least of each group: who comes, goes or looks other is so before or after the commit, which so
    /// changes a list of every group. No product is in an empty group.
    pub fn version<'a>(&self, groups: impl Iterator<Item = &'a [Scope]>) -> ListVersion {
        let changed = |list: &Scope| {
            let list = if matches!(list, Scope::Product(_)) { Scope::All.term() } else { list.term() };
            self.changed.get(&list).copied().unwrap_or_default()
        };
        let last = |lists: &[Scope]| lists.iter().map(changed).max().unwrap_or_default();
        (self.generation, groups.map(last).min().unwrap_or_default())
    }

    /// Terms of the lists that a product is in.
    pub fn lists_of(&self, fields: &Fields, product: ProductId) -> anyhow::Result<Vec<String>> {
        for (segment, reader) in self.segments.iter().zip(self.searcher.segment_readers()) {
            let ids = reader.inverted_index(fields.id)?;
            let postings = ids.read_postings(&fields.id_term(product), IndexRecordOption::Basic)?;
            let Some(mut postings) = postings else { continue };
            while postings.doc() != TERMINATED {
                if !reader.is_deleted(postings.doc()) {
                    return segment.scopes(postings.doc());
                }
                postings.advance();
            }
        }
        Ok(Vec::new())
    }

    /// Where the product of this number is, if it is in the index.
    pub fn find(&self, number: u64) -> Option<DocAddress> {
        let segments = (0_u32..).zip(self.segments.iter().zip(self.searcher.segment_readers()));
        segments.into_iter().find_map(|(at, (segment, reader))| {
            let alive = |document: &u32| !reader.is_deleted(*document);
            segment.documents_of(number).find(alive).map(|document| DocAddress::new(at, document))
        })
    }
}
