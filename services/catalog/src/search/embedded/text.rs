//! What a shopper typed, as words to look for: every word must be found, in a name rather than elsewhere,
//! whole rather than begun, right rather than misspelt. Words that are called otherwise too are found by their other names, in whole
//! words, each of them anywhere. Arabic in Latin letters is found by how it sounds.

use tantivy::query::{BooleanQuery, FuzzyTermQuery, Query, RegexQuery, TermQuery};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{Score, Term};

use super::schema::Fields;
use super::words::words;
use crate::search::arabizi::{heard, is_arabizi};
use crate::search::{Synonyms, telling};

/// More words than a shopper types; the rest of a pasted page is not looked at.
const MOST_WORDS: usize = 8;
/// Words whose typos are forgiven, the first long ones: each is an automaton over all words of the index.
const MOST_FORGIVEN: usize = 3;
/// Longest word that is looked up: a typo automaton grows with it.
const LONGEST_WORD: usize = 40;
/// Words of other names that are looked up for one search, the first ones: each has its set of documents.
const MOST_OTHER_WORDS: usize = 48;
/// Letters from which a word that is still typed finds those that it begins: one letter begins a part of everything.
const BEGINNING_FROM: usize = 2;
/// Lengths from which one and two typos are forgiven, as Meilisearch does.
const ONE_TYPO_FROM: usize = 5;
const TWO_TYPOS_FROM: usize = 9;

const NAME_BOOST: Score = 8.0;
const WORD_BOOST: Score = 2.0;
const NAME_PREFIX_BOOST: Score = 4.0;
const WORD_PREFIX_BOOST: Score = 1.0;
const TYPO_BOOST: Score = 0.25;
const SOUND_BOOST: Score = 0.25;
const BEGUN_SOUND_BOOST: Score = 0.1;

/// How well the words must be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Match {
    /// All of them, as they were typed.
    AllAsTyped,
    /// All of them, typos forgiven.
    All,
    /// All of them, typos forgiven, or by how they sound.
    AllAsHeard,
    /// Any of them, typos forgiven.
    Any,
}

/// One of the words that were typed, and what is taken for it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TypedWord {
    pub text: String,
    /// Typos that are forgiven.
    typos: u8,
    /// Words that sound so in Arabic are taken too.
    sounds: bool,
    /// It is still being typed: words that it begins are taken too.
    may_go_on: bool,
}

/// A word that was typed, or a few that are called otherwise together.
#[derive(Debug)]
pub struct TypedPart {
    pub typed: Vec<TypedWord>,
    /// What else they are called.
    pub others: Vec<Vec<TypedWord>>,
}

/// The parts to look for in `typed`, none where it has no word.
pub fn typed_parts(typed: &str, matching: Match, synonyms: &Synonyms) -> Vec<TypedPart> {
    let words = typed_words(typed, matching);
    let texts: Vec<String> = words.iter().map(|word| word.text.clone()).collect();
    let (mut words, mut parts, mut at, mut room) = (words.into_iter(), Vec::new(), 0, MOST_OTHER_WORDS);
    while at < texts.len() {
        let (length, others) = synonyms.beginning(&texts[at..]).unwrap_or((1, &[]));
        let others = others.iter().map(|other| telling(other)).take_while(|other| {
            let left = room.checked_sub(other.len());
            room = left.unwrap_or(0);
            left.is_some()
        });
        let others = others.map(|other| other.iter().map(|text| TypedWord::whole(text)).collect()).collect();
        parts.push(TypedPart { typed: words.by_ref().take(length).collect(), others });
        at += length;
    }
    parts
}

