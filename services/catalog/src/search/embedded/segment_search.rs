//! The words of a search in one segment: which documents have them, 64 at a time, and how well each does.

use std::collections::HashMap;
use std::sync::Arc;

use tantivy::query::{EnableScoring, Query, Scorer, Weight};
use tantivy::{Score, Searcher, SegmentReader};

use super::occurrences::{DocumentSet, Finder, KeptOccurrences, Occurrences};
use super::schema::Fields;
use super::text::{Match, TypedPart, TypedWord, Way};

/// What a document scores for having what was typed, where that has other names: more than any of these may score.
const TYPED: Score = 1.0;

/// See the module.
pub struct SegmentSearch {
    parts: Vec<PartSearch>,
    matching: Match,
    /// The list that is searched; `None` for all.
    scope: Option<DocumentSet>,
}

struct PartSearch {
    typed: PhraseSearch,
    others: Vec<PhraseSearch>,
}

/// Words of which a document has all, or any.
struct PhraseSearch {
    words: Vec<WordSearch>,
    is_any: bool,
}

struct WordSearch {
    /// Each way in which it is found.
    found: Vec<Arc<Occurrences>>,
    /// Where it stands as it was typed; empty where nothing is scored.
    exact: Vec<Box<dyn Scorer>>,
}

/// What is searched, in whichever segment.
pub struct Searched<'a> {
    parts: &'a [TypedPart],
    matching: Match,
    /// The list that is searched; `None` for all.
    scope: Option<Box<dyn Weight>>,
    /// Whether it matters how well a document matches.
    pub scored: bool,
    finders: HashMap<&'a Way, Finder<'a>>,
    /// How much each word weighs where it stands as it was typed, among all segments; empty where nothing is scored.
    exact: HashMap<&'a str, Vec<Boosted>>,
}

/// A weight and what its scores are multiplied by.
type Boosted = (Score, Box<dyn Weight>);

impl<'a> Searched<'a> {
    pub fn new(
        (parts, matching): (&'a [TypedPart], Match),
        scope: Option<Box<dyn Query>>,
        scored: bool,
        fields: &'a Fields,
        searcher: &'a Searcher,
    ) -> anyhow::Result<Self> {
        let phrases = || parts.iter().flat_map(|part| part.others.iter().chain([&part.typed]));
        let weighed = |word: &'a TypedWord| {
            let weight = |(boost, query): (Score, Box<dyn Query>)| {
                Ok((boost, query.weight(EnableScoring::enabled_from_searcher(searcher))?))
            };
            let weights = word.exact(fields).into_iter().map(weight);
            anyhow::Ok((word.text.as_str(), weights.collect::<tantivy::Result<_>>()?))
        };
        let exact = phrases().flatten().filter(|_| scored).map(weighed).collect::<anyhow::Result<_>>()?;
        let ways = phrases().flatten().flat_map(|word| &word.ways);
        let finders = ways.map(|way| (way, Finder::new(way, fields, searcher))).collect();
        let unscored = EnableScoring::disabled_from_searcher(searcher);
        let scope = scope.map(|scope| scope.weight(unscored)).transpose()?;
        Ok(Self { parts, matching, scope, scored, finders, exact })
    }
}

