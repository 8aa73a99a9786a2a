//! The words of a search in one segment: which documents have them, 64 at a time, and how well each does.

use std::sync::Arc;

use tantivy::query::{EnableScoring, Query, Scorer};
use tantivy::{Score, Searcher, SegmentReader};

use super::occurrences::{DocumentSet, KeptOccurrences, Occurrences};
use super::schema::Fields;
use super::text::{Match, TypedWord};

/// See the module.
pub struct SegmentSearch {
    words: Vec<WordSearch>,
    matching: Match,
    /// The list that is searched; `None` for all.
    scope: Option<DocumentSet>,
}

struct WordSearch {
    found: Arc<Occurrences>,
    /// Where it stands as it was typed; empty where nothing is scored.
    exact: Vec<Box<dyn Scorer>>,
}

/// What is searched.
pub struct Searched<'a> {
    pub words: &'a [TypedWord],
    pub matching: Match,
    /// The list that is searched; `None` for all.
    pub scope: Option<&'a dyn Query>,
    pub scored: bool,
}

impl SegmentSearch {
    pub fn new(
        of: &Searched<'_>,
        fields: &Fields,
        searcher: &Searcher,
        segment: &SegmentReader,
        kept: &KeptOccurrences,
    ) -> anyhow::Result<Self> {
        let scope = of.scope.map(|scope| DocumentSet::of(scope, searcher, segment)).transpose()?;
        let exact = |word: &TypedWord| {
            let scorer = |(boost, query): (Score, Box<dyn Query>)| {
                query.weight(EnableScoring::enabled_from_searcher(searcher))?.scorer(segment, boost)
            };
            word.exact(fields).into_iter().map(scorer).collect::<tantivy::Result<_>>()
        };
        let word = |word: &TypedWord| {
            let found = kept.of(word, fields, searcher, segment)?;
            anyhow::Ok(WordSearch { found, exact: if of.scored { exact(word)? } else { Vec::new() } })
        };
        let words = of.words.iter().map(word).collect::<anyhow::Result<_>>()?;
        Ok(Self { words, matching: of.matching, scope })
    }

    /// Those of 64 documents that are found, from the lowest bit on, deleted ones too.
    pub fn block(&self, at: usize) -> u64 {
        let blocks = self.words.iter().map(|word| word.found.block(at));
        let found = match self.matching {
            Match::Any => blocks.fold(0, |found, block| found | block),
            Match::All | Match::AllAsTyped => blocks.fold(u64::MAX, |found, block| found & block),
        };
        self.scope.as_ref().map_or(found, |scope| found & scope.block(at))
    }

    /// How well a document matches, of documents in ascending order.
    pub fn score(&mut self, document: u32) -> Score {
        self.words.iter_mut().map(|word| word.score(document)).sum()
    }
}

impl WordSearch {
    fn score(&mut self, document: u32) -> Score {
        let exact = self.exact.iter_mut().filter_map(|exact| {
            if exact.doc() < document {
                exact.seek(document);
            }
            (exact.doc() == document).then(|| exact.score())
        });
        exact.chain(self.found.scores(document)).sum()
    }
}
