//! Words of products' names that are written much like one that nothing has, from the index's own list of words.

use std::collections::HashMap;

use super::evaluate::Evaluation;
use super::words::words;
use crate::search::{MOST_NEAR, unlikeness};

/// Words of the index that are compared, of those that begin with the same letter.
const MOST_COMPARED: usize = 50_000;
/// Compared words before the next look whether anybody still waits.
const BLOCK: usize = 4_096;

impl Evaluation {
    /// Words like the one of the key, the nearest and then the most common first; none where it has several or none.
    pub fn words_near(&self) -> anyhow::Result<Vec<String>> {
        let searched = words(&self.key.words);
        let [word] = searched.as_slice() else { return Ok(Vec::new()) };
        let Some(first) = word.chars().next() else { return Ok(Vec::new()) };
        let mut found: HashMap<String, (usize, u32)> = HashMap::new();
        let mut compared = 0;
        for segment in self.snapshot.searcher.segment_readers() {
            let index = segment.inverted_index(self.fields.names)?;
            let mut terms = index.terms().range().ge(first.to_string()).into_stream()?;
            while terms.advance() && compared < MOST_COMPARED {
                let term = std::str::from_utf8(terms.key())?;
                if !term.starts_with(first) {
                    break;
                }
                if compared.is_multiple_of(BLOCK) {
                    self.refuse_abandoned()?;
                }
                compared += 1;
                if let Some(unlikeness) = unlikeness(word, term) {
                    found.entry(term.to_owned()).or_insert((unlikeness, 0)).1 += terms.value().doc_freq;
                }
            }
        }
        let mut found: Vec<_> = found.into_iter().collect();
        found.sort_by(|(one, (unlikeness, products)), (other, (of_other, products_of_other))| {
            unlikeness.cmp(of_other).then(products_of_other.cmp(products)).then(one.cmp(other))
        });
        found.truncate(MOST_NEAR);
        Ok(found.into_iter().map(|(word, _)| word).collect())
    }
}