impl SegmentSearch {
    pub fn new(
        of: &Searched<'_>,
        segment: &SegmentReader,
        kept: &KeptOccurrences,
        refuse_abandoned: &dyn Fn() -> anyhow::Result<()>,
    ) -> anyhow::Result<Self> {
        let scope = of.scope.as_deref().map(|scope| DocumentSet::of(scope, segment)).transpose()?;
        let word = |word: &TypedWord| {
            let scorer = |(boost, weight): &Boosted| weight.scorer(segment, *boost);
            let exact = of.exact.get(word.text.as_str()).into_iter().flatten().map(scorer);
            let exact = exact.collect::<tantivy::Result<_>>()?;
            let found = word.ways.iter().map(|way| kept.of(&of.finders[way], segment, refuse_abandoned));
            anyhow::Ok(WordSearch { found: found.collect::<anyhow::Result<_>>()?, exact })
        };
        let phrase = |words: &[TypedWord], is_any| {
            let words = words.iter().map(word).collect::<anyhow::Result<_>>()?;
            anyhow::Ok(PhraseSearch { words, is_any })
        };
        let part = |part: &TypedPart| {
            let others =
                part.others.iter().map(|other| phrase(other, false)).collect::<anyhow::Result<_>>()?;
            anyhow::Ok(PartSearch { typed: phrase(&part.typed, of.matching == Match::Any)?, others })
        };
        let mut parts: Vec<PartSearch> = Vec::new();
        for typed in of.parts {
            parts.push(part(typed)?);
            // What has to have all of them is not in this segment, whatever the others are.
            if of.matching != Match::Any && parts.last().is_some_and(PartSearch::is_nowhere) {
                break;
            }
        }
        Ok(Self { parts, matching: of.matching, scope })
    }

    /// Those of 64 documents that are found, from the lowest bit on, deleted ones too.
    pub fn block(&self, at: usize) -> u64 {
        let blocks = self.parts.iter().map(|part| part.block(at));
        let found = joined(blocks, self.matching == Match::Any);
        self.scope.as_ref().map_or(found, |scope| found & scope.block(at))
    }

    /// How well a document matches, of documents in ascending order.
    pub fn score(&mut self, document: u32) -> Score {
        self.parts.iter_mut().map(|part| part.score(document)).sum()
    }
}

impl PartSearch {
    fn is_nowhere(&self) -> bool {
        self.typed.is_nowhere() && self.others.iter().all(PhraseSearch::is_nowhere)
    }

    fn block(&self, at: usize) -> u64 {
        self.others.iter().fold(self.typed.block(at), |found, other| found | other.block(at))
    }

    /// Of a document that has it; of what is called alike, the best.
    #[expect(clippy::float_arithmetic, reason = "a score, not a price")]
    fn score(&mut self, document: u32) -> Score {
        if self.others.is_empty() {
            return self.typed.score(document);
        }
        if self.typed.has(document) {
            return TYPED + self.typed.score(document);
        }
        let others = self.others.iter_mut().filter(|other| other.has(document));
        let best = others.map(|other| other.score(document)).fold(0.0, Score::max);
        TYPED * best / (1.0 + best)
    }
}

impl PhraseSearch {
    fn is_nowhere(&self) -> bool {
        let mut words = self.words.iter();
        if self.is_any { words.all(WordSearch::is_nowhere) } else { words.any(WordSearch::is_nowhere) }
    }

    fn block(&self, at: usize) -> u64 {
        joined(self.words.iter().map(|word| word.block(at)), self.is_any)
    }

    fn has(&self, document: u32) -> bool {
        self.block(document as usize / 64) & (1 << (document % 64)) != 0
    }

    fn score(&mut self, document: u32) -> Score {
        self.words.iter_mut().map(|word| word.score(document)).sum()
    }
}

/// Those of 64 documents that are in any of the blocks, or in all.
fn joined(blocks: impl Iterator<Item = u64>, is_any: bool) -> u64 {
    if is_any {
        blocks.fold(0, |found, block| found | block)
    } else {
        blocks.fold(u64::MAX, |found, block| found & block)
    }
}

impl WordSearch {
    fn is_nowhere(&self) -> bool {
        self.found.iter().all(|way| way.is_empty())
    }

    fn block(&self, at: usize) -> u64 {
        joined(self.found.iter().map(|way| way.block(at)), true)
    }

    fn score(&mut self, document: u32) -> Score {
        let exact = self.exact.iter_mut().filter_map(|exact| {
            if exact.doc() < document {
                exact.seek(document);
            }
            (exact.doc() == document).then(|| exact.score())
        });
        exact.chain(self.found.iter().flat_map(|way| way.scores(document))).sum()
    }
}
