//! Turns what a shopper typed into an index query: every word must be found, in a name rather than elsewhere,
//! whole rather than begun, right rather than misspelt.

use tantivy::Term;
use tantivy::query::{BooleanQuery, BoostQuery, FuzzyTermQuery, Occur, Query, TermQuery};
use tantivy::schema::{Field, IndexRecordOption};

use super::schema::Fields;
use super::words::words;

/// More words than a shopper types; the rest of a pasted page is not looked at.
const MOST_WORDS: usize = 8;
/// Words whose typos are forgiven, the first long ones: each is an automaton over all words of the index.
const MOST_FORGIVEN: usize = 3;
/// Longest word that is looked up: a typo automaton grows with it.
const LONGEST_WORD: usize = 40;
/// Letters from which a word that is still typed finds those that it begins: one letter begins a part of everything.
const BEGINNING_FROM: usize = 2;
/// Lengths from which one and two typos are forgiven, as Meilisearch does.
const ONE_TYPO_FROM: usize = 5;
const TWO_TYPOS_FROM: usize = 9;

const NAME_BOOST: f32 = 8.0;
const WORD_BOOST: f32 = 2.0;
const NAME_PREFIX_BOOST: f32 = 4.0;
const WORD_PREFIX_BOOST: f32 = 1.0;
const TYPO_BOOST: f32 = 0.25;

/// How well the words must be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Match {
    /// All of them, as they were typed.
    AllAsTyped,
    /// All of them, typos forgiven.
    All,
    /// Any of them, typos forgiven.
    Any,
}

/// The query for `typed`; `None` when it has no word to look for.
pub fn text_query(fields: &Fields, typed: &str, matching: Match) -> Option<Box<dyn Query>> {
    let words: Vec<String> = words(typed).into_iter().take(MOST_WORDS).collect();
    let last = words.len().checked_sub(1)?;
    let occur = if matching == Match::Any { Occur::Should } else { Occur::Must };
    let still_typing = typed.ends_with(char::is_alphanumeric);
    let mut forgiven = if matching == Match::AllAsTyped { MOST_FORGIVEN } else { 0 };
    let mut clauses = Vec::with_capacity(words.len());
    for (at, word) in words.iter().enumerate() {
        let word: String = word.chars().take(LONGEST_WORD).collect();
        let typos = if forgiven < MOST_FORGIVEN { forgiven_typos(&word) } else { 0 };
        forgiven += usize::from(typos > 0);
        clauses.push((occur, word_query(fields, &word, typos, at == last && still_typing)));
    }
    Some(Box::new(BooleanQuery::new(clauses)))
}

fn word_query(fields: &Fields, word: &str, typos: u8, may_go_on: bool) -> Box<dyn Query> {
    let mut clauses =
        vec![boosted(exact(fields.names, word), NAME_BOOST), boosted(exact(fields.words, word), WORD_BOOST)];
    if may_go_on && word.chars().count() >= BEGINNING_FROM {
        clauses.push(boosted(beginning(fields.names, word), NAME_PREFIX_BOOST));
        clauses.push(boosted(beginning(fields.words, word), WORD_PREFIX_BOOST));
    }
    if typos > 0 {
        for field in [fields.names, fields.words] {
            clauses.push(boosted(misspelt(field, word, typos, may_go_on), TYPO_BOOST));
        }
    }
    Box::new(BooleanQuery::new(clauses))
}

fn exact(field: Field, word: &str) -> Box<dyn Query> {
    Box::new(TermQuery::new(Term::from_field_text(field, word), IndexRecordOption::WithFreqs))
}

fn beginning(field: Field, word: &str) -> Box<dyn Query> {
    Box::new(FuzzyTermQuery::new_prefix(Term::from_field_text(field, word), 0, false))
}

fn misspelt(field: Field, word: &str, typos: u8, may_go_on: bool) -> Box<dyn Query> {
    let term = Term::from_field_text(field, word);
    let query = if may_go_on { FuzzyTermQuery::new_prefix } else { FuzzyTermQuery::new };
    Box::new(query(term, typos, true))
}

fn boosted(query: Box<dyn Query>, boost: f32) -> (Occur, Box<dyn Query>) {
    (Occur::Should, Box::new(BoostQuery::new(query, boost)))
}

fn forgiven_typos(word: &str) -> u8 {
    match word.chars().count() {
        TWO_TYPOS_FROM.. => 2,
        ONE_TYPO_FROM.. => 1,
        _ => 0,
    }
}
