//! One moment of the index: what queries read while the writer goes on. Answers that were worked out once are
//! kept with it and go with it.

use std::collections::HashMap;
use std::sync::Arc;

use moka::future::Cache;
use tantivy::Searcher;
use tantivy::index::SegmentId;

use super::EngineFailure;
use super::evaluate::{ResultKey, ResultSet};
use super::segment::Segment;
use crate::search::Facet;

/// Memory that kept answers may take, in bytes.
const KEPT_ANSWERS: u64 = 8 * 1024 * 1024;

pub struct Snapshot {
    pub searcher: Searcher,
    /// The catalogue's revision that the index stands at.
    pub revision: Option<u64>,
    /// In the order of the searcher's segments.
    pub segments: Vec<Arc<Segment>>,
    pub facets: FacetTable,
    pub results: Cache<ResultKey, Arc<ResultSet>>,
    by_id: HashMap<SegmentId, Arc<Segment>>,
}

/// All facets of a snapshot under dense numbers, so that counting is adding to an array.
#[derive(Default)]
pub struct FacetTable {
    pub facets: Vec<Arc<Facet>>,
    /// Group of each facet, as a position in `groups`.
    pub group_of: Vec<usize>,
    pub groups: Vec<String>,
    /// For each segment, the facet number of each of its ordinals.
    pub by_segment: Vec<Vec<usize>>,
}

impl Snapshot {
    /// Reads what `searcher` needs; segments that `before` had are taken over.
    pub fn new(
        searcher: Searcher,
        revision: Option<u64>,
        before: Option<&Self>,
    ) -> Result<Self, EngineFailure> {
        let mut segments = Vec::new();
        let mut by_id = HashMap::new();
        for reader in searcher.segment_readers() {
            let known = before.and_then(|before| before.by_id.get(&reader.segment_id()));
            let segment = match known {
                Some(segment) => segment.clone(),
                None => Arc::new(Segment::open(reader)?),
            };
            by_id.insert(reader.segment_id(), segment.clone());
            segments.push(segment);
        }
        let facets = FacetTable::new(&segments);
        let results = Cache::builder()
            .max_capacity(KEPT_ANSWERS)
            .weigher(|key: &ResultKey, set: &Arc<ResultSet>| key.weight().saturating_add(set.weight()))
            .build();
        Ok(Self { searcher, revision, segments, facets, results, by_id })
    }
}

impl FacetTable {
    fn new(segments: &[Arc<Segment>]) -> Self {
        let mut table = Self::default();
        let mut numbers: HashMap<(String, String), usize> = HashMap::new();
        for segment in segments {
            let ordinals = segment.facets.iter().map(|facet| table.number(&mut numbers, facet)).collect();
            table.by_segment.push(ordinals);
        }
        table
    }

    fn number(&mut self, numbers: &mut HashMap<(String, String), usize>, facet: &Arc<Facet>) -> usize {
        let key = (facet.group.clone(), facet.key.clone());
        *numbers.entry(key).or_insert_with(|| {
            self.group_of.push(position_or_push(&mut self.groups, &facet.group));
            self.facets.push(facet.clone());
            self.facets.len() - 1
        })
    }
}

fn position_or_push(groups: &mut Vec<String>, group: &str) -> usize {
    groups.iter().position(|known| known == group).unwrap_or_else(|| {
        groups.push(group.to_owned());
        groups.len() - 1
    })
}
