//! Where words are found in a segment, as sets of its documents. A segment never changes, so the sets of a word are made
//! once for its life and kept for as long as they are asked for and there is room; what a search narrows is then an `and`
//! of words of 64 documents each.

use std::cell::OnceCell;
use std::sync::Arc;

use moka::policy::EvictionPolicy;
use moka::sync::Cache;
use tantivy::index::SegmentId;
use tantivy::query::{EnableScoring, Query, Weight};
use tantivy::{COLLECT_BLOCK_BUFFER_LEN, Score, Searcher, SegmentReader, TERMINATED};

use super::schema::Fields;
use super::text::Way;

/// Memory that kept sets may take, in bytes.
const KEPT_SETS: u64 = 64 * 1024 * 1024;
/// Memory that what was looked for in vain may take, in bytes.
const KEPT_NOTHINGS: u64 = 4 * 1024 * 1024;
/// What a cache itself keeps of each, so that many small ones take no more than they may; in bytes.
const OF_EACH: usize = 600;

/// A set of a segment's documents, a bit for each.
pub struct DocumentSet(Box<[u64]>);

/// Where a word is found in a segment in one way: in any of the sets, each with what being in it scores. None of them is empty.
#[derive(Default)]
pub struct Occurrences(Vec<(Score, DocumentSet)>);

/// Kept [`Occurrences`], and what is nowhere apart from them: words that nothing has take no room from others.
pub struct KeptOccurrences {
    found: Cache<(SegmentId, Way), Arc<Occurrences>>,
    nowhere: Cache<(SegmentId, Way), ()>,
}

/// Finds a word in one way in any segment. Its automata are made once, when the first segment needs them.
pub struct Finder<'a> {
    way: &'a Way,
    fields: &'a Fields,
    searcher: &'a Searcher,
    weights: OnceCell<Vec<(Score, Box<dyn Weight>)>>,
}

impl DocumentSet {
    /// The documents that a weight finds, deleted ones too.
    pub fn of(weight: &dyn Weight, segment: &SegmentReader) -> tantivy::Result<Self> {
        let mut bits = vec![0; segment.max_doc().div_ceil(64) as usize];
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

    fn is_empty(&self) -> bool {
        self.0.iter().all(|block| *block == 0)
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

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn bytes(&self) -> usize {
        OF_EACH + self.0.iter().map(|(_, set)| set.0.len() * 8).sum::<usize>()
    }
}

impl<'a> Finder<'a> {
    pub fn new(way: &'a Way, fields: &'a Fields, searcher: &'a Searcher) -> Self {
        Self { way, fields, searcher, weights: OnceCell::new() }
    }

    fn weights(&self) -> tantivy::Result<&[(Score, Box<dyn Weight>)]> {
        if let Some(made) = self.weights.get() {
            return Ok(made);
        }
        let unscored = EnableScoring::disabled_from_searcher(self.searcher);
        let weight =
            |(score, query): (Score, Box<dyn Query>)| tantivy::Result::Ok((score, query.weight(unscored)?));
        let made = self.way.sets(self.fields).into_iter().map(weight).collect::<tantivy::Result<_>>()?;
        Ok(self.weights.get_or_init(|| made))
    }
}

impl KeptOccurrences {
    pub fn new() -> Self {
        let weigh = |key: &(SegmentId, Way), found: &Arc<Occurrences>| {
            u32::try_from(key.1.weight() + found.bytes()).unwrap_or(u32::MAX)
        };
        let weigh_nowhere =
            |key: &(SegmentId, Way), (): &()| u32::try_from(key.1.weight() + OF_EACH).unwrap_or(u32::MAX);
        Self {
            found: Cache::builder()
                .max_capacity(KEPT_SETS)
                .eviction_policy(EvictionPolicy::lru())
                .weigher(weigh)
                .build(),
            nowhere: Cache::builder()
                .max_capacity(KEPT_NOTHINGS)
                .eviction_policy(EvictionPolicy::lru())
                .weigher(weigh_nowhere)
                .build(),
        }
    }

    /// Where the word is in a segment. Before each set that has to be made somebody must still wait for it.
    pub fn of(
        &self,
        finder: &Finder<'_>,
        segment: &SegmentReader,
        refuse_abandoned: &dyn Fn() -> anyhow::Result<()>,
    ) -> anyhow::Result<Arc<Occurrences>> {
        let key = (segment.segment_id(), finder.way.clone());
        if let Some(kept) = self.found.get(&key) {
            return Ok(kept);
        }
        if self.nowhere.get(&key).is_some() {
            return Ok(Arc::default());
        }
        let mut found = Vec::new();
        for (score, weight) in finder.weights()? {
            refuse_abandoned()?;
            let set = DocumentSet::of(&**weight, segment)?;
            if !set.is_empty() {
                found.push((*score, set));
            }
        }
        let found = Arc::new(Occurrences(found));
        if found.is_empty() {
            self.nowhere.insert(key, ());
        } else {
            self.found.insert(key, found.clone());
        }
        Ok(found)
    }

    /// How much is kept among what is somewhere.
    #[cfg(test)]
    pub fn found(&self) -> usize {
        self.found.iter().count()
    }

    /// What is kept, of whichever segment, with how many sets there are of it.
    #[cfg(test)]
    pub fn looked_for(&self) -> Vec<(Way, usize)> {
        let found = self.found.iter().map(|(key, found)| (key.1.clone(), found.0.len()));
        found.chain(self.nowhere.iter().map(|(key, ())| (key.1.clone(), 0))).collect()
    }
}