/// The words to look for in `typed`, none where it has none.
fn typed_words(typed: &str, matching: Match) -> Vec<TypedWord> {
    let words: Vec<String> = telling(&words(typed)).into_iter().take(MOST_WORDS).collect();
    let last = words.len().saturating_sub(1);
    let still_typing = typed.ends_with(char::is_alphanumeric);
    let mut forgiven = if matching == Match::AllAsTyped { MOST_FORGIVEN } else { 0 };
    let typed_word = |(at, word): (usize, String)| {
        let text: String = word.chars().take(LONGEST_WORD).collect();
        // With digits for letters it is no other word misspelt: `3otor` is not `motor`.
        let is_arabizi = is_arabizi(&text);
        let sounds = match matching {
            Match::AllAsTyped => false,
            Match::All | Match::Any => is_arabizi,
            Match::AllAsHeard => true,
        };
        let typos = if forgiven < MOST_FORGIVEN && !is_arabizi { forgiven_typos(&text) } else { 0 };
        forgiven += usize::from(typos > 0);
        let may_go_on = at == last && still_typing && text.chars().count() >= BEGINNING_FROM;
        TypedWord { text, typos, sounds, may_go_on }
    };
    words.into_iter().enumerate().map(typed_word).collect()
}

impl TypedWord {
    fn whole(text: &str) -> Self {
        Self { text: text.to_owned(), typos: 0, sounds: false, may_go_on: false }
    }

    /// Where it stands as it was typed, with how much its being there weighs.
    pub fn exact(&self, fields: &Fields) -> [(Score, Box<dyn Query>); 2] {
        [(NAME_BOOST, self.word_in(fields.names)), (WORD_BOOST, self.word_in(fields.words))]
    }

    /// What together finds it however it may be written, each with what being found so scores.
    pub fn sets(&self, fields: &Fields) -> Vec<(Score, Box<dyn Query>)> {
        let mut sets = Vec::new();
        if self.may_go_on {
            let beginning = |field| self.alike(field, 0);
            sets.push((NAME_PREFIX_BOOST, beginning(fields.names)));
            sets.push((WORD_PREFIX_BOOST, beginning(fields.words)));
        }
        if self.typos > 0 {
            sets.extend(
                [fields.names, fields.words].map(|field| (TYPO_BOOST, self.alike(field, self.typos))),
            );
        }
        // What is alike, or begins so, includes what is the same, which scores by itself.
        if sets.is_empty() {
            let anywhere = [fields.names, fields.words].map(|field| self.word_in(field));
            sets.push((0.0, Box::new(BooleanQuery::union(anywhere.into()))));
        }
        if self.sounds {
            sets.extend(self.sounding(fields));
        }
        sets
    }

    /// What finds Arabic words that sound so.
    fn sounding(&self, fields: &Fields) -> Vec<(Score, Box<dyn Query>)> {
        let Some(heard) = heard(&self.text) else { return Vec::new() };
        let begun = heard.begun.filter(|_| self.may_go_on).map(|begun| (BEGUN_SOUND_BOOST, begun));
        let patterns = [(SOUND_BOOST, heard.whole)].into_iter().chain(begun);
        let in_fields = patterns.flat_map(|(score, pattern)| {
            [fields.names, fields.words].map(|field| (score, RegexQuery::from_pattern(&pattern, field)))
        });
        // A pattern of more states than can be kept finds nothing.
        in_fields
            .filter_map(|(score, query)| Some((score, Box::new(query.ok()?) as Box<dyn Query>)))
            .collect()
    }

    fn word_in(&self, field: Field) -> Box<dyn Query> {
        Box::new(TermQuery::new(self.term(field), IndexRecordOption::WithFreqs))
    }

    fn alike(&self, field: Field, typos: u8) -> Box<dyn Query> {
        let query = if self.may_go_on { FuzzyTermQuery::new_prefix } else { FuzzyTermQuery::new };
        Box::new(query(self.term(field), typos, typos > 0))
    }

    fn term(&self, field: Field) -> Term {
        Term::from_field_text(field, &self.text)
    }
}

fn forgiven_typos(word: &str) -> u8 {
    match word.chars().count() {
        TWO_TYPOS_FROM.. => 2,
        ONE_TYPO_FROM.. => 1,
        _ => 0,
    }
}
