//! Where words are found in a segment, as sets of its documents. A segment never changes, so the sets of a word are made
//! once for its life and kept for as long as they are asked for and there is room; what a search narrows is then an `and`
//! of words of 64 documents each.

use std::sync::Arc;

use moka::policy::EvictionPolicy;
use moka::sync::Cache;
use tantivy::index::SegmentId;
use tantivy::query::{EnableScoring, Query};
use tantivy::{COLLECT_BLOCK_BUFFER_LEN, Score, Searcher, SegmentReader, TERMINATED};

use super::schema::Fields;
use super::text::TypedWord;

/// Memory that kept sets may take, in bytes.
const KEPT_SETS: u64 = 64 * 1024 * 1024;

/// A set of a segment's documents, a bit for each.
pub struct DocumentSet(Box<[u64]>);

/// Where a word is found in a segment: in any of the sets, each with what being in it scores.
pub struct Occurrences(Vec<(Score, DocumentSet)>);

/// Kept [`Occurrences`].
pub struct KeptOccurrences(Cache<(SegmentId, TypedWord), Arc<Occurrences>>);

impl DocumentSet {
    /// The documents that a query finds, deleted ones too.
    pub fn of(query: &dyn Query, searcher: &Searcher, segment: &SegmentReader) -> tantivy::Result<Self> {
        let mut bits = vec![0; segment.max_doc().div_ceil(64) as usize];
        let weight = query.weight(EnableScoring::disabled_from_searcher(searcher))?;
        let mut found = weight.scorer(segment, 1.0)?;
        let mut block = [TERMINATED; COLLECT_BLOCK_BUFFER_LEN];
        loop {
            let filled = found.fill_buffer(&mut block);
            for document in &block[..filled] {
                bits[*document as usize / 64] |= 1 << (document % 64);
            }
            if filled < COLLECT_BLOCK_BUFFER_LEN {
                return Ok(Self(bits.into()));
            }
        }
    }

    /// Those of 64 documents that are in it, from the lowest bit on.
    pub fn block(&self, at: usize) -> u64 {
        self.0[at]
    }

    fn has(&self, document: u32) -> bool {
        self.0[document as usize / 64] & (1 << (document % 64)) != 0
    }
}

impl Occurrences {
    /// Those of 64 documents that have the word.
    pub fn block(&self, at: usize) -> u64 {
        self.0.iter().fold(0, |found, (_, set)| found | set.block(at))
    }

    /// What each of the sets that a document is in scores.
    pub fn scores(&self, document: u32) -> impl Iterator<Item = Score> {
        self.0.iter().filter(move |(score, set)| *score > 0.0 && set.has(document)).map(|(score, _)| *score)
    }

    /// With what the cache itself keeps of each, so that many small sets take no more than they may.
    fn bytes(&self) -> usize {
        600 + self.0.iter().map(|(_, set)| set.0.len() * 8).sum::<usize>()
    }
}

impl KeptOccurrences {
    pub fn new() -> Self {
        let weigh = |key: &(SegmentId, TypedWord), found: &Arc<Occurrences>| {
            u32::try_from(key.1.text.len() + found.bytes()).unwrap_or(u32::MAX)
        };
        Self(
            Cache::builder()
                .max_capacity(KEPT_SETS)
                .eviction_policy(EvictionPolicy::lru())
                .weigher(weigh)
                .build(),
        )
    }

    pub fn of(
        &self,
        word: &TypedWord,
        fields: &Fields,
        searcher: &Searcher,
        segment: &SegmentReader,
    ) -> anyhow::Result<Arc<Occurrences>> {
        let key = (segment.segment_id(), word.clone());
        if let Some(kept) = self.0.get(&key) {
            return Ok(kept);
        }
        let set = |(score, query): (Score, Box<dyn Query>)| {
            Ok::<_, tantivy::TantivyError>((score, DocumentSet::of(&*query, searcher, segment)?))
        };
        let found = word.sets(fields).into_iter().map(set).collect::<Result<_, _>>()?;
        let found = Arc::new(Occurrences(found));
        self.0.insert(key, found.clone());
        Ok(found)
    }
}
